import type { Logger } from 'pino';

/** The time before the port closes: all requests are served, and the readiness check fails, so that load balancers use other nodes. */
export interface Draining {
    start(): void;
    hasStarted(): boolean;
}

export function createDraining({ drainSeconds }: { drainSeconds: number }, log: Pick<Logger, 'info'>): Draining {
    let hasStarted = false;
    return {
        start() {
            hasStarted = true;
            log.info(`The readiness check fails from now on. The port closes in ${drainSeconds} seconds.`);
        },
        hasStarted: () => hasStarted,
    };
}

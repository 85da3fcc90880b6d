import type { Logger } from 'pino';
import type { JobRunnerOptions } from '../core/concurrency/job-runner.ts';
import type { ReportTypes } from '../delivery/reports/sdk-reports.ts';
import { createDraining, type Draining } from '../http/server/draining.ts';
import { createLog } from '../telemetry/log.ts';
import { type OpenTelemetry, openTelemetry } from '../telemetry/otlp/open-telemetry.ts';
import type { ServingConfig } from './config/edge-config.ts';

export interface EdgeOptions {
    version: string;
    clock?: () => Date;
    log?: Logger;
    /** How long idle connections stay open during shutdown. */
    lingerMs?: number;
    /** The interval at which upstream is queried about tokens that are not validated yet. */
    unclearSeconds?: number;
    /** The pause before a write to a shared backup. */
    sharedBackupPauseMs?: number;
    /** Replaces the types of SDK reports that an edge knows. Tests declare another type. */
    reportTypes?: ReportTypes;
}

export interface EdgeRuntime {
    version: string;
    clock: () => Date;
    log: Logger;
    lingerMs: number;
    telemetry: OpenTelemetry;
    draining: Draining;
}

const LINGER_MS = 500;

/** The dependencies of an edge of either kind; logs warnings about settings without effect. */
export function edgeRuntime(
    config: ServingConfig & { warnings: readonly string[] },
    { version, clock = () => new Date(), log: customLog, lingerMs = LINGER_MS }: EdgeOptions,
): EdgeRuntime {
    const telemetry = openTelemetry(config, {
        name: 'halyard-edge',
        version,
        onError: (error) => log.warn({ err: error }, 'could not export telemetry'),
    });
    const log = customLog ?? createLog(config, telemetry);
    for (const warning of config.warnings) log.warn(warning);
    return { version, clock, log, lingerMs, telemetry, draining: createDraining(config, log) };
}

/** The parts of an edge log their own warnings; the failure of a whole job is a detail. */
export const logFailedJobs =
    (log: Logger): JobRunnerOptions['onEnd'] =>
    ({ id, description }, { error }) => {
        if (error !== undefined) log.debug({ err: error, job: id }, `The job ${id} failed, which ${description}`);
    };

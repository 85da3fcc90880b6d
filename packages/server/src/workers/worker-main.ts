import { once } from 'node:events';
import type { Server } from 'node:net';
import type { Publication } from '../publications/publications.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { createOwnerLine } from './owner-connection.ts';
import { createWorker, type Worker } from './worker.ts';

type Handlers = {
    [T in ToWorker['type']]: (message: Extract<ToWorker, { type: T }>, socket: Server | undefined) => void;
};

const REPORT_MS = 1_000;

/** The main loop of a worker: it handles the messages of the owner in order. */
export function runWorker(): void {
    const tell = (message: FromWorker) => {
        // If the owner is gone, this process exits too.
        if (process.connected) process.send!(message, undefined, undefined, () => undefined);
    };
    const line = createOwnerLine(tell);
    const published: Publication[] = [];
    const since: Publication[] = [];
    let making: Promise<Worker> | undefined;
    let worker: Worker | undefined;
    let revision = 0;
    let work: Promise<unknown> = Promise.resolve();
    let stopping: Promise<void> | undefined;

    /** Long-running steps run one after the other; after a failed step the state is unreliable, so the process exits. */
    const inTurn = (step: () => Promise<unknown>) => {
        work = work.then(step).catch(fail);
    };

    const handlers: Handlers = {
        start: ({ start }) => {
            revision = start.revision;
            making = createWorker(start, line);
            inTurn(() => making!);
        },
        published: ({ publications }) => void published.push(...publications),
        since: ({ publications }) => void since.push(...publications),
        begin: () =>
            inTurn(async () => {
                worker = await making!;
                await worker.begin(published.splice(0), since.splice(0));
                tell({ type: 'at', revision });
            }),
        listen: (_, socket) => worker!.listen(socket!),
        change: ({ change }) =>
            inTurn(async () => {
                await worker!.follow(change);
                revision = change.revision;
                tell({ type: 'at', revision });
            }),
        places: ({ moved }) => inTurn(async () => worker!.followPlaces(moved)),
        thresholds: ({ thresholds }) => worker!.followThresholds(thresholds),
        answer: ({ id, answer }) => inTurn(async () => line.answered(id, { is: answer })),
        failure: ({ id }) => line.answered(id, undefined),
        stop: () => void stop(0),
    };

    /** Requests in progress are completed; the last report follows them. */
    function stop(code: number): Promise<void> {
        stopping ??= (async () => {
            clearInterval(reports);
            await worker?.close();
            if (worker && process.connected) {
                await Promise.race([worker.flush().catch(() => undefined), once(process, 'disconnect')]);
                const report = worker.report();
                const message: FromWorker = { type: 'report', report };
                await new Promise<unknown>((sent) => process.send!(message, undefined, undefined, sent));
            }
            process.exit(code);
        })();
        return stopping;
    }

    function fail(error: unknown): void {
        console.error(error);
        void stop(1);
    }

    const reports = setInterval(() => worker && tell({ type: 'report', report: worker.report() }), REPORT_MS);
    // Each handler receives its kind of message.
    process.on('message', (message: ToWorker, socket: Server | undefined) =>
        handlers[message.type](message as never, socket),
    );
    process.on('disconnect', () => void stop(0));
    process.on('uncaughtException', fail);
    process.on('unhandledRejection', fail);
    // A terminal signals all processes at once: the owner decides when to stop.
    for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
    process.on('SIGTERM', () => void stop(0));
}

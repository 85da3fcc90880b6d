import { type ChildProcess, fork } from 'node:child_process';
import type { Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import { yieldToEventLoop } from '../core/concurrency/yielding.ts';
import { addPlaces, nonePlaces } from '../http/streams/stream-quotas.ts';
import type { Publication } from '../publications/publications.ts';
import type { Beginning } from '../snapshots/snapshots.ts';
import {
    type FromWorker,
    type SdkChange,
    type ToWorker,
    WORKER_COMMAND,
    type WorkerReport,
    type WorkerStart,
} from './messages.ts';

/** The file that starts the service, from the sources and from the bundle. */
const MAIN = fileURLToPath(
    import.meta.url.endsWith('.ts') ? new URL('../main.ts', import.meta.url) : new URL('./main.js', import.meta.url),
);

/** Publications per message. */
const PART = 1_000;

/** A worker that has processed nothing for this long is considered frozen. */
const PATIENCE_MS = 4_000;

/** Workers send a report every second once they serve. */
const SILENCE_MS = 15_000;
const START_MS = 120_000;

/** The owner's view of a worker. */
export class WorkerProcess {
    readonly number: number;
    readonly startedAt = performance.now();
    /** The stream slots that the worker uses. */
    readonly held = nonePlaces();
    readonly ended: Promise<void>;
    readonly #child: ChildProcess;
    /** Callers that wait until the worker has reached a revision. */
    readonly #waiting = new Set<{ revision: number; resolve: () => void }>();
    /** Messages queued during the start; undefined afterwards. */
    #later: ToWorker[] | undefined = [];
    #told = 0;
    #at = -1;
    #serves = false;
    #heardAt = performance.now();
    #latest: Pick<WorkerReport, 'streams' | 'cpuSeconds' | 'memoryBytes'> | undefined;

    constructor(number: number, env: Config['workerEnvironment'], onMessage: (message: FromWorker) => void) {
        this.number = number;
        this.#child = fork(MAIN, [WORKER_COMMAND], {
            env,
            serialization: 'advanced',
            stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        });
        this.#child.on('message', (message: FromWorker) => {
            this.#hear(message);
            onMessage(message);
        });
        const { promise, resolve } = Promise.withResolvers<void>();
        this.ended = promise;
        const end = () => {
            resolve();
            // A worker that has exited is not waited for.
            for (const one of this.#waiting) one.resolve();
            this.#waiting.clear();
        };
        this.#child.once('exit', end);
        // A failed send leads to an exit; a failed start does not emit one.
        this.#child.on('error', () => this.#child.pid === undefined && end());
    }

    get pid(): number | undefined {
        return this.#child.pid;
    }

    /** Whether it accepts connections. */
    get serves(): boolean {
        return this.#serves && this.isAlive;
    }

    get isAlive(): boolean {
        return this.#child.exitCode === null && this.#child.signalCode === null && this.#child.pid !== undefined;
    }

    /** Whether it has processed all messages. */
    get isUpToDate(): boolean {
        return this.#at >= this.#told;
    }

    get latest() {
        return this.#latest;
    }

    tell(message: ToWorker): void {
        if (this.#later) this.#later.push(message);
        else this.#send(message);
    }

    async begin(start: WorkerStart, { published, since }: Pick<Beginning, 'published' | 'since'>): Promise<void> {
        this.#told = Math.max(this.#told, start.revision);
        this.#send({ type: 'start', start });
        await this.#sendInParts('published', published);
        await this.#sendInParts('since', since);
        this.#send({ type: 'begin' });
        const later = this.#later ?? [];
        this.#later = undefined;
        for (const message of later) this.#send(message);
    }

    /** Lets it exit after its last response. */
    stop(): void {
        this.#send({ type: 'stop' });
    }

    listen(socket: Server): void {
        this.#serves = true;
        this.#send({ type: 'listen' }, socket);
    }

    follow(change: SdkChange): void {
        this.#told = change.revision;
        this.tell({ type: 'change', change });
    }

    /** Resolves when the worker has processed all messages, or has exited: a frozen worker is killed. */
    async caughtUp(): Promise<void> {
        const revision = this.#told;
        if (this.#at >= revision || !this.serves) return;
        const isThere = new Promise<void>((resolve) => void this.#waiting.add({ revision, resolve }));
        // In two halves: after the whole machine was suspended, the second half gives the worker time to respond.
        const patience = new AbortController();
        const tooLong = async () => {
            await delay(PATIENCE_MS / 2, undefined, { signal: patience.signal });
            await delay(PATIENCE_MS / 2, undefined, { signal: patience.signal });
            this.kill();
        };
        void tooLong().catch(() => undefined);
        await isThere;
        patience.abort();
    }

    /** Kills the worker if it has not reported for long. */
    lookAfter(): void {
        const silence = performance.now() - this.#heardAt;
        if (silence > (this.#serves ? SILENCE_MS : START_MS)) this.kill();
    }

    kill(): void {
        this.#child.kill('SIGKILL');
    }

    #hear(message: FromWorker): void {
        this.#heardAt = performance.now();
        if (message.type === 'places') addPlaces(this.held, message.moved, 1);
        if (message.type === 'report') this.#latest = message.report;
        if (message.type !== 'at') return;
        this.#at = message.revision;
        for (const one of this.#waiting) {
            if (one.revision > this.#at) continue;
            this.#waiting.delete(one);
            one.resolve();
        }
    }

    #send(message: ToWorker, socket?: Server): void {
        if (this.#child.connected) this.#child.send(message, socket, undefined, () => undefined);
    }

    async #sendInParts(type: 'published' | 'since', publications: readonly Publication[]): Promise<void> {
        for (let start = 0; start < publications.length; start += PART) {
            this.#send({ type, publications: publications.slice(start, start + PART) });
            await yieldToEventLoop();
        }
    }
}

import { markTrouble } from '../core/errors/database-trouble.ts';
import type { DatabaseHealth } from './database-health.ts';

class WaitedTooLong extends Error {
    constructor() {
        super('Other changes of this node took too long.');
        markTrouble(this, 'slow');
    }
}

export interface SerialQueueOptions {
    /** The next task waits for it; the caller of this one does not. */
    afterwards?: () => Promise<void>;
    /** Runs only when no other task waits. */
    isBackground?: boolean;
}

interface QueueEntry {
    since: number;
    start(): Promise<void>;
}

/** Runs tasks one after the other. Callers that wait too long get an error. */
export class SerialQueue {
    readonly #patienceMs: number;
    readonly #health: DatabaseHealth;
    readonly #foreground: QueueEntry[] = [];
    readonly #background: QueueEntry[] = [];
    #running: Promise<void> | undefined;

    /** With a patience of 0, callers wait without limit. */
    constructor(patienceMs: number, health: DatabaseHealth) {
        this.#patienceMs = patienceMs;
        this.#health = health;
    }

    take<T>(work: () => Promise<T>, { afterwards, isBackground = false }: SerialQueueOptions = {}): Promise<T> {
        const { promise, resolve, reject } = Promise.withResolvers<T>();
        const queue = isBackground ? this.#background : this.#foreground;
        const entry: QueueEntry = {
            since: performance.now(),
            async start() {
                clearTimeout(timer);
                try {
                    const result = work();
                    result.then(resolve, reject);
                    await result;
                    await afterwards?.();
                } catch {
                    // The caller gets the error.
                }
            },
        };
        const leave = () => {
            queue.splice(queue.indexOf(entry), 1);
            const error = new WaitedTooLong();
            // Background tasks wait because there are many changes, not because the database is slow.
            if (!isBackground) this.#health.failed(error);
            reject(error);
        };
        const mustWait = this.#running !== undefined && this.#patienceMs > 0;
        const timer = mustWait ? setTimeout(leave, this.#patienceMs) : undefined;
        queue.push(entry);
        this.#running ??= this.#run();
        return promise;
    }

    /** Returns a check for background tasks: whether another task has waited so long that this one must be interrupted. */
    interruption(givesWayAfterMs: number | undefined): (() => boolean) | undefined {
        if (givesWayAfterMs === undefined) return undefined;
        return () => {
            const [first] = this.#foreground;
            return first !== undefined && performance.now() - first.since >= givesWayAfterMs;
        };
    }

    /** Resolves when the queue is empty. */
    async idle(): Promise<void> {
        await this.#running;
    }

    async #run(): Promise<void> {
        // Lets all work that is requested in the same tick enter the queue together.
        await Promise.resolve();
        for (;;) {
            const next = this.#foreground.shift() ?? this.#background.shift();
            if (next === undefined) break;
            await next.start();
        }
        this.#running = undefined;
    }
}

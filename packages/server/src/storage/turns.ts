import { markTrouble } from '../core/database-trouble.ts';
import type { DatabaseHealth } from './database-health.ts';

class WaitedTooLong extends Error {
    constructor() {
        super('Other changes of this node took too long.');
        markTrouble(this, 'slow');
    }
}

/** One work after the other. Who waits too long for their turn learns it, rather than wait for all before them. */
export class Turns {
    readonly #patienceMs: number;
    readonly #health: DatabaseHealth;
    #last: Promise<unknown> = Promise.resolve();
    #waiting = 0;

    /** Without patience (0), they wait for ever. */
    constructor(patienceMs: number, health: DatabaseHealth) {
        this.#patienceMs = patienceMs;
        this.#health = health;
    }

    /** `afterwards` is waited for by the next, not by whoever asked for this one. */
    take<T>(work: () => Promise<T>, afterwards?: () => Promise<void>): Promise<T> {
        const { promise, resolve, reject } = Promise.withResolvers<T>();
        let hasLeft = false;
        const leave = () => {
            hasLeft = true;
            const error = new WaitedTooLong();
            this.#health.failed(error);
            reject(error);
        };
        const timer = this.#waiting > 0 && this.#patienceMs > 0 ? setTimeout(leave, this.#patienceMs) : undefined;
        this.#waiting++;
        this.#last = this.#last.then(async () => {
            clearTimeout(timer);
            try {
                if (hasLeft) return;
                const result = work();
                result.then(resolve, reject);
                await result;
                await afterwards?.();
            } catch {
                // Whoever asked for it is told.
            } finally {
                this.#waiting--;
            }
        });
        return promise;
    }

    /** Resolves when all who came before have had their turn. */
    async idle(): Promise<void> {
        await this.#last;
    }
}

import type { ServerResponse } from 'node:http';
import type { AdminActor } from '../../core/access/actor.ts';
import { tooManyExpensiveRequests, tooManyExpensiveRequestsOfOne } from '../../core/errors/errors.ts';

/**
 * Limits how many expensive requests a process works on at the same time. The more are in progress, the fewer one caller may have:
 * a caller alone gets half of all places, and somebody who has none finds one until all are taken.
 */
export class ExpensiveRequests {
    readonly #limit: number;
    readonly #byCaller = new Map<string, number>();
    #total = 0;

    constructor(limit: number) {
        this.#limit = limit;
    }

    /**
     * Takes a place for a request, or throws. The place is free again when the response has ended and the work is done: a caller
     * that disconnects does not get another place for work that goes on. Returns a function that runs the work.
     */
    enter(actor: AdminActor, response: ServerResponse): <T>(work: () => Promise<T>) => Promise<T> {
        const caller = callerKey(actor);
        const own = this.#byCaller.get(caller) ?? 0;
        const left = this.#limit - this.#total;
        if (left <= 0) throw tooManyExpensiveRequests(this.#limit);
        if (own >= left) throw tooManyExpensiveRequestsOfOne(own);
        this.#move(caller, 1);
        let holders = 1;
        const release = () => {
            holders--;
            if (holders === 0) this.#move(caller, -1);
        };
        let hasEnded = false;
        const onEnd = () => {
            if (!hasEnded) release();
            hasEnded = true;
        };
        // A connection that breaks closes without having finished; a response without a socket only finishes.
        response.once('finish', onEnd).once('close', onEnd);
        return async (work) => {
            holders++;
            try {
                return await work();
            } finally {
                release();
            }
        };
    }

    #move(caller: string, amount: number): void {
        this.#total += amount;
        const count = (this.#byCaller.get(caller) ?? 0) + amount;
        if (count > 0) this.#byCaller.set(caller, count);
        else this.#byCaller.delete(caller);
    }
}

/** All sessions and tokens of one user are one caller; admin tokens have no user. */
const callerKey = ({ userId, id, name }: AdminActor): string =>
    userId === undefined ? `token ${id} ${name}` : `user ${userId}`;

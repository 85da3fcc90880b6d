import type { ServerResponse } from 'node:http';
import type { AdminActor } from '../../core/access/actor.ts';
import { RequestAborted } from '../../core/concurrency/yielding.ts';
import { tooManyExpensiveRequests, tooManyExpensiveRequestsOfOne } from '../../core/errors/errors.ts';

/**
 * Limits the number of expensive requests in progress. The more slots are used, the fewer one caller may use: a single caller
 * gets half of all slots, and a caller without a slot gets one until all are used.
 */
export class ExpensiveRequests {
    readonly #limit: number;
    readonly #byCaller = new Map<string, number>();
    #total = 0;

    constructor(limit: number) {
        this.#limit = limit;
    }

    /**
     * Occupies a slot for a request, or throws. The slot is released when the response has ended and the work is done: a client
     * that disconnects does not get another slot for work that continues. Returns a function that runs the work, unless the client
     * disconnected before.
     */
    enter(actor: AdminActor, response: ServerResponse): <T>(work: () => Promise<T>) => Promise<T> {
        const caller = callerKey(actor);
        const own = this.#byCaller.get(caller) ?? 0;
        const left = this.#limit - this.#total;
        if (left <= 0) throw tooManyExpensiveRequests(this.#limit);
        if (own >= left) throw tooManyExpensiveRequestsOfOne(own);
        this.#move(caller, 1);
        let isWorking = false;
        let hasEnded = false;
        const onEnd = () => {
            if (hasEnded) return;
            hasEnded = true;
            if (!isWorking) this.#move(caller, -1);
        };
        // A broken connection closes without `finish`; a response without a socket only finishes.
        response.once('finish', onEnd).once('close', onEnd);
        return async (work) => {
            // The slot was released.
            if (hasEnded) throw new RequestAborted();
            isWorking = true;
            try {
                return await work();
            } finally {
                isWorking = false;
                if (hasEnded) this.#move(caller, -1);
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

import { setTimeout as delay } from 'node:timers/promises';
import type { Db, Tx } from '../../storage/database.ts';
import type { RecordObservation } from '../record-observation.ts';
import {
    claimMessages,
    isMessageDue,
    type OutboxRow,
    type OutboxTable,
    type Outcome,
    type RetryPolicy,
    reportAttempt,
} from './outbox-rows.ts';

/** The time in which aborted attempts store their result. */
const ABORT_MS = 1_000;

export interface OutboxDependencies {
    db: Db;
    recordObservation: RecordObservation;
    clock: () => Date;
    random: () => number;
    /** Whether the clock of this node is wrong. Other nodes then send the due messages. */
    isPaused: () => boolean;
    onError: (error: unknown) => void;
}

interface OutboxOptions<Table extends OutboxTable> {
    table: Table;
    policy: RetryPolicy;
    /** The maximum number of attempts in progress on this node. */
    maxConcurrent: number;
    /** Sends a message. Undefined: there is nothing to report, because the message was removed. */
    send: (message: OutboxRow<Table>, signal: AbortSignal) => Promise<Outcome<Table> | undefined>;
    /** Creates messages before the due ones are claimed. */
    source?: {
        hasMore(): Promise<boolean>;
        /** Returns whether there may be more messages to create. */
        enqueue(tx: Tx, now: Date): Promise<boolean>;
    };
}

/**
 * Sends the messages of a table. A message is stored before it is sent, and its result afterwards: a crash loses nothing, and at worst the
 * receiver gets the same message twice.
 */
export class Outbox<Table extends OutboxTable> {
    readonly #dependencies: OutboxDependencies;
    readonly #options: OutboxOptions<Table>;
    readonly #running = new Set<Promise<void>>();
    readonly #abort = new AbortController();
    #filling: Promise<void> | undefined;
    #again = false;
    #isStopped = false;

    constructor(dependencies: OutboxDependencies, options: OutboxOptions<Table>) {
        this.#dependencies = dependencies;
        this.#options = options;
    }

    /** The number of attempts in progress. */
    get running(): number {
        return this.#running.size;
    }

    /** Starts sending due messages in the background. */
    wake(): void {
        this.#fill().catch(this.#dependencies.onError);
    }

    /** Sends due messages; resolves when none is due or in progress. */
    async drain(): Promise<void> {
        do {
            await this.#fill();
            await Promise.all(this.#running);
        } while (this.#running.size > 0 || this.#filling !== undefined);
    }

    /** Waits for attempts in progress, and aborts them after a timeout; aborted ones are repeated later. */
    async stop(timeoutMs: number): Promise<void> {
        this.#isStopped = true;
        const finished = Promise.allSettled([this.#filling, ...this.#running]).then(() => Promise.all(this.#running));
        await Promise.race([finished, delay(timeoutMs, undefined, { ref: false })]);
        this.#abort.abort();
        await Promise.race([finished, delay(ABORT_MS, undefined, { ref: false })]);
    }

    #fill(): Promise<void> {
        this.#again = true;
        this.#filling ??= this.#rounds();
        return this.#filling;
    }

    async #rounds(): Promise<void> {
        try {
            while (this.#again) {
                this.#again = false;
                await this.#round();
            }
        } finally {
            this.#filling = undefined;
        }
    }

    async #round(): Promise<void> {
        const { db, recordObservation, clock, isPaused } = this.#dependencies;
        const { table, policy, source } = this.#options;
        const limit = this.#options.maxConcurrent - this.#running.size;
        if (this.#isStopped || isPaused() || limit === 0) return;
        if (!(await source?.hasMore()) && !(await isMessageDue(db, table, clock()))) return;
        const { claimed, hasMore } = await recordObservation(
            async (tx) => ({
                hasMore: (await source?.enqueue(tx, clock())) ?? false,
                claimed: await claimMessages(tx, table, { now: clock(), limit, policy }),
            }),
            { exclusive: true },
        );
        for (const message of claimed) this.#start(message);
        if (hasMore) this.#again = true;
    }

    #start(message: OutboxRow<Table>): void {
        const running = this.#attempt(message)
            .catch(this.#dependencies.onError)
            .finally(() => {
                this.#running.delete(running);
                this.wake();
            });
        this.#running.add(running);
    }

    async #attempt(message: OutboxRow<Table>): Promise<void> {
        const { recordObservation, clock, random } = this.#dependencies;
        const { table, policy, send } = this.#options;
        const outcome = await send(message, this.#abort.signal);
        if (outcome === undefined) return;
        await recordObservation((tx) => reportAttempt(tx, table, message, { outcome, policy, now: clock(), random }));
    }
}

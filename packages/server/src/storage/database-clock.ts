import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { gauge, type Metric } from '../telemetry/metric.ts';
import type { Database } from './database.ts';

/** A larger difference between two clocks that should agree is reported. */
export const MAX_SKEW_MS = 5_000;

export interface ClockStatus {
    readonly state: 'synchronised' | 'skewed';
    /** How far the clock of this node is ahead of the clock of the database; negative: behind it. */
    readonly skewSeconds: number;
    /** One sentence for humans; empty while the clocks agree. */
    readonly says: string;
}

const SYNCHRONISED: ClockStatus = { state: 'synchronised', skewSeconds: 0, says: '' };

interface DatabaseClockOptions {
    database: Pick<Database, 'kind' | 'priorityDb'>;
    /** The clock of this machine. */
    nodeClock: () => Date;
    /** Called when the clocks start to differ, and when they agree again. */
    onChange: (status: ClockStatus) => void;
}

/**
 * The time of the database. All nodes of an installation share one PostgreSQL, so its clock decides what is due and timestamps
 * events; the clock of a node may be wrong. Between two measurements, time advances with the monotonic clock of this process. The
 * embedded database runs inside this process and uses the clock of the machine.
 */
export class DatabaseClock {
    readonly #options: DatabaseClockOptions;
    #measured: { databaseMs: number; at: number } | undefined;
    #status = SYNCHRONISED;

    constructor(options: DatabaseClockOptions) {
        this.#options = options;
    }

    get status(): ClockStatus {
        return this.#status;
    }

    now(): Date {
        const { nodeClock } = this.#options;
        return this.#measured === undefined ? nodeClock() : new Date(this.#estimateAt(performance.now()));
    }

    /** Reads the time of the database and compares the clock of this node with it. */
    async sync(): Promise<void> {
        const { database, nodeClock } = this.#options;
        if (database.kind === 'sqlite') return;
        const start = performance.now();
        const { now } = await database.priorityDb
            .selectNoFrom(sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`.as('now'))
            .executeTakeFirstOrThrow();
        const end = performance.now();
        // PostgreSQL read its clock at some moment between the two.
        const [at, errorMs] = [(start + end) / 2, (end - start) / 2 + 1];
        const nodeMs = nodeClock().getTime() - (performance.now() - at);
        if (this.#measured === undefined || Math.abs(this.#estimateAt(at) - now) > errorMs) {
            this.#measured = { databaseMs: now, at };
        }
        const skewMs = nodeMs - now;
        this.#become(Math.abs(skewMs) - errorMs > MAX_SKEW_MS ? skewedBy(skewMs) : SYNCHRONISED);
    }

    metrics(): Metric[] {
        const { state, skewSeconds } = this.#status;
        return [
            gauge(
                'halyard_clock_skew_seconds',
                'How far the clock of this node is ahead of the clock of the database; 0 within five seconds',
                skewSeconds,
            ),
            gauge(
                'halyard_due_work_paused',
                'Whether this node leaves schedules, expiries and deliveries to others because its clock is wrong',
                Number(state === 'skewed'),
            ),
        ];
    }

    #estimateAt(moment: number): number {
        const { databaseMs, at } = this.#measured!;
        return databaseMs + (moment - at);
    }

    #become(status: ClockStatus): void {
        const hasChanged = status.state !== this.#status.state;
        this.#status = status;
        if (hasChanged) this.#options.onChange(status);
    }
}

function skewedBy(skewMs: number): ClockStatus {
    const skewSeconds = Math.round(skewMs / 1000);
    const difference = `${Math.abs(skewSeconds)} s ${skewSeconds > 0 ? 'ahead of' : 'behind'}`;
    return {
        state: 'skewed',
        skewSeconds,
        says: `The clock of this node is ${difference} the clock of the database. This node runs no schedules, expiries or deliveries until the clocks agree: synchronise them (NTP).`,
    };
}

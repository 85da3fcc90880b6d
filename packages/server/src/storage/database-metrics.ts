import { performance } from 'node:perf_hooks';
import { TROUBLES, troubleOf } from '../core/errors/database-trouble.ts';
import { HalyardError } from '../core/errors/errors.ts';
import { Histogram } from '../telemetry/histogram.ts';
import { by, counter, gauge, type Metric } from '../telemetry/metric.ts';
import { type Database, type ExclusiveOptions, POOLERS } from './database.ts';
import type { DatabaseCondition } from './database-health.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const secondsSince = (start: number) => (performance.now() - start) / 1000;

/** Metrics of a database: statements, their duration, and changes that wait for the writer lock. */
export class DatabaseMetrics {
    /** Changes that wait for the writer lock, and those that hold it. */
    #waiting = 0;
    #writing = 0;
    readonly #failures = { rule: 0, database: 0 };
    #limitErrors = 0;
    readonly #waits = new Histogram(SECONDS);
    readonly #writes = new Histogram(SECONDS);
    readonly #transactions = new Histogram(SECONDS);
    readonly #troubles: Record<string, number> = {};

    onCondition({ state }: DatabaseCondition): void {
        if (state !== 'fine') this.#troubles[state] = (this.#troubles[state] ?? 0) + 1;
    }

    /** Wraps a database so that all access is measured. */
    measuring<D extends Database>(database: D): D {
        return {
            ...database,
            transaction: async <T>(work: Parameters<typeof database.transaction<T>>[0]) => {
                const start = performance.now();
                try {
                    return await database.transaction(work);
                } finally {
                    this.#transactions.observe(secondsSince(start));
                }
            },
            exclusive: async <T>(work: Parameters<typeof database.exclusive<T>>[0], options?: ExclusiveOptions) => {
                const start = performance.now();
                let hasBegun = false;
                this.#waiting++;
                const begins = () => {
                    if (hasBegun) return;
                    hasBegun = true;
                    this.#waiting--;
                    this.#writing++;
                    this.#waits.observe(secondsSince(start));
                };
                try {
                    return await database.exclusive((tx, head) => {
                        // The row of the newest event is the writer lock.
                        head.then(begins, () => undefined);
                        return work(tx, head);
                    }, options);
                } catch (error) {
                    // A rehearsal always ends with an error: it is never committed.
                    if (options?.givesWayAfterMs === undefined) this.#failed(error);
                    throw error;
                } finally {
                    if (hasBegun) this.#writing--;
                    else this.#waiting--;
                    this.#writes.observe(secondsSince(start));
                }
            },
        };
    }

    #failed(error: unknown): void {
        const isRule = error instanceof HalyardError && troubleOf(error) === undefined;
        this.#failures[isRule ? 'rule' : 'database']++;
        if (isRule && error.name === 'ExceedsLimitError') this.#limitErrors++;
    }

    metrics({ health, connections, pooler, kind }: Database): Metric[] {
        const { state } = health.condition;
        const states = ['fine', ...Object.keys(TROUBLES)];
        const pool = connections?.();
        const poolGauge = (name: string, help: string, value: number | undefined) =>
            gauge(`db_pool_${name}`, help, value === undefined ? [] : value);
        const histogram = (name: string, help: string, samples: Metric['samples']): Metric => ({
            name,
            help,
            type: 'histogram',
            samples,
        });
        return [
            gauge(
                'halyard_database_state',
                'How this node finds the database: 1 for the state it is in',
                states.map((name) => ({ labels: { state: name, database: kind }, value: Number(name === state) })),
            ),
            gauge(
                'halyard_database_pooler',
                'The mode of the connection pooler in front of PostgreSQL; in transaction mode, changes of other nodes arrive late',
                pooler ? POOLERS.map((mode) => ({ labels: { mode }, value: Number(mode === pooler()) })) : [],
            ),
            counter(
                'halyard_database_troubles_total',
                'How often the database came to be away, read-only, full or slow',
                by('state', Object.fromEntries(Object.keys(TROUBLES).map((name) => [name, this.#troubles[name] ?? 0]))),
            ),
            counter(
                'halyard_database_failures_total',
                'Operations that failed because the database was unavailable, read-only, full or slow (timed out)',
                by('state', health.failures),
            ),
            gauge('halyard_writes_waiting', 'Changes that wait for the lock of the writer', this.#waiting),
            gauge('halyard_writes_running', 'Changes that have the lock of the writer', this.#writing),
            counter(
                'halyard_write_failures_total',
                'Changes that were not made because a rule forbids them, or because of the database',
                by('reason', this.#failures),
            ),
            counter('exceeds_limit_error', 'Changes that would have exceeded a limit', this.#limitErrors),
            histogram('halyard_write_wait_seconds', 'How long changes waited for the writer', this.#waits.samples()),
            histogram(
                'halyard_write_duration_seconds',
                'How long changes took, waiting included',
                this.#writes.samples(),
            ),
            histogram('db_query_duration_seconds', 'How long transactions took', [
                ...this.#transactions.samples({ store: 'observations', action: 'transaction' }),
                ...this.#writes.samples({ store: 'changes', action: 'transaction' }),
            ]),
            poolGauge('max', 'Connections to PostgreSQL at most', pool?.max),
            poolGauge('min', 'Connections to PostgreSQL at least', pool && 0),
            poolGauge('used', 'Connections to PostgreSQL in use', pool?.used),
            poolGauge('free', 'Connections to PostgreSQL that are idle', pool?.free),
            poolGauge('pending_acquires', 'Statements that wait for a connection', pool?.waiting),
            poolGauge('pending_creates', 'Connections that are being made', pool && 0),
        ];
    }
}

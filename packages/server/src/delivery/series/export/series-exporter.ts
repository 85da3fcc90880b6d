import { claimRun, releaseRun } from '../../../changes/job-claims.ts';
import type { RecordObservation } from '../../../changes/record-observation.ts';
import { coalesced } from '../../../core/concurrency/coalesced.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db, Tx } from '../../../storage/database.ts';
import { by, counter, gauge, type Metric } from '../../../telemetry/metric.ts';
import { packSnappy } from '../../remote-write/snappy.ts';
import type { SeriesEntry } from '../series-entry.ts';
import type { SeriesEngine } from './series-engine.ts';
import { addToOutbox } from './series-outbox.ts';
import { type ExportedValue, toWriteRequest } from './write-request.ts';

interface ExporterDependencies {
    db: Db;
    recordObservation: RecordObservation;
    engine: SeriesEngine;
    clock: () => Date;
    /** Several instances may write to one engine. */
    instance: () => string;
    log: { warn(about: object, message: string): void };
}

interface OutboxRow {
    at: number;
    size: number;
    points: readonly (readonly number[])[];
}

const ROWS_OF_REQUEST = 5;
const JOB = 'export-series';
/** One node sends at a time, so that values arrive in their order. */
const TURN_MS = 60_000;
const SENDING_MS = 30_000;
/** The engine does not accept the content: repeating the request would not help. */
const REFUSED = [400, 413, 422];

/** Writes stored values to the engine. They wait in the database while it does not accept them. */
export class SeriesExporter {
    readonly #dependencies: ExporterDependencies;
    readonly #dropped = { full: 0, refused: 0 };
    #waiting = 0;
    #failures = 0;
    readonly send = coalesced(() => this.#sendInTurn());

    constructor(dependencies: ExporterDependencies) {
        this.#dependencies = dependencies;
    }

    /** Called in the transaction that stores the values. */
    add = async (tx: Tx, entries: readonly SeriesEntry[]): Promise<void> => {
        this.#dropped.full += await addToOutbox(tx, entries, this.#dependencies.clock());
    };

    metrics(): Metric[] {
        return [
            gauge('halyard_series_waiting', 'Values of metrics that wait to be written to the engine', this.#waiting),
            counter(
                'halyard_series_export_failures_total',
                'Requests to the engine for metrics that failed and are repeated',
                this.#failures,
            ),
            counter(
                'halyard_series_export_dropped_total',
                'Values of metrics that are not written to the engine: too many waited, or the engine refused them',
                by('reason', this.#dropped),
            ),
        ];
    }

    async #sendInTurn(): Promise<void> {
        const { db, recordObservation, clock } = this.#dependencies;
        const { waiting } = await db
            .selectFrom('series_outbox')
            .select(({ fn }) => fn.sum<number | null>('size').as('waiting'))
            .executeTakeFirstOrThrow();
        this.#waiting = Number(waiting ?? 0);
        const now = clock();
        if (this.#waiting === 0) return;
        if (!(await claimRun(recordObservation, JOB, { now, next: new Date(now.getTime() + TURN_MS) }))) return;
        try {
            await this.#sendAll(performance.now() + SENDING_MS);
        } finally {
            await releaseRun(recordObservation, JOB);
        }
    }

    async #sendAll(until: number): Promise<void> {
        while (performance.now() < until) {
            const rows = await this.#dependencies.db
                .selectFrom('series_outbox')
                .selectAll()
                .orderBy('at')
                .limit(ROWS_OF_REQUEST)
                .execute();
            if (rows.length === 0 || !(await this.#sendRows(rows))) return;
        }
    }

    /** Returns whether the rows left the outbox. */
    async #sendRows(rows: readonly OutboxRow[]): Promise<boolean> {
        const { engine, instance, log } = this.#dependencies;
        const values = await this.#toValues(rows);
        const { status, text } = await engine
            .write(packSnappy(toWriteRequest(values, instance())))
            .catch((error: unknown) => ({ status: 0, text: error instanceof Error ? error.message : '' }));
        const answer = text.slice(0, 500);
        if (status >= 200 && status < 300) {
            await this.#remove(rows);
            return true;
        }
        if (!REFUSED.includes(status)) {
            this.#failures++;
            log.warn({ status, answer }, 'metrics cannot be written to the engine and wait');
            return false;
        }
        if (rows.length > 1) {
            for (const row of rows) if (!(await this.#sendRows([row]))) return false;
            return true;
        }
        log.warn({ status, answer, values: rows[0]!.size }, 'the engine refused metrics, which are dropped');
        this.#dropped.refused += rows[0]!.size;
        await this.#remove(rows);
        return true;
    }

    async #remove(rows: readonly OutboxRow[]): Promise<void> {
        const times = rows.map(({ at }) => at);
        await this.#dependencies.recordObservation((tx) =>
            tx.deleteFrom('series_outbox').where('at', 'in', times).execute(),
        );
        this.#waiting -= rows.reduce((sum, { size }) => sum + size, 0);
    }

    /** Leaves out series that were deleted meanwhile. */
    async #toValues(rows: readonly OutboxRow[]): Promise<ExportedValue[]> {
        const ids = [...new Set(rows.flatMap(({ points }) => points.map(([id]) => id!)))];
        const series = new Map<number, Pick<ExportedValue, 'kind' | 'metric' | 'environment'>>();
        for (const part of chunked(ids)) {
            const found = await this.#dependencies.db
                .selectFrom('series')
                .innerJoin('metrics', 'metrics.id', 'series.metric_id')
                .select(['series.id', 'series.kind', 'metrics.name as metric', 'metrics.environment'])
                .where('series.id', 'in', part)
                .execute();
            for (const { id, ...about } of found) series.set(id, about);
        }
        return rows.flatMap(({ at, points }) =>
            points.flatMap(([id, ...value]) => {
                const about = series.get(id!);
                return about ? [{ id: id!, at, value, ...about }] : [];
            }),
        );
    }
}

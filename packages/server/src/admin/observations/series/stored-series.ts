import { type SqlBool, sql } from 'kysely';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { OTHER_VALUES } from '../../../core/series/metric-names.ts';
import { PointBlocks } from '../../../core/series/point-blocks.ts';
import { blocksOf, floorTo, ROW_SECONDS, type SeriesStep, STEP_SECONDS } from '../../../core/series/points.ts';
import type { Labels, SeriesIdentity, SeriesKind } from '../../../core/series/series.ts';
import type {
    MetricInfo,
    Series,
    SeriesAnswer,
    SeriesQuery,
    SeriesReader,
    SeriesScope,
} from '../../../core/series/series-reader.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import type { EngineHours } from './engine-hours.ts';

const SERIES_AT_ONCE = 100;

/** Reads the series that this service stores. */
export class StoredSeries implements SeriesReader {
    readonly #db: Db;
    readonly #engine: EngineHours | undefined;

    /** `engine`: has the hours that the database does not store. */
    constructor(db: Db, engine?: EngineHours) {
        this.#db = db;
        this.#engine = engine;
    }

    async metrics(scope: SeriesScope): Promise<MetricInfo[]> {
        const rows = await this.#metricRows(scope);
        return [...Map.groupBy(rows, ({ name }) => name)].map(([name, ofName]) => {
            const newest = ofName.reduce((a, b) => (b.seen_at > a.seen_at ? b : a));
            return {
                ...{ name, kind: newest.kind },
                help: newest.help || (ofName.find(({ help }) => help !== '')?.help ?? ''),
                labelNames: distinct(ofName.flatMap(({ label_names: names }) => names)),
                environments: distinct(ofName.map(({ environment }) => environment)),
            };
        });
    }

    async read({
        name,
        matches = () => true,
        from,
        to,
        step,
        joinedSeconds = 0,
        ...scope
    }: SeriesQuery): Promise<SeriesAnswer> {
        const metrics = await this.#metricsById(scope, name);
        const heartbeat = [...metrics.values()].some(
            ({ heartbeat_at: at, first_seen_at: first }) =>
                at !== null && at >= from.toISOString() && first <= to.toISOString(),
        );
        const selected = await this.#selected(metrics, matches);
        const range = inSeconds(from, to);
        // The hours of an engine replace single hours.
        const canJoin = !this.#engine && joinedSeconds > 0 && joinedSeconds % STEP_SECONDS[step] === 0;
        const joined = canJoin ? joinedSeconds : STEP_SECONDS[step];
        const values = new Map<number, PointBlocks>();
        for (const ids of chunked([...selected.keys()], SERIES_AT_ONCE)) {
            for (const stored of stepsOf(step)) {
                await mapYielding(await this.#rows(ids, stored, range), ({ series_id: id, ...row }) => {
                    const { kind } = selected.get(id)!;
                    const ofSeries = values.get(id) ?? new PointBlocks(kind);
                    values.set(id, ofSeries);
                    const isJoinedLater = kind === 'gauge' && stored !== step;
                    const inRange = { ...range, ...(isJoinedLater && { step: STEP_SECONDS[step] }) };
                    for (const block of blocksOf(kind, stored, row, joined)) ofSeries.add(block, inRange);
                });
            }
        }
        if (step === 'hour') await this.#addEngineHours(values, selected, metrics, range);
        const series: Series[] = [];
        for (const [id, { metric_id: metricId, kind, labels }] of selected) {
            const blocks = values.get(id)?.all() ?? [];
            if (blocks.length === 0) continue;
            const { environment, project } = metrics.get(metricId)!;
            series.push({ environment, project, name, labels, kind, blocks });
        }
        const hasOther = series.some(({ labels }) => Object.values(labels).includes(OTHER_VALUES));
        return { series, hasOther, heartbeat, ...(canJoin && { joinedSeconds }) };
    }

    async list({
        name,
        matches = () => true,
        from,
        to,
        ...scope
    }: Omit<SeriesQuery, 'step'>): Promise<SeriesIdentity[]> {
        const metrics = await this.#metricsById(scope, name);
        const selected = await this.#selected(metrics, matches);
        const range = inSeconds(from, to);
        const found: SeriesIdentity[] = [];
        for (const ids of chunked([...selected.keys()])) {
            const rows = await this.#db
                .selectFrom('series_rows')
                .select('series_id')
                .distinct()
                .where('series_id', 'in', ids)
                .where(({ or }) => or(STEPS.map((step) => isInRange(step, range))))
                .orderBy('series_id')
                .execute();
            for (const { series_id: id } of rows) {
                const { metric_id: metricId, labels } = selected.get(id)!;
                const { environment, project } = metrics.get(metricId)!;
                found.push({ environment, project, name, labels });
            }
        }
        return found;
    }

    /** Replaces the hours that the engine stores. */
    async #addEngineHours(
        values: Map<number, PointBlocks>,
        selected: ReadonlyMap<number, { metric_id: number; kind: SeriesKind }>,
        metrics: ReadonlyMap<number, { first_seen_at: string }>,
        range: SecondsRange,
    ): Promise<void> {
        const exported = await this.#engine?.range();
        if (!exported) return;
        const from = Math.max(exported.from, floorTo(range.from, STEP_SECONDS.hour));
        const to = Math.min(exported.to, range.to);
        // Values have a row of their day, also those of the engine.
        const ids = [...values.keys()];
        for (const ofSeries of values.values()) ofSeries.remove(exported.from, exported.to);
        if (from >= to) return;
        const series = ids.map((id) => {
            const { metric_id: metricId, kind } = selected.get(id)!;
            return { id, kind, firstSeenAt: metrics.get(metricId)!.first_seen_at };
        });
        await this.#engine!.addTo(values, series, { from, to });
    }

    async #metricsById(scope: SeriesScope, name: string) {
        return new Map((await this.#metricRows(scope, name)).map((row) => [row.id, row]));
    }

    /** The series with these labels, by their id. */
    async #selected(metrics: ReadonlyMap<number, unknown>, matches: (labels: Labels) => boolean) {
        const rows = [];
        for (const ids of chunked([...metrics.keys()])) {
            const query = this.#db.selectFrom('series').select(['id', 'metric_id', 'kind', 'labels']);
            rows.push(...(await query.where('metric_id', 'in', ids).orderBy('metric_id').orderBy('id').execute()));
        }
        return new Map(rows.filter(({ labels }) => matches(labels)).map((row) => [row.id, row]));
    }

    async #metricRows({ environment, mayRead }: SeriesScope, name?: string) {
        const rows = await this.#db
            .selectFrom('metrics')
            .selectAll()
            .$if(name !== undefined, (query) => query.where('name', '=', name!))
            .$if(environment !== undefined, (query) => query.where('environment', '=', environment!))
            .orderBy('name')
            .orderBy('environment')
            .orderBy('id')
            .execute();
        return rows.filter(({ project }) => mayRead(project));
    }

    #rows(ids: readonly number[], step: SeriesStep, range: SecondsRange) {
        return this.#db
            .selectFrom('series_rows')
            .select(['series_id', 'start', 'points'])
            .where('series_id', 'in', ids)
            .where(isInRange(step, range))
            .orderBy('series_id')
            .orderBy('start')
            .execute();
    }
}

interface SecondsRange {
    from: number;
    to: number;
}

const inSeconds = (from: Date, to: Date): SecondsRange => ({
    from: from.getTime() / 1000,
    to: Math.ceil(to.getTime() / 1000),
});

const STEPS: readonly SeriesStep[] = ['minute', 'hour'];

const isInRange = (step: SeriesStep, { from, to }: SecondsRange) =>
    sql<SqlBool>`(step = ${step} and start >= ${floorTo(from, ROW_SECONDS[step])} and start < ${to})`;

/** The hours of the last two days are stored as minutes only. */
const stepsOf = (step: SeriesStep): readonly SeriesStep[] => (step === 'minute' ? ['minute'] : ['hour', 'minute']);

const distinct = (names: readonly string[]): string[] => [...new Set(names)].sort();

import { PointBlocks } from '../../../core/series/point-blocks.ts';
import { blocksOf, floorTo, ROW_SECONDS, toRows } from '../../../core/series/points.ts';
import type { Tx } from '../../../storage/database.ts';
import { insertRows } from '../../../storage/insert-rows.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { MetricEntry } from '../../series/metric-entry.ts';
import type { SeriesEntry } from '../../series/series-entry.ts';
import { admitMetrics } from './metric-admissions.ts';
import type { ReportStore } from './report-store.ts';
import { PERIOD_HOURS, withoutRepeated } from './reported-periods.ts';
import { admitSeries } from './series-admissions.ts';

/**
 * Stores the values of each minute. Minutes that are rolled up and expired data are the work of a job of their own
 * (`admin/observations/series/`), because there may be millions of rows.
 */
export const METRIC_STORE: ReportStore<MetricEntry> = {
    async store(tx, entries, { now, drop, exportSeries }) {
        if (entries.length === 0) return;
        const existing = await inExistingScope(tx, await withoutRepeated(tx, entries, now));
        const ofMetrics = await admitMetrics(tx, existing, { now, drop });
        const admitted = await admitSeries(tx, ofMetrics, drop);
        await addPoints(tx, admitted);
        await exportSeries?.(tx, admitted);
    },
    async forget(tx, { hoursAgo }) {
        await tx.deleteFrom('reported_periods').where('seen_at', '<', hoursAgo(PERIOD_HOURS)).execute();
    },
};

const environmentNames = prepared((tx: Tx, { names }: { names: readonly string[] }) =>
    tx.selectFrom('environments').select('name').where('name', 'in', names),
);

const projectIds = prepared((tx: Tx, { ids }: { ids: readonly string[] }) =>
    tx.selectFrom('projects').select('id').where('id', 'in', ids),
);

/** Leaves out the entries of environments and projects that were deleted after they were reported. */
async function inExistingScope(tx: Tx, entries: readonly MetricEntry[]): Promise<MetricEntry[]> {
    const names = [...new Set(entries.map(({ environment }) => environment))];
    const ids = [...new Set(entries.flatMap(({ project }) => project ?? []))];
    const [environments, projects] = await Promise.all([
        environmentNames(tx, { names }),
        ids.length === 0 ? [] : projectIds(tx, { ids }),
    ]);
    const scopes = new Set([...environments.map(({ name }) => `e ${name}`), ...projects.map(({ id }) => `p ${id}`)]);
    return entries.filter(
        ({ environment, project }) =>
            scopes.has(`e ${environment}`) && (project === null || scopes.has(`p ${project}`)),
    );
}

const storedRows = prepared((tx: Tx, { ids, starts }: { ids: readonly number[]; starts: readonly number[] }) =>
    tx
        .selectFrom('series_rows')
        .select(['series_id', 'start', 'points'])
        .where('series_id', 'in', ids)
        .where('step', '=', 'minute')
        .where('start', 'in', starts),
);

/** Only one caller stores at a time, so rows can be read, merged and replaced. */
async function addPoints(tx: Tx, entries: readonly SeriesEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const bySeries = Map.groupBy(entries, ({ id }) => id);
    const starts = new Set(entries.map(({ minute }) => floorTo(minute, ROW_SECONDS.minute)));
    const stored = Map.groupBy(
        await storedRows(tx, { ids: [...bySeries.keys()], starts: [...starts] }),
        ({ series_id: id }) => id,
    );
    const rows = [...bySeries].flatMap(([id, ofSeries]) => {
        const { kind } = ofSeries[0]!;
        const values = new PointBlocks(kind);
        for (const row of stored.get(id) ?? []) for (const block of blocksOf(kind, 'minute', row)) values.add(block);
        for (const { minute, value } of ofSeries) values.addPacked(minute, value);
        return Array.from(toRows(kind, 'minute', values), ([start, points]) => ({
            ...{ series_id: id, step: 'minute' as const, start, points },
        }));
    });
    await insertRows(tx, 'series_rows', rows);
}

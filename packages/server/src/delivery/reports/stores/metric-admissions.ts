import { createHash } from 'node:crypto';
import type { Tx } from '../../../storage/database.ts';
import { insertRows } from '../../../storage/insert-rows.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { MetricEntry } from '../../series/metric-entry.ts';
import type { StoreContext } from './report-store.ts';

/** Names of metrics that a token can add. */
const MAX_METRICS = { client: 1_000, frontend: 50 };
/** How exact the time of the last report is. */
const SEEN_EVERY_MS = 60_000;

export type MetricRow = Awaited<ReturnType<typeof metricRows>>[number];
export type EntryOfMetric = MetricEntry & { metric: MetricRow };

/** A number derived from a text: all nodes give the same object the same id. JavaScript represents 53 bits exactly. */
export function idOf(text: string): number {
    const digest = createHash('sha256').update(text).digest();
    return (digest.readUInt32BE(0) % 2 ** 21) * 2 ** 32 + digest.readUInt32BE(4);
}

const metricIdOf = ({ environment, project, name }: MetricEntry) => idOf(`${environment}\n${project ?? ''}\n${name}`);

const metricRows = prepared((tx: Tx, { ids }: { ids: readonly number[] }) =>
    tx.selectFrom('metrics').selectAll().where('id', 'in', ids),
);

/** Records that the metrics were reported. Leaves out the entries of new metrics beyond the limit of their token. */
export async function admitMetrics(
    tx: Tx,
    entries: readonly MetricEntry[],
    { now, drop }: Pick<StoreContext, 'now' | 'drop'>,
): Promise<EntryOfMetric[]> {
    if (entries.length === 0) return [];
    const byId = Map.groupBy(entries, metricIdOf);
    const metrics = new Map((await metricRows(tx, { ids: [...byId.keys()] })).map((row) => [row.id, row]));
    const counts = new Map<number, number>();
    const changed: MetricRow[] = [];
    const admitted: EntryOfMetric[] = [];
    for (const [id, ofMetric] of byId) {
        const before = metrics.get(id);
        const last = ofMetric.at(-1)!;
        const { kind: tokenKind, tokenId } = last.reporter;
        if (before === undefined) {
            const count = counts.get(tokenId) ?? (await countMetrics(tx, tokenId));
            counts.set(tokenId, count + 1);
            if (count >= MAX_METRICS[tokenKind]) {
                drop('series', ofMetric.length);
                continue;
            }
        }
        const isHeartbeat = ofMetric.some(({ value }) => value === null);
        const metric: MetricRow = {
            ...(before ?? { ...newMetric(id, last, now) }),
            // A heartbeat through a list without samples does not know the kind.
            kind: last.value === null && before ? before.kind : last.kind,
            help: last.help || before?.help || '',
            seen_at: now,
            heartbeat_at: isHeartbeat ? now : (before?.heartbeat_at ?? null),
        };
        if (before === undefined || isOutdated(before, metric)) changed.push(metric);
        for (const entry of ofMetric) admitted.push({ ...entry, metric });
    }
    await storeMetrics(tx, changed);
    return admitted;
}

export const storeMetrics = (tx: Tx, rows: readonly MetricRow[]): Promise<void> =>
    insertRows(
        tx,
        'metrics',
        rows.map((row) => ({ ...row, label_names: JSON.stringify(row.label_names) })),
    );

const newMetric = (id: number, { environment, project, name, reporter }: MetricEntry, now: string) => ({
    ...{ id, environment, project, name },
    token_id: reporter.tokenId,
    first_seen_at: now,
    label_names: [] as string[],
});

function isOutdated(before: MetricRow, after: MetricRow): boolean {
    const age = (time: string | null) => Date.parse(after.seen_at) - Date.parse(time ?? '1970-01-01');
    const isHeartbeatNew = after.heartbeat_at !== before.heartbeat_at && age(before.heartbeat_at) >= SEEN_EVERY_MS;
    const isSame = before.kind === after.kind && before.help === after.help;
    return !isSame || isHeartbeatNew || age(before.seen_at) >= SEEN_EVERY_MS;
}

async function countMetrics(tx: Tx, tokenId: number): Promise<number> {
    const { count } = await tx
        .selectFrom('metrics')
        .where('token_id', '=', tokenId)
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
    return Number(count);
}

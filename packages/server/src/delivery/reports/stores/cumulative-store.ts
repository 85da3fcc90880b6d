import type { PackedValue } from '../../../core/series/packed-value.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Tx } from '../../../storage/database.ts';
import { type CumulativeEntry, increaseOf, sumOfIncreases } from '../../cumulatives/cumulative-entry.ts';
import type { MetricEntry } from '../../series/metric-entry.ts';
import { METRIC_STORE } from './metric-store.ts';
import type { ReportStore } from './report-store.ts';

/** Series of processes whose last value is stored, for each token. */
const MAX_SOURCES = 20_000;
/** Values of processes that ended are deleted. A process that began earlier than this counts from its second value on. */
const SOURCE_HOURS = 48;
const DAY_MS = 24 * 3_600_000;
/** The row with the time of the first report of a token. */
const FIRST_REPORT = '';

interface LastValue {
    at: number;
    value: PackedValue;
}

/**
 * Stores what was counted since the previous value, which is a row of the database: the result is the same on any number of nodes and
 * after a restart. The first value of a process that began before its token reported anything counts nothing.
 */
export const CUMULATIVE_STORE: ReportStore<CumulativeEntry> = {
    async store(tx, all, context) {
        const counted: MetricEntry[] = [];
        for (const [tokenId, entries] of Map.groupBy(all, ({ reporter }) => reporter.tokenId)) {
            const sorted = entries.toSorted((a, b) => a.firstAt - b.firstAt);
            counted.push(...(await countNew(tx, { tokenId, entries: sorted, now: context.now })));
        }
        await METRIC_STORE.store(tx, counted, context);
    },
    async forget(tx, { hoursAgo }) {
        await tx
            .deleteFrom('cumulative_values')
            .where('seen_at', '<', hoursAgo(SOURCE_HOURS))
            .where('source', '!=', FIRST_REPORT)
            .execute();
    },
};

async function countNew(
    tx: Tx,
    { tokenId, entries, now }: { tokenId: number; entries: readonly CumulativeEntry[]; now: string },
): Promise<MetricEntry[]> {
    const sources = [FIRST_REPORT, ...new Set(entries.map(({ source }) => source))];
    const last = await findLastValues(tx, tokenId, sources);
    const nowMs = Date.parse(now);
    const firstReportAt = last.get(FIRST_REPORT)?.at ?? nowMs;
    const changed = new Map<string, LastValue>();
    if (!last.has(FIRST_REPORT)) changed.set(FIRST_REPORT, { at: firstReportAt, value: [] });
    const added = await roomFor(tx, tokenId, sources.filter((source) => !last.has(source)).length);
    let room = added;
    const counted: MetricEntry[] = [];
    for (const entry of entries) {
        const before = last.get(entry.source);
        if (before === undefined && room-- <= 0) continue;
        // Repeated, or out of order.
        if (before !== undefined && before.at >= entry.at) continue;
        const isNew = entry.startedAt >= Math.max(firstReportAt, nowMs - DAY_MS);
        counted.push(toMetricEntry(entry, increaseSince(before, entry, isNew)));
        const value = { at: entry.at, value: entry.last };
        last.set(entry.source, value);
        changed.set(entry.source, value);
    }
    await storeLastValues(tx, tokenId, changed, now);
    return counted;
}

/** `isNew`: the process began after this token began to report, so that everything it counted is new. */
function increaseSince(before: LastValue | undefined, entry: CumulativeEntry, isNew: boolean): PackedValue | null {
    const { kind, first, last, firstAt, increase } = entry;
    if (before === undefined) return sumOfIncreases(kind, [isNew ? first : null, increase]);
    if (before.at >= firstAt) return increaseOf(kind, before.value, last);
    return sumOfIncreases(kind, [increaseOf(kind, before.value, first), increase]);
}

function toMetricEntry(entry: CumulativeEntry, increase: PackedValue | null): MetricEntry {
    const { reporter, app, environment, project, name, kind, help, labels, minute, last } = entry;
    // Nothing was counted, which differs from no data.
    const nothing = last.map((number, index) => (kind === 'histogram' && index >= 2 && index % 2 === 0 ? number : 0));
    return { reporter, app, environment, project, name, kind, help, labels, minute, value: increase ?? nothing };
}

async function findLastValues(tx: Tx, tokenId: number, sources: readonly string[]): Promise<Map<string, LastValue>> {
    const found = new Map<string, LastValue>();
    for (const part of chunked(sources)) {
        const rows = await tx
            .selectFrom('cumulative_values')
            .select(['source', 'at', 'value'])
            .where('token_id', '=', tokenId)
            .where('source', 'in', part)
            .execute();
        for (const { source, at, value } of rows) found.set(source, { at, value });
    }
    return found;
}

/** How many further series of the token may be stored. */
async function roomFor(tx: Tx, tokenId: number, added: number): Promise<number> {
    if (added === 0) return 0;
    const { count } = await tx
        .selectFrom('cumulative_values')
        .where('token_id', '=', tokenId)
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
    return Math.max(MAX_SOURCES - Number(count), 0);
}

async function storeLastValues(
    tx: Tx,
    tokenId: number,
    changed: ReadonlyMap<string, LastValue>,
    now: string,
): Promise<void> {
    const rows = [...changed]
        .map(([source, { at, value }]) => ({
            token_id: tokenId,
            source,
            at,
            value: JSON.stringify(value),
            seen_at: now,
        }))
        .sort((a, b) => (a.source < b.source ? -1 : 1));
    for (const part of chunked(rows)) {
        await tx
            .insertInto('cumulative_values')
            .values(part)
            .onConflict((conflict) =>
                conflict.columns(['token_id', 'source']).doUpdateSet(({ ref }) => ({
                    at: ref('excluded.at'),
                    value: ref('excluded.value'),
                    seen_at: ref('excluded.seen_at'),
                })),
            )
            .execute();
    }
}

import { differenceOf, type PackedValue } from '../../../core/series/packed-value.ts';
import type { Tx } from '../../../storage/database.ts';
import { insertRows } from '../../../storage/insert-rows.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { StoredPeriod } from '../../../storage/tables/series.ts';
import { type MetricEntry, seriesKey } from '../../series/metric-entry.ts';
import type { ReportedPeriod } from '../../series/reported-period.ts';
import { idOf } from './metric-admissions.ts';

/** Connections of a token whose last periods are stored, and the values of one period. Others count what they report. */
const MAX_CONNECTIONS = 20_000;
const MAX_VALUES = 1_000;
/** Reports of two periods may be stored in another order than they were sent, by two nodes. */
const MAX_PERIODS = 2;
/** SDKs repeat a report for at most ten minutes. */
export const PERIOD_HOURS = 2;

type EntryOfPeriod = MetricEntry & { period: ReportedPeriod; value: PackedValue };

const storedPeriods = prepared(
    (tx: Tx, { tokenId, connections }: { tokenId: number; connections: readonly string[] }) =>
        tx
            .selectFrom('reported_periods')
            .select(['connection', 'periods'])
            .where('token_id', '=', tokenId)
            .where('connection', 'in', connections),
);

const connectionsOf = prepared((tx: Tx, { tokenId }: { tokenId: number }) =>
    tx.selectFrom('reported_periods').select(tx.fn.countAll<number>().as('count')).where('token_id', '=', tokenId),
);

/**
 * Returns the entries with what their connections did not report before. An SDK that got no response sends its counters again, with
 * everything that was counted since. What it reported is a row of the database: the result is the same on any number of nodes and after
 * a restart.
 */
export async function withoutRepeated(tx: Tx, entries: readonly MetricEntry[], now: string): Promise<MetricEntry[]> {
    const fresh: MetricEntry[] = [];
    const ofPeriods: EntryOfPeriod[] = [];
    for (const entry of entries) {
        if (entry.period && entry.value) ofPeriods.push(entry as EntryOfPeriod);
        else fresh.push(entry);
    }
    for (const [tokenId, ofToken] of Map.groupBy(ofPeriods, ({ reporter }) => reporter.tokenId)) {
        fresh.push(...(await newOfToken(tx, { tokenId, entries: ofToken, now })));
    }
    return fresh;
}

interface TokenEntries {
    tokenId: number;
    entries: readonly EntryOfPeriod[];
    now: string;
}

async function newOfToken(tx: Tx, { tokenId, entries, now }: TokenEntries): Promise<MetricEntry[]> {
    const byConnection = Map.groupBy(entries, ({ period }) => period.connection);
    const connections = [...byConnection.keys()];
    const rows = await storedPeriods(tx, { tokenId, connections });
    const stored = new Map(rows.map(({ connection, periods }) => [connection, periods]));
    let room = stored.size < connections.length ? await roomFor(tx, tokenId) : 0;
    const fresh: MetricEntry[] = [];
    const changed = [];
    for (const [connection, ofConnection] of byConnection) {
        const before = stored.get(connection);
        if (before === undefined && room-- <= 0) {
            fresh.push(...ofConnection);
            continue;
        }
        const periods = (before ?? []).map(({ start, values }) => ({ start, values: { ...values } }));
        fresh.push(...newOfConnection(ofConnection, periods));
        const latest = periods.sort((a, b) => b.start - a.start).slice(0, MAX_PERIODS);
        changed.push({ token_id: tokenId, connection, periods: JSON.stringify(latest), seen_at: now });
    }
    await insertRows(tx, 'reported_periods', changed);
    return fresh;
}

async function roomFor(tx: Tx, tokenId: number): Promise<number> {
    const [row] = await connectionsOf(tx, { tokenId });
    return MAX_CONNECTIONS - Number(row!.count);
}

/** Adds what was reported to the periods, and returns what is new. */
function newOfConnection(entries: readonly EntryOfPeriod[], periods: StoredPeriod[]): MetricEntry[] {
    const fresh: MetricEntry[] = [];
    for (const [start, ofPeriod] of Map.groupBy(entries, ({ period }) => period.start)) {
        let period = periods.find((each) => each.start === start);
        if (period === undefined) {
            period = { start, values: {} };
            periods.push(period);
        }
        let count = Object.keys(period.values).length;
        for (const entry of ofPeriod) {
            const id = idOf(seriesKey(entry));
            const reported = period.values[id];
            const value = reported ? differenceOf(entry.kind, entry.value, reported) : entry.value;
            if (value === undefined) continue;
            fresh.push({ ...entry, value });
            if (reported === undefined && ++count > MAX_VALUES) continue;
            period.values[id] = entry.value;
        }
    }
    return fresh;
}

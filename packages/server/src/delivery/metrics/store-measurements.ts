import { type Expression, sql } from 'kysely';
import { noteMeasured } from '../../changes/announce-measurements.ts';
import type { Observe } from '../../changes/observe.ts';
import { chunked } from '../../storage/chunked.ts';
import type { Tx } from '../../storage/database.ts';
import type { UsagePeriod } from '../../storage/tables/usage.ts';
import { troubleIn } from '../../storage/trouble-codes.ts';
import { instancesWithRoom, underAdmittedNames, unknownFlagsWithRoom } from './admissions.ts';
import { MAX_DAILY_COUNT, type Measurements, plus, sightingKey, unknownFlagKey } from './measurements.ts';
import { readReports, type Sighting, type UnknownFlag, type UsageCount } from './sdk-reports.ts';
import { storeAnswers } from './store-answers.ts';

/** Advances the lifecycle of flags after they were used. */
export type StagesReached = (
    tx: Tx,
    usage: readonly { flag: string; environment: string }[],
    now: string,
) => Promise<void>;

interface StoreOptions {
    observe: Observe;
    /** Merges the reports of many rows, within the bounds of memory. */
    createMerger: () => Measurements;
    stagesReached: StagesReached;
    now: string;
    log: { error(about: object, message: string): void };
}

/** Rows read at a time, and merged entries stored in one transaction, to keep transactions short. */
const ROWS_AT_ONCE = 100;
const ENTRIES_AT_ONCE = 1_000;

/**
 * Adds the journal of all nodes to the counts. Rows leave the journal in the transaction that counts them, so each report counts
 * once, even if a node is killed.
 */
export async function storeReports(options: StoreOptions): Promise<void> {
    const { observe, log } = options;
    let rowsAtOnce = ROWS_AT_ONCE;
    for (;;) {
        try {
            const isEmpty = await observe((tx) => storeRows(tx, rowsAtOnce, options), { alone: true });
            if (isEmpty) return;
            rowsAtOnce = ROWS_AT_ONCE;
        } catch (error) {
            // With a database outage, the next run tries again.
            if (troubleIn(error) !== undefined) throw error;
            if (rowsAtOnce === 1) {
                await observe((tx) => dropFirstRow(tx), { alone: true });
                log.error({ err: error }, 'reports of SDKs cannot be stored and are dropped');
            }
            rowsAtOnce = 1;
        }
    }
}

const journalRows = (tx: Tx, limit: number) =>
    tx.selectFrom('report_journal').select(['id', 'reports']).orderBy('id').limit(limit).execute();

async function storeRows(tx: Tx, limit: number, { createMerger, stagesReached, now, log }: StoreOptions) {
    const rows = await journalRows(tx, limit);
    const merger = createMerger();
    const ids: string[] = [];
    for (const { id, reports: stored } of rows) {
        const { reports, dropped } = readReports(stored);
        if (dropped > 0) log.error({ dropped }, 'malformed reports in the journal are dropped');
        merger.add(reports);
        ids.push(id);
        if (merger.size >= ENTRIES_AT_ONCE) break;
    }
    if (ids.length === 0) return true;
    const { usage, sightings, unknownFlags } = merger.take();
    for (const part of chunked(usage)) await storeUsage(tx, part, stagesReached, now);
    for (const part of chunked(inOrder(sightings, sightingKey))) await storeSightings(tx, part, now);
    for (const part of chunked(inOrder(unknownFlags, unknownFlagKey))) await storeUnknownFlags(tx, part, now);
    await tx.deleteFrom('report_journal').where('id', 'in', ids).execute();
    return rows.length < limit && ids.length === rows.length;
}

async function dropFirstRow(tx: Tx): Promise<void> {
    const [row] = await journalRows(tx, 1);
    if (row) await tx.deleteFrom('report_journal').where('id', '=', row.id).execute();
}

const inOrder = <T>(list: readonly T[], keyOf: (item: T) => string): T[] =>
    list
        .map((item) => ({ item, key: keyOf(item) }))
        .sort((a, b) => (a.key < b.key ? -1 : 1))
        .map(({ item }) => item);

async function storeUsage(
    tx: Tx,
    part: readonly UsageCount[],
    stagesReached: StagesReached,
    now: string,
): Promise<void> {
    const counts = await underAdmittedNames(tx, await ofExistingFlags(tx, part), now);
    for (const period of ['hour', 'day'] as const) {
        await addUsage(tx, period, counts);
        await addVariants(tx, period, counts);
    }
    const byEnvironment = Map.groupBy(counts, ({ environment }) => environment);
    for (const [environment, used] of byEnvironment) {
        await tx
            .updateTable('flag_environments')
            .set({ last_seen_at: now })
            .where('environment', '=', environment)
            .where('flag', 'in', namesOf(used))
            .execute();
    }
    await stagesReached(tx, counts, now);
    await storeAnswers(tx, counts, now);
    await noteMeasured(tx, namesOf(counts));
}

const namesOf = (counts: readonly UsageCount[]) => [...new Set(counts.map(({ flag }) => flag))];

/** A flag may have been deleted since it was counted. */
async function ofExistingFlags(tx: Tx, counts: readonly UsageCount[]): Promise<UsageCount[]> {
    const rows = await tx.selectFrom('flags').select('name').where('name', 'in', namesOf(counts)).execute();
    const existing = new Set(rows.map(({ name }) => name));
    return counts.filter(({ flag }) => existing.has(flag));
}

const sinceOf = (hour: string, period: UsagePeriod) =>
    period === 'hour' ? hour : `${hour.slice(0, 10)}T00:00:00.000Z`;

/** Sums counts of the same key: one statement may not touch a row twice. */
function summed<T>(rows: readonly T[], keyOf: (row: T) => string, add: (sum: T, row: T) => void): T[] {
    const sums = new Map<string, T>();
    for (const row of rows) {
        const sum = sums.get(keyOf(row));
        if (sum) add(sum, row);
        else sums.set(keyOf(row), row);
    }
    return [...sums.values()];
}

/** The SQL equivalent of `plus`. */
const stored = (sum: Expression<number>) =>
    sql<number>`case when ${sum} > ${MAX_DAILY_COUNT} then ${MAX_DAILY_COUNT} else ${sum} end`;

async function addUsage(tx: Tx, period: UsagePeriod, counts: readonly UsageCount[]): Promise<void> {
    const rows = summed(
        counts.map(({ flag, environment, app, hour, yes, no }) => ({
            flag,
            environment,
            app,
            period,
            since: sinceOf(hour, period),
            yes,
            no,
        })),
        ({ flag, since, environment, app }) => `${flag}\n${since}\n${environment}\n${app}`,
        (sum, { yes, no }) => {
            sum.yes = plus(sum.yes, yes);
            sum.no = plus(sum.no, no);
        },
    );
    if (rows.length === 0) return;
    await tx
        .insertInto('usage')
        .values(rows)
        .onConflict((conflict) =>
            conflict.columns(['flag', 'period', 'since', 'environment', 'app']).doUpdateSet((row) => ({
                yes: stored(row('usage.yes', '+', row.ref('excluded.yes'))),
                no: stored(row('usage.no', '+', row.ref('excluded.no'))),
            })),
        )
        .execute();
}

async function addVariants(tx: Tx, period: UsagePeriod, counts: readonly UsageCount[]): Promise<void> {
    const rows = summed(
        counts.flatMap(({ flag, environment, app, hour, variants }) =>
            [...variants].map(([variant, count]) => ({
                flag,
                environment,
                app,
                period,
                since: sinceOf(hour, period),
                variant,
                count,
            })),
        ),
        ({ flag, since, environment, app, variant }) => `${flag}\n${since}\n${environment}\n${app}\n${variant}`,
        (sum, { count }) => {
            sum.count = plus(sum.count, count);
        },
    );
    for (const chunk of chunked(rows)) {
        await tx
            .insertInto('usage_of_variants')
            .values(chunk)
            .onConflict((conflict) =>
                conflict.columns(['flag', 'period', 'since', 'environment', 'app', 'variant']).doUpdateSet((row) => ({
                    count: stored(row('usage_of_variants.count', '+', row.ref('excluded.count'))),
                })),
            )
            .execute();
    }
}

async function storeSightings(tx: Tx, part: readonly Sighting[], now: string): Promise<void> {
    const named = await underAdmittedNames(tx, part, now);
    await storeApplications(tx, named, now);
    const sightings = await instancesWithRoom(tx, named);
    if (sightings.length === 0) return;
    await tx
        .insertInto('app_instances')
        .values(
            sightings.map(({ app, environment, instanceId, sdkVersion, ip }) => ({
                app,
                environment,
                instance_id: instanceId,
                sdk_version: sdkVersion,
                client_ip: ip,
                seen_at: now,
            })),
        )
        .onConflict((conflict) =>
            conflict.columns(['app', 'environment', 'instance_id']).doUpdateSet((row) => ({
                // Members missing now may have been reported before.
                sdk_version: row.fn.coalesce('excluded.sdk_version', 'app_instances.sdk_version'),
                client_ip: row.ref('excluded.client_ip'),
                seen_at: now,
            })),
        )
        .execute();
}

/** The strategies of an application are those that its instances reported last; instances without a report change nothing. */
async function storeApplications(tx: Tx, sightings: readonly Sighting[], now: string): Promise<void> {
    const byApp = Map.groupBy(sightings, ({ app }) => app);
    const rows = [...byApp].map(([name, ofApp]) => ({
        name,
        description: null,
        url: null,
        color: null,
        icon: null,
        strategies: JSON.stringify([...new Set(ofApp.flatMap(({ strategies = [] }) => strategies))]),
        created_at: now,
        seen_at: now,
    }));
    const saying = [...new Set(sightings.filter(({ strategies }) => strategies).map(({ app }) => app))];
    await tx
        .insertInto('applications')
        .values(rows)
        .onConflict((conflict) =>
            conflict.column('name').doUpdateSet((row) => ({
                seen_at: now,
                ...(saying.length > 0 && {
                    strategies: row
                        .case()
                        .when('excluded.name', 'in', saying)
                        .then(row.ref('excluded.strategies'))
                        .else(row.ref('applications.strategies'))
                        .end(),
                }),
            })),
        )
        .execute();
}

async function storeUnknownFlags(tx: Tx, part: readonly UnknownFlag[], now: string): Promise<void> {
    const flags = await unknownFlagsWithRoom(tx, await underAdmittedNames(tx, part, now));
    if (flags.length === 0) return;
    await tx
        .insertInto('unknown_flags')
        .values(flags.map(({ name, app, environment }) => ({ name, app, environment, seen_at: now })))
        .onConflict((conflict) => conflict.columns(['name', 'app', 'environment']).doUpdateSet({ seen_at: now }))
        .execute();
}

const HOURS = 3_600_000;
/** An edge drops a delivery after a day (`edge/upstream/forwarding.ts`); its key is kept longer than that. */
const DELIVERY_KEY_HOURS = 48;

/** Removes expired data. */
export async function forgetOldMeasurements(observe: Observe, now: Date, dailyForDays: number): Promise<void> {
    const before = (hours: number) => new Date(now.getTime() - hours * HOURS).toISOString();
    const hourly = before(48 + 1);
    const daily = before(24 * dailyForDays);
    await observe(async (tx) => {
        for (const table of ['usage', 'usage_of_variants'] as const) {
            await tx.deleteFrom(table).where('period', '=', 'hour').where('since', '<', hourly).execute();
            await tx.deleteFrom(table).where('period', '=', 'day').where('since', '<', daily).execute();
        }
        await tx.deleteFrom('app_instances').where('seen_at', '<', before(48)).execute();
        // Applications with a description are kept.
        await tx
            .deleteFrom('applications')
            .where('seen_at', '<', daily)
            .where((row) => row.and({ description: null, url: null, color: null, icon: null }))
            .execute();
        await tx.deleteFrom('unknown_flags').where('seen_at', '<', before(24)).execute();
        await tx.deleteFrom('report_deliveries').where('received_at', '<', before(DELIVERY_KEY_HOURS)).execute();
        await tx.deleteFrom('token_applications').where('day', '<', before(24).slice(0, 10)).execute();
    });
}

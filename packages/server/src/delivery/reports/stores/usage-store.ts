import { nextTick, noteMeasured } from '../../../changes/announce-measurements.ts';
import { forgetProjectApplications, noteProjectApplications } from '../../../changes/project-applications.ts';
import type { Tx } from '../../../storage/database.ts';
import { insertRows } from '../../../storage/insert-rows.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { UsagePeriod } from '../../../storage/tables/usage.ts';
import { limitApplicationNames } from '../admissions.ts';
import { findUniformResults, storeUniformResults } from '../store-uniform-results.ts';
import { plus, type UsageCount } from '../usage-counts.ts';
import type { ReportStore, StoreContext } from './report-store.ts';

const HOURLY_HOURS = 48 + 1;

export const USAGE_STORE: ReportStore<UsageCount> = {
    store: storeUsage,
    async forget(tx, { hoursAgo, usageDays }) {
        for (const table of ['usage', 'usage_of_variants', 'app_usage'] as const) {
            await tx
                .deleteFrom(table)
                .where('period', '=', 'hour')
                .where('since', '<', hoursAgo(HOURLY_HOURS))
                .execute();
            await tx
                .deleteFrom(table)
                .where('period', '=', 'day')
                .where('since', '<', hoursAgo(24 * usageDays))
                .execute();
        }
        await forgetProjectApplications(tx);
    },
};

async function storeUsage(tx: Tx, usage: readonly UsageCount[], { stagesReached, now }: StoreContext): Promise<void> {
    if (usage.length === 0) return;
    // PostgreSQL receives all reads at once, and then all writes with the commit: the writer is held for two round trips.
    const [projects, admitted, before, tick] = await Promise.all([
        projectsOf(tx, usage),
        limitApplicationNames(tx, usage, now),
        findUniformResults(tx, usage),
        nextTick(tx),
        stagesReached(tx, usage, now),
    ]);
    const counts = admitted.flatMap((count) => {
        const project = projects.get(count.flag);
        return project === undefined ? [] : { ...count, project };
    });
    if (counts.length === 0) return;
    for (const period of ['hour', 'day'] as const) {
        await addUsage(tx, period, counts);
        await addVariants(tx, period, counts);
        await addApplicationUsage(tx, period, counts);
    }
    for (const [environment, ofEnvironment] of Map.groupBy(counts, (count) => count.environment)) {
        await noteSeen(tx, { environment, flags: namesOf(ofEnvironment), now });
    }
    await noteProjectApplications(tx, counts);
    await storeUniformResults(tx, counts, { before, now });
    await noteMeasured(tx, namesOf(counts), tick);
}

const namesOf = (counts: readonly UsageCount[]) => [...new Set(counts.map(({ flag }) => flag))];

const flagProjects = prepared((tx: Tx, { names }: { names: readonly string[] }) =>
    tx.selectFrom('flags').select(['name', 'project']).where('name', 'in', names),
);

/** The projects of the flags. Flags that were deleted after they were counted are missing. */
async function projectsOf(tx: Tx, counts: readonly UsageCount[]): Promise<Map<string, string>> {
    const rows = await flagProjects(tx, { names: namesOf(counts) });
    return new Map(rows.map(({ name, project }) => [name, project]));
}

const noteSeen = prepared(
    (tx: Tx, { environment, flags, now }: { environment: string; flags: readonly string[]; now: string }) =>
        tx
            .updateTable('flag_environments')
            .set({ last_seen_at: now })
            .where('environment', '=', environment)
            .where('flag', 'in', flags),
);

const startOfPeriod = (hour: string, period: UsagePeriod) =>
    period === 'hour' ? hour : `${hour.slice(0, 10)}T00:00:00.000Z`;

/** Sums counts of the same key: one statement may not touch a row twice. */
function sumCounts<T>(rows: readonly T[], keyOf: (row: T) => string, add: (sum: T, row: T) => void): T[] {
    const sums = new Map<string, T>();
    for (const row of rows) {
        const key = keyOf(row);
        const sum = sums.get(key);
        if (sum) add(sum, row);
        else sums.set(key, row);
    }
    return [...sums.values()];
}

async function addUsage(tx: Tx, period: UsagePeriod, counts: readonly UsageCount[]): Promise<void> {
    const rows = sumCounts(
        counts.map(({ flag, environment, app, hour, yes, no }) => ({
            flag,
            environment,
            app,
            period,
            since: startOfPeriod(hour, period),
            yes,
            no,
        })),
        ({ flag, since, environment, app }) => `${flag}\n${since}\n${environment}\n${app}`,
        (sum, { yes, no }) => {
            sum.yes = plus(sum.yes, yes);
            sum.no = plus(sum.no, no);
        },
    );
    await insertRows(tx, 'usage', rows);
}

/** The evaluations of all flags of a project together. */
async function addApplicationUsage(
    tx: Tx,
    period: UsagePeriod,
    counts: readonly (UsageCount & { project: string })[],
): Promise<void> {
    const rows = sumCounts(
        counts.map(({ app, project, environment, hour, yes, no }) => ({
            app,
            project,
            environment,
            period,
            since: startOfPeriod(hour, period),
            evaluations: plus(yes, no),
        })),
        ({ since, app, project, environment }) => `${since}\n${app}\n${project}\n${environment}`,
        (sum, { evaluations }) => {
            sum.evaluations = plus(sum.evaluations, evaluations);
        },
    );
    await insertRows(tx, 'app_usage', rows);
}

async function addVariants(tx: Tx, period: UsagePeriod, counts: readonly UsageCount[]): Promise<void> {
    const rows = sumCounts(
        counts.flatMap(({ flag, environment, app, hour, variants }) =>
            [...variants].map(([variant, count]) => ({
                flag,
                environment,
                app,
                period,
                since: startOfPeriod(hour, period),
                variant,
                count,
            })),
        ),
        ({ flag, since, environment, app, variant }) => `${flag}\n${since}\n${environment}\n${app}\n${variant}`,
        (sum, { count }) => {
            sum.count = plus(sum.count, count);
        },
    );
    await insertRows(tx, 'usage_of_variants', rows);
}

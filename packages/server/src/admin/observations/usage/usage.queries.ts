import type { AdminActor } from '../../../core/access/actor.ts';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { inKnownProject } from '../../../storage/known-projects.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { UsagePeriod } from '../../../storage/tables/usage.ts';
import { isVisibleUnknownFlag } from './known-applications.ts';

const HOUR = 3_600_000;
const LENGTH: Record<UsagePeriod, number> = { hour: HOUR, day: 24 * HOUR };
/** Hourly data is stored for two days; older data is daily. */
const HOURLY_FOR_HOURS = 48;

/** Whether the flag, and therefore its usage, is visible to the actor. */
async function isKnown(db: Db, actor: AdminActor, flag: string): Promise<boolean> {
    const row = await db
        .selectFrom('flags')
        .select('name')
        .where('name', '=', flag)
        .where(inKnownProject(actor, 'flags.project'))
        .executeTakeFirst();
    return row !== undefined;
}

/** Returns the usage since the start of the previous hour and of all days that are kept, and the applications of the last two days. */
export async function findRecentUsage(db: Db, actor: AdminActor, flag: string, now: Date) {
    if (!(await isKnown(db, actor, flag))) return { lastHourUsage: [], totalUsage: [], seenApplications: [] };
    const usage = () => db.selectFrom('usage').where('flag', '=', flag).where('period', '=', 'hour');
    const lastHourUsage = await usage()
        .select((row) => [
            'environment',
            'since as timestamp',
            row.fn.sum<number>('yes').as('yes'),
            row.fn.sum<number>('no').as('no'),
        ])
        .where('since', '>=', recentSince(now))
        .groupBy(['environment', 'since'])
        .orderBy('environment')
        .orderBy('since')
        .execute();
    const applications = await usage().select('app').distinct().orderBy('app').execute();
    const totalUsage = await db
        .selectFrom('usage')
        .select(({ fn }) => ['environment', fn.sum<number>('yes').as('yes'), fn.sum<number>('no').as('no')])
        .where('flag', '=', flag)
        .where('period', '=', 'day')
        .groupBy('environment')
        .orderBy('environment')
        .execute();
    return { lastHourUsage, totalUsage, seenApplications: applications.map(({ app }) => app) };
}

/** The number of evaluations for which a flag was on and off. */
export interface EvaluationCounts {
    yes: number;
    no: number;
}

/** Returns the start of the previous hour: usage since then counts as recent. */
export const recentSince = (now: Date) => beginningOf(now.getTime() - HOUR, 'hour');

/** Returns the start of the hour 24 hours ago. */
export const dayBefore = (now: Date) => beginningOf(now.getTime() - 24 * HOUR, 'hour');

/** Returns a function that looks up the usage of a flag in an environment since the specified time. */
export async function countRecentUsage(
    db: Db,
    flags: readonly string[],
    since: string,
): Promise<(flag: string, environment: string) => EvaluationCounts> {
    const usage = new Map<string, EvaluationCounts>();
    for (const names of chunked(flags)) {
        for (const { flag, environment, yes, no } of await usageSince(db, { names, since })) {
            usage.set(environmentAppKey(environment, flag), { yes, no });
        }
    }
    return (flag, environment) => usage.get(environmentAppKey(environment, flag)) ?? { yes: 0, no: 0 };
}

const usageSince = prepared((db: Db, { names, since }: { names: readonly string[]; since: string }) =>
    db
        .selectFrom('usage')
        .select((row) => [
            'flag',
            'environment',
            row.fn.sum<number>('yes').as('yes'),
            row.fn.sum<number>('no').as('no'),
        ])
        .where('flag', 'in', names)
        .where('period', '=', 'hour')
        .where('since', '>=', since)
        .groupBy(['flag', 'environment']),
);

/** Returns the hours, or the days of longer times, for which usage is listed. */
export function chartTimes(now: Date, hoursBack: number) {
    const period: UsagePeriod = hoursBack > HOURLY_FOR_HOURS ? 'day' : 'hour';
    const first = beginningOf(now.getTime() - (hoursBack - 1) * HOUR, period);
    return { period, first, times: [...timesFrom(first, now.getTime(), period)] };
}

/** Returns the usage of the last hours by application and environment; hours or days without usage are listed with zero. */
export async function listUsage(
    db: Db,
    actor: AdminActor,
    flag: string,
    { now, hoursBack }: { now: Date; hoursBack: number },
) {
    if (!(await isKnown(db, actor, flag))) return [];
    const { period, first, times } = chartTimes(now, hoursBack);
    const rows = await db
        .selectFrom('usage')
        .select(['environment', 'app', 'since', 'yes', 'no'])
        .where('flag', '=', flag)
        .where('period', '=', period)
        .where('since', '>=', first)
        .execute();
    const variants = await variantsSince(db, flag, period, first);
    const reporters = new Map(
        rows.map(({ environment, app }) => [environmentAppKey(environment, app), { environment, app }]),
    );
    const counted = new Map(rows.map((row) => [timeOf(row), row]));

    const inOrder = [...reporters.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
    const usage = await mapYielding(inOrder, ([, reporter]) =>
        times.map((since) => {
            const key = timeOf({ ...reporter, since });
            const { yes, no } = counted.get(key) ?? { yes: 0, no: 0 };
            const ofVariants = variants.get(key);
            return {
                featureName: flag,
                appName: reporter.app,
                environment: reporter.environment,
                timestamp: since,
                yes,
                no,
                ...(ofVariants && { variants: Object.fromEntries(ofVariants) }),
            };
        }),
    );
    return usage.flat();
}

const environmentAppKey = (environment: string, app: string) => `${environment}\n${app}`;
const timeOf = ({ environment, app, since }: { environment: string; app: string; since: string }) =>
    `${environmentAppKey(environment, app)}\n${since}`;

async function variantsSince(db: Db, flag: string, period: UsagePeriod, first: string) {
    const rows = await db
        .selectFrom('usage_of_variants')
        .select(['environment', 'app', 'since', 'variant', 'count'])
        .where('flag', '=', flag)
        .where('period', '=', period)
        .where('since', '>=', first)
        .orderBy('variant')
        .execute();
    const variants = new Map<string, [string, number][]>();
    for (const row of rows) {
        const list = variants.get(timeOf(row));
        if (list) list.push([row.variant, row.count]);
        else variants.set(timeOf(row), [[row.variant, row.count]]);
    }
    return variants;
}

const beginningOf = (time: number, period: UsagePeriod) =>
    new Date(Math.floor(time / LENGTH[period]) * LENGTH[period]).toISOString();

function* timesFrom(first: string, last: number, period: UsagePeriod): Generator<string> {
    for (let time = Date.parse(first); time <= last; time += LENGTH[period]) yield new Date(time).toISOString();
}

/** Returns up to 1,000 unknown flags, newest first. */
export async function listUnknownFlags(db: Db, actor: AdminActor) {
    const rows = await db
        .selectFrom('unknown_flags')
        .selectAll()
        .where(isVisibleUnknownFlag(db, actor))
        .orderBy('seen_at', 'desc')
        .orderBy('name')
        .orderBy('app')
        .orderBy('environment')
        .limit(1_000)
        .execute();
    return rows.map(({ name, app, environment, seen_at }) => ({
        name,
        appName: app,
        environment,
        seenAt: seen_at,
        lastSeenAt: seen_at,
    }));
}

import type { Db } from '../../storage/database.ts';

const PRODUCTION = 'production';
const RELEASE = 'release';
const DAY_MS = 86_400_000;

export interface TimeToProduction {
    flag: string;
    /** Whole days from its creation until it was first on in a production environment. */
    days: number;
}

/** For each release flag of the project that has been on in production, archived ones too, by name. */
export async function timesToProduction(db: Db, project: string): Promise<TimeToProduction[]> {
    const rows = await db
        .selectFrom('flags')
        .innerJoin('events', 'events.feature_name', 'flags.name')
        .innerJoin('environments', 'environments.name', 'events.environment')
        .select(({ fn }) => ['flags.name', 'flags.created_at', fn.min('events.created_at').as('turned_on_at')])
        .where('flags.project', '=', project)
        .where('flags.type', '=', RELEASE)
        .where('events.type', '=', 'feature-environment-enabled')
        .where('environments.type', '=', PRODUCTION)
        // A flag that was deleted may have had the same name.
        .whereRef('events.created_at', '>=', 'flags.created_at')
        .groupBy(['flags.name', 'flags.created_at'])
        .orderBy('flags.name')
        .execute();
    return rows.map(({ name, created_at, turned_on_at }) => ({
        flag: name,
        days: Math.floor((Date.parse(turned_on_at) - Date.parse(created_at)) / DAY_MS),
    }));
}

/** With one decimal, and not less than 0.1, so that 0 says: no flag has been in production yet. */
export function averageDays(times: readonly TimeToProduction[]): number {
    if (times.length === 0) return 0;
    const average = times.reduce((sum, { days }) => sum + days, 0) / times.length;
    return Math.max(0.1, Math.round(average * 10) / 10);
}

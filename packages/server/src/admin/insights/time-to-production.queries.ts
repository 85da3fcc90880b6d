import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../storage/database.ts';
import type { Tables } from '../../storage/tables.ts';

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
        .crossJoin('environments')
        .select(['flags.name', 'flags.created_at', firstTurnedOn])
        .where('flags.project', '=', project)
        .where('flags.type', '=', RELEASE)
        .where('environments.type', '=', PRODUCTION)
        .orderBy('flags.name')
        .execute();
    const byFlag = Map.groupBy(rows, ({ name }) => name);
    return [...byFlag].flatMap(([flag, everywhere]) => {
        const moments = everywhere.flatMap(({ turned_on_at }) => turned_on_at ?? []).sort();
        if (moments[0] === undefined) return [];
        const days = Math.floor((Date.parse(moments[0]) - Date.parse(everywhere[0]!.created_at)) / DAY_MS);
        return { flag, days };
    });
}

/** One look into the index for each flag and environment, however often the flag was switched. */
const firstTurnedOn = ({ selectFrom }: ExpressionBuilder<Tables, 'flags' | 'environments'>) =>
    selectFrom('events')
        .select('events.created_at')
        // Not as a parameter: SQLite must see when it plans that the index is about this type.
        .where('events.type', '=', sql.lit('feature-environment-enabled'))
        .whereRef('events.feature_name', '=', 'flags.name')
        .whereRef('events.environment', '=', 'environments.name')
        // A flag that was deleted may have had the same name.
        .whereRef('events.created_at', '>=', 'flags.created_at')
        .orderBy('events.created_at')
        .limit(1)
        .as('turned_on_at');

/** With one decimal, and not less than 0.1, so that 0 says: no flag has been in production yet. */
export function averageDays(times: readonly TimeToProduction[]): number {
    if (times.length === 0) return 0;
    const average = times.reduce((sum, { days }) => sum + days, 0) / times.length;
    return Math.max(0.1, Math.round(average * 10) / 10);
}

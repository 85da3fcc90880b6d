import { type ExpressionBuilder, sql } from 'kysely';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { Tables } from '../../../storage/tables.ts';

const PRODUCTION = 'production';
const RELEASE = 'release';
const DAY_MS = 86_400_000;

export interface TimeToProduction {
    flag: string;
    /** Whole days from its creation until it was first on in a production environment. */
    days: number;
}

/** A flag of any age, as far as its way to production goes. */
interface Traveller {
    name: string;
    createdAt: string;
    inProductionSince: string | undefined;
}

/** For each flag that has been on in production. */
export const timesToProduction = (flags: readonly Traveller[]): TimeToProduction[] =>
    flags.flatMap(({ name, createdAt, inProductionSince }) =>
        inProductionSince === undefined
            ? []
            : { flag: name, days: Math.floor((Date.parse(inProductionSince) - Date.parse(createdAt)) / DAY_MS) },
    );

/** When those of these flags that are for releases were first on in a production environment. */
export async function firstTurnedOnInProduction(db: Db, flags: readonly string[]): Promise<Map<string, string>> {
    const first = new Map<string, string>();
    for (const names of chunked(flags)) {
        for (const { name, turned_on_at } of await turnedOn(db, { names })) {
            const known = first.get(name);
            if (turned_on_at !== null && (known === undefined || turned_on_at < known)) first.set(name, turned_on_at);
        }
    }
    return first;
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

const turnedOn = prepared((db: Db, { names }: { names: readonly string[] }) =>
    db
        .selectFrom('flags')
        .crossJoin('environments')
        .select(['flags.name', firstTurnedOn])
        .where('flags.name', 'in', names)
        .where('flags.type', '=', RELEASE)
        .where('environments.type', '=', PRODUCTION),
);

/** With one decimal, and not less than 0.1, so that 0 says: no flag has been in production yet. */
export function averageDays(times: readonly TimeToProduction[]): number {
    if (times.length === 0) return 0;
    const average = times.reduce((sum, { days }) => sum + days, 0) / times.length;
    return Math.max(0.1, Math.round(average * 10) / 10);
}

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
    /** Whole days from the creation of the flag until it was first on in a production environment. */
    days: number;
}

interface FlagDates {
    name: string;
    createdAt: string;
    inProductionSince: string | undefined;
}

/** Returns an entry for each flag that has been on in production. */
export const timesToProduction = (flags: readonly FlagDates[]): TimeToProduction[] =>
    flags.flatMap(({ name, createdAt, inProductionSince }) =>
        inProductionSince === undefined
            ? []
            : { flag: name, days: Math.floor((Date.parse(inProductionSince) - Date.parse(createdAt)) / DAY_MS) },
    );

/** Returns when the flags of the type `release` were first on in a production environment. */
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

/** One index lookup for each flag and environment, regardless of how often the flag was switched. */
const firstTurnedOn = ({ selectFrom }: ExpressionBuilder<Tables, 'flags' | 'environments'>) =>
    selectFrom('events')
        .select('events.created_at')
        // A literal, not a parameter: SQLite must know the type at planning time to use the partial index.
        .where('events.type', '=', sql.lit('feature-environment-enabled'))
        .whereRef('events.feature_name', '=', 'flags.name')
        .whereRef('events.environment', '=', 'environments.name')
        // A deleted flag may have had the same name.
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

/** Returns the average with one decimal, at least 0.1: 0 means that no flag has been in production yet. */
export function averageDays(times: readonly TimeToProduction[]): number {
    if (times.length === 0) return 0;
    const average = times.reduce((sum, { days }) => sum + days, 0) / times.length;
    return Math.max(0.1, Math.round(average * 10) / 10);
}

import { sql } from 'kysely';
import { appliedSteps, missingSteps, unknownSteps } from '../migrate.ts';
import type { Opened } from './source.ts';

export interface DatabaseFacts {
    version: string;
    revision: number;
    /** By the clock of the database, where it has one of its own. */
    now: number | undefined;
    /** When the newest event was recorded, by whichever node did. */
    newestEventAt: string | undefined;
    unknownSteps: number;
    missingSteps: number;
    mayChange: boolean;
    /** What is wrong with the file; undefined: nothing was found. */
    damage: string | undefined;
    /** Undefined where there is no limit. */
    freeConnections: number | undefined;
}

/** What an operator wants to know of a database. */
export async function databaseFacts({ migrator: db, kind }: Opened): Promise<DatabaseFacts> {
    const steps = await appliedSteps(db);
    const { revision } = await db.selectFrom('event_head').select('revision').executeTakeFirstOrThrow();
    const newest = await db.selectFrom('events').select('created_at').orderBy('id', 'desc').limit(1).executeTakeFirst();
    const about = {
        newestEventAt: newest?.created_at,
        revision,
        unknownSteps: unknownSteps(steps),
        missingSteps: missingSteps(steps),
    };
    if (kind === 'sqlite') {
        const { rows: checks } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
        const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db);
        const result = checks[0]?.quick_check;
        return {
            ...about,
            version: `SQLite ${rows[0]!.version}`,
            now: undefined,
            mayChange: true,
            damage: result === 'ok' ? undefined : `The file is damaged: ${result}`,
            freeConnections: undefined,
        };
    }
    const { rows } = await sql<{ version: string; now: string; may: boolean; free: number }>`
        select current_setting('server_version') as version,
            (extract(epoch from clock_timestamp()) * 1000)::bigint as now,
            has_schema_privilege(current_schema(), 'CREATE') as may,
            current_setting('max_connections')::int - (select count(*) from pg_stat_activity)::int as free`.execute(db);
    const { version, now, may, free } = rows[0]!;
    return {
        ...about,
        version: `PostgreSQL ${version}`,
        now: Number(now),
        mayChange: may,
        damage: undefined,
        freeConnections: free,
    };
}

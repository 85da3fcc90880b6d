import { sql } from 'kysely';
import { appliedSteps, missingSteps, unknownSteps } from '../migrate.ts';
import { isOfUnpublishedBuild } from '../unpublished-builds.ts';
import type { Opened } from './source.ts';

/** Diagnostic facts about a database. */
export interface DatabaseFacts {
    version: string;
    /** The time of the database server, if it has its own clock. */
    now: number | undefined;
    /** Permissions of the database user, where there are users. */
    permissions: Permissions | undefined;
    /** The defect of the file; undefined for none. */
    damage: string | undefined;
    /** Undefined where there is no limit. */
    freeConnections: number | undefined;
}

/** Names as quoted for SQL. */
export interface Permissions {
    user: string;
    /** Null: the configured schema does not exist, or this user has no access to it. */
    schema: string | null;
    mayCreate: boolean;
    /** Tables owned by other users. */
    tablesOfOthers: number;
}

export async function databaseFacts({ migrator: db, kind }: Opened): Promise<DatabaseFacts> {
    if (kind === 'sqlite') {
        const { rows: checks } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
        const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db);
        const result = checks[0]?.quick_check;
        return {
            version: `SQLite ${rows[0]!.version}`,
            now: undefined,
            permissions: undefined,
            damage: result === 'ok' ? undefined : `The file is damaged: ${result}`,
            freeConnections: undefined,
        };
    }
    const { rows } = await sql<Permissions & { version: string; now: number; free: number }>`
        select current_setting('server_version') as version,
            (extract(epoch from clock_timestamp()) * 1000)::bigint as now,
            quote_ident(current_user) as "user",
            quote_ident(current_schema()) as schema,
            coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as "mayCreate",
            (select count(*) from pg_class where relnamespace = to_regnamespace(quote_ident(current_schema()))
                and relkind = 'r' and not pg_has_role(relowner, 'USAGE')) as "tablesOfOthers",
            current_setting('max_connections')::int - (select count(*) from pg_stat_activity)::int as free`.execute(db);
    const { version, now, free, ...permissions } = rows[0]!;
    return { version: `PostgreSQL ${version}`, now, permissions, damage: undefined, freeConnections: free };
}

export interface ContentFacts {
    revision: number;
    /** The time of the newest event, recorded by any node. */
    newestEventAt: string | undefined;
    isOfUnpublishedBuild: boolean;
    unknownSteps: number;
    missingSteps: number;
}

/** Returns facts about the content of a database; undefined when it is empty. */
export async function contentFacts({ migrator: db }: Opened): Promise<ContentFacts | undefined> {
    const steps = await appliedSteps(db);
    if (steps.length === 0) return undefined;
    const { revision } = await db.selectFrom('event_head').select('revision').executeTakeFirstOrThrow();
    const newest = await db.selectFrom('events').select('created_at').orderBy('id', 'desc').limit(1).executeTakeFirst();
    return {
        revision,
        newestEventAt: newest?.created_at,
        isOfUnpublishedBuild: isOfUnpublishedBuild(steps),
        unknownSteps: unknownSteps(steps),
        missingSteps: missingSteps(steps),
    };
}

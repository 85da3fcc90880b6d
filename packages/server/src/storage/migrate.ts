import { type Kysely, sql } from 'kysely';
import { foreignDatabase, StartError } from '../core/errors/start-error.ts';
import { type ColumnTypes, POSTGRES_TYPES, SQLITE_TYPES } from './column-types.ts';
import * as series from './migrations/0101-series.ts';
import * as metricCharts from './migrations/0105-metric-charts.ts';
import * as outcomes from './migrations/0106-outcomes.ts';
import * as reportedPeriods from './migrations/0107-reported-periods.ts';
import * as deletedUnits from './migrations/0108-deleted-units.ts';
import * as releases from './migrations/0110-releases.ts';
import * as safeguards from './migrations/0111-safeguards.ts';
import * as assignments from './migrations/0113-assignments.ts';
import * as experiments from './migrations/0114-experiments.ts';
import * as seriesOutbox from './migrations/0116-series-outbox.ts';
import * as signals from './migrations/0117-signals.ts';
import * as notifiedOwners from './migrations/0118-notified-owners.ts';
import * as encodedSeries from './migrations/0130-encoded-series.ts';
import * as experimentAnnouncements from './migrations/0140-experiment-announcements.ts';
import * as flagPolicies from './migrations/0145-flag-policies.ts';
import * as dataSources from './migrations/0150-data-sources.ts';
import * as secondFactors from './migrations/0155-second-factors.ts';
import * as schema from './schema/schema.ts';
import { nameConnections, runningServices } from './service-lock.ts';
import type { Tables } from './tables.ts';
import { inPublishedNames, isOfUnpublishedBuild, refuseUnpublishedBuild } from './unpublished-builds.ts';

type Step = { up(db: Kysely<Tables>, types: ColumnTypes): Promise<void> };

/** In order, forward only. A released migration is never changed. */
const STEPS: Record<string, Step> = {
    '0001-schema': schema,
    '0101-series': series,
    '0105-metric-charts': metricCharts,
    '0106-outcomes': outcomes,
    '0107-reported-periods': reportedPeriods,
    '0108-deleted-units': deletedUnits,
    '0110-releases': releases,
    '0111-safeguards': safeguards,
    '0113-assignments': assignments,
    '0114-experiments': experiments,
    '0116-series-outbox': seriesOutbox,
    '0117-signals': signals,
    '0118-notified-owners': notifiedOwners,
    '0130-encoded-series': encodedSeries,
    '0140-experiment-announcements': experimentAnnouncements,
    '0145-flag-policies': flagPolicies,
    '0150-data-sources': dataSources,
    '0155-second-factors': secondFactors,
};

export const STEP_NAMES: readonly string[] = Object.keys(STEPS);

/** Applies all pending migrations or none, on one node at a time. */
export async function migrate(db: Kysely<Tables>, kind: 'sqlite' | 'postgres'): Promise<void> {
    const recorded = await recordedSteps(db);
    const applied = inPublishedNames(recorded);
    if (applied.some((name) => name.startsWith(UNFINISHED))) {
        throw new StartError('A copy into this database was not finished. Run `halyard migrate` again, or empty it.');
    }
    const isUpToDate = STEP_NAMES.every((name) => recorded.includes(name));
    // During a rolling upgrade, nodes of the previous version may have to restart.
    if (isUpToDate && applied.every((name) => name in STEPS || isCompatibleStep(name))) return;
    refuseNewer(applied);
    if (kind === 'postgres' && isBeforeSupported(applied)) await refuseBesideOlderNodes(db);
    refuseUnpublishedBuild(applied);
    if (kind === 'sqlite' && applied.length === 0 && (await hasOtherTables(db))) throw foreignDatabase();
    // One transaction: behind a pooler, settings and locks of a session could reach other clients.
    await db.transaction().execute(async (tx) => {
        if (kind === 'postgres') {
            for (const bound of BOUNDS) await sql.raw(`set local ${bound} = 0`).execute(tx);
            await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx);
            await requireUsableSchema(tx);
        }
        await createStepTable(tx);
        await doSteps(tx, kind);
    });
}

/** The lock that nodes of the previous release take. */
const MIGRATION_LOCK = 3853314791062309107n;

/** Rejects a database without the configured schema or with an encoding that lacks characters. */
async function requireUsableSchema(tx: Kysely<Tables>): Promise<void> {
    const { rows } = await sql<{ schema: string | null; configured: string; encoding: string }>`
        select current_schema() as schema, current_setting('search_path') as configured,
            current_setting('server_encoding') as encoding`.execute(tx);
    const { schema, configured, encoding } = rows[0]!;
    if (encoding !== 'UTF8') {
        throw new StartError(
            `The database has the encoding ${encoding}, which cannot store every text. Create one with UTF8: ` +
                "CREATE DATABASE halyard ENCODING 'UTF8' TEMPLATE template0.",
        );
    }
    if (schema === null) {
        throw new StartError(
            `The schema ${configured} does not exist, or the user of DATABASE_URL has no access to it. ` +
                `Run CREATE SCHEMA ${configured}, or correct DATABASE_SCHEMA. Names are case-sensitive.`,
        );
    }
}

/** A node older than the supported release would misinterpret rows and columns after the migration. */
async function refuseBesideOlderNodes(db: Kysely<Tables>): Promise<void> {
    const services = await runningServices(db);
    if (services.length === 0) return;
    throw new StartError(
        `A service of a version that is too old to run beside this one uses this database (${nameConnections(services).join(', ')}). ` +
            'Stop all of its nodes, then start this version.',
    );
}

function refuseNewer(applied: readonly string[]): void {
    if (unknownSteps(applied) === 0 || isOfUnpublishedBuild(applied)) return;
    if (!applied.includes(STEP_NAMES[0]!)) {
        throw new StartError(
            'The schema of DATABASE_SCHEMA belongs to another application that uses Kysely. Create a schema for Halyard, and set DATABASE_SCHEMA.',
        );
    }
    throw new StartError('A newer version of Halyard wrote this database. Start that one, or restore a backup.');
}

/** Without the limits for changes: the duration of a migration depends on the size of its tables, and other nodes wait for it. */
const BOUNDS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

/**
 * Migrations of newer versions only add, which older versions do not notice. Those that remove something say so in their name,
 * with the first migration of versions that no longer need it: `0120-contract-0108-old-columns` is safe for versions with 0108.
 * Decision 85.
 */
export function oldestCompatibleStep(step: string): string | undefined {
    return /^\d+-contract-(\d+)-/.exec(step)?.[1];
}

function isCompatibleStep(step: string): boolean {
    const needed = oldestCompatibleStep(step);
    return needed === undefined || STEP_NAMES.some((name) => name.startsWith(`${needed}-`));
}

/** Whether a newer version removed something that this version needs: a running node must then stop. */
export const isTooOldFor = (applied: readonly string[]) =>
    applied.some((name) => !(name in STEPS) && !isCompatibleStep(name));

/**
 * The newest migration of the oldest release that may run beside this one: the release in `e2e/releases`. Nodes with fewer
 * migrations write rows that this version misreads.
 */
const OLDEST_SUPPORTED = '0001-schema';

/** Whether every node that runs on a database with these migrations is older than the oldest supported release. */
export const isBeforeSupported = (applied: readonly string[]) =>
    applied.length > 0 && !applied.includes(OLDEST_SUPPORTED);

/** Recorded as a migration while `halyard migrate` fills a database, so that no service starts on it. */
const UNFINISHED = 'copying ';

/** The running copy into this database; undefined for none. */
export async function unfinishedCopy(db: Kysely<Tables>): Promise<string | undefined> {
    return (await appliedSteps(db)).find((name) => name.startsWith(UNFINISHED))?.slice(UNFINISHED.length);
}

export async function beginCopy(db: Kysely<Tables>, sourceId: string): Promise<void> {
    await sql`insert into kysely_migration (name, timestamp) values (${UNFINISHED + sourceId}, '')`.execute(db);
}

export async function finishCopy(db: Kysely<Tables>): Promise<void> {
    await sql`delete from kysely_migration where name like ${`${UNFINISHED}%`}`.execute(db);
}

/** The applied migrations that this program does not contain. */
export const unknownSteps = (names: readonly string[]) => names.filter((name) => !(name in STEPS)).length;

/** The migrations that the next start would apply. */
export const missingSteps = (names: readonly string[]) => STEP_NAMES.filter((name) => !names.includes(name)).length;

/**
 * Creates the table of applied migrations, inside a transaction of the caller: the new schema is complete, marked, or absent,
 * wherever the process ends. Its name is older than the removal of Kysely's migrator.
 */
export async function createStepTable(tx: Kysely<Tables>): Promise<void> {
    await sql`create table if not exists kysely_migration (
        name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(tx);
    const applied = (await appliedSteps(tx)).filter((name) => !name.startsWith(UNFINISHED));
    refuseNewer(applied);
    refuseUnpublishedBuild(applied);
}

/** Drops these tables. The tables of the migrator stay, without applied migrations. */
export async function dropTables(tx: Kysely<Tables>, tables: readonly string[]): Promise<void> {
    for (const name of tables) await sql`drop table ${sql.table(name)}`.execute(tx);
    await sql`delete from kysely_migration`.execute(tx);
}

/** Applies these migrations, or all pending ones, inside a transaction of the caller. */
export async function doSteps(
    tx: Kysely<Tables>,
    kind: 'sqlite' | 'postgres',
    requested: readonly string[] = STEP_NAMES,
): Promise<void> {
    const recorded = await recordedSteps(tx);
    const applied = inPublishedNames(recorded);
    const types = kind === 'sqlite' ? SQLITE_TYPES : POSTGRES_TYPES;
    for (const [name, step] of Object.entries(STEPS)) {
        if (recorded.includes(name) || !requested.includes(name)) continue;
        if (!applied.includes(name)) await step.up(tx, types);
        const now = new Date().toISOString();
        await sql`insert into kysely_migration (name, timestamp) values (${name}, ${now})`.execute(tx);
    }
}

export const appliedSteps = async (db: Kysely<Tables>) => inPublishedNames(await recordedSteps(db));

async function recordedSteps(db: Kysely<Tables>): Promise<string[]> {
    const recorded = await sql<{ name: string }>`select name from kysely_migration`
        .execute(db)
        .catch((error: unknown) => {
            // The table does not exist before the first start.
            if (isMissingTable(error)) return { rows: [] };
            throw error;
        });
    return recorded.rows.map(({ name }) => name);
}

const UNDEFINED_TABLE = '42P01';

const isMissingTable = (error: unknown) =>
    error instanceof Error &&
    ((error as { code?: string }).code === UNDEFINED_TABLE || error.message.startsWith('no such table'));

/** The file may have been put there by mistake: nothing is written into a database of another program. */
async function hasOtherTables(db: Kysely<Tables>): Promise<boolean> {
    const { rows } = await sql`
        select name from sqlite_master where type = 'table' and name not like 'sqlite|_%' escape '|'
            and name not like 'kysely|_%' escape '|' limit 1`.execute(db);
    return rows.length > 0;
}

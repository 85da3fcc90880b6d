import { type Kysely, sql } from 'kysely';
import { foreignDatabase, StartError } from '../core/errors/start-error.ts';
import { type ColumnTypes, POSTGRES_TYPES, SQLITE_TYPES } from './column-types.ts';
import * as foundation from './migrations/0001-foundation.ts';
import * as flags from './migrations/0002-flags.ts';
import * as contextFieldUsage from './migrations/0003-context-field-usage.ts';
import * as projects from './migrations/0004-projects.ts';
import * as instance from './migrations/0005-instance.ts';
import * as identity from './migrations/0006-identity.ts';
import * as usage from './migrations/0007-usage.ts';
import * as integrations from './migrations/0008-integrations.ts';
import * as singleSignOn from './migrations/0009-single-sign-on.ts';
import * as mail from './migrations/0010-mail.ts';
import * as scim from './migrations/0011-scim.ts';
import * as privacy from './migrations/0012-privacy.ts';
import * as shownTokens from './migrations/0013-shown-tokens.ts';
import * as reportingTokens from './migrations/0014-reporting-tokens.ts';
import * as provenIdentity from './migrations/0015-proven-identity.ts';
import * as measuredFlags from './migrations/0020-measured-flags.ts';
import * as flagOwner from './migrations/0022-flag-owner.ts';
import * as hiddenStrategies from './migrations/0023-hidden-strategies.ts';
import * as counters from './migrations/0025-counters.ts';
import * as currentPublications from './migrations/0026-current-publications.ts';
import * as trafficExamples from './migrations/0027-traffic-examples.ts';
import * as personas from './migrations/0028-personas.ts';
import * as changeRequests from './migrations/0029-change-requests.ts';
import * as whyEvents from './migrations/0030-why-events.ts';
import * as lastingProtection from './migrations/0031-lasting-protection.ts';
import * as clearedApprovals from './migrations/0032-cleared-approvals.ts';
import * as expectedByChanges from './migrations/0033-expected-by-changes.ts';
import * as mailsWithContent from './migrations/0034-mails-with-content.ts';
import * as flagsByEnvironment from './migrations/0040-flags-by-environment.ts';
import * as epoch from './migrations/0044-epoch.ts';
import * as retention from './migrations/0045-retention.ts';
import * as attemptsByPlace from './migrations/0047-attempts-by-place.ts';
import * as withdrawnFlags from './migrations/0048-withdrawn-flags.ts';
import * as optionalReview from './migrations/0051-optional-review.ts';
import * as answers from './migrations/0052-answers.ts';
import * as viewsAndToldOwners from './migrations/0053-views-and-told-owners.ts';
import * as typedFlags from './migrations/0059-typed-flags.ts';
import * as viaEvents from './migrations/0065-via-events.ts';
import * as codeReferences from './migrations/0066-code-references.ts';
import * as epochOfAnInstall from './migrations/0068-epoch-of-an-install.ts';
import * as highestEvent from './migrations/0070-highest-event.ts';
import * as referencedContent from './migrations/0072-referenced-content.ts';
import * as peopleBehindTokens from './migrations/0073-people-behind-tokens.ts';
import * as changeReceipts from './migrations/0078-change-receipts.ts';
import * as reportJournal from './migrations/0079-report-journal.ts';
import * as replacedPublications from './migrations/0080-replaced-publications.ts';
import * as projectApplications from './migrations/0081-project-applications.ts';
import * as usernamesInLowerCase from './migrations/0085-usernames-in-lower-case.ts';
import * as requestOrigins from './migrations/0086-request-origins.ts';
import * as supersededPublications from './migrations/0088-superseded-publications.ts';
import * as applicationUsage from './migrations/0089-application-usage.ts';
import * as refusedReceipts from './migrations/0091-refused-receipts.ts';
import * as trafficSamples from './migrations/0092-traffic-samples.ts';
import * as runningNodes from './migrations/0095-running-nodes.ts';
import * as metricCharts from './migrations/0105-metric-charts.ts';
import { nameConnections, runningServices } from './service-lock.ts';
import type { Tables } from './tables.ts';

type Step = { up(db: Kysely<Tables>, types: ColumnTypes): Promise<void> };

/** In order, forward only. A released migration is never changed. */
const STEPS: Record<string, Step> = {
    '0001-foundation': foundation,
    '0002-flags': flags,
    '0003-context-field-usage': contextFieldUsage,
    '0004-projects': projects,
    '0005-instance': instance,
    '0006-identity': identity,
    '0007-usage': usage,
    '0008-integrations': integrations,
    '0009-single-sign-on': singleSignOn,
    '0010-mail': mail,
    '0011-scim': scim,
    '0012-privacy': privacy,
    '0013-shown-tokens': shownTokens,
    '0014-reporting-tokens': reportingTokens,
    '0015-proven-identity': provenIdentity,
    '0020-measured-flags': measuredFlags,
    '0022-flag-owner': flagOwner,
    '0023-hidden-strategies': hiddenStrategies,
    '0025-counters': counters,
    '0026-current-publications': currentPublications,
    '0027-traffic-examples': trafficExamples,
    '0028-personas': personas,
    '0029-change-requests': changeRequests,
    '0030-why-events': whyEvents,
    '0031-lasting-protection': lastingProtection,
    '0032-cleared-approvals': clearedApprovals,
    '0033-expected-by-changes': expectedByChanges,
    '0034-mails-with-content': mailsWithContent,
    '0040-flags-by-environment': flagsByEnvironment,
    '0044-epoch': epoch,
    '0045-retention': retention,
    '0047-attempts-by-place': attemptsByPlace,
    '0048-withdrawn-flags': withdrawnFlags,
    '0051-optional-review': optionalReview,
    '0052-answers': answers,
    '0053-views-and-told-owners': viewsAndToldOwners,
    '0059-typed-flags': typedFlags,
    '0065-via-events': viaEvents,
    '0066-code-references': codeReferences,
    '0068-epoch-of-an-install': epochOfAnInstall,
    '0070-highest-event': highestEvent,
    '0072-referenced-content': referencedContent,
    '0073-people-behind-tokens': peopleBehindTokens,
    '0078-change-receipts': changeReceipts,
    '0079-report-journal': reportJournal,
    '0080-replaced-publications': replacedPublications,
    '0081-project-applications': projectApplications,
    '0085-usernames-in-lower-case': usernamesInLowerCase,
    '0086-request-origins': requestOrigins,
    '0088-superseded-publications': supersededPublications,
    '0089-application-usage': applicationUsage,
    '0091-refused-receipts': refusedReceipts,
    '0092-traffic-samples': trafficSamples,
    '0095-running-nodes': runningNodes,
    '0105-metric-charts': metricCharts,
};

export const STEP_NAMES: readonly string[] = Object.keys(STEPS);

/** Applies all pending migrations or none, on one node at a time. */
export async function migrate(db: Kysely<Tables>, kind: 'sqlite' | 'postgres'): Promise<void> {
    const applied = await appliedSteps(db);
    if (applied.some((name) => name.startsWith(UNFINISHED))) {
        throw new StartError('A copy into this database was not finished. Run `halyard migrate` again, or empty it.');
    }
    const isUpToDate = STEP_NAMES.every((name) => applied.includes(name));
    // During a rolling upgrade, nodes of the previous version may have to restart.
    if (isUpToDate && applied.every((name) => name in STEPS || isCompatibleStep(name))) return;
    refuseNewer(applied);
    if (kind === 'postgres' && isBeforeSupported(applied)) await refuseBesideOlderNodes(db);
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
    if (unknownSteps(applied) === 0) return;
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
 * with the first migration of versions that no longer need it: `0060-contract-0043-old-columns` is safe for versions with 0043.
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
const OLDEST_SUPPORTED = '0048-withdrawn-flags';

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
    refuseNewer((await appliedSteps(tx)).filter((name) => !name.startsWith(UNFINISHED)));
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
    const done = await appliedSteps(tx);
    const types = kind === 'sqlite' ? SQLITE_TYPES : POSTGRES_TYPES;
    for (const [name, step] of Object.entries(STEPS)) {
        if (done.includes(name) || !requested.includes(name)) continue;
        await step.up(tx, types);
        const now = new Date().toISOString();
        await sql`insert into kysely_migration (name, timestamp) values (${name}, ${now})`.execute(tx);
    }
}

export async function appliedSteps(db: Kysely<Tables>): Promise<string[]> {
    const applied = await sql<{ name: string }>`select name from kysely_migration`
        .execute(db)
        .catch((error: unknown) => {
            // The table does not exist before the first start.
            if (isMissingTable(error)) return { rows: [] };
            throw error;
        });
    return applied.rows.map(({ name }) => name);
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

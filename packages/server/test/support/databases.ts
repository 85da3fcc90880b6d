import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';
import type { OpenDatabase } from '../../src/storage/database.ts';
import { openSqlite } from '../../src/storage/embedded-database.ts';
import type {} from './data-folder.setup.ts';
import { databasesOf } from './postgres.ts';
import { KeptConnections } from './reused-connections.ts';

/** The database of one app: its environment variables, and how to remove it. */
export interface TestDatabase {
    environment: Record<string, string>;
    remove(): Promise<void>;
    /**
     * The database as tests open it, for an app without its own connection settings: PostgreSQL connections are reused for the next test,
     * the embedded database uses few connections.
     */
    opened?(): OpenDatabase;
}

const FILE = 'halyard.db';

/** An empty database, without tables. */
export async function emptyDatabase(): Promise<TestDatabase> {
    return process.env['TEST_DATABASE'] === 'postgres' ? emptyPostgres() : emptySqlite();
}

/** A database that `copyOf` can copy: no process writes to it any more. */
export async function asTemplate(database: TestDatabase): Promise<TestDatabase> {
    if (process.env['TEST_DATABASE'] !== 'postgres') return database;
    await postgres().rememberRows(nameOf(database));
    const template: TestDatabase = {
        ...database,
        async remove() {
            for (const { end } of spareCopies.get(template) ?? []) await end();
            spareCopies.delete(template);
            await database.remove();
        },
    };
    return template;
}

/** A copy of a prepared database, created in milliseconds. */
export async function copyOf(template: TestDatabase): Promise<TestDatabase> {
    return process.env['TEST_DATABASE'] === 'postgres' ? postgresCopyOf(template) : ownCopyOf(template);
}

/** A copy for a single use, without open connections. */
export async function ownCopyOf(template: TestDatabase): Promise<TestDatabase> {
    if (process.env['TEST_DATABASE'] === 'postgres') return emptyPostgres(nameOf(template));
    const copy = await emptySqlite();
    await copyFile(path.join(template.environment['DATA_DIR']!, FILE), path.join(copy.environment['DATA_DIR']!, FILE));
    return copy;
}

/** Each connection reads the whole schema before its first statement: opening all of them takes longer than many tests. */
const READERS = 2;

async function emptySqlite(): Promise<TestDatabase> {
    const folder = await mkdtemp(path.join(inject('dataFolder'), 'halyard-'));
    return {
        environment: { DATA_DIR: folder },
        opened: () => openSqlite(path.join(folder, FILE), { readers: READERS }),
        remove: () => rm(folder, { recursive: true, force: true }),
    };
}

async function emptyPostgres(template?: string): Promise<TestDatabase> {
    const name = `halyard_${randomUUID().replaceAll('-', '')}`;
    await postgres().createDatabase(name, template);
    return {
        environment: { DATABASE_URL: postgres().url(name) },
        remove: () => postgres().dropDatabase(name),
    };
}

/** Copies for the next tests, by template. */
const spareCopies = new Map<TestDatabase, { copy: TestDatabase; end: () => Promise<void> }[]>();

/** Rows deleted by earlier tests remain in the database files and slow it down. */
const USES_OF_A_COPY = 50;

async function postgresCopyOf(template: TestDatabase): Promise<TestDatabase> {
    const spare = spareCopies.get(template) ?? [];
    spareCopies.set(template, spare);
    const reused = spare.pop();
    if (reused) return reused.copy;

    const { environment, remove } = await emptyPostgres(nameOf(template));
    const connections = new KeptConnections(throughSocket(environment['DATABASE_URL']!));
    const end = () => connections.close().then(remove);
    let uses = 0;
    const copy: TestDatabase = {
        environment,
        opened: () => connections.lend(),
        async remove() {
            uses++;
            if (uses < USES_OF_A_COPY && (await connections.restoreRows())) spare.push({ copy, end });
            else await end();
        },
    };
    return copy;
}

const postgres = () => databasesOf(inject('postgresUrl'));

/** The same database through the Unix socket, because TCP takes a large part of the time of a short statement. */
function throughSocket(databaseUrl: string): string {
    const folder = inject('postgresSocket');
    if (folder === '') return databaseUrl;
    const url = new URL(databaseUrl);
    url.searchParams.set('host', folder);
    return url.href;
}

const nameOf = (database: TestDatabase) => new URL(database.environment['DATABASE_URL']!).pathname.slice(1);

import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { databasesOf } from './postgres.ts';

/** Where one app keeps its data: the environment variables that say so, and how to get rid of it. */
export interface TestDatabase {
    environment: Record<string, string>;
    remove(): Promise<void>;
}

const FILE = 'halyard.db';

/** A database with nothing in it, not even tables. */
export async function emptyDatabase(): Promise<TestDatabase> {
    return process.env['TEST_DATABASE'] === 'postgres' ? emptyPostgres() : emptySqlite();
}

/** A copy of a prepared database: made in milliseconds. */
export async function copyOf(template: TestDatabase): Promise<TestDatabase> {
    if (process.env['TEST_DATABASE'] === 'postgres') {
        return emptyPostgres(new URL(template.environment['DATABASE_URL']!).pathname.slice(1));
    }
    const copy = await emptySqlite();
    await copyFile(path.join(template.environment['DATA_DIR']!, FILE), path.join(copy.environment['DATA_DIR']!, FILE));
    return copy;
}

async function emptySqlite(): Promise<TestDatabase> {
    const folder = await mkdtemp(path.join(tmpdir(), 'halyard-test-'));
    return {
        environment: { DATA_DIR: folder },
        remove: () => rm(folder, { recursive: true, force: true }),
    };
}

async function emptyPostgres(template?: string): Promise<TestDatabase> {
    const server = databasesOf(inject('postgresUrl'));
    const name = `halyard_${randomUUID().replaceAll('-', '')}`;
    await server.createDatabase(name, template);
    return {
        environment: { DATABASE_URL: server.url(name) },
        remove: () => server.dropDatabase(name),
    };
}

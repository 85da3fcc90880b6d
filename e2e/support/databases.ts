import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { inject, onTestFinished } from 'vitest';
import type {} from '../../packages/server/test/support/data-folder.setup.ts';
import type {} from '../../packages/server/test/support/postgres.setup.ts';
import { databasesOf, type PostgresDatabases, startPostgres } from '../../packages/server/test/support/postgres.ts';

/** Settings for a service with new storage, which is deleted when the test ends. */
export async function newDatabase(
    kind: 'embedded' | 'PostgreSQL' | 'durable PostgreSQL',
): Promise<Record<string, string>> {
    if (kind === 'embedded') {
        const folder = await mkdtemp(path.join(inject('dataFolder'), 'halyard-e2e-'));
        onTestFinished(() => rm(folder, { recursive: true, force: true }));
        return { DATA_DIR: folder };
    }
    const server = kind === 'PostgreSQL' ? databasesOf(inject('postgresUrl')) : await durableServer();
    const name = `halyard_${randomUUID().replaceAll('-', '')}`;
    await server.createDatabase(name);
    return { DATABASE_URL: server.url(name) };
}

/** Unlike the shared server, this one stores its data on disk. */
async function durableServer(): Promise<PostgresDatabases> {
    const server = await startPostgres({ durable: true });
    onTestFinished(() => server.stop());
    return server;
}

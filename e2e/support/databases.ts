import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject, onTestFinished } from 'vitest';
import type {} from '../../packages/server/test/support/postgres.setup.ts';
import { databasesOf, type PostgresDatabases, startPostgres } from '../../packages/server/test/support/postgres.ts';

/** The settings that make the service keep its data in a new place, which goes when the test ends. */
export async function newDatabase(
    kind: 'embedded' | 'PostgreSQL' | 'durable PostgreSQL',
): Promise<Record<string, string>> {
    if (kind === 'embedded') {
        const folder = await mkdtemp(path.join(tmpdir(), 'halyard-e2e-'));
        onTestFinished(() => rm(folder, { recursive: true, force: true }));
        return { DATA_DIR: folder };
    }
    const server = kind === 'PostgreSQL' ? databasesOf(inject('postgresUrl')) : await durableServer();
    const name = `halyard_${randomUUID().replaceAll('-', '')}`;
    await server.createDatabase(name);
    return { DATABASE_URL: server.url(name) };
}

/** Unlike the one that all share, which keeps nothing on a disk. */
async function durableServer(): Promise<PostgresDatabases> {
    const server = await startPostgres({ durable: true });
    onTestFinished(() => server.stop());
    return server;
}

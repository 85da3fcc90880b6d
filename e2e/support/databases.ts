import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { startPostgres } from '../../packages/server/test/support/postgres.ts';

/** The settings that make the service keep its data in a new place, which goes when the test ends. */
export async function newDatabase(kind: 'embedded' | 'PostgreSQL'): Promise<Record<string, string>> {
    if (kind === 'embedded') {
        const folder = await mkdtemp(path.join(tmpdir(), 'halyard-e2e-'));
        onTestFinished(() => rm(folder, { recursive: true, force: true }));
        return { DATA_DIR: folder };
    }
    // Durable, unlike the one that the server's own tests share: these tests are about what survives.
    const server = await startPostgres({ durable: true });
    onTestFinished(() => server.stop());
    const name = `halyard_${randomUUID().replaceAll('-', '')}`;
    await server.createDatabase(name);
    return { DATABASE_URL: server.url(name) };
}

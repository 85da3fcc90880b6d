import { execFile } from 'node:child_process';
import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { newDatabase } from './support/databases.ts';
import { MAIN, type OwnProcess, startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

const FEATURES = '/api/admin/projects/default/features';
const REMOVED = /database files of this service were deleted or replaced.*restore/;

const createFlag = (node: OwnProcess, name: string) => node.request('POST', FEATURES, { name });

async function readiness(node: OwnProcess): Promise<{ state: string; says: string }> {
    const { body } = await node.request('GET', '/ready');
    return (body as { database: { state: string; says: string } }).database;
}

test.each(['all files', 'halyard.db', 'halyard.db-wal'])(
    'a service rejects changes after %s of its database were deleted',
    async (deleted) => {
        const database = await newDatabase('embedded');
        const folder = database['DATA_DIR']!;
        const node = await startServer(database);
        expect((await createFlag(node, 'kept')).status).toBe(201);

        for (const name of await readdir(folder)) {
            if (name.startsWith('halyard.db') && (deleted === 'all files' || deleted === name)) {
                await rm(path.join(folder, name));
            }
        }

        expect(await createFlag(node, 'lost')).toMatchObject({
            status: 503,
            body: { message: expect.stringMatching(REMOVED) },
        });
        expect(await readiness(node)).toMatchObject({ state: 'removed', says: expect.stringMatching(REMOVED) });
        expect(node.output()).toMatch(REMOVED);
        expect((await node.clientFlags()).map(({ name }) => name)).toEqual(['kept']);
    },
);

test('a service detects without a change that its data folder was moved, and continues when it is back', async () => {
    const database = await newDatabase('embedded');
    const file = path.join(database['DATA_DIR']!, 'halyard.db');
    const node = await startServer(database);
    expect((await createFlag(node, 'first')).status).toBe(201);

    await rename(file, `${file}.moved`);
    await until(async () => (await readiness(node)).state === 'removed');
    await rename(`${file}.moved`, file);
    await until(async () => (await readiness(node)).state === 'fine');

    expect((await createFlag(node, 'second')).status).toBe(201);
});

test('a second service on a data folder is rejected until the first one has ended, for any reason', async () => {
    const database = await newDatabase('embedded');
    const first = await startServer(database);

    await expect(startServer(database)).rejects.toThrow(
        `Another service or command uses the data folder ${database['DATA_DIR']}. Stop it, or set DATA_DIR`,
    );
    expect((await createFlag(first, 'kept')).status).toBe(201);
    // Read-only commands work at the same time.
    const file = path.join(database['DATA_DIR']!, 'backup.jsonl.gz');
    await promisify(execFile)(process.execPath, [MAIN, 'backup', file], { env: database });
    await first.stop('SIGKILL');

    const next = await startServer(database);
    expect((await next.clientFlags()).map(({ name }) => name)).toEqual(['kept']);
});

import { execFile } from 'node:child_process';
import { chmod, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
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

test('only the owner can read the files of a data folder, also files that an earlier release left readable', async () => {
    const database = await newDatabase('embedded');
    const folder = database['DATA_DIR']!;
    const modes = async () => {
        const files = await readdir(folder);
        const all = files.map(async (name) => [name, ((await stat(path.join(folder, name))).mode & 0o777).toString(8)]);
        return Object.fromEntries(await Promise.all(all));
    };
    await chmod(folder, 0o755);
    // An owner could have set another mask, with which new files are readable by everyone.
    const mask = process.umask(0o022);
    onTestFinished(() => void process.umask(mask));

    const first = await startServer(database);
    expect((await createFlag(first, 'first')).status).toBe(201);
    const created = await modes();
    expect(Object.keys(created)).toEqual(
        expect.arrayContaining(['halyard.db', 'halyard.db-wal', 'halyard.lock', 'halyard.lock-journal']),
    );
    expect(new Set(Object.values(created))).toEqual(new Set(['600']));

    await first.stop('SIGKILL');
    for (const name of await readdir(folder)) await chmod(path.join(folder, name), 0o644);
    const second = await startServer(database);
    expect((await createFlag(second, 'second')).status).toBe(201);
    const backup = path.join(folder, 'backup.jsonl.gz');
    await promisify(execFile)(process.execPath, [MAIN, 'backup', backup], { env: { ...process.env, ...database } });

    expect(new Set(Object.values(await modes()))).toEqual(new Set(['600']));
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

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startPostgres } from '../packages/server/test/support/postgres.ts';

// These tests start their own server, even if TEST_DATABASE_URL is set.
beforeAll(() => void vi.stubEnv('TEST_DATABASE_URL', ''));
afterAll(() => void vi.unstubAllEnvs());

test('the test PostgreSQL creates databases from a template and leaves nothing behind', async () => {
    const server = await startPostgres();
    await server.createDatabase('template');
    await query(server.url('template'), 'CREATE TABLE colours AS SELECT $1 AS name', ['red']);

    await server.createDatabase('copy', 'template');
    expect(await query(server.url('copy'), 'SELECT name FROM colours')).toEqual([{ name: 'red' }]);

    const running = await serverLocation(server.url('copy'));
    await server.dropDatabase('copy');
    await expect(query(server.url('copy'), 'SELECT 1')).rejects.toThrow('does not exist');

    await server.stop();
    await vi.waitFor(() => expect(isGone(running)).toBe(true), { timeout: 60_000 });
});

test('the test PostgreSQL does not outlive a test run that was killed', async () => {
    const support = path.join(import.meta.dirname, '../packages/server/test/support/postgres.ts');
    const script = `import(${JSON.stringify(support)})
        .then(({ startPostgres }) => startPostgres({ durable: true }))
        .then((server) => console.log(server.url('postgres')));`;
    const runner = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await Promise.race([once(runner.stdout, 'data'), once(runner, 'exit')]);
    const running = await serverLocation(String(line).trim());
    expect(isGone(running)).toBe(false);

    runner.kill('SIGKILL');

    await vi.waitFor(() => expect(isGone(running)).toBe(true), { timeout: 60_000 });
});

async function query(connectionString: string, sql: string, values: string[] = []) {
    const client = new pg.Client({ connectionString });
    await client.connect();
    // The tests expect that the server goes away.
    client.on('error', () => {});
    try {
        return (await client.query(sql, values)).rows;
    } finally {
        await client.end();
    }
}

async function serverLocation(url: string) {
    const [{ data_directory: folder }] = await query(url, 'SHOW data_directory');
    const [pid] = (await readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n');
    return { folder: String(folder), pid: Number(pid) };
}

function isGone({ folder, pid }: { folder: string; pid: number }): boolean {
    try {
        process.kill(pid, 0);
        return false;
    } catch {
        return !existsSync(folder);
    }
}

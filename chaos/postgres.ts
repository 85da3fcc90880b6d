import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../packages/server/test/support/free-port.ts';
import { copyBinaries, findBinaries } from '../packages/server/test/support/postgres.ts';

const PASSWORD = 'chaos';
const DISK = '512m';
const NOBODY = 65534;

/** A PostgreSQL that can be killed, frozen, and run out of disk. */
export class Postgres {
    readonly url: string;
    /** Whether its disk is a small one of its own that can be filled. */
    readonly hasOwnDisk: boolean;
    readonly #home: string;
    readonly #disk: string;
    readonly #port: number;
    #server: ChildProcess | undefined;
    #isWanted = true;
    #keeping: Promise<void> | undefined;

    private constructor({
        home,
        disk,
        port,
        hasOwnDisk,
    }: { home: string; disk: string; port: number; hasOwnDisk: boolean }) {
        this.#home = home;
        this.#disk = disk;
        this.#port = port;
        this.hasOwnDisk = hasOwnDisk;
        this.url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
    }

    static async start(): Promise<Postgres> {
        const home = await mkdtemp(path.join(tmpdir(), 'halyard-chaos-'));
        const disk = path.join(home, 'disk');
        await mkdir(disk);
        const hasOwnDisk = mountDisk(disk);
        const postgres = new Postgres({ home, disk, port: await freePort(), hasOwnDisk });
        await postgres.#initialise();
        const ready = postgres.#live();
        await ready.started;
        postgres.#keeping = postgres.#keep(ready.ended);
        return postgres;
    }

    kill = () => this.#signal('SIGKILL');
    freeze = () => this.#signal('SIGSTOP');
    thaw = () => this.#signal('SIGCONT');

    async fillDisk(): Promise<void> {
        const { bavail, bsize } = await statfs(this.#disk);
        const ballast = path.join(this.#disk, 'ballast');
        const chunk = Buffer.alloc(1024 * 1024);
        try {
            writeFileSync(ballast, '');
            for (let bytes = bavail * bsize; bytes > 0; bytes -= chunk.length) {
                writeFileSync(ballast, chunk.subarray(0, Math.min(bytes, chunk.length)), { flag: 'a' });
            }
        } catch {
            // That is how it is full.
        }
    }

    emptyDisk = () => rmSync(path.join(this.#disk, 'ballast'), { force: true });

    async stop(): Promise<void> {
        this.#isWanted = false;
        this.#signal('SIGKILL');
        await this.#keeping;
        if (this.hasOwnDisk) execFileSync('umount', ['-l', this.#disk]);
        await rm(this.#home, { recursive: true, force: true });
    }

    async #initialise(): Promise<void> {
        await copyBinaries(findBinaries(), this.#home);
        await writeFile(path.join(this.#home, 'password'), PASSWORD);
        await chmod(this.#home, 0o755);
        await mkdir(path.join(this.#disk, 'data'));
        if (isRoot()) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, this.#home]);
        const how = ['--auth=password', '--pwfile=password', '--encoding=UTF8', '--locale=C', '-N'];
        execFileSync(path.join(this.#home, 'bin/initdb'), ['-D', `${this.#disk}/data`, '-U', 'postgres', ...how], {
            ...this.#options(),
            stdio: 'ignore',
        });
    }

    /** As whoever operates it would: it is started again when it is gone, until there is room for it, too. */
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
            port: this.#port,
            unix_socket_directories: '',
            max_wal_size: '64MB',
            min_wal_size: '32MB',
            // The disk is memory: it outlives the processes, and the machine is not switched off.
            fsync: 'off',
        };
        const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
        const server = spawn(path.join(this.#home, 'bin/postgres'), ['-D', `${this.#disk}/data`, ...flags], {
            ...this.#options(),
            stdio: ['ignore', 'ignore', 'pipe'],
        });
        this.#server = server;
        const started = new Promise<void>((resolve) => {
            server.stderr.setEncoding('utf8').on('data', (text: string) => {
                if (text.includes('ready to accept connections')) resolve();
            });
        });
        return { started, ended: new Promise((resolve) => server.once('exit', () => resolve())) };
    }

    #options() {
        const asNobody = isRoot() ? { uid: NOBODY, gid: NOBODY } : {};
        return { ...asNobody, cwd: this.#home, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } };
    }

    /** All of its processes: each is a group of its own. */
    #signal(signal: NodeJS.Signals): void {
        const main = this.#server?.pid;
        if (main === undefined || this.#server?.exitCode !== null) return;
        for (const pid of [main, ...childrenOf(main)]) {
            try {
                process.kill(pid, signal);
            } catch {
                // It has just ended.
            }
        }
    }
}

const isRoot = () => process.getuid?.() === 0;

/** A disk of a few hundred megabytes in memory; only root may. */
function mountDisk(folder: string): boolean {
    try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', folder], { stdio: 'ignore' });
        return true;
    } catch {
        return false;
    }
}

function childrenOf(parent: number): number[] {
    if (process.platform !== 'linux') {
        const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
        const pairs = list.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
        return pairs.filter(([, ppid]) => ppid === parent).map(([pid]) => pid!);
    }
    return readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .filter((pid) => {
            try {
                const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
                return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
            } catch {
                return false;
            }
        })
        .map(Number);
}

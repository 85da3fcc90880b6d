import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const SIZE = '512m';

/** The disk of a database. As root it is a small RAM disk that can be filled up. */
export class Disk {
    readonly home: string;
    readonly folder: string;
    readonly isOwn: boolean;

    private constructor(home: string, folder: string, isOwn: boolean) {
        this.home = home;
        this.folder = folder;
        this.isOwn = isOwn;
    }

    static async make(): Promise<Disk> {
        const home = await mkdtemp(path.join(tmpdir(), 'halyard-chaos-'));
        const folder = path.join(home, 'disk');
        await mkdir(folder);
        return new Disk(home, folder, mount(folder));
    }

    async fill(): Promise<void> {
        const { bavail, bsize } = await statfs(this.folder);
        const chunk = Buffer.alloc(1024 * 1024);
        try {
            writeFileSync(this.#ballast, '');
            for (let bytes = bavail * bsize; bytes > 0; bytes -= chunk.length) {
                writeFileSync(this.#ballast, chunk.subarray(0, Math.min(bytes, chunk.length)), { flag: 'a' });
            }
        } catch {
            // The error is expected: the disk is full.
        }
    }

    empty(): void {
        rmSync(this.#ballast, { force: true });
    }

    async remove(): Promise<void> {
        if (this.isOwn) execFileSync('umount', ['-l', this.folder]);
        await rm(this.home, { recursive: true, force: true });
    }

    get #ballast(): string {
        return path.join(this.folder, 'ballast');
    }
}

function mount(folder: string): boolean {
    try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder], { stdio: 'ignore' });
        return true;
    } catch {
        return false;
    }
}

import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { databaseFile } from '../storage/open-database.ts';
import { sized } from './figures.ts';
import { type DoctorFinding, doubtful, fine, wrong } from './findings.ts';

const LITTLE = 1_000_000_000;
const TOO_LITTLE = 100_000_000;

/** Each folder that something is written to, and which setting says so. */
export function folders({ databaseUrl, dataDir, archiveDir }: Config): DoctorFinding[] {
    return [
        ...(databaseUrl ? [] : [...folder('Folder', dataDir, 'DATA_DIR'), ...fileForOthers(dataDir)]),
        ...(archiveDir === '' ? [] : folder('Archives', archiveDir, 'ARCHIVE_DIR')),
        // Backups are verified there.
        ...folder('Temporary files', tmpdir(), 'TMPDIR'),
    ];
}

function folder(about: string, wanted: string, setting: string): DoctorFinding[] {
    const path = resolve(wanted);
    const existing = existsSync(path) ? path : dirname(path);
    try {
        accessSync(existing, constants.W_OK | constants.X_OK);
    } catch {
        const unwritable = `${existing} cannot be written by this user. Change its owner, or ${setting}.`;
        return [wrong(about, unwritable), ...(existsSync(existing) ? [disk(existing)] : [])];
    }
    return [fine(about, path), disk(existing)];
}

function disk(path: string): DoctorFinding {
    const { bavail, bsize } = statfsSync(path);
    const free = bavail * bsize;
    const says = `${sized(free)} free at ${path}`;
    if (free < TOO_LITTLE) return wrong('Disk', `${says}. Make room before changes are refused.`);
    return free < LITTLE ? doubtful('Disk', says) : fine('Disk', says);
}

function fileForOthers(dataDir: string): DoctorFinding[] {
    const file = databaseFile(resolve(dataDir));
    if (!existsSync(file) || (statSync(file).mode & 0o077) === 0) return [];
    return [wrong('Permissions', `others can read ${file}, which holds secrets. Run: chmod 600 ${file}`)];
}

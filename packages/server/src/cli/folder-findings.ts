import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { databaseFile } from '../storage/open-database.ts';
import { formatBytes } from './figures.ts';
import { type DoctorFinding, errorFinding, okFinding, warningFinding } from './findings.ts';

const LOW_BYTES = 1_000_000_000;
const CRITICAL_BYTES = 100_000_000;

/** Checks each folder that Halyard writes to; the finding names the setting. */
export function folders({ databaseUrl, dataDir, archiveDir }: Config): DoctorFinding[] {
    return [
        ...(databaseUrl ? [] : [...folder('Folder', dataDir, 'DATA_DIR'), ...databasePermissions(dataDir)]),
        ...(archiveDir === '' ? [] : folder('Archives', archiveDir, 'ARCHIVE_DIR')),
        // Backups are verified in the temporary folder.
        ...folder('Temporary files', tmpdir(), 'TMPDIR'),
    ];
}

function folder(about: string, configured: string, setting: string): DoctorFinding[] {
    const path = resolve(configured);
    const existing = existsSync(path) ? path : dirname(path);
    try {
        accessSync(existing, constants.W_OK | constants.X_OK);
    } catch {
        const unwritable = `${existing} cannot be written by this user. Change its owner, or ${setting}.`;
        return [errorFinding(about, unwritable), ...(existsSync(existing) ? [disk(existing)] : [])];
    }
    return [okFinding(about, path), disk(existing)];
}

function disk(path: string): DoctorFinding {
    const { bavail, bsize } = statfsSync(path);
    const free = bavail * bsize;
    const message = `${formatBytes(free)} free at ${path}`;
    if (free < CRITICAL_BYTES) return errorFinding('Disk', `${message}. Free up space before writes fail.`);
    return free < LOW_BYTES ? warningFinding('Disk', message) : okFinding('Disk', message);
}

function databasePermissions(dataDir: string): DoctorFinding[] {
    const file = databaseFile(resolve(dataDir));
    if (!existsSync(file) || (statSync(file).mode & 0o077) === 0) return [];
    return [
        errorFinding('Permissions', `other users can read ${file}, which contains secrets. Run: chmod 600 ${file}`),
    ];
}

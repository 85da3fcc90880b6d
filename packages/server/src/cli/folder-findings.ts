import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
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

/** Checks the database and the files beside it. */
function databasePermissions(dataDir: string): DoctorFinding[] {
    const folder = resolve(dataDir);
    if (!existsSync(folder)) return [];
    const isOpen = (file: string) => (statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077;
    const open = readdirSync(folder)
        .filter((name) => name.startsWith('halyard.'))
        .map((name) => join(folder, name))
        .filter(isOpen)
        .join(' ');
    if (open === '') return [];
    return [
        errorFinding('Permissions', `other users can read ${open}, which contains secrets. Run: chmod 600 ${open}`),
    ];
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseProblem, StartError } from '../core/errors/start-error.ts';
import { restrictToOwner } from './restrict-to-owner.ts';

const BUSY = 5;

/**
 * Locks a data folder against other services, and commands that need exclusive access. The lock is a file lock of the operating
 * system: it ends with the process, so a leftover file blocks nobody. Returns a function that releases it.
 */
export function lockDataFolder(dataDir: string): () => void {
    const file = join(dataDir, 'halyard.lock');
    let lock: DatabaseSync | undefined;
    try {
        mkdirSync(dataDir, { recursive: true, mode: 0o700 });
        restrictToOwner(file);
        lock = new DatabaseSync(file);
        lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    } catch (error) {
        lock?.close();
        const { errcode = 0 } = error as { errcode?: number };
        if ((errcode & 0xff) !== BUSY) throw databaseProblem(error, { isPostgres: false, dataDir });
        throw new StartError(
            `Another service or command uses the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
        );
    }
    return () => lock.close();
}

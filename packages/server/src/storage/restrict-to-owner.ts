import { chmodSync, closeSync, openSync } from 'node:fs';

/** Files beside a database of SQLite. A file that SQLite creates later inherits the permissions of the database. */
const SUFFIXES = ['', '-wal', '-shm', '-journal'];

/** Creates the file of a database that only its owner can read, before SQLite would create it with the permissions of the process. */
export function restrictToOwner(file: string): void {
    closeSync(openSync(file, 'a', 0o600));
    for (const suffix of SUFFIXES) {
        try {
            chmodSync(`${file}${suffix}`, 0o600);
        } catch {
            // The file does not exist, or belongs to another owner, who sets its permissions.
        }
    }
}

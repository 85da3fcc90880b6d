import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../core/errors/start-error.ts';
import { openNew, readIfExists, writeBackupFile } from './backup-files.ts';
import type { BackupPart, BackupStore } from './backup-store.ts';

/** Written at the start, to test whether the folder is writable. */
const PROBE = 'halyard_reports.json.new';

/** A folder of this edge, with the file names of Unleash Edge. */
export class BackupFolder implements BackupStore {
    readonly fileNames = { features: 'unleash_features.json', tokens: 'unleash_tokens.json' };
    readonly #folder: string;

    constructor(folder: string) {
        this.#folder = folder;
    }

    async begin(): Promise<void> {
        try {
            await mkdir(this.#folder, { recursive: true, mode: 0o700 });
        } catch (error) {
            const { message } = error as Error;
            throw new StartError(`The folder ${this.#folder} cannot be used: ${message}. Check BACKUP_FOLDER.`);
        }
        await this.#tryToWrite();
    }

    read(part: BackupPart): Promise<string | undefined> {
        return readIfExists(join(this.#folder, this.fileNames[part]));
    }

    write(part: BackupPart, text: string): Promise<void> {
        return writeBackupFile(join(this.#folder, this.fileNames[part]), text);
    }

    /** A volume may belong to the user of another image: the operator is warned at the start, not when the backup is needed. */
    async #tryToWrite(): Promise<void> {
        const path = join(this.#folder, PROBE);
        try {
            await (await openNew(path)).close();
            await rm(path);
        } catch (error) {
            const { message } = error as Error;
            throw new StartError(
                `User ${process.getuid?.() ?? 'of this process'} cannot write to ${this.#folder}: ${message}. Let it, or set BACKUP_FOLDER to another folder.`,
            );
        }
    }
}

import type { BackupPart, BackupStore } from './backup-store.ts';
import { requestBackup } from './remote-backup.ts';

interface HttpBackupOptions {
    /** The URL of a folder. */
    url: string;
    /** The value of the header; empty: none. */
    authorization: string;
    timeoutMs: number;
}

/** Files that a web server provides, with the names of a backup folder. The operator updates them. */
export class HttpBackup implements BackupStore {
    readonly fileNames = { features: 'unleash_features.json', tokens: 'unleash_tokens.json' };
    readonly #options: HttpBackupOptions;

    constructor(options: HttpBackupOptions) {
        this.#options = options;
    }

    read(part: BackupPart): Promise<string | undefined> {
        const { url, authorization, timeoutMs } = this.#options;
        const [path, query] = url.split(/(?=\?)/) as [string, string?];
        return requestBackup(`${path}/${this.fileNames[part]}${query ?? ''}`, {
            method: 'GET',
            headers: authorization ? { authorization } : {},
            timeoutMs,
        });
    }
}

import type { BackupPart, BackupStore } from './backup-store.ts';
import { requestBackup } from './remote-backup.ts';
import { type S3Credentials, signS3Request } from './s3-signature.ts';

interface S3BackupOptions {
    bucket: string;
    region: string;
    /** The URL of a storage other than that of AWS; empty: AWS. */
    endpoint: string;
    /** Whether the bucket is in the path, not in the host name. */
    isPathStyle: boolean;
    credentials: S3Credentials;
    timeoutMs: number;
    clock: () => Date;
}

/** A bucket that several edges share. */
export class S3Backup implements BackupStore {
    /** Those of Unleash Edge without its leading slash, which some storages reject. */
    readonly fileNames = { features: 'unleash-features.json', tokens: 'unleash-tokens.json' };
    readonly #options: S3BackupOptions;
    readonly #base: string;

    constructor(options: S3BackupOptions) {
        const { bucket, region, endpoint, isPathStyle } = options;
        this.#options = options;
        const url = new URL(endpoint || `https://s3.${region}.amazonaws.com`);
        this.#base = isPathStyle
            ? `${url.origin}${url.pathname.replace(/\/$/, '')}/${bucket}/`
            : `${url.protocol}//${bucket}.${url.host}/`;
    }

    read(part: BackupPart): Promise<string | undefined> {
        return this.#send('GET', part);
    }

    async write(part: BackupPart, body: string): Promise<void> {
        await this.#send('PUT', part, body);
    }

    #send(method: 'GET' | 'PUT', part: BackupPart, body?: string): Promise<string | undefined> {
        const { region, credentials, timeoutMs, clock } = this.#options;
        const url = this.#base + this.fileNames[part];
        const content = body === undefined ? {} : { body };
        const headers = signS3Request({ method, url, ...content, region, credentials, at: clock() });
        return requestBackup(url, { method, headers, ...content, timeoutMs });
    }
}

import type { EdgeConfig } from '../config/edge-config.ts';
import type { ValidToken } from '../tokens/token-validation.ts';
import { type BackedUp, Backup, type BackupOptions } from './backup.ts';
import { BackupFolder } from './backup-folder.ts';
import type { BackupStore } from './backup-store.ts';
import { HttpBackup } from './http-backup.ts';
import { S3Backup } from './s3-backup.ts';

const FOLDER_PAUSE_MS = 1_000;
/** Writes to shared storage are rarer: every edge writes, and each write may have a price. */
const SHARED_PAUSE_MS = 30_000;

interface BackupsOptions extends Pick<BackupOptions, 'log'> {
    current: () => { sources: Iterable<BackedUp>; tokens: Iterable<ValidToken> };
    /** Whether everything that is served was received from upstream since the start. */
    isSynchronized: () => boolean;
    clock: () => Date;
    sharedPauseMs?: number | undefined;
}

/** The backups of an edge: its folder, and the one that it shares with other edges. */
export class Backups {
    readonly #all: readonly Backup[];

    constructor(
        config: EdgeConfig,
        { current, isSynchronized, clock, log, sharedPauseMs = SHARED_PAUSE_MS }: BackupsOptions,
    ) {
        const folder = config.backupFolder ? new BackupFolder(config.backupFolder) : undefined;
        const shared = sharedStoreOf(config, clock);
        this.#all = [
            ...(folder ? [new Backup({ store: folder, pauseMs: FOLDER_PAUSE_MS, current, log })] : []),
            // An edge with restored flags must not replace newer ones of another edge.
            ...(shared
                ? [
                      new Backup({
                          store: shared,
                          pauseMs: sharedPauseMs,
                          current: () => (isSynchronized() ? current() : undefined),
                          log,
                      }),
                  ]
                : []),
        ];
    }

    async begin(): Promise<void> {
        for (const backup of this.#all) await backup.begin();
    }

    /** The content of the first backup that has flags, otherwise of the last one. */
    async restore(): Promise<{ sources: BackedUp[]; tokens: ValidToken[] }> {
        for (const backup of this.#all) {
            const sources = await backup.features();
            if (sources.length > 0 || backup === this.#all.at(-1)) return { sources, tokens: await backup.tokens() };
        }
        return { sources: [], tokens: [] };
    }

    /** Schedules a write after a change. */
    schedule(): void {
        for (const backup of this.#all) backup.schedule();
    }

    /** Writes scheduled changes at once. Rejects if a write failed, after all were tried. */
    async stop(): Promise<void> {
        const failed = (await Promise.allSettled(this.#all.map((backup) => backup.stop()))).find(
            ({ status }) => status === 'rejected',
        );
        if (failed?.status === 'rejected') throw failed.reason;
    }
}

function sharedStoreOf(config: EdgeConfig, clock: () => Date): BackupStore | undefined {
    const timeoutMs = 1000 * config.upstreamRequestSeconds;
    if (config.backupUrl) {
        return new HttpBackup({ url: config.backupUrl, authorization: config.backupAuthorization, timeoutMs });
    }
    if (!config.s3Bucket) return undefined;
    return new S3Backup({
        bucket: config.s3Bucket,
        region: config.s3Region,
        endpoint: config.s3Endpoint,
        isPathStyle: config.s3PathStyle,
        credentials: {
            accessKeyId: config.s3AccessKeyId,
            secretAccessKey: config.s3SecretAccessKey,
            sessionToken: config.s3SessionToken,
        },
        timeoutMs,
        clock,
    });
}

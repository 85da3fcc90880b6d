import { once } from 'node:events';
import { statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

/** SQLite's default: a checkpoint after a thousand pages. */
const FULL = 1000 * 4096;
/** Commits may outpace the checkpoint thread: waiting for it once is better than filling the disk. */
const OVERFULL = 64 * 1024 * 1024;
/** The file size after a complete checkpoint. */
const AFTER_CHECKPOINT = 1024 * 1024;

/** SQLite writes the log; we decide when it is flushed and checkpointed. */
export const OWN_LOG = `
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA wal_autocheckpoint = 0;
    PRAGMA journal_size_limit = ${AFTER_CHECKPOINT};
`;

const CHECKPOINT = `
    const { parentPort, workerData } = require('node:worker_threads');
    const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(workerData);
    parentPort.on('message', () => {
        database.exec('PRAGMA wal_checkpoint(PASSIVE)');
        parentPort.postMessage('done');
    });
`;

/**
 * The write-ahead log that SQLite appends to on commit. Flushing commits and checkpointing the log run on other threads, because
 * SDK requests must not wait for the disk.
 */
export class WriteAheadLog {
    readonly #database: string;
    readonly #file: string;
    #handle: FileHandle | undefined;
    #flushing: Promise<void> = Promise.resolve();
    #nextFlush: Promise<void> | undefined;
    #thread: Worker | undefined;
    #checkpointing: Promise<void> | undefined;
    /** The length of the log at the last checkpoint. */
    #lengthThen = 0;

    constructor(database: string) {
        this.#database = database;
        this.#file = `${database}-wal`;
    }

    /** Resolves when all earlier commits are on disk. One flush serves all callers that wait for it. */
    flush(): Promise<void> {
        // A flush in progress may have started before our commit.
        this.#nextFlush ??= this.#flushing
            .catch(() => undefined)
            .then(() => {
                this.#nextFlush = undefined;
                this.#flushing = this.#sync();
                return this.#flushing;
            });
        return this.#nextFlush;
    }

    /** Resolves when no flush is in progress. */
    async idle(): Promise<void> {
        await this.#nextFlush?.catch(() => undefined);
        await this.#flushing.catch(() => undefined);
    }

    /**
     * Called after a commit, before the next. If the log is too long, waits for the checkpoint: without concurrent writes the
     * checkpoint is complete, and the next commit restarts the log.
     */
    async checkpointWhenFull(): Promise<void> {
        const length = this.#length();
        // The log was restarted.
        if (length < this.#lengthThen) this.#lengthThen = 0;
        if (length > OVERFULL) {
            await this.#checkpointing;
            await this.#checkpoint();
        } else if (length - this.#lengthThen >= FULL && !this.#checkpointing) {
            // Commits during the checkpoint remain in the log until the next one.
            this.#lengthThen = length;
            void this.#checkpoint();
        }
    }

    /** The thread starts on first use, which never happens on small instances. */
    #checkpoint(): Promise<void> {
        this.#thread ??= new Worker(CHECKPOINT, { eval: true, workerData: this.#database });
        const thread = this.#thread;
        this.#checkpointing = once(thread, 'message').then(
            () => this.#ended(thread),
            // Retried with a new thread after the next commit; nothing is lost, the log only grows.
            () => {
                this.#lengthThen = 0;
                this.#thread = undefined;
                this.#ended(thread);
            },
        );
        thread.ref();
        thread.postMessage('checkpoint');
        return this.#checkpointing;
    }

    #ended(thread: Worker): void {
        this.#checkpointing = undefined;
        thread.unref();
    }

    async close(): Promise<void> {
        await this.#nextFlush;
        await this.#flushing;
        await this.#handle?.close();
        await this.#thread?.terminate();
    }

    async #sync(): Promise<void> {
        // Opened once: the file stays the same until the database is closed.
        this.#handle ??= await open(this.#file, 'r+');
        await this.#handle.datasync();
    }

    #length(): number {
        return statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
    }
}

import { once } from 'node:events';
import { statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

/** SQLite's own choice: the log is brought into the database when it has a thousand pages. */
const FULL = 1000 * 4096;
/** Something was committed whenever the other thread was done: better to wait for it once than to fill the disk. */
const OVERFULL = 64 * 1024 * 1024;
/** A log that is wholly in the database starts again from a file of this size. */
const AFTER_CHECKPOINT = 1024 * 1024;

/** SQLite writes the log, and leaves it to us when it goes to the disk and into the database. */
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
 * The file that SQLite appends to when it commits. Whatever waits for the disk is done on other threads, because SDK
 * requests must not wait with it: bringing a commit to the disk, and bringing the log into the database now and then.
 */
export class WriteAheadLog {
    readonly #database: string;
    readonly #file: string;
    #handle: FileHandle | undefined;
    #flushing: Promise<void> = Promise.resolve();
    #nextFlush: Promise<void> | undefined;
    #thread: Worker | undefined;
    #checkpointing: Promise<void> | undefined;
    /** How long the log was when it was last brought into the database. */
    #lengthThen = 0;

    constructor(database: string) {
        this.#database = database;
        this.#file = `${database}-wal`;
    }

    /** Resolves when all that was committed before is on the disk. One flush serves all who wait for it. */
    flush(): Promise<void> {
        // The one under way may have begun before our commit.
        this.#nextFlush ??= this.#flushing
            .catch(() => undefined)
            .then(() => {
                this.#nextFlush = undefined;
                this.#flushing = this.#sync();
                return this.#flushing;
            });
        return this.#nextFlush;
    }

    /** Resolves when nothing is being brought to the disk. */
    async idle(): Promise<void> {
        await this.#nextFlush?.catch(() => undefined);
        await this.#flushing.catch(() => undefined);
    }

    /**
     * After a commit, before the next. A log that has become too long is waited for: nobody writes meanwhile, so that all of it
     * gets into the database, and the next commit starts it again.
     */
    async checkpointWhenFull(): Promise<void> {
        const length = this.#length();
        // It was started again.
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

    /** The thread is started when it is first needed, which on small instances is never. */
    #checkpoint(): Promise<void> {
        this.#thread ??= new Worker(CHECKPOINT, { eval: true, workerData: this.#database });
        const thread = this.#thread;
        this.#checkpointing = once(thread, 'message').then(
            () => this.#ended(thread),
            // Tried again with a new thread after the next commit; nothing is lost, the log only grows.
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
        // Opened once: it is the same file until the database is closed.
        this.#handle ??= await open(this.#file, 'r+');
        await this.#handle.datasync();
    }

    #length(): number {
        return statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
    }
}

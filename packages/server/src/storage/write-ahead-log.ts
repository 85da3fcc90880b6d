import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

/** Below this, the disk is done before anybody notices. */
const LARGE = 1024 * 1024;
/** SQLite's own choice: the log is brought into the database when it has a thousand pages. */
const FULL = 1000 * 4096;
/** The other thread does not get round to it: better to wait for it once than to fill the disk. */
const OVERFULL = 64 * 1024 * 1024;

/** SQLite leaves all of this to us, and starts a log that is wholly in the database again from a small file. */
export const OWN_CHECKPOINTS = `PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = ${LARGE};`;

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
 * The file that SQLite appends to when it commits. What takes long with it, waiting for the disk after a large change
 * and bringing its pages into the database now and then, is done on other threads: SDK requests do not wait for it.
 */
export class WriteAheadLog {
    readonly #database: string;
    readonly #file: string;
    #checkpoints: Worker | undefined;
    #isRunning = false;
    #sizeOfLastFlush = 0;

    constructor(database: string) {
        this.#database = database;
        this.#file = `${database}-wal`;
    }

    /** Before a commit: what a large change has written so far goes to the disk now, so that the commit is soon done. */
    async flushWhenLarge(): Promise<void> {
        const size = this.#size();
        if (Math.abs(size - this.#sizeOfLastFlush) < LARGE) return;
        this.#sizeOfLastFlush = size;
        const handle = await open(this.#file, 'r+');
        await handle.datasync().finally(() => handle.close());
    }

    get isOverfull(): boolean {
        return this.#size() > OVERFULL;
    }

    /** After a commit. The thread is started when it is first needed, which on small instances is never. */
    checkpointWhenFull(): void {
        if (this.#isRunning || this.#size() < FULL) return;
        this.#isRunning = true;
        this.#checkpoints ??= new Worker(CHECKPOINT, { eval: true, workerData: this.#database })
            .on('message', () => {
                this.#isRunning = false;
            })
            // Tried again with a new thread after the next commit; nothing is lost, the log only grows.
            .on('error', () => {
                this.#isRunning = false;
                this.#checkpoints = undefined;
            });
        this.#checkpoints.unref();
        this.#checkpoints.postMessage('checkpoint');
    }

    async close(): Promise<void> {
        await this.#checkpoints?.terminate();
    }

    #size(): number {
        return statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
    }
}

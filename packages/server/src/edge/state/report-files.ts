import { type FileHandle, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openNew, parseBackup, readIfExists, writeBackupFile } from './backup-files.ts';

const SNAPSHOT = 'halyard_reports.json';
const LOG_NAME = /^halyard_reports\.(\d+)\.jsonl$/;
const logName = (number: number) => `halyard_reports.${number}.jsonl`;

type Log = { warn(about: object, message: string): void };

/**
 * Reports that were acknowledged and not yet accepted by upstream, in the backup folder: a snapshot, and a log of later reports.
 * The snapshot names the first log that is not part of it, so a kill between writing one and removing the other counts nothing
 * twice.
 */
export class ReportFiles {
    readonly #folder: string;
    readonly #log: Log;
    #number = 0;
    #file: FileHandle | undefined;
    /** The length of the complete lines in the log. */
    #length = 0;
    #bytes = 0;
    #writes: Promise<unknown> = Promise.resolve();
    #hasContent = false;

    constructor(folder: string, log: Log) {
        this.#folder = folder;
        this.#log = log;
    }

    /** Bytes that were appended since the last attempt to write a snapshot. */
    get logBytes(): number {
        return this.#bytes;
    }

    /** Returns the snapshot and the log lines that are not part of it, as JSON values. Called once, before any write. */
    async restore(): Promise<{ snapshot: unknown; lines: unknown[] }> {
        const snapshot = await parseBackup(SNAPSHOT, readIfExists(join(this.#folder, SNAPSHOT)), this.#log);
        const { log } = (snapshot ?? {}) as { log?: unknown };
        const first = typeof log === 'number' && Number.isSafeInteger(log) ? log : 0;
        const numbers = (await readdir(this.#folder))
            .flatMap((name) => LOG_NAME.exec(name)?.[1] ?? [])
            .map(Number)
            .sort((a, b) => a - b);
        const lines: unknown[] = [];
        for (const number of numbers.filter((each) => each >= first)) {
            for (const line of await this.#linesOf(logName(number))) lines.push(line);
        }
        this.#number = Math.max(first, ...numbers) + 1;
        this.#hasContent = snapshot !== undefined || numbers.length > 0;
        return { snapshot, lines };
    }

    /**
     * Appends a line. When the promise resolves, the line survives a kill of this process, and `onAppended` has been called, before any
     * later write. When it rejects, no part of the line is left.
     */
    append(line: string, onAppended: () => void): Promise<void> {
        return this.#enqueue(async () => {
            this.#hasContent = true;
            this.#file ??= await openNew(join(this.#folder, logName(this.#number)));
            const bytes = Buffer.from(`${line}\n`);
            await this.#writeToLog(this.#file, bytes);
            this.#length += bytes.length;
            this.#bytes += bytes.length;
            onAppended();
        });
    }

    /**
     * Replaces all files by a state, which must contain every line for which `onAppended` was called before. Undefined: no reports.
     * When the promise rejects, either the former files or the new ones are complete.
     */
    replace(stateNow: () => Record<string, unknown> | undefined): Promise<void> {
        this.#bytes = 0;
        return this.#enqueue(async () => {
            const state = stateNow();
            // An idle edge writes nothing.
            if (state === undefined && !this.#hasContent) return;
            const next = this.#number + 1;
            await writeBackupFile(join(this.#folder, SNAPSHOT), JSON.stringify({ ...state, log: next }));
            await this.#beginLog(next);
            this.#hasContent = state !== undefined;
            for (const name of await readdir(this.#folder)) {
                const number = LOG_NAME.exec(name)?.[1];
                if (number !== undefined && Number(number) < next) await rm(join(this.#folder, name), { force: true });
            }
        });
    }

    close(): Promise<void> {
        return this.#enqueue(() => this.#beginLog(this.#number + 1));
    }

    /** A disk that becomes full leaves a part of a line, to which the next line would be added. */
    async #writeToLog(file: FileHandle, bytes: Buffer): Promise<void> {
        try {
            for (let start = 0; start < bytes.length; ) {
                const { bytesWritten } = await file.write(bytes, start, bytes.length - start, this.#length + start);
                start += bytesWritten;
            }
        } catch (error) {
            await file.truncate(this.#length).catch(() => this.#beginLog(this.#number + 1));
            throw error;
        }
    }

    /** The file is created by the next line. */
    async #beginLog(number: number): Promise<void> {
        const file = this.#file;
        this.#file = undefined;
        this.#number = number;
        this.#length = 0;
        await file?.close().catch(() => undefined);
    }

    #enqueue(work: () => Promise<void>): Promise<void> {
        const result = this.#writes.then(work);
        this.#writes = result.catch(() => undefined);
        return result;
    }

    async #linesOf(name: string): Promise<unknown[]> {
        const read = readIfExists(join(this.#folder, name));
        const text = await parseBackup(name, read, this.#log, (content) => content);
        const lines = (typeof text === 'string' ? text : '').split('\n').filter((line) => line !== '');
        return lines.flatMap((line) => {
            try {
                return [JSON.parse(line) as unknown];
            } catch {
                // A process was killed while it wrote its last line. That report was never acknowledged.
                this.#log.warn({ file: name }, 'a line of the report log cannot be read and is left out');
                return [];
            }
        });
    }
}

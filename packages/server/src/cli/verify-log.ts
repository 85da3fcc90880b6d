import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CliContext, CommandError } from '@halyard/cli/program/command';
import type { Result } from '@halyard/cli/program/result';
import { verifyArchiveFile } from '../changes/archive/archive-file.ts';
import { ARCHIVE_FORMAT, type EventArchiveHeader, gapBetween } from '../changes/archive/archive-format.ts';
import { verifyRecorded } from '../changes/archive/verify-recorded.ts';
import { type ChainHead, parseChainHead } from '../changes/chain-head.ts';
import { type ChainVerdict, verifyChain } from '../changes/verify-chain.ts';
import { readConfig } from '../config/config.ts';
import { readArchive } from '../storage/copy/archive.ts';
import { load } from '../storage/copy/load.ts';
import type { Db } from '../storage/database.ts';
import { linesOf } from '../storage/file-lines.ts';
import { withDatabase, withDatabaseAt } from './database.ts';

/** The verification result of one part of the log. */
interface Verdict {
    of: string;
    valid: boolean;
    verified: number;
    /** For an archive: the range that its header declares. */
    from?: number;
    through?: number;
    archivedThrough?: number;
    /** The newest event, to be stored outside of the database for `--after`. */
    head?: ChainHead;
    reason?: string;
}

interface VerifyLogOptions {
    files: string[];
    folder: string | undefined;
    after: ChainHead | undefined;
    checkpoint: string | undefined;
}

/** Verifies the log in the database together with its archives, or logs in files: event archives or backups. */
export async function verifyLog(
    { files, folder, after, checkpoint }: VerifyLogOptions,
    context: CliContext,
): Promise<Result> {
    if (checkpoint !== undefined && (after !== undefined || files.length > 0)) {
        throw new CommandError(
            'A checkpoint belongs to the database: omit --after and the files, or omit --checkpoint.',
        );
    }
    const verified = after ?? (checkpoint === undefined ? undefined : await readCheckpoint(checkpoint));
    const verdicts: Verdict[] = [];
    const headers: EventArchiveHeader[] = [];
    if (files.length === 0) {
        const results = await withDatabase(context, ({ db }, { archiveDir }) =>
            verifyWhole('the database', db, folder ?? archiveDir, verified),
        );
        verdicts.push(...results);
        const { head } = results.at(-1)!;
        if (checkpoint !== undefined && head && results.every(({ valid }) => valid)) {
            await writeCheckpoint(checkpoint, head);
        }
        if (results.length === 1 && results[0]!.archivedThrough !== undefined) {
            context.output.note('The archives were not verified: specify their folder with --folder or ARCHIVE_DIR.');
        }
    }
    for (const file of files) {
        if (await isArchive(file)) {
            const { header, ...result } = await verifyArchiveFile(file);
            if (header) headers.push(header);
            verdicts.push({ of: file, ...result, ...(header && { from: header.from, through: header.through }) });
        } else {
            verdicts.push(...(await verifyBackup(file, folder ?? '', context)));
        }
    }
    const gap = gapBetween(headers.sort((a, b) => a.from - b.from));
    if (gap) verdicts.push({ of: 'the order of the archives', valid: false, verified: 0, reason: gap });
    const valid = verdicts.every((each) => each.valid);
    return {
        json: { valid, verdicts },
        text: verdicts.map((verdict) => sentence(verdict, context)).join('\n'),
        exitCode: valid ? 0 : 1,
    };
}

const ofChain = (of: string, { firstBroken, ...result }: ChainVerdict): Verdict => ({
    of,
    ...result,
    ...(firstBroken && { reason: firstBroken.reason }),
});

/** Verifies a log from its first to its newest event if the folder of its archives is known, otherwise from its last archive on. */
async function verifyWhole(of: string, db: Db, folder: string, verified?: ChainHead): Promise<Verdict[]> {
    const archives = folder === '' ? [] : await verifyRecorded(db, folder);
    return [...archives, ofChain(of, await verifyChain(db, { verified }))];
}

/** Reads the newest event of the last run; undefined before the first run. */
async function readCheckpoint(file: string): Promise<ChainHead | undefined> {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw new CommandError(`The checkpoint ${file} cannot be read: ${error.message}.`);
    });
    if (text === undefined) return undefined;
    const head = parseChainHead(text.trim());
    if (head) return head;
    throw new CommandError(
        `The checkpoint ${file} does not contain id:hash. Specify another file, or delete it and verify all events.`,
    );
}

/** Replaces the file atomically: a partial checkpoint could not be read by the next run. */
async function writeCheckpoint(file: string, { id, hash }: ChainHead): Promise<void> {
    const unfinished = `${file}.part`;
    try {
        await writeFile(unfinished, `${id}:${hash}\n`, { mode: 0o600, flush: true });
        await rename(unfinished, file);
    } catch (error) {
        throw new CommandError(
            `The log is valid, but the checkpoint ${file} cannot be written: ${(error as Error).message}.`,
        );
    }
}

async function isArchive(file: string): Promise<boolean> {
    try {
        for await (const line of linesOf(file)) return line.includes(`"${ARCHIVE_FORMAT}"`);
        return false;
    } catch (error) {
        throw new CommandError(`${file} cannot be read: ${(error as Error).message}.`);
    }
}

/** Loads a backup into a temporary database, so that its log is verified like any other. */
async function verifyBackup(file: string, archives: string, { environment, output }: CliContext): Promise<Verdict[]> {
    const archive = await readArchive(file);
    const folder = await mkdtemp(join(tmpdir(), 'halyard-verify-'));
    try {
        output.note(`Reading ${file}`);
        return await withDatabaseAt(
            { ...readConfig(environment), databaseUrl: '', dataDir: folder },
            async (database) => {
                await load(database, archive, { onRows: () => undefined, check: async () => undefined });
                return verifyWhole(file, database.db, archives);
            },
        );
    } finally {
        await rm(folder, { recursive: true, force: true });
    }
}

function sentence(verdict: Verdict, { output }: CliContext): string {
    const { of, valid, verified, archivedThrough, head, reason } = verdict;
    const range = verdict.from === undefined ? '' : `, ${verdict.from} to ${verdict.through},`;
    const from = archivedThrough === undefined ? '' : `, after the archive that ends with event ${archivedThrough}`;
    return valid
        ? `${output.paint('green', '✓')} ${of}: all ${verified} events${range} are as they were recorded${from}${head ? `, up to ${head.id}:${head.hash}` : ''}`
        : `${output.paint('red', '✗')} ${of}: ${reason} (${verified} events before it are in order)`;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CliContext, CommandError } from '@halyard/cli/program/command';
import type { Result } from '@halyard/cli/program/result';
import { verifyArchiveFile } from '../changes/archive/archive-file.ts';
import { ARCHIVE_FORMAT, type EventArchiveHeader, gapBetween } from '../changes/archive/archive-format.ts';
import { verifyRecorded } from '../changes/archive/verify-recorded.ts';
import type { Proof } from '../changes/proof.ts';
import { type ChainVerdict, verifyChain } from '../changes/verify-chain.ts';
import { readConfig } from '../config.ts';
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
    /** Of an archive: what it says that it has. */
    from?: number;
    through?: number;
    archivedThrough?: number;
    /** The newest event: to be kept outside of the database, for `--after`. */
    head?: Proof;
    reason?: string;
}

/** Walks the log in the database, with the archives that were taken out of it, or the logs in files: archives of events, or backups. */
export async function verifyLog(
    { files, folder, after }: { files: string[]; folder: string | undefined; after: Proof | undefined },
    context: CliContext,
): Promise<Result> {
    const verdicts: Verdict[] = [];
    const headers: EventArchiveHeader[] = [];
    if (files.length === 0) {
        const found = await withDatabase(context, ({ db }, { archiveDir }) =>
            verifyWhole('the database', db, folder ?? archiveDir, after),
        );
        verdicts.push(...found);
        if (found.length === 1 && found[0]!.archivedThrough !== undefined) {
            context.output.note('The archives were not looked at: say where they are with --folder, or ARCHIVE_DIR.');
        }
    }
    for (const file of files) {
        if (await isArchive(file)) {
            const { header, ...found } = await verifyArchiveFile(file);
            if (header) headers.push(header);
            verdicts.push({ of: file, ...found, ...(header && { from: header.from, through: header.through }) });
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

const ofChain = (of: string, { firstBroken, ...found }: ChainVerdict): Verdict => ({
    of,
    ...found,
    ...(firstBroken && { reason: firstBroken.reason }),
});

/** A log from its first event to the newest, where the folder of its archives is known; else from its last archive on. */
async function verifyWhole(of: string, db: Db, folder: string, kept?: Proof): Promise<Verdict[]> {
    const archives = folder === '' ? [] : await verifyRecorded(db, folder);
    return [...archives, ofChain(of, await verifyChain(db, { kept }))];
}

async function isArchive(file: string): Promise<boolean> {
    try {
        for await (const line of linesOf(file)) return line.includes(`"${ARCHIVE_FORMAT}"`);
        return false;
    } catch (error) {
        throw new CommandError(`${file} cannot be read: ${(error as Error).message}.`);
    }
}

/** A backup is put into a database of its own first, so that its log is walked like any other. */
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
    const which = verdict.from === undefined ? '' : `, ${verdict.from} to ${verdict.through},`;
    const from = archivedThrough === undefined ? '' : `, after the archive that ends with event ${archivedThrough}`;
    return valid
        ? `${output.paint('green', '✓')} ${of}: all ${verified} events${which} are as they were recorded${from}${head ? `, up to ${head.id}:${head.hash}` : ''}`
        : `${output.paint('red', '✗')} ${of}: ${reason} (${verified} events before it are in order)`;
}

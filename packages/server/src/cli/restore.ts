import { existsSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { type CliContext, CommandError } from '@halyard/cli/program/command';
import type { Result } from '@halyard/cli/program/result';
import { verifyChain } from '../changes/verify-chain.ts';
import { type Config, readConfig } from '../config/config.ts';
import { findPublicationDifferences } from '../publications/publish.ts';
import { type Archive, readArchive } from '../storage/copy/archive.ts';
import { isOpenInAnotherProcess } from '../storage/copy/in-use.ts';
import { demandKnown, load } from '../storage/copy/load.ts';
import type { Opened } from '../storage/copy/source.ts';
import { tableShapes } from '../storage/copy/table-shapes.ts';
import type { Tx } from '../storage/database.ts';
import { databaseFile } from '../storage/open-database.ts';
import { withDatabaseAt, withExclusiveFolder, withServicesStopped } from './database.ts';
import { countRows } from './figures.ts';

const NOT_EMPTY = 'The database is not empty. Add --replace to replace everything in it, or specify another database.';
const WHY_STOPPED = ': it would not notice the change';

interface Restored {
    chain: { valid: boolean; verified: number };
    publicationsThatDisagree: number;
}

export async function restore(
    { file, replace, dryRun }: { file: string; replace: boolean; dryRun: boolean },
    context: CliContext,
): Promise<Result> {
    const config = readConfig(context.environment);
    const archive = await readArchive(file);
    const { header } = archive;
    const counted = countRows(context.output.progress('Restore'), header.rows);
    const work = { archive, replace, dryRun, onRows: counted.onRows };
    const result = config.databaseUrl ? await intoPostgres(config, work) : await intoFile(config, work);
    counted.end();
    const { output } = context;
    const { revision, hash, rows, createdAt } = header;
    const about = { file, rows, revision, hash, createdAt };
    if (!result) {
        return {
            json: { dryRun, ...about },
            text: `${rows} rows would be restored, as of revision ${revision} of ${createdAt}.`,
        };
    }
    if (!result.chain.valid) output.note('The audit log of the backup is broken: `halyard verify-log` shows where.');
    return {
        json: { ...about, ...result },
        text: [
            `${output.paint('green', '✓')} Restored ${rows} rows, as of revision ${revision} of ${createdAt}`,
            '  SDKs fetch all flags again automatically once the service runs.',
        ].join('\n'),
    };
}

interface RestoreWork {
    archive: Archive;
    replace: boolean;
    dryRun: boolean;
    onRows: (table: string, count: number) => void;
}

/** Restores into a new file, which replaces the old one when it is complete. */
async function intoFile(config: Config, work: RestoreWork): Promise<Restored | undefined> {
    const { replace, dryRun } = work;
    const file = databaseFile(config.dataDir);
    if (existsSync(file) && statSync(file).size > 0 && !replace) throw new CommandError(NOT_EMPTY);
    return withExclusiveFolder(config, WHY_STOPPED, () => (dryRun ? readThrough(work) : replaceFile(config, work)));
}

async function replaceFile(config: Config, work: RestoreWork): Promise<Restored> {
    const file = databaseFile(config.dataDir);
    const fresh = `${config.dataDir}/restoring`;
    await rm(fresh, { recursive: true, force: true });
    try {
        const result = await withDatabaseAt({ ...config, dataDir: fresh }, (target) => fill(target, work));
        const restoredFile = databaseFile(fresh);
        if (isOpenInAnotherProcess(restoredFile)) throw new Error(`${restoredFile} is still open.`);
        // SQLite would apply an old write-ahead log to the new file.
        for (const log of [`${file}-wal`, `${file}-shm`]) await rm(log, { force: true });
        await rename(restoredFile, file);
        return result;
    } finally {
        await rm(fresh, { recursive: true, force: true });
    }
}

const intoPostgres = (config: Config, work: RestoreWork): Promise<Restored | undefined> =>
    withDatabaseAt(config, async (target) => {
        const tables = await tableShapes(target.migrator, target.kind);
        if (tables.length > 0 && !work.replace) throw new CommandError(NOT_EMPTY);
        return withServicesStopped(target, WHY_STOPPED, () => (work.dryRun ? readThrough(work) : fill(target, work)));
    });

/** Reads the archive to its end, which contains the checksum. */
async function readThrough({ archive, onRows }: RestoreWork): Promise<undefined> {
    demandKnown(archive);
    for await (const { shape, rows } of archive.tables()) {
        for await (const page of rows) onRows(shape.name, page.length);
    }
}

async function fill(target: Opened, { archive, onRows }: RestoreWork): Promise<Restored> {
    let result: Restored | undefined;
    const check = async (tx: Tx) => {
        const { valid, verified } = await verifyChain(tx);
        result = {
            chain: { valid, verified },
            publicationsThatDisagree: (await findPublicationDifferences(tx)).length,
        };
    };
    await load(target, archive, { onRows, check });
    return result!;
}

import { existsSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { type CliContext, CommandError } from '@halyard/cli/program/command';
import type { Result } from '@halyard/cli/program/result';
import { verifyChain } from '../changes/verify-chain.ts';
import { type Config, readConfig } from '../config.ts';
import { publicationsThatDisagree } from '../publications/publish.ts';
import { type Archive, readArchive } from '../storage/copy/archive.ts';
import { isOpenElsewhere } from '../storage/copy/in-use.ts';
import { demandKnown, load } from '../storage/copy/load.ts';
import type { Opened } from '../storage/copy/source.ts';
import { tableShapes } from '../storage/copy/table-shapes.ts';
import type { Tx } from '../storage/database.ts';
import { databaseFile } from '../storage/open-database.ts';
import { aloneOn, withDatabaseAt, withFolderAlone } from './database.ts';
import { countRows } from './figures.ts';

const FULL = 'The database is not empty. Add --replace to replace everything in it, or name another.';
const WHY_ALONE = ': it would not notice';

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
    const found = config.databaseUrl ? await intoPostgres(config, work) : await intoFile(config, work);
    counted.end();
    const { output } = context;
    const { revision, hash, rows, createdAt } = header;
    const about = { file, rows, revision, hash, createdAt };
    if (!found) {
        return {
            json: { dryRun, ...about },
            text: `${rows} rows would be restored, as of revision ${revision} of ${createdAt}.`,
        };
    }
    if (!found.chain.valid) output.note('The event log of the backup is broken: `halyard verify-log` says where.');
    return {
        json: { ...about, ...found },
        text: [
            `${output.paint('green', '✓')} Restored ${rows} rows, as of revision ${revision} of ${createdAt}`,
            '  SDKs begin anew by themselves once the service runs.',
        ].join('\n'),
    };
}

interface Work {
    archive: Archive;
    replace: boolean;
    dryRun: boolean;
    onRows: (table: string, count: number) => void;
}

/** Beside the old file, which is replaced once the new one is whole. */
async function intoFile(config: Config, work: Work): Promise<Restored | undefined> {
    const { replace, dryRun } = work;
    const file = databaseFile(config.dataDir);
    if (existsSync(file) && statSync(file).size > 0 && !replace) throw new CommandError(FULL);
    return withFolderAlone(config, WHY_ALONE, () => (dryRun ? readThrough(work) : replaceFile(config, work)));
}

async function replaceFile(config: Config, work: Work): Promise<Restored> {
    const file = databaseFile(config.dataDir);
    const fresh = `${config.dataDir}/restoring`;
    await rm(fresh, { recursive: true, force: true });
    try {
        const found = await withDatabaseAt({ ...config, dataDir: fresh }, (target) => fill(target, work));
        const made = databaseFile(fresh);
        if (isOpenElsewhere(made)) throw new Error(`${made} is still open.`);
        // A log beside the new file would be taken for its own.
        for (const log of [`${file}-wal`, `${file}-shm`]) await rm(log, { force: true });
        await rename(made, file);
        return found;
    } finally {
        await rm(fresh, { recursive: true, force: true });
    }
}

const intoPostgres = (config: Config, work: Work): Promise<Restored | undefined> =>
    withDatabaseAt(config, async (target) => {
        const tables = await tableShapes(target.migrator, target.kind);
        if (tables.length > 0 && !work.replace) throw new CommandError(FULL);
        return aloneOn(target, config, WHY_ALONE, () => (work.dryRun ? readThrough(work) : fill(target, work)));
    });

/** To its end, where the checksum stands. */
async function readThrough({ archive, onRows }: Work): Promise<undefined> {
    demandKnown(archive);
    for await (const { shape, rows } of archive.tables()) {
        for await (const page of rows) onRows(shape.name, page.length);
    }
}

async function fill(target: Opened, { archive, onRows }: Work): Promise<Restored> {
    let found: Restored | undefined;
    const check = async (tx: Tx) => {
        const { valid, verified } = await verifyChain(tx);
        found = { chain: { valid, verified }, publicationsThatDisagree: (await publicationsThatDisagree(tx)).length };
    };
    await load(target, archive, { onRows, check });
    return found!;
}

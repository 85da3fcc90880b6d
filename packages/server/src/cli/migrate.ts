import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type CliContext, CommandError } from '@halyard/cli/program/command';
import type { Result } from '@halyard/cli/program/result';
import { verifyChain } from '../changes/verify-chain.ts';
import { type Config, readConfig } from '../config/config.ts';
import { nameOfPostgres, readPostgresUrl } from '../core/settings/postgres-url.ts';
import { findPublicationDifferences } from '../publications/publish.ts';
import { isOpenInAnotherProcess } from '../storage/copy/in-use.ts';
import type { CopySource, Opened } from '../storage/copy/source.ts';
import { demandEqual, demandRoom, markCopyComplete, transfer, withWritersBlocked } from '../storage/copy/transfer.ts';
import { databaseFile } from '../storage/open-database.ts';
import { withDatabaseAt, withExclusiveDatabase, withExclusiveFolder } from './database.ts';
import { countRows } from './figures.ts';

interface MigrateOptions {
    to: string;
    restart: boolean;
    dryRun: boolean;
}

/** Copies the configured database to another one of either kind, and verifies that the copy is equal. */
export async function migrate({ to, restart, dryRun }: MigrateOptions, context: CliContext): Promise<Result> {
    const config = readConfig(context.environment);
    const target = targetIn(to, config);
    const { output } = context;
    return withExclusiveDatabase(context, ', so that no change is lost on the way', (source) =>
        withWritersBlocked(source, (origin, own) => {
            if (dryRun) return dryRunResult(target, origin);
            return withTarget(target, async (copy) => {
                // Each row is written, and read again.
                const { onRows, end } = countRows(output.progress('Migrate'), origin.rows * 2);
                const resumed = await transfer(copy, origin, own, { restart, onRows });
                await demandEqual(copy, origin, own, onRows);
                const differences = (await findPublicationDifferences(copy.migrator)).length;
                const before = (await findPublicationDifferences(own)).length;
                const { valid, verified } = await verifyChain(copy.migrator);
                if (differences > before)
                    throw new CommandError(
                        'SDKs would get different flags from the copy, so the migration was not completed.',
                    );
                await markCopyComplete(copy);
                end();
                const { rows, revision, hash } = origin;
                return {
                    json: {
                        to: nameOf(target),
                        rows,
                        resumedAfter: resumed,
                        revision,
                        hash,
                        chain: { valid, verified },
                        publicationsThatDisagree: differences,
                    },
                    text: [
                        `${output.paint('green', '✓')} Copied ${rows} rows to ${nameOf(target)}, as of revision ${revision}`,
                        `  Compared row by row. Start the service with ${target.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR'} set to it.`,
                    ].join('\n'),
                };
            });
        }),
    );
}

/** Opens the target while no service can start on it. */
const withTarget = <T>(target: Config, work: (copy: Opened) => Promise<T>): Promise<T> =>
    withExclusiveFolder(target, ', so that it cannot write to the copy', () => withDatabaseAt(target, work));

/** Runs the checks without writing. A missing folder is not created. */
async function dryRunResult(target: Config, { rows, revision, hash }: CopySource): Promise<Result> {
    if (target.databaseUrl || existsSync(databaseFile(target.dataDir))) await withDatabaseAt(target, demandRoom);
    return {
        json: { dryRun: true, to: nameOf(target), rows, revision, hash },
        text: `${rows} rows would be copied to ${nameOf(target)}, as of revision ${revision}.`,
    };
}

function targetIn(to: string, config: Config): Config {
    if (readPostgresUrl(to)) {
        if (to === config.databaseUrl) throw new CommandError('--to is the same database as the source.');
        return { ...config, databaseUrl: to };
    }
    const [, folder] = /^sqlite:(?:\/\/)?(.+)$/.exec(to) ?? [];
    if (folder === undefined) {
        throw new CommandError('--to must be postgres://user:password@host/database or sqlite:folder.');
    }
    const dataDir = resolve(folder);
    if (!config.databaseUrl && dataDir === resolve(config.dataDir)) {
        throw new CommandError('--to is the same database as the source.');
    }
    if (existsSync(databaseFile(dataDir)) && isOpenInAnotherProcess(databaseFile(dataDir))) {
        throw new CommandError('The target is in use. Stop the program that has it open.');
    }
    return { ...config, databaseUrl: '', dataDir };
}

/** Returns the name without the password. */
function nameOf({ databaseUrl, dataDir }: Config): string {
    return databaseUrl ? nameOfPostgres(databaseUrl) : databaseFile(dataDir);
}

import { existsSync } from 'node:fs';
import { type CliContext, CommandError } from '@halyard/cli/program/command';
import { type Config, readConfig } from '../config/config.ts';
import { brokenDatabase, databaseProblem } from '../core/errors/start-error.ts';
import { COMMAND_NAME, InUse, isOpenInAnotherProcess, withoutServices } from '../storage/copy/in-use.ts';
import type { Opened } from '../storage/copy/source.ts';
import { lockDataFolder } from '../storage/data-folder-lock.ts';
import { type DatabaseSettings, databaseFile, openDatabase } from '../storage/open-database.ts';

/** Commands have no statement timeout. */
export const UNBOUNDED = { statementMs: 0, lockMs: 10_000, idleMs: 0 };

/** Opens the configured database for a command; fails if the database does not exist. */
export async function withDatabase<T>(
    { environment }: Pick<CliContext, 'environment'>,
    work: (database: Opened, config: Config) => Promise<T>,
): Promise<T> {
    const config = readConfig(environment);
    if (!config.databaseUrl && !existsSync(databaseFile(config.dataDir))) {
        throw new CommandError(`There is no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL.`);
    }
    return withDatabaseAt(config, (database) => work(database, config));
}

export async function withDatabaseAt<T>(config: DatabaseSettings, work: (database: Opened) => Promise<T>): Promise<T> {
    const context = { isPostgres: config.databaseUrl !== '', dataDir: config.dataDir };
    const database = openDatabase(
        { ...config, databaseApplicationName: COMMAND_NAME, databasePoolMax: 3 },
        { onError: () => undefined, bounds: UNBOUNDED },
    );
    try {
        return await work(database);
    } catch (error) {
        throw missingTables(error) ?? brokenDatabase(error, context) ?? databaseProblem(error, context);
    } finally {
        await database.close();
    }
}

/**
 * Opens the database for a command whose changes a service would not notice: no service may run meanwhile. `why` completes "Stop it first".
 */
export async function withExclusiveDatabase<T>(
    context: Pick<CliContext, 'environment'>,
    why: string,
    work: (database: Opened, config: Config) => Promise<T>,
): Promise<T> {
    return withExclusiveFolder(readConfig(context.environment), why, () =>
        withDatabase(context, (database, config) => withServicesStopped(database, why, () => work(database, config))),
    );
}

/** Ensures that no service runs or starts on the embedded database. Must be called before the database is opened. */
export async function withExclusiveFolder<T>(
    config: Pick<Config, 'databaseUrl' | 'dataDir'>,
    why: string,
    work: () => Promise<T>,
): Promise<T> {
    requireUnused(config, why);
    // A missing folder is not created here: the command either fails or creates it.
    if (config.databaseUrl || !existsSync(config.dataDir)) return work();
    const release = lockDataFolder(config.dataDir);
    try {
        return await work();
    } finally {
        release();
    }
}

/** Fails if the embedded database is in use. Must be called before it is opened. */
function requireUnused({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>, why: string): void {
    if (!databaseUrl && isOpenInAnotherProcess(databaseFile(dataDir))) {
        throw new CommandError(`A service runs on this database. Stop it first${why}.`);
    }
}

/** Ensures that no service runs on an opened PostgreSQL database. */
export const withServicesStopped = <T>(database: Opened, why: string, work: () => Promise<T>): Promise<T> =>
    withoutServices(database, work).catch((error: unknown) => {
        if (!(error instanceof InUse)) throw error;
        throw new CommandError(`A service runs on this database (${error.by}). Stop it first${why}.`);
    });

const UNDEFINED_TABLE = '42P01';

function missingTables(error: unknown): CommandError | undefined {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === UNDEFINED_TABLE || /no such table/.test(message)
        ? new CommandError('The database is empty: no service has run on it yet.')
        : undefined;
}

import { existsSync } from 'node:fs';
import { type CliContext, CommandError } from '@halyard/cli/program/command';
import { type Config, readConfig } from '../config.ts';
import { brokenDatabase, databaseProblem } from '../core/errors/start-error.ts';
import { COMMAND_NAME, InUse, isOpenElsewhere, withoutServices } from '../storage/copy/in-use.ts';
import type { Opened } from '../storage/copy/source.ts';
import { lockDataFolder } from '../storage/data-folder-lock.ts';
import { databaseFile, openDatabase } from '../storage/open-database.ts';

/** A command takes the time it needs. */
export const UNBOUNDED = { statementMs: 0, lockMs: 10_000, idleMs: 0 };

type DatabaseConfig = Pick<
    Config,
    'dataDir' | 'databaseUrl' | 'databaseSchema' | 'databaseSsl' | 'databasePoolMax' | 'databaseApplicationName'
>;

/** Opens the database of the configuration for a command, which must be there unless `mayCreate`. */
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

export async function withDatabaseAt<T>(place: DatabaseConfig, work: (database: Opened) => Promise<T>): Promise<T> {
    const told = { isPostgres: place.databaseUrl !== '', dataDir: place.dataDir };
    const database = openDatabase(
        { ...place, databaseApplicationName: COMMAND_NAME, databasePoolMax: 3 },
        { onError: () => undefined, bounds: UNBOUNDED },
    );
    try {
        return await work(database);
    } catch (error) {
        throw missingTables(error) ?? brokenDatabase(error, told) ?? databaseProblem(error, told);
    } finally {
        await database.close();
    }
}

/** The same for what a service would not notice: no service runs meanwhile. `why` completes "Stop it first". */
export async function withDatabaseAlone<T>(
    context: Pick<CliContext, 'environment'>,
    why: string,
    work: (database: Opened, config: Config) => Promise<T>,
): Promise<T> {
    return withFolderAlone(readConfig(context.environment), why, () =>
        withDatabase(context, (database, config) => aloneOn(database, config, why, () => work(database, config))),
    );
}

/** Of the embedded database: no service runs on it, and none starts meanwhile. Call it before the database is opened. */
export async function withFolderAlone<T>(
    config: Pick<Config, 'databaseUrl' | 'dataDir'>,
    why: string,
    work: () => Promise<T>,
): Promise<T> {
    demandUnused(config, why);
    // A folder that is not there is not made: the command refuses it, or makes it itself.
    if (config.databaseUrl || !existsSync(config.dataDir)) return work();
    const release = lockDataFolder(config.dataDir);
    try {
        return await work();
    } finally {
        release();
    }
}

/** Of the embedded database, before it is opened. */
function demandUnused({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>, why: string): void {
    if (!databaseUrl && isOpenElsewhere(databaseFile(dataDir))) {
        throw new CommandError(`A service runs on this database. Stop it first${why}.`);
    }
}

/** Of PostgreSQL, once it is opened. */
export const aloneOn = <T>(database: Opened, config: Config, why: string, work: () => Promise<T>): Promise<T> =>
    withoutServices(database, config.databaseApplicationName, work).catch((error: unknown) => {
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

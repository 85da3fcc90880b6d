/** The reason why the service cannot start, in one line for the operator. */
export class StartError extends Error {}

/** `settings`: the names of the settings for the port and the address. */
export function portProblem(
    error: unknown,
    port: number,
    settings = { port: 'HTTP_PORT', host: 'HTTP_HOST' },
): unknown {
    switch ((error as NodeJS.ErrnoException).code) {
        case 'EADDRINUSE':
            return new StartError(`Port ${port} is taken. Stop what listens there, or set ${settings.port}.`);
        case 'EACCES':
            return new StartError(
                `Port ${port} may not be used by this user. Set ${settings.port} to a port above 1023.`,
            );
        case 'EADDRNOTAVAIL':
        case 'ENOTFOUND':
            return new StartError(`${settings.host} is not an address of this machine. Correct it, or leave it out.`);
        default:
            return error;
    }
}

interface DatabaseLocation {
    isPostgres: boolean;
    dataDir: string;
}

/** The error codes of SQLite for a damaged file, and for a file that is not a SQLite database. */
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/** Describes a database that exists but cannot be used, at any point of the start. */
export function brokenDatabase(error: unknown, { isPostgres, dataDir }: DatabaseLocation): StartError | undefined {
    const { code, message, errcode } = error as NodeJS.ErrnoException & { errcode?: number };
    if (isPostgres) {
        return code === undefined && /timeout|did not answer|terminated/i.test(message)
            ? new StartError(
                  'PostgreSQL takes the connection and does not answer. Check that it is well, and DATABASE_URL.',
              )
            : undefined;
    }
    // The upper bits contain the extended code.
    switch ((errcode ?? 0) & 0xff) {
        case CORRUPT:
            return new StartError(`The database in ${dataDir} is damaged. ${RESTORE}`);
        case NOT_A_DATABASE:
            return new StartError(`${dataDir}/halyard.db is no database, or it is damaged. ${RESTORE}`);
    }
    return undefined;
}

const RESTORE = 'Restore a backup as docs/operating.md says under Backup, or set DATA_DIR to another folder.';

export const foreignDatabase = () =>
    new StartError(`The database is one of another program: it has tables, but none of Halyard. ${RESTORE}`);

/** Describes errors that occur before the first use of the database. */
export function databaseProblem(error: unknown, location: DatabaseLocation): unknown {
    const broken = brokenDatabase(error, location);
    if (broken) return broken;
    const { code, message } = error as NodeJS.ErrnoException;
    // An error without a code is a programming error.
    if (error instanceof StartError || code === undefined) return error;
    // The address is omitted because it contains a password. When several addresses were tried, only the code shows the reason.
    return new StartError(
        location.isPostgres
            ? postgresProblem(code, message)
            : `The folder ${location.dataDir} cannot be used: ${message}. Check DATA_DIR and its permissions.`,
    );
}

/** The error codes of PostgreSQL for an unknown object, and for a missing privilege. */
const UNDEFINED_OBJECT = '42704';
const INSUFFICIENT_PRIVILEGE = '42501';

function postgresProblem(code: string, message: string): string {
    // PostgreSQL refuses a connection with a setting that it does not know; among ours, this one is the newest.
    if (code === UNDEFINED_OBJECT && message.includes('tcp_user_timeout')) {
        return 'This PostgreSQL is too old: Halyard needs 12 or newer. Upgrade it, or set DATABASE_URL to another.';
    }
    return code === INSUFFICIENT_PRIVILEGE
        ? `PostgreSQL cannot be used: ${message}. Let the user of DATABASE_URL create tables in the schema, and own those that are there.`
        : `PostgreSQL cannot be used: ${message || code}. Check DATABASE_URL and DATABASE_SCHEMA.`;
}

import { OutcomeUnknown } from './database-trouble.ts';

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

/** The error codes of PostgreSQL; those of the operating system begin with E. */
const SQLSTATE = /^(?!E)[0-9A-Z]{5}$/;

/** Describes a database that exists but cannot be used, at any point of the start. */
export function brokenDatabase(error: unknown, { isPostgres, dataDir }: DatabaseLocation): StartError | undefined {
    if (error instanceof StartError) return undefined;
    const { cause } = error instanceof OutcomeUnknown ? error : { cause: error };
    const { code, message, errcode } = cause as NodeJS.ErrnoException & { errcode?: number };
    if (isPostgres) {
        if (code !== undefined) return SQLSTATE.test(code) ? new StartError(postgresProblem(code, message)) : undefined;
        return /timeout|did not answer|terminated/i.test(message)
            ? new StartError(
                  'PostgreSQL takes the connection and does not answer. Check that it is well, that its pooler has free connections ' +
                      '(a node uses DATABASE_POOL_MAX and three more), and DATABASE_URL.',
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

/** The error codes of PostgreSQL. */
const UNDEFINED_OBJECT = '42704';
const INSUFFICIENT_PRIVILEGE = '42501';
const READ_ONLY = '25006';
const TRANSACTION_TIMEOUT = '25P04';

function postgresProblem(code: string, message: string): string {
    // PostgreSQL refuses a connection with a setting that it does not know; among ours, this one is the newest.
    if (code === UNDEFINED_OBJECT && message.includes('tcp_user_timeout')) {
        return 'This PostgreSQL is too old: Halyard needs 12 or newer. Upgrade it, or set DATABASE_URL to another.';
    }
    return `PostgreSQL cannot be used: ${message || code}. ${NEXT_STEPS[code] ?? 'Check DATABASE_URL and DATABASE_SCHEMA.'}`;
}

const NEXT_STEPS: Record<string, string> = {
    [INSUFFICIENT_PRIVILEGE]: 'Let the user of DATABASE_URL create tables in the schema, and own those that are there.',
    [READ_ONLY]:
        'A node needs the primary: set DATABASE_URL to it, or to all hosts with target_session_attrs=read-write.',
    [TRANSACTION_TIMEOUT]:
        'The start updates tables in one transaction: run ALTER ROLE … SET transaction_timeout = 0 for the user of DATABASE_URL.',
};

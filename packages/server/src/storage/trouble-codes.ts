import type { Trouble } from '../core/errors/database-trouble.ts';

/** The primary result codes of SQLite; extended codes use the upper bits. */
const SQLITE: Record<number, Trouble> = {
    5: 'slow', // BUSY: another process writes
    6: 'slow', // LOCKED
    7: 'slow', // NOMEM
    8: 'read-only', // READONLY, also of a file that was moved away
    10: 'away', // IOERR
    13: 'full', // FULL
    14: 'away', // CANTOPEN
    15: 'slow', // PROTOCOL: too many processes use the locks of the log
};

/** SQLSTATEs, and their classes (two characters); the longer match decides. */
const POSTGRES: Record<string, Trouble> = {
    '08': 'away', // the connection
    '25006': 'read-only', // a standby, or default_transaction_read_only
    '25P03': 'slow', // this node let its transaction wait for too long
    '25P04': 'slow', // transaction_timeout
    '28': 'away', // the password is not valid any more
    '3D000': 'away', // the database does not exist
    '40': 'slow', // a deadlock, or a conflict with another transaction
    '53': 'slow', // memory, connections
    '53100': 'full',
    '55P03': 'slow', // lock_timeout
    '57014': 'slow', // statement_timeout
    '57P': 'away', // the server stops, starts, or ended this connection
    '58': 'away', // the operating system, such as a disk that cannot be read
};

const SYSTEM: Record<string, Trouble> = {
    ECONNREFUSED: 'away',
    ECONNRESET: 'away',
    ECONNABORTED: 'away',
    EPIPE: 'away',
    ETIMEDOUT: 'away',
    EHOSTUNREACH: 'away',
    EHOSTDOWN: 'away',
    ENETUNREACH: 'away',
    ENETDOWN: 'away',
    ENOTFOUND: 'away',
    EAI_AGAIN: 'away',
    EIO: 'away',
    ENOENT: 'away',
    EMFILE: 'slow',
    ENFILE: 'slow',
    ENOSPC: 'full',
    EDQUOT: 'full',
    EFBIG: 'full',
    EROFS: 'read-only',
};

/** Messages of node-postgres without a code, when the connection is lost. */
const GONE =
    /connection terminated|connection error|did not answer|connection timeout|client was closed|not queryable/i;
/** All connections of this node were in use for too long. */
const WAITED = /timeout exceeded when trying to connect/i;

/** Classifies an error of the database or of the connection; undefined for programming errors and invalid input. */
export function troubleIn(error: unknown): Trouble | undefined {
    if (!(error instanceof Error)) return undefined;
    const { code, errcode } = error as { code?: unknown; errcode?: unknown };
    if (typeof errcode === 'number') return SQLITE[errcode & 0xff];
    if (typeof code === 'string')
        return SYSTEM[code] ?? POSTGRES[code] ?? POSTGRES[code.slice(0, 3)] ?? POSTGRES[code.slice(0, 2)];
    if (WAITED.test(error.message)) return 'slow';
    return GONE.test(error.message) ? 'away' : undefined;
}

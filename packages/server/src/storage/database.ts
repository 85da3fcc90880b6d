import type { Kysely, Transaction } from 'kysely';
import type { DatabaseHealth } from './database-health.ts';
import type { Tables } from './tables.ts';

/** For reading only: a write on it does not compile. Every `Tx` is also a `Db`. */
export type Db = Pick<Kysely<Tables>, 'selectFrom' | 'selectNoFrom' | 'with' | 'fn'>;

/** For changing rows. Only `changes/` opens one, so that no row changes without its event. */
export type Tx = Transaction<Tables>;

/** The newest event. */
export interface Head {
    revision: number;
    hash: string;
}

/** Reads before the head run in parallel with it. They may run twice: see `exclusive`. */
export type ExclusiveWork<T> = (tx: Tx, head: Promise<Head>) => Promise<T>;

export interface ExclusiveOptions {
    isShort?: boolean;
    /**
     * Every other transaction of this node goes first. One that has waited for so many milliseconds interrupts this one: it is
     * rolled back and fails with `Interrupted`.
     */
    givesWayAfterMs?: number;
    /** Called with the time for which the transaction held the lock, once it is committed. */
    onHeld?: (milliseconds: number) => void;
}

export const POOLERS = ['none', 'session', 'transaction'] as const;

/** The mode of the connection pooler between this node and PostgreSQL. */
export type Pooler = (typeof POOLERS)[number];

export interface Database {
    readonly kind: 'sqlite' | 'postgres';
    readonly health: DatabaseHealth;
    /** Sees committed rows only. */
    readonly db: Db;
    /** Reads committed rows through a separate connection, so that updates for SDKs never wait behind other queries. */
    readonly priorityDb: Db;
    transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
    /**
     * Runs a transaction under a lock across all nodes; `head` is the newest event at that point. Short units of work that wait for the
     * lock share one transaction; when that fails because of one of them, each is repeated on its own.
     */
    exclusive<T>(work: ExclusiveWork<T>, options?: ExclusiveOptions): Promise<T>;
    /** Wakes the listeners of all nodes when `tx` commits. */
    notify(tx: Tx): void;
    /** Calls back when another node has committed a change; returns a function to stop. */
    listen(onChange: () => void): Promise<() => Promise<void>>;
    /** For the embedded database: detects that its files were deleted or replaced, and reports that as its health. */
    checkFiles?(): void;
    /** For PostgreSQL: the number of connections, and of callers that wait for one. */
    connections?(): { max: number; used: number; free: number; waiting: number };
    /** For PostgreSQL: how this node reaches it. */
    pooler?(): Pooler;
    close(): Promise<void>;
}

/** Includes the connection for schema changes, which is used only during startup. */
export type OpenDatabase = Database & { migrator: Kysely<Tables> };

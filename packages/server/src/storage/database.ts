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
}

export interface Database {
    readonly kind: 'sqlite' | 'postgres';
    readonly health: DatabaseHealth;
    /** Sees committed rows only. */
    readonly db: Db;
    /** The same through a separate connection: updates for SDKs never wait behind other queries. */
    readonly ahead: Db;
    transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
    /**
     * The same once no other such transaction, on any node, is under way; `head` is the newest event then. Short works that wait
     * for it share one; when that fails because of one of them, each is done again by itself.
     */
    exclusive<T>(work: ExclusiveWork<T>, options?: ExclusiveOptions): Promise<T>;
    /** Wakes the listeners of all nodes when `tx` commits. */
    notify(tx: Tx): void;
    /** Calls back when another node has committed a change; returns how to stop. */
    listen(onChange: () => void): Promise<() => Promise<void>>;
    /** Of the embedded database: notices that its files were deleted or replaced, and reports that as its health. */
    checkFiles?(): void;
    /** Of PostgreSQL, how many connections there are, and who waits for one. */
    connections?(): { max: number; used: number; free: number; waiting: number };
    close(): Promise<void>;
}

/** With a way to change its tables, which nobody needs once it has started. */
export type OpenDatabase = Database & { migrator: Kysely<Tables> };

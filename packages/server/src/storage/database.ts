import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** For reading only: a write on it does not compile. Every `Tx` is also a `Db`. */
export type Db = Pick<Kysely<Tables>, 'selectFrom' | 'selectNoFrom' | 'with' | 'fn'>;

/** For changing rows. Only `changes/` opens one, so that no row changes without its event. */
export type Tx = Transaction<Tables>;

export interface Database {
    readonly kind: 'sqlite' | 'postgres';
    /** Sees committed rows only. */
    readonly db: Db;
    transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
    /**
     * The same once no other such transaction, on any node, is under way; `head` is the newest event then. What is read before
     * it is there is read at the same time, not earlier.
     */
    exclusive<T>(work: (tx: Tx, head: Promise<{ revision: number; hash: string }>) => Promise<T>): Promise<T>;
    /** Wakes the listeners of all nodes when `tx` commits. */
    notify(tx: Tx, revision: number): void;
    /** Calls back when another node has committed a change; returns how to stop. */
    listen(onChange: () => void): Promise<() => Promise<void>>;
    close(): Promise<void>;
}

import type { Database, Tx } from '../storage/database.ts';

/**
 * Stores what was measured rather than decided: sessions, when a token was last used, usage of flags.
 * No event, no publication, nothing an administrator would look for in the log.
 */
export type Observe = <T>(work: (tx: Tx) => Promise<T>, options?: { alone?: boolean }) => Promise<T>;

/** `alone`: while no change is in progress, for measurements in rows that changes also update. */
export const createObserve =
    (database: Database): Observe =>
    (work, { alone = false } = {}) =>
        alone ? database.exclusive(work) : database.transaction(work);

import type { Database, ExclusiveOptions, Tx } from '../storage/database.ts';

/**
 * Stores measurements as opposed to decisions: sessions, last use of a token, usage of flags. No event, no publication, nothing
 * that belongs in the audit log.
 */
export type RecordObservation = <T>(
    work: (tx: Tx) => Promise<T>,
    options?: { exclusive?: boolean } & Pick<ExclusiveOptions, 'onHeld'>,
) => Promise<T>;

/** With `exclusive`, the work runs while no change is in progress, for measurements in rows that changes also update. */
export const createRecordObservation =
    (database: Database): RecordObservation =>
    (work, { exclusive = false, ...options } = {}) =>
        exclusive ? database.exclusive(work, options) : database.transaction(work);

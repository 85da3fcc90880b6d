import type { Head, Tx } from './database.ts';
import { prepared } from './prepared.ts';

const selectHead = (tx: Tx) => tx.selectFrom('event_head').select(['revision', 'hash']);
const head = prepared((tx: Tx, _: object) => selectHead(tx));
const lockedHead = prepared((tx: Tx, _: object) => selectHead(tx).forUpdate());

/** Returns the newest event. */
export const headOf = (tx: Tx): Promise<Head> => first(head(tx, {}));

/** Returns the newest event and locks it until the transaction ends. */
export const lockedHeadOf = (tx: Tx): Promise<Head> => first(lockedHead(tx, {}));

/** A failure reaches both the waiting caller and the transaction; awaiting it is optional. */
function first<T>(rows: Promise<T[]>): Promise<T> {
    const row = rows.then(([newest]) => newest!);
    row.catch(() => undefined);
    return row;
}

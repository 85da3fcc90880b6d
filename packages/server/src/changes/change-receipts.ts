import type { AdminActor } from '../core/access/actor.ts';
import { invalid, tooManyRequests } from '../core/errors/errors.ts';
import type { Db, Tx } from '../storage/database.ts';
import type { RecordObservation } from './record-observation.ts';

/** `applied`: the change is committed. `not-applied`: it is not, and a late request with its id is refused. */
export type ChangeOutcome = 'applied' | 'not-applied';

interface ReceiptInput {
    tx: Tx;
    actor: AdminActor;
    now: string;
}

/**
 * Stores in the transaction of a change that it is applied, under the id that the caller chose. A request whose id is already
 * settled is late or repeated, and is rejected.
 */
export async function recordReceipt({ tx, actor, now }: ReceiptInput): Promise<void> {
    const { receipt } = actor;
    if (!receipt) return;
    const isNew = await insertReceipt(tx, { user: actor.id, id: receipt.id, outcome: 'applied', now });
    if (isNew) return;
    throw invalid(
        'A request with this Change-Id was already applied or reported as not applied. This request changed nothing; send it with another id.',
        '/headers/change-id',
    );
}

/** Removes the receipt of a request that changed nothing: such requests would store receipts without limit. */
export async function withdrawReceipt({ tx, actor }: Pick<ReceiptInput, 'tx' | 'actor'>): Promise<void> {
    if (!actor.receipt) return;
    await tx.deleteFrom('change_receipts').where('user_id', '=', actor.id).where('id', '=', actor.receipt.id).execute();
}

interface ReceiptKey {
    user: number;
    id: string;
}

/** The final outcome of a change: when there is no receipt yet, the change is refused from now on. */
export function settleChange(
    recordObservation: RecordObservation,
    { user, id }: ReceiptKey,
    now: string,
): Promise<ChangeOutcome> {
    return recordObservation(async (tx) => {
        const known = await findOutcome(tx, { user, id });
        if (known) return known;
        await refuseTooMany(tx, user);
        const isNew = await insertReceipt(tx, { user, id, outcome: 'not-applied', now });
        return isNew ? 'not-applied' : (await findOutcome(tx, { user, id }))!;
    });
}

async function findOutcome(db: Db, { user, id }: ReceiptKey): Promise<ChangeOutcome | undefined> {
    const receipt = await db
        .selectFrom('change_receipts')
        .select('outcome')
        .where('user_id', '=', user)
        .where('id', '=', id)
        .executeTakeFirst();
    return receipt?.outcome;
}

/** More than the responses that a caller can lose in two days, except with a broken network. */
const MAX_NOT_APPLIED = 500;

async function refuseTooMany(db: Db, user: number): Promise<void> {
    const last = await db
        .selectFrom('change_receipts')
        .select('id')
        .where('user_id', '=', user)
        .where('outcome', '=', 'not-applied')
        .offset(MAX_NOT_APPLIED - 1)
        .limit(1)
        .executeTakeFirst();
    if (!last) return;
    throw tooManyRequests(
        `${MAX_NOT_APPLIED} of your changes were reported as not applied within ${RECEIPT_DAYS} days, which is the limit. Check the current state instead.`,
    );
}

/** False if a receipt exists. PostgreSQL waits here for a transaction that is about to commit one. */
async function insertReceipt(
    tx: Tx,
    { user, id, outcome, now }: ReceiptKey & { outcome: ChangeOutcome; now: string },
): Promise<boolean> {
    const inserted = await tx
        .insertInto('change_receipts')
        .values({ user_id: user, id, outcome, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute();
    return inserted.length > 0;
}

/** No request stays in transit for so long. */
const RECEIPT_DAYS = 2;

export async function deleteOldReceipts(recordObservation: RecordObservation, now: Date): Promise<void> {
    const oldest = new Date(now.getTime() - RECEIPT_DAYS * 86_400_000).toISOString();
    await recordObservation((tx) => tx.deleteFrom('change_receipts').where('created_at', '<', oldest).execute());
}

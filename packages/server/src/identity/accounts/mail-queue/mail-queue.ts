import type { Db, Tx } from '../../../storage/database.ts';
import type { MailKind, StoredMailContent } from '../../../storage/tables/sign-ins.ts';

/** The delay before the second attempt; it doubles for each further attempt. Attempts stop after a day. */
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Delays are up to a fifth longer at random, so that mails that failed together are not retried together. */
const JITTER = 0.2;

/** Longer than any attempt takes: a node that has not reported by then is considered dead. */
const LEASE_MS = 300_000;

/** The rate limit for mails to one user that were requested without signing in. */
const RESET_EVERY_MS = 60_000;

export interface ClaimedMail {
    id: number;
    kind: MailKind;
    user_id: number | null;
    address: string;
    created_at: string;
    attempts: number;
    content: StoredMailContent | null;
}

/** The result of an attempt; `failure` is undefined when the mail server accepted it. */
export interface MailOutcome {
    failure?: string;
    /** Whether a retry would not help. */
    isFinal?: boolean;
}

/** Adds a mail to the queue. Must be called in the transaction of the change that it is about, so that both happen or neither. */
export async function enqueueMail(
    tx: Tx,
    mail: { kind: MailKind; userId: number | null; address: string; now: string; content?: StoredMailContent },
): Promise<number> {
    const { id } = await tx
        .insertInto('mails')
        .values({
            kind: mail.kind,
            user_id: mail.userId,
            address: mail.address,
            created_at: mail.now,
            attempts: 0,
            due_at: mail.now,
            sent_at: null,
            outcome: null,
            content: mail.content ? JSON.stringify(mail.content) : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    return id;
}

export async function isMailDue(db: Db, now: string): Promise<boolean> {
    const due = await db.selectFrom('mails').select('id').where('due_at', '<=', now).limit(1).executeTakeFirst();
    return due !== undefined;
}

/** Claims due mails. Must run exclusively: a mail is claimed by one node only, unless that node never reports. */
export async function claimMails(tx: Tx, { now, limit }: { now: Date; limit: number }): Promise<ClaimedMail[]> {
    const due = await tx
        .selectFrom('mails')
        .select('id')
        .where('due_at', '<=', now.toISOString())
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit)
        .execute();
    if (due.length === 0) return [];
    return tx
        .updateTable('mails')
        .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), due_at: later(now, LEASE_MS) }))
        .where(
            'id',
            'in',
            due.map(({ id }) => id),
        )
        .returning(['id', 'kind', 'user_id', 'address', 'created_at', 'attempts', 'content'])
        .execute();
}

/** Whether the user has another password mail: one that is still queued, or one of the same minute. */
export async function isMailedAlready(tx: Tx, { id, created_at }: ClaimedMail, userId: number): Promise<boolean> {
    const minuteBefore = later(new Date(created_at), -RESET_EVERY_MS);
    const other = await tx
        .selectFrom('mails')
        .select('id')
        .where('user_id', '=', userId)
        .where('kind', '=', 'reset')
        .where('id', '<', id)
        .where(({ or, eb }) => or([eb('due_at', 'is not', null), eb('created_at', '>', minuteBefore)]))
        .limit(1)
        .executeTakeFirst();
    return other !== undefined;
}

/** Assigns a mail to the user whose address was entered. */
export async function assignMail(tx: Tx, id: number, userId: number): Promise<void> {
    await tx.updateTable('mails').set({ user_id: userId }).where('id', '=', id).execute();
}

/** Removes a mail that is not to be sent. */
export async function dropMail(tx: Tx, id: number): Promise<void> {
    await tx.deleteFrom('mails').where('id', '=', id).execute();
}

/** Stores the result of an attempt, and the time of the next one. */
export async function reportMail(
    tx: Tx,
    { id, attempts, created_at }: ClaimedMail,
    { failure, isFinal = false }: MailOutcome,
    { now, random }: { now: Date; random: () => number },
): Promise<void> {
    const isSent = failure === undefined;
    const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS) * (1 + JITTER * random());
    const next = later(now, wait);
    const isOver = isSent || isFinal || next > later(new Date(created_at), DAY_MS);
    await tx
        .updateTable('mails')
        .set({ sent_at: isSent ? now.toISOString() : null, outcome: failure ?? null, due_at: isOver ? null : next })
        .where('id', '=', id)
        // After its lease, another node may have claimed the mail.
        .where('attempts', '=', attempts)
        .execute();
}

export async function isMailSent(db: Db, id: number): Promise<boolean> {
    const mail = await db.selectFrom('mails').select('sent_at').where('id', '=', id).executeTakeFirst();
    return mail !== undefined && mail.sent_at !== null;
}

export async function deleteOldMails(tx: Tx, now: Date, keptDays: number): Promise<void> {
    await tx
        .deleteFrom('mails')
        .where('created_at', '<', later(now, -keptDays * DAY_MS))
        .execute();
}

const later = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString();

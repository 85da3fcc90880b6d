import type { OutboxRow } from '../../../changes/outbox/outbox-rows.ts';
import type { Db, Tx } from '../../../storage/database.ts';
import type { MailKind, StoredMailContent } from '../../../storage/tables/sign-ins.ts';

/** The rate limit for mails to one user that were requested without signing in. */
const RESET_EVERY_MS = 60_000;

type MailRow = OutboxRow<'mails'>;

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

/** Whether the user has another password mail: one that is still queued, or one of the same minute. */
export async function isMailedAlready(tx: Tx, { id, created_at }: MailRow, userId: number): Promise<boolean> {
    const minuteBefore = new Date(Date.parse(created_at) - RESET_EVERY_MS).toISOString();
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

export async function isMailSent(db: Db, id: number): Promise<boolean> {
    const mail = await db.selectFrom('mails').select('sent_at').where('id', '=', id).executeTakeFirst();
    return mail !== undefined && mail.sent_at !== null;
}

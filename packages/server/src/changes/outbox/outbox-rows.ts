import type { Selectable, Updateable } from 'kysely';
import type { Db, Tx } from '../../storage/database.ts';
import type { Tables } from '../../storage/tables.ts';

/** The tables of messages to other systems. A row is inserted in the transaction of the change that it is about. */
export type OutboxTable = 'deliveries' | 'mails';

export type OutboxRow<Table extends OutboxTable> = Selectable<Tables[Table]> & { id: number; attempts: number };

export interface RetryPolicy {
    maxAttempts: number;
    firstWaitMs: number;
    waitGrowth: number;
    longestWaitMs: number;
    /** Longer than any attempt takes. A node that has not reported by then is considered dead. */
    leaseMs: number;
}

/** The result of an attempt. */
export interface Outcome<Table extends OutboxTable> {
    isDelivered: boolean;
    /** Whether retries are pointless. */
    isFinal?: boolean;
    /** The columns that store the result. */
    columns: Updateable<Tables[Table]>;
}

/** Waits are up to a fifth longer at random, so that messages that failed together are not retried together. */
const JITTER = 0.2;
const DAY_MS = 86_400_000;

/** The columns that all tables have; a column of the same name has the same type. */
const common = (table: OutboxTable) => table as 'deliveries';

export async function isMessageDue(db: Db, table: OutboxTable, now: Date): Promise<boolean> {
    const due = await db
        .selectFrom(common(table))
        .select('id')
        .where('due_at', '<=', now.toISOString())
        .limit(1)
        .executeTakeFirst();
    return due !== undefined;
}

/**
 * Claims due messages. Callers must run it exclusively: a claimed message is not claimed by another node, unless the first one does not
 * report in time.
 */
export async function claimMessages<Table extends OutboxTable>(
    tx: Tx,
    table: Table,
    { now, limit, policy }: { now: Date; limit: number; policy: RetryPolicy },
): Promise<OutboxRow<Table>[]> {
    await endUnreported(tx, table, now, policy);
    const due = await tx
        .selectFrom(common(table))
        .select('id')
        .where('due_at', '<=', now.toISOString())
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit)
        .execute();
    if (due.length === 0) return [];
    const claimed = await tx
        .updateTable(common(table))
        .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), due_at: later(now, policy.leaseMs) }))
        .where(
            'id',
            'in',
            due.map(({ id }) => id),
        )
        .returningAll()
        .execute();
    return claimed as unknown as OutboxRow<Table>[];
}

/** Ends messages whose last attempt crashed its node: they are not retried, so that they cannot crash other nodes. */
async function endUnreported(tx: Tx, table: OutboxTable, now: Date, { maxAttempts }: RetryPolicy): Promise<void> {
    await tx
        .updateTable(common(table))
        .set({ due_at: null, outcome: 'The outcome of the last attempt is unknown.' })
        .where('due_at', '<=', now.toISOString())
        .where('attempts', '>=', maxAttempts)
        .execute();
}

/** Stores the result of an attempt, and the time of the next one. */
export async function reportAttempt<Table extends OutboxTable>(
    tx: Tx,
    table: Table,
    { id, attempts }: { id: number; attempts: number },
    report: { outcome: Outcome<Table>; policy: RetryPolicy; now: Date; random: () => number },
): Promise<void> {
    const { outcome, policy, now, random } = report;
    const isOver = outcome.isDelivered || outcome.isFinal || attempts >= policy.maxAttempts;
    const wait = Math.min(policy.firstWaitMs * policy.waitGrowth ** (attempts - 1), policy.longestWaitMs);
    await tx
        .updateTable(common(table))
        .set({ ...outcome.columns, due_at: isOver ? null : later(now, wait * (1 + JITTER * random())) })
        .where('id', '=', id)
        // After its lease, another node may have claimed the message.
        .where('attempts', '=', attempts)
        .execute();
}

/** Deletes finished messages after a retention period. */
export async function deleteOldMessages(tx: Tx, table: OutboxTable, now: Date, keptDays: number): Promise<void> {
    await tx
        .deleteFrom(common(table))
        .where('due_at', 'is', null)
        .where('created_at', '<', later(now, -keptDays * DAY_MS))
        .execute();
}

const later = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString();

import { randomUUID } from 'node:crypto';
import { chunked } from '../../../storage/chunked.ts';
import type { Db, Tx } from '../../../storage/database.ts';
import { isSubscribedTo } from './delivery-match.ts';

/** Six attempts, the last about an hour after the first. */
const MAX_ATTEMPTS = 6;
const FIRST_WAIT_MS = 10_000;
const WAIT_GROWTH = 4;
/** Delays are up to 20 % longer at random, so that deliveries that failed together are not retried together. */
const JITTER = 0.2;

/** The lease of a claimed delivery: longer than any attempt takes. A node that has not reported by then is considered dead. */
const LEASE_MS = 60_000;

/** The number of events per transaction. */
const BATCH = 500;

const DAY_MS = 86_400_000;

export interface ClaimedDelivery {
    id: number;
    key: string;
    integration_id: number;
    event_id: number | null;
    attempts: number;
}

export interface DeliveryOutcome {
    delivered: boolean;
    outcome: string;
    /** Whether retries are pointless. */
    isFinal?: boolean;
}

/** Whether there may be deliveries to claim. The query is cheap, because it runs after every change. */
export async function hasPendingWork(db: Db, now: string): Promise<boolean> {
    const due = await db.selectFrom('deliveries').select('id').where('due_at', '<=', now).limit(1).executeTakeFirst();
    if (due) return true;
    const unseen = await db
        .selectFrom('delivery_cursor')
        .innerJoin('event_head', 'event_head.id', 'delivery_cursor.id')
        .whereRef('event_head.revision', '>', 'delivery_cursor.revision')
        .where(({ exists, selectFrom }) =>
            exists(selectFrom('integrations').select('integrations.id').where('enabled', '=', true)),
        )
        .select('event_head.revision')
        .executeTakeFirst();
    return unseen !== undefined;
}

/**
 * Creates deliveries for new events, and claims those that are due. Callers must run it exclusively: a claimed delivery is not claimed
 * by another node, unless the first one does not report in time.
 */
export async function claimDeliveries(
    tx: Tx,
    { now, limit }: { now: Date; limit: number },
): Promise<{ claimed: ClaimedDelivery[]; isMoreToDo: boolean }> {
    const isMoreToDo = await enqueueNewEvents(tx, now.toISOString());
    await endUnreported(tx, now.toISOString());
    const due = await tx
        .selectFrom('deliveries')
        .select('id')
        .where('due_at', '<=', now.toISOString())
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit)
        .execute();
    if (due.length === 0) return { claimed: [], isMoreToDo };
    const claimed = await tx
        .updateTable('deliveries')
        .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), due_at: later(now, LEASE_MS) }))
        .where(
            'id',
            'in',
            due.map(({ id }) => id),
        )
        .returning(['id', 'key', 'integration_id', 'event_id', 'attempts'])
        .execute();
    return { claimed, isMoreToDo };
}

/** Ends deliveries whose last attempt crashed its node: they are not retried, so that they cannot crash other nodes. */
async function endUnreported(tx: Tx, now: string): Promise<void> {
    await tx
        .updateTable('deliveries')
        .set({ due_at: null, outcome: 'The outcome of the last attempt is unknown.' })
        .where('due_at', '<=', now)
        .where('attempts', '>=', MAX_ATTEMPTS)
        .execute();
}

/** Creates deliveries for the next events; returns whether there may be more events. */
async function enqueueNewEvents(tx: Tx, now: string): Promise<boolean> {
    const cursor = await tx.selectFrom('delivery_cursor').select('revision').executeTakeFirstOrThrow();
    const events = await tx
        .selectFrom('events')
        .select(['id', 'type', 'project', 'environment'])
        .where('id', '>', cursor.revision)
        .orderBy('id')
        .limit(BATCH)
        .execute();
    const newest = events.at(-1);
    if (!newest) return false;
    const drafts = await draftEventsIn(tx, events);
    const integrations = await tx.selectFrom('integrations').selectAll().where('enabled', '=', true).execute();
    const isPrivate = await privateProjects(tx);
    const visible = events.filter(({ id }) => !drafts.has(id));
    const deliveries = visible.flatMap((event) =>
        integrations
            .filter((integration) => isSubscribedTo(integration, { ...event, isPrivate: isPrivate(event) }))
            .map((integration) => newDelivery({ integration_id: integration.id, event_id: event.id, now })),
    );
    for (const chunk of chunked(deliveries)) await tx.insertInto('deliveries').values(chunk).execute();
    await tx.updateTable('delivery_cursor').set({ revision: newest.id }).execute();
    return events.length === BATCH;
}

/** Returns the events about drafts of change requests, which only their authors may see. */
async function draftEventsIn(tx: Tx, events: readonly { id: number; type: string }[]): Promise<Set<number>> {
    const ids = events.filter(({ type }) => /^change-/.test(type)).map(({ id }) => id);
    if (ids.length === 0) return new Set();
    const rows = await tx.selectFrom('events').select(['id', 'data', 'pre_data']).where('id', 'in', ids).execute();
    const isDraft = (state: unknown) => (state as { draft?: boolean } | null)?.draft === true;
    return new Set(rows.filter(({ data, pre_data }) => isDraft(data) || isDraft(pre_data)).map(({ id }) => id));
}

/** Returns a function that determines whether the project of an event is private, or was when it was deleted. */
async function privateProjects(tx: Tx): Promise<(event: { id: number; project: string | null }) => boolean> {
    const existing = await tx.selectFrom('projects').select('id').where('mode', '=', 'private').execute();
    const deleted = await tx.selectFrom('deleted_private_projects').selectAll().execute();
    const hidden = new Set<string | null>(existing.map(({ id }) => id));
    const hiddenUpTo = new Map<string | null, number>(
        deleted.map(({ project, up_to }) => [project, up_to ?? Number.POSITIVE_INFINITY]),
    );
    return ({ id, project }) => hidden.has(project) || id <= (hiddenUpTo.get(project) ?? 0);
}

const newDelivery = (input: { integration_id: number; event_id: number; now: string }) => ({
    key: randomUUID(),
    integration_id: input.integration_id,
    event_id: input.event_id,
    created_at: input.now,
    attempts: 0,
    due_at: input.now,
    delivered: false,
    outcome: null,
});

/** Stores the result of an attempt, and the time of the next one. */
export async function reportAttempt(
    tx: Tx,
    { id, attempts }: ClaimedDelivery,
    { delivered, outcome, isFinal = false }: DeliveryOutcome,
    { now, random }: { now: Date; random: () => number },
): Promise<void> {
    const isOver = delivered || isFinal || attempts >= MAX_ATTEMPTS;
    const wait = FIRST_WAIT_MS * WAIT_GROWTH ** (attempts - 1) * (1 + JITTER * random());
    await tx
        .updateTable('deliveries')
        .set({ delivered, outcome, due_at: isOver ? null : later(now, wait) })
        .where('id', '=', id)
        // A report after the end of the lease is ignored, because another node has claimed the delivery.
        .where('attempts', '=', attempts)
        .execute();
}

/** Deletes finished deliveries after a retention period. */
export async function deleteOldDeliveries(tx: Tx, now: Date, keptDays: number): Promise<void> {
    await tx
        .deleteFrom('deliveries')
        .where('due_at', 'is', null)
        .where('created_at', '<', later(now, -keptDays * DAY_MS))
        .execute();
}

const later = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString();

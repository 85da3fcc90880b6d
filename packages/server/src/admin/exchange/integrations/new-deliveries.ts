import { randomUUID } from 'node:crypto';
import { chunked } from '../../../storage/chunked.ts';
import type { Db, Tx } from '../../../storage/database.ts';
import { isSubscribedTo } from './delivery-match.ts';

/** The number of events per transaction. */
const BATCH = 500;

/** Whether there are events without deliveries. The query is cheap, because it runs after every change. */
export async function hasNewEvents(db: Db): Promise<boolean> {
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

/** Creates deliveries for the next events; returns whether there may be more events. */
export async function enqueueNewEvents(tx: Tx, now: Date): Promise<boolean> {
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
            .map((integration) =>
                newDelivery({ integration_id: integration.id, event_id: event.id, now: now.toISOString() }),
            ),
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

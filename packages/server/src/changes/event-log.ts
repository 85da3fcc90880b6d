import { hash } from 'node:crypto';
import type { AdminActor, Via } from '../core/access/actor.ts';
import { mapYielding } from '../core/concurrency/yielding.ts';
import type { NewEvent } from '../core/events/event-types.ts';
import { canonicalJson } from '../core/json/canonical-json.ts';
import { chunked } from '../storage/chunked.ts';
import type { Db, Head, Tx } from '../storage/database.ts';
import { insertRows } from '../storage/insert-rows.ts';
import { prepared } from '../storage/prepared.ts';

/** How a change was made, in addition to its author. Members that do not apply are missing. */
export interface EventContext {
    /** The change applied a change request. */
    groupType?: 'change-request';
    /** The reason specified by the author. */
    reason?: string;
    /** The change was made in a protected environment by a user who may bypass approvals. */
    bypass?: true;
    /** The change was made by an agent on behalf of the named user. */
    via?: Via;
}

/** An event in the format of the log and of the API. */
export interface StoredEvent extends EventContext {
    id: number;
    type: string;
    createdBy: string;
    createdByUserId: number;
    createdAt: string;
    data: unknown;
    preData: unknown;
    tags: { type: string; value: string }[];
    featureName: string | null;
    project: string | null;
    environment: string | null;
    groupId: string;
}

/** The hash of an event covers the hash before it: changing, adding or removing a row breaks every later one. */
export const hashOf = (previousHash: string, event: StoredEvent) =>
    hash('sha256', `${previousHash}\n${canonicalJson(event)}`, 'hex');

/** An update that changed nothing is not an event. */
export const isUnchanged = ({ data, preData }: NewEvent) =>
    data !== undefined && preData !== undefined && canonicalJson(data) === canonicalJson(preData);

/** Appends the events of one change to the chain and returns the stored events. */
export async function appendEvents(
    tx: Tx,
    {
        head,
        actor,
        now,
        groupId,
        tags,
        context = {},
    }: {
        head: Head;
        actor: AdminActor;
        now: string;
        groupId: string;
        tags: TagsByFlag;
        context?: EventContext;
    },
    events: readonly NewEvent[],
): Promise<StoredEvent[]> {
    let { revision, hash: previousHash } = head;
    const stored: StoredEvent[] = [];
    const rows = await mapYielding(events, (event) => {
        const featureName = ('featureName' in event ? event.featureName : null) ?? null;
        const record: StoredEvent = {
            id: ++revision,
            type: event.type,
            createdBy: actor.name,
            createdByUserId: actor.id,
            createdAt: now,
            data: event.data ?? null,
            preData: event.preData ?? null,
            tags: event.tags ?? ((featureName !== null && tags.get(featureName)) || []),
            featureName,
            project: event.project ?? null,
            environment: ('environment' in event ? event.environment : null) ?? null,
            groupId,
            ...context,
        };
        stored.push(record);
        const previous = previousHash;
        previousHash = hashOf(previous, record);
        return {
            id: record.id,
            type: record.type,
            created_by: record.createdBy,
            created_by_user_id: record.createdByUserId,
            created_at: record.createdAt,
            feature_name: record.featureName,
            project: record.project,
            environment: record.environment,
            data: JSON.stringify(record.data),
            pre_data: JSON.stringify(record.preData),
            tags: JSON.stringify(record.tags),
            group_id: record.groupId,
            group_type: record.groupType ?? null,
            reason: record.reason ?? null,
            bypass: record.bypass ?? null,
            via: record.via ?? null,
            previous_hash: previous,
            hash: previousHash,
        };
    });
    await insertRows(tx, 'events', rows);
    await moveHead(tx, { revision, hash: previousHash });
    return stored;
}

const moveHead = prepared((tx: Tx, head: { revision: number; hash: string }) =>
    tx.updateTable('event_head').set({ revision: head.revision, hash: head.hash, highest_revision: head.revision }),
);

type TagsByFlag = ReadonlyMap<string, { type: string; value: string }[]>;

/** The tags that the flags of these events have now. */
export async function tagsOf(tx: Tx, events: readonly NewEvent[]): Promise<TagsByFlag> {
    const flags = [...new Set(events.flatMap((event) => ('featureName' in event ? (event.featureName ?? []) : [])))];
    const tags = new Map<string, { type: string; value: string }[]>();
    for (const names of chunked(flags)) {
        for (const { flag, type, value } of await tagsOfFlags(tx, { names })) {
            tags.set(flag, [...(tags.get(flag) ?? []), { type, value }]);
        }
    }
    return tags;
}

const tagsOfFlags = prepared((db: Db, { names }: { names: readonly string[] }) =>
    db
        .selectFrom('flag_tags')
        .select(['flag', 'type', 'value'])
        .where('flag', 'in', names)
        .orderBy('type')
        .orderBy('value'),
);

const EVENT_COLUMNS = [
    'id',
    'type',
    'created_by',
    'created_by_user_id',
    'created_at',
    'feature_name',
    'project',
    'environment',
    'data',
    'pre_data',
    'tags',
    'group_id',
    'group_type',
    'reason',
    'bypass',
    'via',
] as const;

/** The base query of every read of events; map its rows with `toEvent`. */
export const selectEvents = (db: Db) => db.selectFrom('events').select(EVENT_COLUMNS);

type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>['executeTakeFirstOrThrow']>>;

export function toEvent(row: EventRow): StoredEvent {
    return {
        id: row.id,
        type: row.type,
        createdBy: row.created_by,
        createdByUserId: row.created_by_user_id,
        createdAt: row.created_at,
        data: row.data,
        preData: row.pre_data,
        tags: row.tags,
        featureName: row.feature_name,
        project: row.project,
        environment: row.environment,
        groupId: row.group_id,
        ...(row.group_type !== null && { groupType: row.group_type }),
        ...(row.reason !== null && { reason: row.reason }),
        ...(row.bypass && { bypass: true as const }),
        ...(row.via !== null && { via: row.via }),
    };
}

/** Rows per page: more would delay other requests. */
const PAGE = 1_000;

/** The events after one event and up to another, oldest first. */
export async function eventsSince(db: Db, { after, upTo }: { after: number; upTo: number }): Promise<StoredEvent[]> {
    const events: StoredEvent[] = [];
    for (let start = after; start < upTo; start += PAGE) {
        const page = await selectEvents(db)
            .where('id', '>', start)
            .where('id', '<=', Math.min(start + PAGE, upTo))
            .orderBy('id')
            .execute();
        for (const row of page) events.push(toEvent(row));
    }
    // Otherwise a node that was suspended for days would continue unaware of missed events, and accept revoked tokens.
    if (events.length !== upTo - after) {
        throw new Error(`Some events after ${after} are in an archive already. Restart this node.`);
    }
    return events;
}

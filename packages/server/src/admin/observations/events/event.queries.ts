import { type StoredEvent, selectEvents, toEvent } from '../../../changes/event-log.ts';
import { ADMIN_TOKEN_USER_ID, type AdminActor, SYSTEM_ACTOR, SYSTEM_USER_ID } from '../../../core/access/actor.ts';
import { yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import { labelOf, summaryOf } from '../../../core/events/event-sentences.ts';
import type { Page } from '../../../http/route/paging.ts';
import { maskSecret } from '../../../identity/accounts/api-tokens/token-secret.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { Event, ListedEvent } from './event.schemas.ts';
import { type EventFilter, visibleTo } from './event-filter.ts';
import type { EventIndex, LogRange, Matches } from './event-index.ts';

/** The number of events in memory at a time, however many are sent. */
const BATCH = 200;

/** The matching events, newest first, as of the time of the call. */
export interface EventList {
    total: number;
    batches: AsyncIterable<Event[]>;
}

interface EventSource {
    db: Db;
    eventIndex: EventIndex;
}

/** Returns the events that match the filter in batches, because all of them may not fit into memory. */
export async function listEvents({ db, eventIndex }: EventSource, filter: EventFilter): Promise<EventList> {
    const range = await currentLog(db);
    return {
        total: await countMatches(eventIndex, filter, range),
        batches: batchesOf(db, eventIndex.matches(filter, range)),
    };
}

export async function countEvents({ db, eventIndex }: EventSource, filter: EventFilter): Promise<number> {
    return countMatches(eventIndex, filter, await currentLog(db));
}

/** Returns the range of all events that are not in an archive. */
async function currentLog(db: Db): Promise<LogRange> {
    const [head] = await selectHead(db, {});
    return { after: head?.archived ?? 0, upTo: head?.revision ?? 0 };
}

const selectHead = prepared((db: Db, _inputs: object) =>
    db.selectFrom('event_head').select(({ selectFrom }) => [
        'revision',
        selectFrom('event_archives')
            .select(({ fn }) => fn.max('through_revision').as('through'))
            .as('archived'),
    ]),
);

/** Ids have no gaps, except for archived events. */
const matchesAll = (filter: EventFilter) => Object.keys(filter).length === 0;

async function countMatches(index: EventIndex, filter: EventFilter, range: LogRange): Promise<number> {
    if (matchesAll(filter)) return range.upTo - range.after;
    let total = 0;
    for await (const { positions } of index.matches(filter, range)) total += positions.length;
    return total;
}

async function* batchesOf(db: Db, matches: AsyncIterable<Matches>): AsyncGenerator<Event[]> {
    for await (const { columns, positions } of matches) {
        const ids = Array.from(positions, (position) => columns.ids[position]!);
        for (let start = 0; start < ids.length; start += BATCH) {
            const batch = ids.slice(start, start + BATCH);
            const events = await findEvents(db, batch);
            yield batch.flatMap((id) => events.get(id) ?? []);
            await yieldToEventLoop();
        }
    }
}

/** Returns the ids of one page of the events that match, newest first, and the number of all matches. */
export async function searchEvents(
    { db, eventIndex }: EventSource,
    filter: EventFilter,
    { offset, limit }: Page,
): Promise<{ ids: number[]; total: number }> {
    const range = await currentLog(db);
    if (matchesAll(filter)) {
        const total = range.upTo - range.after;
        const length = Math.max(Math.min(limit, total - offset), 0);
        return { ids: Array.from({ length }, (_, index) => range.upTo - offset - index), total };
    }
    const page: number[] = [];
    let total = 0;
    for await (const { columns, positions } of eventIndex.matches(filter, range)) {
        const skipped = Math.max(offset - total, 0);
        for (const position of positions.subarray(skipped, skipped + limit - page.length)) {
            page.push(columns.ids[position]!);
        }
        total += positions.length;
    }
    return { ids: page, total };
}

/** Returns the newest events of a project. The cost depends on `limit` only. */
export async function listLatestEvents(db: Db, project: string, limit: number): Promise<ListedEvent[]> {
    const rows = await selectEvents(db).where('project', '=', project).orderBy('id', 'desc').limit(limit).execute();
    return rows.map((row) => toListedEvent(toWire(toEvent(row))));
}

export const toListedEvent = (event: Event): ListedEvent => ({
    ...event,
    label: labelOf(event),
    summary: summaryOf(event),
});

/** Returns the events with these ids. */
export async function findEvents(db: Db, ids: readonly number[]): Promise<Map<number, Event>> {
    const events = new Map<number, Event>();
    for (const chunk of chunked([...new Set(ids)])) {
        for (const row of await eventsWithIds(db, { ids: chunk })) events.set(row.id, toWire(toEvent(row)));
    }
    return events;
}

const eventsWithIds = prepared((db: Db, { ids }: { ids: readonly number[] }) =>
    selectEvents(db).where('id', 'in', ids),
);

/** Returns the authors of all events that are not hidden from the actor. */
export async function listEventCreators(
    { db, eventIndex }: EventSource,
    actor: AdminActor,
): Promise<{ id: number; name: string }[]> {
    const { hiddenProjects } = visibleTo(actor);
    // Kept events before the archive have authors, too.
    const range = { ...(await currentLog(db)), after: 0 };
    const names = await eventIndex.creators({}, range);
    const known = hiddenProjects ? await eventIndex.creators({ hiddenProjects }, range) : names;
    return [...known.keys()].sort((a, b) => a - b).map((id) => ({ id, name: SHARED_NAMES[id] ?? names.get(id)! }));
}

/** Many tokens share one id, so the name of the last one would be misleading. */
const SHARED_NAMES: Record<number, string> = {
    [ADMIN_TOKEN_USER_ID]: 'admin tokens',
    [SYSTEM_USER_ID]: SYSTEM_ACTOR.name,
};

const toWire = (event: StoredEvent): Event => ({
    groupType: 'transaction',
    ...event,
    ...(event.type.startsWith('api-token-') && { data: aboutToken(event.data), preData: aboutToken(event.preData) }),
});

function aboutToken<T extends StoredEvent['data']>(data: T): T {
    if (typeof data !== 'object' || data === null || !('secret' in data)) return data;
    const { secret, tokenName } = data as { secret: unknown; tokenName?: unknown };
    return typeof secret === 'string' ? { ...data, secret: maskSecret(secret, tokenName) } : data;
}

import type { ExpressionBuilder } from 'kysely';
import { archivedThrough } from '../../../changes/archive/horizon.ts';
import { type StoredEvent, selectEvents, toEvent } from '../../../changes/event-log.ts';
import { ADMIN_TOKEN_USER_ID, type AdminActor, SYSTEM_ACTOR, SYSTEM_USER_ID } from '../../../core/access/actor.ts';
import { mapYielding, watched, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import { labelOf, summaryOf } from '../../../core/events/event-sentences.ts';
import type { Page } from '../../../http/route/paging.ts';
import { stillVisible } from '../../../identity/accounts/api-tokens/token-secret.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { Event, FoundEvent } from './event.schemas.ts';
import { type EventFilter, matching, visibleTo } from './event-filter.ts';

/** The number of events in memory at a time, however many are sent. */
const BATCH = 200;

/** The matching events, newest first, as of the time of the call. */
export interface EventList {
    total: number;
    batches: AsyncIterable<Event[]>;
}

/** Returns the events that match the filter, or the newest of them, in batches, because all of them may not fit into memory. */
export async function listEvents(db: Db, filter: EventFilter, limit?: number): Promise<EventList> {
    const range = await wholeLog(db);
    return {
        total: await countAll(db, filter, range),
        batches: batchesOf(db, filter, range, limit),
    };
}

/** Returns the number of events that match the filter. */
export async function countEvents(db: Db, filter: EventFilter): Promise<number> {
    return countAll(db, filter, await wholeLog(db));
}

/** A range of event ids; `after` is exclusive, `upTo` is inclusive. */
interface LogRange {
    after: number;
    upTo: number;
}

/** Returns the range of all events that are not in an archive. */
async function wholeLog(db: Db): Promise<LogRange> {
    const [upTo, after] = await Promise.all([revisionOf(db), archivedThrough(db)]);
    return { after, upTo };
}

async function countAll(db: Db, filter: EventFilter, range: LogRange): Promise<number> {
    let total = 0;
    for await (const { count } of countedWindows(db, filter, range)) total += count;
    return total;
}

async function* batchesOf(
    db: Db,
    filter: EventFilter,
    { after, upTo }: LogRange,
    limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<Event[]> {
    let last = upTo + 1;
    for (let left = limit; left > 0; left -= BATCH) {
        const rows = await selectEvents(db)
            .where(matching(filter))
            .where('id', '<', last)
            .where('id', '>', after)
            .orderBy('id', 'desc')
            .limit(Math.min(left, BATCH))
            .execute();
        if (rows.length > 0) yield rows.map((row) => toWire(toEvent(row)));
        if (rows.length < BATCH) return;
        last = rows.at(-1)!.id;
        await yieldToEventLoop();
    }
}

/** The initial number of events that one query of a search reads. */
const WINDOW = 2_500;
/** The maximum number of events of one query: reading a page in the middle of a window must be fast, too. */
const LARGEST_WINDOW = 10_000;

/**
 * One page of the events that match, newest first, and how many match in all. Looks at a part of the log at a time:
 * some filters must see every event, and the embedded database answers nobody else while it looks.
 */
export async function searchEvents(
    db: Db,
    filter: EventFilter,
    { offset, limit }: Page,
): Promise<{ events: Event[]; total: number }> {
    const events: Event[] = [];
    let total = 0;
    for await (const { window, count } of countedWindows(db, filter, await wholeLog(db))) {
        const skipped = Math.max(offset - total, 0);
        if (events.length < limit && count > skipped) {
            const rows = await selectEvents(db)
                .where(matching(filter))
                .where(within(window))
                .orderBy('id', 'desc')
                .offset(skipped)
                .limit(limit - events.length)
                .execute();
            events.push(...(await mapYielding(rows, (row) => toWire(toEvent(row)))));
        }
        total += count;
    }
    return { events, total };
}

/** Returns the newest events of a project. The cost depends on `limit` only. */
export async function listLatestEvents(db: Db, project: string, limit: number): Promise<FoundEvent[]> {
    const rows = await selectEvents(db).where('project', '=', project).orderBy('id', 'desc').limit(limit).execute();
    return rows.map((row) => toFoundEvent(toWire(toEvent(row))));
}

export const toFoundEvent = (event: Event): FoundEvent => ({
    ...event,
    label: labelOf(event),
    summary: summaryOf(event),
});

/** Returns the events with these ids. */
export async function findEvents(db: Db, ids: readonly number[]): Promise<Map<number, Event>> {
    const events = new Map<number, Event>();
    for (const chunk of chunked([...new Set(ids)])) {
        const rows = await selectEvents(db).where('id', 'in', chunk).execute();
        for (const row of rows) events.set(row.id, toWire(toEvent(row)));
    }
    return events;
}

/** Returns the authors of all events that are not hidden from the actor. */
export async function listEventCreators(db: Db, actor: AdminActor): Promise<{ id: number; name: string }[]> {
    const creators = await db
        .selectFrom('events')
        .innerJoin(
            db
                .selectFrom('events')
                .select(({ fn }) => fn.max('id').as('newest'))
                .groupBy('created_by_user_id')
                .as('creator'),
            'creator.newest',
            'events.id',
        )
        .select(['created_by_user_id as id', 'created_by as name'])
        .orderBy('created_by_user_id')
        .execute();
    const { hiddenProjects } = visibleTo(actor);
    const named = creators.map(({ id, name }) => ({ id, name: SHARED_NAMES[id] ?? name }));
    if (!hiddenProjects) return named;
    const isKnown = new Set<number>();
    for (const { id } of named) {
        const known = await db
            .selectFrom('events')
            .select('id')
            .where(matching({ creators: [id], hiddenProjects }))
            .limit(1)
            .executeTakeFirst();
        if (known) isKnown.add(id);
    }
    return named.filter(({ id }) => isKnown.has(id));
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
    return typeof secret === 'string' ? { ...data, secret: stillVisible(secret, tokenName) } : data;
}

async function revisionOf(db: Db): Promise<number> {
    const head = await db.selectFrom('event_head').select('revision').executeTakeFirstOrThrow();
    return head.revision;
}

/** Yields windows of the log, newest first, with the number of matches. Windows grow while counting is fast. */
async function* countedWindows(
    db: Db,
    filter: EventFilter,
    { after, upTo }: LogRange,
): AsyncGenerator<{ window: Window; count: number }> {
    let size = WINDOW;
    for (let newest = upTo; newest > after; ) {
        const window = { newest, oldest: Math.max(newest - size, after) + 1 };
        const { result: count, wasQuick } = await watched(() => countWithin(db, filter, window));
        yield { window, count };
        newest -= size;
        size = wasQuick ? Math.min(2 * size, LARGEST_WINDOW) : WINDOW;
    }
}

interface Window {
    newest: number;
    oldest: number;
}

const within =
    ({ newest, oldest }: Window) =>
    (row: ExpressionBuilder<Tables, 'events'>) =>
        row.and([row('id', '<=', newest), row('id', '>=', oldest)]);

async function countWithin(db: Db, filter: EventFilter, window: Window): Promise<number> {
    // Ids have no gaps, except for archived events.
    if (Object.keys(filter).length === 0) return window.newest - window.oldest + 1;
    const row = await db
        .selectFrom('events')
        .where(matching(filter))
        .where(within(window))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
    return row.count;
}

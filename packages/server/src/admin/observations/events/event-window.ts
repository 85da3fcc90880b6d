import { isDeepStrictEqual } from 'node:util';
import { archivedThrough } from '../../../changes/archive/horizon.ts';
import type { FeedChanges } from '../../../changes/change-feed.ts';
import { shouldYield, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import { labelOf, summaryOf } from '../../../core/events/event-sentences.ts';
import type { EventType } from '../../../core/events/event-types.ts';
import { bytesPart, type JsonFragment, toFragment } from '../../../http/bodies/json-fragment.ts';
import type { Page } from '../../../http/route/paging.ts';
import type { Db } from '../../../storage/database.ts';
import { findEvents, searchEvents } from './event.queries.ts';
import type { Event } from './event.schemas.ts';
import { conditionsOf, type DeletedPrivate, type EventPredicate, type Traits } from './event-condition.ts';
import type { EventFilter } from './event-filter.ts';

/** How many of the newest events can be found without the database. */
const SIZE = 5_000;
/** The number of serialised events to cache: the most recently used ones. */
const KEPT_TEXTS = 1_000;

/** An event as it goes to callers: in lists as it is, in results of a search with a sentence. Never changes. */
class ToldEvent {
    readonly listed: JsonFragment;
    readonly #traits: Traits;
    #found: JsonFragment | undefined;

    constructor(event: Event) {
        this.#traits = traitsOf(event);
        this.listed = toFragment(event);
    }

    get found(): JsonFragment {
        if (this.#found === undefined) {
            const sentence = JSON.stringify({ label: labelOf(this.#traits), summary: summaryOf(this.#traits) });
            const rest = Buffer.from(`,${sentence.slice(1)}`);
            this.#found = bytesPart(Buffer.concat([this.listed.bytes.subarray(0, -1), rest]));
        }
        return this.#found;
    }
}

/** After these: a project that was private may be gone, or its id used again; the log may begin later. */
const REMAKING: ReadonlySet<string> = new Set<EventType>(['project-deleted', 'project-created', 'event-log-archived']);

/** The matching events, newest first. */
export interface FoundPage {
    events: ToldEvent[];
    total: number;
}

/**
 * The newest events, in memory on every node. Filters run on indexed members; the response of an event is serialized when it is
 * first requested. Events are immutable, so only the two ends of the window change.
 */
export class EventWindow {
    readonly #db: Db;
    /** Oldest first, without gaps. */
    #events: Traits[] = [];
    /** The last event that is in an archive: there the log begins. */
    #archivedThrough = 0;
    #deletedPrivate: readonly DeletedPrivate[] = [];
    readonly #told = new Map<number, ToldEvent>();
    #revision = 0;
    #forgotten = 0;
    #isLoaded = false;
    #loading: Promise<void> | undefined;

    constructor(db: Db) {
        this.#db = db;
    }

    /** From there on it is fed. */
    startAt(revision: number): void {
        this.#revision = revision;
    }

    follow({ events, revision }: FeedChanges): void {
        this.#revision = revision;
        if (events.some(({ type }) => REMAKING.has(type))) this.forget();
        if (!this.#isLoaded) return;
        for (const event of events) this.#events.push(traitsOf(event));
        // Cut only now and then: taking some off the front for every change would cost more than the change.
        if (this.#events.length > 2 * SIZE) this.#events = this.#events.slice(-SIZE);
    }

    /** Another one when something else would be found. */
    get version(): string {
        return `${this.#revision} ${this.#forgotten}`;
    }

    /** Reads everything again when somebody asks. */
    forget(): void {
        this.#isLoaded = false;
        this.#forgotten++;
        this.#told.clear();
    }

    /** One page of the events that match, and how many match in all. */
    async find(filter: EventFilter, { offset, limit }: Page, signal: AbortSignal): Promise<FoundPage> {
        while (!this.#isLoaded) await this.#load();
        const all = this.#events;
        const conditions = conditionsOf(filter, this.#deletedPrivate);
        const { page, total } = await pageOf(all, conditions, { offset, limit }, signal);
        const events = await this.#tell(page);
        const after = this.#archivedThrough;
        const older = { upTo: (all[0]?.id ?? after + 1) - 1, total: 0 };
        // Ids have no gaps: without a filter, how many are older needs no counting.
        if (conditions.length === 0 && page.length === limit) older.total = older.upTo - after;
        else if (older.upTo > after) {
            const rest = { offset: Math.max(0, offset - total), limit: limit - page.length };
            const found = await searchEvents(this.#db, filter, rest, { after, upTo: older.upTo });
            older.total = found.total;
            for (const event of found.events) events.push(new ToldEvent(event));
        }
        return { events, total: total + older.total };
    }

    /** Whether what is in memory is what is in the database. */
    async agrees(): Promise<boolean> {
        while (!this.#isLoaded) await this.#load();
        const [events, deletedPrivate] = [this.#events, this.#deletedPrivate];
        const stored = await readTraits(this.#db, events[0]?.id ?? this.#archivedThrough + 1, this.#revision);
        return isDeepStrictEqual([events, deletedPrivate], [stored, await readDeletedPrivate(this.#db)]);
    }

    async #tell(page: readonly Traits[]): Promise<ToldEvent[]> {
        const missing = page.filter(({ id }) => !this.#told.has(id)).map(({ id }) => id);
        if (missing.length > 0) {
            const read = await findEvents(this.#db, missing);
            for (const [id, event] of read) this.#told.set(id, new ToldEvent(event));
        }
        const told = page.flatMap(({ id }) => this.#told.get(id) ?? []);
        for (const id of this.#told.keys()) {
            if (this.#told.size <= KEPT_TEXTS) break;
            this.#told.delete(id);
        }
        return told;
    }

    #load(): Promise<void> {
        this.#loading ??= this.#read().finally(() => {
            this.#loading = undefined;
        });
        return this.#loading;
    }

    async #read(): Promise<void> {
        const revision = this.#revision;
        const archived = await archivedThrough(this.#db);
        const events = await readTraits(this.#db, Math.max(archived, revision - SIZE) + 1, revision);
        const deletedPrivate = await readDeletedPrivate(this.#db);
        // Events that arrived meanwhile are missing: waiting readers read again.
        if (this.#revision !== revision) return;
        this.#events = events;
        this.#archivedThrough = archived;
        this.#deletedPrivate = deletedPrivate;
        this.#isLoaded = true;
    }
}

/** Those of the page, newest first, and how many match: a list of all that match would be memory to be had for every answer. */
async function pageOf(
    events: readonly Traits[],
    conditions: readonly EventPredicate[],
    { offset, limit }: Page,
    signal: AbortSignal,
): Promise<{ page: Traits[]; total: number }> {
    const count = events.length;
    if (conditions.length === 0) {
        const page = events.slice(Math.max(0, count - offset - limit), Math.max(0, count - offset)).reverse();
        return { page, total: count };
    }
    const page: Traits[] = [];
    let total = 0;
    candidates: for (let place = count - 1; place >= 0; place--) {
        if (place % 256 === 0 && shouldYield()) {
            await yieldToEventLoop();
            signal.throwIfAborted();
        }
        const event = events[place]!;
        for (const holds of conditions) if (!holds(event)) continue candidates;
        if (total >= offset && page.length < limit) page.push(event);
        total++;
    }
    return { page, total };
}

const traitsOf = (event: Traits): Traits => ({
    id: event.id,
    type: event.type,
    createdBy: event.createdBy,
    createdByUserId: event.createdByUserId,
    createdAt: event.createdAt,
    featureName: event.featureName,
    project: event.project,
    environment: event.environment,
    groupId: event.groupId,
});

const PAGE = 1_000;

async function readTraits(db: Db, first: number, last: number): Promise<Traits[]> {
    const events: Traits[] = [];
    for (let start = first; start <= last; start += PAGE) {
        const rows = await db
            .selectFrom('events')
            .select([
                'id',
                'type',
                'created_by as createdBy',
                'created_by_user_id as createdByUserId',
                'created_at as createdAt',
                'feature_name as featureName',
                'project',
                'environment',
                'group_id as groupId',
            ])
            .where('id', '>=', start)
            .where('id', '<', Math.min(start + PAGE, last + 1))
            .orderBy('id')
            .execute();
        for (const row of rows) events.push(traitsOf(row));
    }
    return events;
}

const readDeletedPrivate = (db: Db): Promise<DeletedPrivate[]> =>
    db.selectFrom('deleted_private_projects').selectAll().orderBy('project').execute();

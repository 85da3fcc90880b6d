import { isDeepStrictEqual } from 'node:util';
import type { Changes } from '../../changes/change-feed.ts';
import { nextTurn, turnIsLong, Unwanted } from '../../core/in-slices.ts';
import type { Page } from '../../http/paging.ts';
import type { Db } from '../../storage/database.ts';
import { findEvents, searchEvents } from './event.queries.ts';
import type { Event } from './event.schemas.ts';
import { conditionsOf, type DeletedPrivate, type Traits } from './event-condition.ts';
import type { EventFilter } from './event-filter.ts';

/** How many of the newest events can be found without the database. */
const SIZE = 5_000;
/** How many of them are kept as they go to callers: those that were asked for last. */
const KEPT_TEXTS = 1_000;

/** What was found, newest first: ready texts, or what is older than all that is in memory. */
export interface FoundPage {
    events: { id: number; text: string; traits: Traits }[];
    total: number;
}

/**
 * The newest events, in memory on every node. Filters run over what they look at; what an event says is written down when it
 * is first asked for. Events never change, so nothing here ever does but its beginning and its end.
 */
export class EventWindow {
    readonly #db: Db;
    /** Oldest first, without gaps. */
    #events: Traits[] = [];
    #deletedPrivate: readonly DeletedPrivate[] = [];
    readonly #texts = new Map<number, string>();
    #revision = 0;
    #isLoaded = false;
    #loading: Promise<void> | undefined;

    constructor(db: Db) {
        this.#db = db;
    }

    /** From there on it is fed. */
    startAt(revision: number): void {
        this.#revision = revision;
    }

    follow({ events, revision }: Changes): void {
        this.#revision = revision;
        // A project that was private may be gone now, or its id used again.
        if (events.some(({ type }) => type === 'project-deleted' || type === 'project-created')) this.forget();
        if (!this.#isLoaded) return;
        for (const event of events) this.#events.push(traitsOf(event));
        // Cut only now and then: taking some off the front for every change would cost more than the change.
        if (this.#events.length > 2 * SIZE) this.#events = this.#events.slice(-SIZE);
    }

    /** Reads everything again when somebody asks. */
    forget(): void {
        this.#isLoaded = false;
        this.#texts.clear();
    }

    /** One page of the events that match, and how many match in all. */
    async find(filter: EventFilter, { offset, limit }: Page, hasLeft: () => boolean): Promise<FoundPage> {
        while (!this.#isLoaded) await this.#load();
        const matching = await this.#matching(filter, hasLeft);
        const oldest = this.#events[0]?.id ?? 1;
        const page = matching.slice(offset, offset + limit);
        const events = await this.#withTexts(page);
        if (oldest === 1) return { events, total: matching.length };
        const rest = { offset: Math.max(0, offset - matching.length), limit: limit - page.length };
        const older = await searchEvents(this.#db, filter, rest, oldest - 1);
        return {
            events: [...events, ...older.events.map((event) => ({ id: event.id, text: write(event), traits: event }))],
            total: matching.length + older.total,
        };
    }

    /** Whether what is in memory is what is in the database. */
    async agrees(): Promise<boolean> {
        while (!this.#isLoaded) await this.#load();
        const [events, deletedPrivate] = [this.#events, this.#deletedPrivate];
        const stored = await readTraits(this.#db, events[0]?.id ?? 1, this.#revision);
        return isDeepStrictEqual([events, deletedPrivate], [stored, await readDeletedPrivate(this.#db)]);
    }

    /** Newest first. */
    async #matching(filter: EventFilter, hasLeft: () => boolean): Promise<readonly Traits[]> {
        const events = this.#events;
        const conditions = conditionsOf(filter, this.#deletedPrivate);
        if (conditions.length === 0) return events.toReversed();
        const matching: Traits[] = [];
        candidates: for (let place = events.length - 1; place >= 0; place--) {
            if (place % 256 === 0 && turnIsLong()) {
                await nextTurn();
                if (hasLeft()) throw new Unwanted();
            }
            const event = events[place]!;
            for (const holds of conditions) if (!holds(event)) continue candidates;
            matching.push(event);
        }
        return matching;
    }

    async #withTexts(page: readonly Traits[]): Promise<FoundPage['events']> {
        const missing = page.filter(({ id }) => !this.#texts.has(id)).map(({ id }) => id);
        const read = missing.length === 0 ? undefined : await findEvents(this.#db, missing);
        const events = page.flatMap((traits) => {
            const event = read?.get(traits.id);
            const text = event ? write(event) : this.#texts.get(traits.id);
            if (text === undefined) return [];
            if (event) this.#texts.set(traits.id, text);
            return { id: traits.id, text, traits };
        });
        for (const id of this.#texts.keys()) {
            if (this.#texts.size <= KEPT_TEXTS) break;
            this.#texts.delete(id);
        }
        return events;
    }

    #load(): Promise<void> {
        this.#loading ??= this.#read().finally(() => {
            this.#loading = undefined;
        });
        return this.#loading;
    }

    async #read(): Promise<void> {
        const revision = this.#revision;
        const events = await readTraits(this.#db, Math.max(1, revision - SIZE + 1), revision);
        const deletedPrivate = await readDeletedPrivate(this.#db);
        // What came meanwhile is not in it: whoever waits reads once more.
        if (this.#revision !== revision) return;
        this.#events = events;
        this.#deletedPrivate = deletedPrivate;
        this.#isLoaded = true;
    }
}

const write = (event: Event) => JSON.stringify(event);

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

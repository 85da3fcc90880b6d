import { shouldYield, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import type { Db } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';
import { conditionsOf, EventColumns, EventDictionaries, KEY_COLUMNS } from './event-columns.ts';
import type { EventFilter } from './event-filter.ts';

/** A range of event ids; `after` is exclusive, `upTo` is inclusive. */
export interface LogRange {
    after: number;
    upTo: number;
}

/** The number of events whose columns are allocated together. */
const CHUNK_SIZE = 8_192;
/** Chunks for four million events, with 36 bytes for each. The rows of older events are read for every search. */
const MAX_CHUNKS = 488;
/** The number of rows of one query: the embedded database blocks other requests while it runs. */
const BATCH = 500;

/** Searched columns, and the positions of the matching events, newest first. Valid until the next ones are requested. */
export interface Matches {
    columns: EventColumns;
    positions: Uint32Array;
}

/**
 * The columns by which events are filtered, in memory, because no database index finds parts of names and counts the matches of
 * any combination of filters. The first search loads them; later searches add the events since then. Events never change.
 * Decision 30.
 */
export class EventIndex {
    readonly #db: Db;
    readonly #chunkSize: number;
    readonly #maxChunks: number;
    #dictionaries = new EventDictionaries();
    /** Oldest first. */
    #chunks: EventColumns[] = [];
    /** The range of events in the chunks; undefined before the first search. */
    #loaded: LogRange | undefined;
    /** The last archived event when the chunks were loaded. */
    #archived = 0;
    #loading: Promise<void> | undefined;

    constructor(db: Db, { chunkSize = CHUNK_SIZE, maxChunks = MAX_CHUNKS } = {}) {
        this.#db = db;
        this.#chunkSize = chunkSize;
        this.#maxChunks = maxChunks;
    }

    /** Yields the matching events of the range, newest first. */
    async *matches(filter: EventFilter, { after, upTo }: LogRange): AsyncGenerator<Matches> {
        const deleted = filter.withoutDeletedPrivate
            ? await this.#db.selectFrom('deleted_private_projects').selectAll().execute()
            : [];
        let compiled: { dictionaries: EventDictionaries; conditions: ReturnType<typeof conditionsOf> } | undefined;
        const positions = new Uint32Array(Math.max(this.#chunkSize, BATCH));
        for await (const columns of this.#columns(filter, { after, upTo })) {
            const { dictionaries, ids, length } = columns;
            if (compiled?.dictionaries !== dictionaries) {
                compiled = { dictionaries, conditions: conditionsOf(dictionaries, filter, deleted) };
            }
            let count = 0;
            for (let position = length - 1; position >= 0 && ids[position]! > after; position--) {
                if (ids[position]! <= upTo) positions[count++] = position;
            }
            for (const filter of compiled.conditions) count = filter(columns, positions, count);
            yield { columns, positions: positions.subarray(0, count) };
            if (shouldYield()) await yieldToEventLoop();
        }
    }

    /** Returns the newest name of each author of matching events. */
    async creators(filter: EventFilter, range: LogRange): Promise<Map<number, string>> {
        const names = new Map<number, string>();
        for await (const { columns, positions } of this.matches(filter, range)) {
            const { creator, creatorName } = columns.dictionaries;
            for (const position of positions) {
                const id = creator.values[columns.creator[position]!]!;
                if (!names.has(id)) names.set(id, creatorName.values[columns.creatorName[position]!]!);
            }
        }
        return names;
    }

    /** Yields the columns of the events in the range, and of others around it, newest first. */
    async *#columns(filter: EventFilter, range: LogRange): AsyncGenerator<EventColumns> {
        // These filters have database indexes: the history of a flag does not need the whole log.
        if (filter.ids || filter.groups || filter.flags) {
            yield* this.#readColumns(filter, range);
            return;
        }
        await this.#follow(range);
        const older = { after: range.after, upTo: this.#loaded!.after };
        yield* this.#chunks.toReversed();
        yield* this.#readColumns({}, older);
    }

    /** Reads the columns of events from their rows, without storing them. */
    async *#readColumns({ ids, groups, flags }: EventFilter, { after, upTo }: LogRange): AsyncGenerator<EventColumns> {
        for (let newest = upTo; newest > after; ) {
            const rows = await this.#db
                .selectFrom('events')
                .select(KEY_COLUMNS)
                .where('id', '<=', newest)
                .where('id', '>', after)
                .$if(ids !== undefined, (query) => query.where('id', 'in', ids!))
                .$if(groups !== undefined, (query) => query.where('group_id', 'in', groups!))
                .$if(flags !== undefined, (query) => query.where('feature_name', 'in', flags!))
                .orderBy('id', 'desc')
                .limit(BATCH)
                .execute();
            const columns = new EventColumns(rows.length);
            for (const row of rows.toReversed()) columns.add(row);
            yield columns;
            if (rows.length < BATCH) return;
            newest = rows.at(-1)!.id - 1;
        }
    }

    /** Loads the events up to the end of the range. */
    async #follow(range: LogRange): Promise<void> {
        while (!this.#loaded || this.#loaded.upTo < range.upTo || this.#archived < range.after) {
            this.#loading ??= this.#load(range).finally(() => {
                this.#loading = undefined;
            });
            await this.#loading;
        }
    }

    async #load({ after, upTo }: LogRange): Promise<void> {
        // Rows of archived events are deleted later, so the index starts anew after each archive.
        if (!this.#loaded || this.#archived < after) {
            this.#dictionaries = new EventDictionaries();
            this.#chunks = [];
            this.#archived = after;
            const start = Math.max(upTo - this.#maxChunks * this.#chunkSize, 0);
            this.#loaded = { after: start, upTo: start };
        }
        const loaded = this.#loaded;
        while (loaded.upTo < upTo) {
            const rows = await rowsAfter(this.#db, { after: loaded.upTo, upTo });
            for (const row of rows) this.#chunkWithSpace(loaded).add(row);
            loaded.upTo = rows.length < BATCH ? upTo : rows.at(-1)!.id;
        }
    }

    #chunkWithSpace(loaded: LogRange): EventColumns {
        const newest = this.#chunks.at(-1);
        if (newest && newest.length < this.#chunkSize) return newest;
        const chunk = new EventColumns(this.#chunkSize, this.#dictionaries);
        this.#chunks.push(chunk);
        if (this.#chunks.length > this.#maxChunks) loaded.after = this.#chunks.shift()!.ids.at(-1)!;
        return chunk;
    }
}

const rowsAfter = prepared((db: Db, { after, upTo }: { after: number; upTo: number }) =>
    db
        .selectFrom('events')
        .select(KEY_COLUMNS)
        .where('id', '>', after)
        .where('id', '<=', upTo)
        .orderBy('id')
        .limit(BATCH),
);

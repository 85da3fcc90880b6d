import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { type JsonFragment, toFragment } from '../../../http/bodies/json-fragment.ts';
import type { Db } from '../../../storage/database.ts';
import { findEvents } from './event.queries.ts';
import type { Event } from './event.schemas.ts';

/** Memory for the newest pages of the log, which are requested most. */
const MAX_BYTES = 2_000_000;

/** The JSON of recently requested events. It stays valid, because events never change. */
export class EventFragments {
    readonly #db: Db;
    readonly #format: (event: Event) => unknown;
    /** In the order in which they were added. */
    readonly #fragments = new Map<number, JsonFragment>();
    #bytes = 0;

    constructor(db: Db, format: (event: Event) => unknown) {
        this.#db = db;
        this.#format = format;
    }

    /** Returns the events with these ids, without those that do not exist. */
    async get(ids: readonly number[]): Promise<JsonFragment[]> {
        const missing = ids.filter((id) => !this.#fragments.has(id));
        if (missing.length === 0) return ids.map((id) => this.#fragments.get(id)!);
        const events = await findEvents(this.#db, missing);
        const added = new Map<number, JsonFragment>();
        await mapYielding(events.values(), (event) => added.set(event.id, toFragment(this.#format(event))));
        const page = ids.flatMap((id) => this.#fragments.get(id) ?? added.get(id) ?? []);
        for (const [id, fragment] of added) this.#add(id, fragment);
        return page;
    }

    #add(id: number, fragment: JsonFragment): void {
        if (this.#fragments.has(id)) return;
        this.#fragments.set(id, fragment);
        this.#bytes += fragment.bytes.length;
        for (const [oldest, { bytes }] of this.#fragments) {
            if (this.#bytes <= MAX_BYTES) return;
            this.#fragments.delete(oldest);
            this.#bytes -= bytes.length;
        }
    }
}

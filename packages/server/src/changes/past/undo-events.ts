import type { EventType } from '../../core/events/event-types.ts';
import type { Db } from '../../storage/database.ts';
import { type StoredEvent, selectEvents, toEvent } from '../event-log.ts';

/** The number of events in one query: a larger query would block other requests. */
const PAGE = 500;

/**
 * Yields the events of these types after a revision, newest first. Undoing them one by one, starting from the current state, yields the
 * state at that revision. Intended for event types with few events.
 */
export async function* eventsBackTo(
    db: Db,
    { types, revision }: { types: EventType[]; revision: number },
): AsyncGenerator<StoredEvent> {
    for (let before: number | undefined; ; ) {
        const page = await selectEvents(db)
            .where('type', 'in', types)
            .where('id', '>', revision)
            .$if(before !== undefined, (query) => query.where('id', '<', before!))
            .orderBy('id', 'desc')
            .limit(PAGE)
            .execute();
        for (const row of page) yield toEvent(row);
        if (page.length < PAGE) return;
        before = page.at(-1)!.id;
    }
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../storage/database.ts';
import type { StoredEvent } from './event-log.ts';

/** The author of the change waits during this time. */
const PATIENCE_MS = 10_000;
const BETWEEN_TRIES_MS = 200;

/**
 * Whether the change of this event was committed, after its response was lost. Takes the lock that the change held: once it is
 * acquired, that transaction has ended. Undefined: the database did not respond in time.
 */
export async function wasCommitted(
    database: Database,
    { id, groupId }: Pick<StoredEvent, 'id' | 'groupId'>,
): Promise<boolean | undefined> {
    const deadline = performance.now() + PATIENCE_MS;
    while (performance.now() < deadline) {
        try {
            return await database.exclusive(async (tx, head) => {
                await head;
                const event = await tx.selectFrom('events').select('group_id').where('id', '=', id).executeTakeFirst();
                return event?.group_id === groupId;
            });
        } catch {
            await delay(BETWEEN_TRIES_MS);
        }
    }
    return undefined;
}

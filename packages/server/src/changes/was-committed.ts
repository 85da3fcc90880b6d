import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../storage/database.ts';
import type { StoredEvent } from './event-log.ts';

/** The author of the change waits meanwhile. */
const PATIENCE_MS = 10_000;
const BETWEEN_TRIES_MS = 200;

/**
 * Whether the change that this event is of was committed, when nobody said so. Under the lock that it held itself: who has that
 * knows that its transaction is over, one way or the other. Undefined: the database did not answer in time.
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
                const found = await tx.selectFrom('events').select('group_id').where('id', '=', id).executeTakeFirst();
                return found?.group_id === groupId;
            });
        } catch {
            await delay(BETWEEN_TRIES_MS);
        }
    }
    return undefined;
}

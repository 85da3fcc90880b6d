import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../storage/database.ts';
import { hashOf, selectEvents, toEvent } from './event-log.ts';

export interface ChainVerdict {
    valid: boolean;
    /** How many events were found to be in order before the first broken one. */
    verified: number;
    firstBroken?: { id: number; reason: string };
}

/** Other requests get their turn in between. */
const BATCH = 200;

/**
 * Walks the whole chain and names the first event that was edited, removed or inserted by hand.
 * Reads the head last: events that are written meanwhile only make the walk longer.
 */
export async function verifyChain(db: Db): Promise<ChainVerdict> {
    let verified = 0;
    let previousHash = '';
    const broken = (id: number, reason: string): ChainVerdict => ({
        valid: false,
        verified,
        firstBroken: { id, reason },
    });
    for (;;) {
        const rows = await eventsAfter(db, verified);
        for (const row of rows) {
            const expected = verified + 1;
            if (row.id < expected) return broken(row.id, `event ${row.id} was inserted`);
            if (row.id > expected) return broken(expected, `event ${expected} is missing`);
            if (row.previous_hash !== previousHash) {
                return broken(expected, `event ${expected} does not follow the one before it`);
            }
            if (row.hash !== hashOf(previousHash, toEvent(row)))
                return broken(expected, `event ${expected} was changed`);
            previousHash = row.hash;
            verified = expected;
        }
        if (rows.length > 0) {
            await nextTurn();
            continue;
        }

        const head = await db.selectFrom('event_head').select(['revision', 'hash']).executeTakeFirstOrThrow();
        if (head.revision < verified) return broken(head.revision + 1, `event ${head.revision + 1} was inserted`);
        if (head.revision === verified) {
            if (head.hash === previousHash) return { valid: true, verified };
            return broken(verified, `event ${verified} is not the one the log ended with`);
        }
        const written = await eventsAfter(db, verified);
        if (written.length === 0) return broken(verified + 1, `event ${verified + 1} is missing`);
    }
}

/** The first batch takes whatever comes first: an event before the first one was inserted too. */
function eventsAfter(db: Db, id: number) {
    return selectEvents(db)
        .select(['previous_hash', 'hash'])
        .$if(id > 0, (query) => query.where('id', '>', id))
        .orderBy('id')
        .limit(BATCH)
        .execute();
}

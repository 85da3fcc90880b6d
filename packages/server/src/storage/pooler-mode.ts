import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Pooler } from './database.ts';
import { sessionOf } from './postgres-session.ts';
import { LISTEN } from './service-lock.ts';

/** PostgreSQL delivers a notification within milliseconds. */
const DELIVERY_MS = 250;
/** The other connection may be waiting for a free one of the pool. */
const SENDING_MS = 2_000;
const PREFIX = 'test of delivery ';

/** Whether a notification is a test of another node. */
export const isDeliveryTest = (payload: string) => payload.startsWith(PREFIX);

/**
 * Finds the mode of the pooler in front of a listening connection: in session mode it delivers a notification that another
 * connection has sent, in transaction mode it discards it, because the idle connection has no server connection. The server process
 * is no evidence: a pooler in transaction mode often returns the same one. Undefined: no notification could be sent. No other statement
 * may be executed on the connection meanwhile.
 */
export async function findPooler(
    listening: pg.Client,
    notify: (payload: string) => Promise<unknown>,
): Promise<Pooler | undefined> {
    if (!sessionOf(listening).isPooled) return 'none';
    const expected = PREFIX + randomUUID();
    const { promise: delivery, resolve } = Promise.withResolvers<void>();
    let isDelivered = false;
    const receive = ({ payload }: pg.Notification) => {
        if (payload !== expected) return;
        isDelivered = true;
        resolve();
    };
    listening.on('notification', receive);
    try {
        const isSent = notify(expected).then(() => true);
        if (!(await Promise.race([isSent, delay(SENDING_MS, false, { ref: false })]))) {
            isSent.catch(() => undefined);
            return undefined;
        }
        await Promise.race([delivery, delay(DELIVERY_MS, undefined, { ref: false })]);
        // PostgreSQL sends notifications before the response, so a slow one arrives now. If the pooler changed to session mode meanwhile,
        // the server connection of this session may not have been listening.
        if (!isDelivered) await listening.query(LISTEN);
        return isDelivered ? 'session' : 'transaction';
    } finally {
        listening.off('notification', receive);
    }
}

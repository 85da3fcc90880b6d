import { yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import { markTrouble } from '../../../core/errors/database-trouble.ts';
import type { Db, Tx } from '../../../storage/database.ts';
import type { DatabaseHealth } from '../../../storage/database-health.ts';

/**
 * Below the 5 seconds that the UI and the probes of the Helm chart wait, and below the 4 seconds after which `PostgresLiveness` regards
 * a silent PostgreSQL as unreachable: with the same timeout, either of the two could be first, and the reported state would vary.
 */
const TIMEOUT_MS = 3_000;

class ProbeTimeout extends Error {
    constructor() {
        super('The database did not answer the probe in time.');
        markTrouble(this, 'slow');
    }
}

/** Whether the database responds in time: a silent database is reported long before its connections time out. */
export function isDatabaseAvailable(db: Db, health: DatabaseHealth): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    let isOver = false;
    const giveUp = async () => {
        // The response may have arrived while the event loop was blocked.
        await yieldToEventLoop();
        if (isOver) return;
        // An existing condition is more specific.
        if (health.condition.state === 'fine') health.failed(new ProbeTimeout());
        resolve(false);
    };
    const timer = setTimeout(giveUp, TIMEOUT_MS);
    const end = (isThere: boolean) => {
        isOver = true;
        clearTimeout(timer);
        resolve(isThere);
    };
    const query = db.selectFrom('event_head').select('revision').execute();
    query.then(
        () => end(true),
        () => end(false),
    );
    return promise;
}

/** A write without effect that needs the write lock and free disk space. */
export const probeWrite = (tx: Tx): Promise<unknown> =>
    tx
        .updateTable('event_head')
        .set(({ ref }) => ({ revision: ref('revision') }))
        .execute();

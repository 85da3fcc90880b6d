import { type Static, Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import type { ChangeFeed } from '../../../changes/change-feed.ts';
import { yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import { markTrouble } from '../../../core/errors/database-trouble.ts';
import type { Db, Tx } from '../../../storage/database.ts';
import type { DatabaseHealth } from '../../../storage/database-health.ts';

export const Readiness = Type.Object(
    {
        health: Type.String(),
        database: Type.Object({
            state: Type.String({
                description: 'State of the database as seen by this node: fine, away, read-only, full or slow',
            }),
            since: Type.String({ format: 'date-time' }),
            says: Type.String({ description: 'Readable description of the problem; empty without a problem' }),
        }),
        clock: Type.Object({
            state: Type.String({
                description:
                    'synchronised or skewed; while skewed, this node runs no schedules, expiries or deliveries',
            }),
            skewSeconds: Type.Integer({
                description: 'Time by which the clock of this node is ahead of the clock of the database',
            }),
            says: Type.String({
                description: 'Readable description of the problem; empty while the clocks are synchronised',
            }),
        }),
        flags: Type.Object({
            state: Type.String({
                description: 'current or stale; while stale, this node may serve older flags than other nodes',
            }),
            staleSeconds: Type.Integer({
                description: 'Time since this node was known to have the newest flags; up to 2 in normal operation',
            }),
            says: Type.String({
                description: 'Readable description of the problem; empty while the flags are current',
            }),
        }),
        shutdown: Type.Object({
            state: Type.String({
                description: 'none or draining; while draining, this node serves all requests and stops soon',
            }),
            says: Type.String({ description: 'Readable description; empty unless the node stops soon' }),
        }),
    },
    { $id: 'readiness' },
);

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

const SHUTDOWN = {
    none: { state: 'none', says: '' },
    draining: { state: 'draining', says: 'This node stops soon. Send requests to other nodes.' },
};

/** Whether this node should receive requests. SDKs are served without the database, so the operator decides whether it is required. */
export async function readinessOf({
    db,
    databaseHealth,
    databaseClock,
    changeFeed,
    isDraining,
    config: { checkDatabaseOnReady, maxStalenessSeconds },
}: Pick<Services, 'db' | 'databaseHealth' | 'databaseClock' | 'changeFeed' | 'isDraining' | 'config'>): Promise<
    Static<typeof Readiness>
> {
    const isThere = !checkDatabaseOnReady || (await isDatabaseAvailable(db, databaseHealth));
    const [database, clock] = [databaseHealth.condition, databaseClock.status];
    const isDatabaseReady = !checkDatabaseOnReady || (isThere && database.state === 'fine');
    const isTooStale = maxStalenessSeconds > 0 && changeFeed.staleSeconds > maxStalenessSeconds;
    const health = isDatabaseReady && !isTooStale && !isDraining() ? 'GOOD' : 'BAD';
    const shutdown = isDraining() ? SHUTDOWN.draining : SHUTDOWN.none;
    return { health, database, clock, flags: flagsOf(changeFeed), shutdown };
}

function flagsOf({ staleSeconds, isStale }: ChangeFeed): Static<typeof Readiness>['flags'] {
    const seconds = Math.floor(staleSeconds);
    if (!isStale) return { state: 'current', staleSeconds: seconds, says: '' };
    const says =
        `This node has read no changes from the database for ${seconds} seconds and serves the flags of that time. ` +
        'Check its connection to the database.';
    return { state: 'stale', staleSeconds: seconds, says };
}

/** Whether the database responds in time: a silent database is reported long before its connections time out. */
function isDatabaseAvailable(db: Db, health: DatabaseHealth): Promise<boolean> {
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

/** A write without effect that needs the write lock. */
export const probeWrite = (tx: Tx): Promise<unknown> =>
    tx
        .updateTable('event_head')
        .set(({ ref }) => ({ revision: ref('revision') }))
        .execute();

import { shouldYield, yieldToEventLoop } from '../core/concurrency/yielding.ts';
import type { Db } from '../storage/database.ts';
import { checkpointOf } from './archive/horizon.ts';
import type { ChainHead } from './chain-head.ts';
import { hashOf, selectEvents, toEvent } from './event-log.ts';

export interface ChainVerdict {
    valid: boolean;
    /** The number of valid events before the first broken one. */
    verified: number;
    /** The last archived event: verification continues from its hash. */
    archivedThrough?: number;
    /** The last verified event of an intact log: a later verification can start there. */
    head?: ChainHead;
    firstBroken?: { id: number; reason: string };
}

interface VerifyOptions {
    /** A head that was stored outside the database: verification starts there. */
    verified?: ChainHead | undefined;
    /** An event that was verified before, and must be unchanged. */
    known?: ChainHead | undefined;
    /** The newest revision that this process has seen. */
    seen?: number;
}

/** Small batches, so that other requests are served in between. */
const BATCH = 200;

/**
 * Verifies the whole chain, from the end of the last archive, and names the first event that was edited, removed or inserted by
 * hand. The head is read last, so events written in the meantime are included. With a head stored outside, only later events are
 * verified, and the event of that head must be unchanged.
 */
export async function verifyChain(db: Db, { verified, known, seen = 0 }: VerifyOptions = {}): Promise<ChainVerdict> {
    const checkpoint = await checkpointOf(db);
    const archived = checkpoint?.through_revision ?? 0;
    // Events archived since then are verified with the archive.
    const stored = verified && verified.id > archived ? verified : undefined;
    const start = stored?.id ?? archived;
    let last = start;
    let previousHash = stored?.hash ?? checkpoint?.hash ?? '';
    const about = () => ({ verified: last - start, ...(checkpoint && { archivedThrough: archived }) });
    const broken = (id: number, reason: string): ChainVerdict => ({
        valid: false,
        ...about(),
        firstBroken: { id, reason },
    });
    const changed = stored ? await brokenHead(db, stored) : checkpoint && (await brokenBefore(db, checkpoint));
    if (changed) return broken(changed.id, changed.reason);
    for (;;) {
        const rows = await eventsAfter(db, last);
        for (const row of rows) {
            const expected = last + 1;
            if (row.id < expected) return broken(row.id, `event ${row.id} was inserted`);
            if (row.id > expected) return broken(expected, `event ${expected} is missing`);
            if (row.previous_hash !== previousHash) {
                return broken(expected, `event ${expected} does not follow the one before it`);
            }
            if (row.hash !== hashOf(previousHash, toEvent(row)))
                return broken(expected, `event ${expected} was changed`);
            if (expected === known?.id && row.hash !== known.hash) return broken(expected, differentEvent(expected));
            previousHash = row.hash;
            last = expected;
            if (shouldYield()) await yieldToEventLoop();
        }
        if (rows.length > 0) continue;

        // Read before the head: every event that is referred to was in the log by then.
        const referenced = Math.max(seen, await newestReference(db));
        const head = await db.selectFrom('event_head').select(['revision', 'hash']).executeTakeFirstOrThrow();
        if (head.revision < last) return broken(head.revision + 1, `event ${head.revision + 1} was inserted`);
        if (head.revision === last) {
            if (head.hash !== previousHash) return broken(last, `event ${last} is not the one the log ended with`);
            if (referenced > last) {
                return broken(last + 1, `event ${last + 1} is missing: the log once ended with event ${referenced}`);
            }
            return { valid: true, ...about(), head: { id: last, hash: head.hash } };
        }
        const written = await eventsAfter(db, last);
        if (written.length === 0) return broken(last + 1, `event ${last + 1} is missing`);
    }
}

/**
 * The newest event that other rows refer to. If the newest events are removed and the head is adjusted, the rest is a valid
 * chain; only references to the removed events reveal that they existed.
 */
async function newestReference(db: Db): Promise<number> {
    const revisions = await db
        .selectNoFrom(({ selectFrom }) => [
            selectFrom('event_head').select('highest_revision').as('highest'),
            selectFrom('publications')
                .select(({ fn }) => fn.max('revision').as('r'))
                .as('published'),
            selectFrom('publications')
                .select(({ fn }) => fn.max('superseded_by').as('r'))
                // Without this condition, planners do not use the index.
                .where('superseded_by', 'is not', null)
                .as('superseded'),
            selectFrom('delivery_cursor')
                .select(({ fn }) => fn.max('revision').as('r'))
                .as('announced'),
            selectFrom('deliveries')
                .select(({ fn }) => fn.max('event_id').as('r'))
                .as('delivered'),
            selectFrom('change_requests')
                .select(({ fn }) => fn.max('applied_at_revision').as('r'))
                .as('applied'),
            selectFrom('event_archives')
                .select(({ fn }) => fn.max('through_revision').as('r'))
                .as('archived'),
        ])
        .executeTakeFirstOrThrow();
    return Math.max(...Object.values(revisions).map(Number));
}

const differentEvent = (id: number) => `event ${id} is not the one that was verified before`;

/** Describes the defect of an event that was valid in an earlier verification. */
async function brokenHead(db: Db, { id, hash }: ChainHead): Promise<{ id: number; reason: string } | undefined> {
    const row = await selectEvents(db).select(['previous_hash', 'hash']).where('id', '=', id).executeTakeFirst();
    if (!row) return { id, reason: `event ${id} is missing` };
    if (row.hash !== hash) return { id, reason: differentEvent(id) };
    return row.hash === hashOf(row.previous_hash, toEvent(row)) ? undefined : { id, reason: `event ${id} was changed` };
}

/**
 * Finds errors in the checkpoint or in an archived event that is still in the database. The event that recorded the archive is
 * part of the chain and contains the hash of its end; each archived event has its own hash, and the archive proves them all.
 */
async function brokenBefore(
    db: Db,
    { from_revision, through_revision, hash }: { from_revision: number; through_revision: number; hash: string },
): Promise<{ id: number; reason: string } | undefined> {
    const record = await selectEvents(db)
        .where('type', '=', 'event-log-archived')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
    const recorded = record?.data as { from?: number; through?: number; hash?: string } | undefined;
    if (recorded?.from !== from_revision || recorded.through !== through_revision || recorded.hash !== hash) {
        return { id: through_revision, reason: `event ${through_revision} is not the one that the archive ends with` };
    }
    for (let last = 0; ; ) {
        const rows = await selectEvents(db)
            .select(['previous_hash', 'hash'])
            .where('id', '>', last)
            .where('id', '<=', through_revision)
            .orderBy('id')
            .limit(BATCH)
            .execute();
        const changed = rows.find((row) => row.hash !== hashOf(row.previous_hash, toEvent(row)));
        if (changed) return { id: changed.id, reason: `event ${changed.id} was changed` };
        if (rows.length < BATCH) return undefined;
        last = rows.at(-1)!.id;
        if (shouldYield()) await yieldToEventLoop();
    }
}

/** The first batch has no lower limit, so an inserted event before the first one is found too. */
function eventsAfter(db: Db, id: number) {
    return selectEvents(db)
        .select(['previous_hash', 'hash'])
        .$if(id > 0, (query) => query.where('id', '>', id))
        .orderBy('id')
        .limit(BATCH)
        .execute();
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SYSTEM_ACTOR } from '../../core/access/actor.ts';
import { yieldToEventLoop } from '../../core/concurrency/yielding.ts';
import { conflict } from '../../core/errors/errors.ts';
import type { Db } from '../../storage/database.ts';
import { selectEvents, toEvent } from '../event-log.ts';
import { claimRun, releaseRun } from '../job-claims.ts';
import type { RecordObservation } from '../record-observation.ts';
import type { Write } from '../write.ts';
import { beginLogAfter } from './archive.commands.ts';
import { writeArchiveFile } from './archive-file.ts';
import { ARCHIVE_FORMAT, archiveLine } from './archive-format.ts';
import { checkpointOf } from './horizon.ts';
import { lastRevisionBefore } from './last-revision-before.ts';

/** The maximum number of events in one file: a file is verified as a whole before rows are deleted. */
const EVENTS_IN_FILE = 50_000;
/** Small batches, so that other requests are served in between. */
const BATCH = 500;

/** Nodes of earlier releases take the lock under the same name. */
const ARCHIVE_LOCK = 'move old events to a file';
/** Writing one file never takes longer. If a process dies while it archives, other nodes wait until then. */
const AT_LONGEST_MS = 15 * 60_000;

export interface ArchiveDependencies {
    db: Db;
    write: Write;
    recordObservation: RecordObservation;
    clock: () => Date;
    folder: string;
    /** The id of the instance, for the header. */
    instance: string;
}

/**
 * Moves the events before a time to files, and moves the beginning of the log behind them. `sweepArchived` deletes their rows.
 * Returns the names of the files.
 */
export async function archiveEventsBefore(dependencies: ArchiveDependencies, before: string): Promise<string[]> {
    const files: string[] = [];
    for (;;) {
        const file = await exclusively(dependencies, () => archiveNext(dependencies, before));
        if (file === undefined) return files;
        files.push(file);
    }
}

/**
 * One node at a time: two nodes writing the same events would waste work, and one would leave a file that the log does not refer
 * to.
 */
async function exclusively<T>({ recordObservation, clock }: ArchiveDependencies, work: () => Promise<T>): Promise<T> {
    const now = clock();
    if (!(await claimRun(recordObservation, ARCHIVE_LOCK, { now, next: new Date(now.getTime() + AT_LONGEST_MS) }))) {
        throw conflict('Old events are being archived by another process. Try again when it is done.');
    }
    try {
        return await work();
    } finally {
        // If this fails, the lock expires later.
        await releaseRun(recordObservation, ARCHIVE_LOCK).catch(() => undefined);
    }
}

/** The first and the last of the events before a time that may be archived. */
export async function archivableBefore(db: Db, before: string, atMost = Number.MAX_SAFE_INTEGER) {
    const checkpoint = await checkpointOf(db);
    const after = checkpoint?.through_revision ?? 0;
    const limit = Math.min(after + atMost, (await firstInUse(db)) - 1);
    const last = await lastRevisionBefore(db, { after, before, limit });
    if (!last || !(await hasEnoughEvents(db, after, last.id))) return undefined;
    return { from: after + 1, last, previousHash: checkpoint?.hash ?? '' };
}

async function archiveNext(
    { db, write, clock, folder, instance }: ArchiveDependencies,
    before: string,
): Promise<string | undefined> {
    const range = await archivableBefore(db, before, EVENTS_IN_FILE);
    if (!range) return undefined;
    const { from, last, previousHash } = range;
    const through = last.id;
    const header = {
        format: ARCHIVE_FORMAT,
        version: 1,
        instance,
        from,
        through,
        previousHash,
        hash: last.hash,
        writtenAt: clock().toISOString(),
    } as const;
    const file = `events-${from}-${through}-${last.hash.slice(0, 12)}.jsonl`;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeArchiveFile(join(folder, file), header, linesOfEvents(db, from - 1, through));
    // The file is kept even on an error: the change may have been committed although the response was lost, or another node may
    // have committed it under this name.
    await write(SYSTEM_ACTOR, beginLogAfter, { header, throughAt: last.created_at, file });
    return file;
}

/**
 * Whether there is more to archive than the events of earlier archiving. Otherwise an idle instance would write a file every day.
 */
async function hasEnoughEvents(db: Db, after: number, through: number): Promise<boolean> {
    const other = await db
        .selectFrom('events')
        .select('id')
        .where('id', '>', after)
        .where('id', '<=', through)
        .where('type', '!=', 'event-log-archived')
        .limit(1)
        .executeTakeFirst();
    return other !== undefined;
}

/** The first event not yet delivered to integrations; at the latest the newest event, which the chain continues from. */
async function firstInUse(db: Db): Promise<number> {
    const [head, pending, cursor] = await Promise.all([
        db.selectFrom('event_head').select('revision').executeTakeFirstOrThrow(),
        db
            .selectFrom('deliveries')
            .select(({ fn }) => fn.min('event_id').as('event'))
            .where('due_at', 'is not', null)
            .executeTakeFirst(),
        db
            .selectFrom('delivery_cursor')
            .select('revision')
            .where(({ exists, selectFrom }) =>
                exists(selectFrom('integrations').select('id').where('enabled', '=', true)),
            )
            .executeTakeFirst(),
    ]);
    return Math.min(head.revision, pending?.event ?? head.revision, (cursor?.revision ?? head.revision) + 1);
}

async function* linesOfEvents(db: Db, after: number, through: number): AsyncGenerator<string> {
    for (let last = after; last < through; ) {
        const rows = await selectEvents(db)
            .select('hash')
            .where('id', '>', last)
            .where('id', '<=', through)
            .orderBy('id')
            .limit(BATCH)
            .execute();
        if (rows.length === 0) return;
        yield rows.map((row) => archiveLine({ hash: row.hash, event: toEvent(row) })).join('');
        last = rows.at(-1)!.id;
        await yieldToEventLoop();
    }
}

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SYSTEM_ACTOR } from '../../core/actor.ts';
import { nextTurn } from '../../core/in-slices.ts';
import type { Db } from '../../storage/database.ts';
import { selectEvents, toEvent } from '../event-log.ts';
import type { Observe } from '../observe.ts';
import type { Write } from '../write.ts';
import { beginLogAfter } from './archive.commands.ts';
import { writeArchiveFile } from './archive-file.ts';
import { ARCHIVE_FORMAT, archiveLine } from './archive-format.ts';
import { checkpointOf } from './horizon.ts';
import { keptEvents } from './kept-events.ts';
import { lastRevisionBefore } from './last-revision-before.ts';

/** What one file has at most: it is proven as a whole before anything is deleted. */
const EVENTS_IN_FILE = 50_000;
/** Other requests get their turn in between. */
const BATCH = 500;

export interface ArchiveMeans {
    db: Db;
    write: Write;
    clock: () => Date;
    folder: string;
    /** The id of the instance, for the header. */
    instance: string;
}

/**
 * Moves the events from before a moment to files, and the beginning of the log behind them. Their rows are deleted by
 * `sweepArchived`. Returns the names of the files.
 */
export async function archiveEventsBefore(means: ArchiveMeans, before: string): Promise<string[]> {
    const files: string[] = [];
    for (;;) {
        const file = await archiveNext(means, before);
        if (file === undefined) return files;
        files.push(file);
    }
}

async function archiveNext(
    { db, write, clock, folder, instance }: ArchiveMeans,
    before: string,
): Promise<string | undefined> {
    const checkpoint = await checkpointOf(db);
    const after = checkpoint?.through_revision ?? 0;
    const limit = Math.min(after + EVENTS_IN_FILE, (await firstInUse(db)) - 1);
    const last = await lastRevisionBefore(db, { after, before, limit });
    if (!last || !(await isWorthArchiving(db, after, last.id))) return undefined;
    const [from, through] = [after + 1, last.id];
    const header = {
        format: ARCHIVE_FORMAT,
        version: 1,
        instance,
        from,
        through,
        previousHash: checkpoint?.hash ?? '',
        hash: last.hash,
        writtenAt: clock().toISOString(),
    } as const;
    const file = `events-${from}-${through}-${last.hash.slice(0, 12)}.jsonl`;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeArchiveFile(join(folder, file), header, linesOfEvents(db, after, through));
    await write(SYSTEM_ACTOR, beginLogAfter, { header, throughAt: last.created_at, file }).catch(
        async (error: unknown) => {
            await rm(join(folder, file), { force: true });
            throw error;
        },
    );
    return file;
}

/** Whether there is more than what earlier archives have left behind: an instance at rest would write a file a day. */
async function isWorthArchiving(db: Db, after: number, through: number): Promise<boolean> {
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

/** The first event that integrations are still to be told of; the newest at the latest, which the chain goes on from. */
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
        await nextTurn();
    }
}

/** Deletes the rows of archived events, but for those that are still asked for. What is left over, the next time finds. */
export async function sweepArchived(db: Db, observe: Observe): Promise<void> {
    const checkpoint = await checkpointOf(db);
    if (!checkpoint) return;
    const kept = await keptEvents(db, checkpoint.through_revision);
    for (let last = 0; ; ) {
        const rows = await db
            .selectFrom('events')
            .select('id')
            .where('id', '>', last)
            .where('id', '<=', checkpoint.through_revision)
            .orderBy('id')
            .limit(BATCH)
            .execute();
        if (rows.length === 0) return;
        const ids = rows.map(({ id }) => id).filter((id) => !kept.has(id));
        if (ids.length > 0) await observe((tx) => tx.deleteFrom('events').where('id', 'in', ids).execute());
        last = rows.at(-1)!.id;
        await nextTurn();
    }
}

import { join } from 'node:path';
import { yieldToEventLoop } from '../../core/concurrency/yielding.ts';
import type { Db } from '../../storage/database.ts';
import type { RecordObservation } from '../record-observation.ts';
import { problemOfArchive } from './archive-file.ts';
import { checkpointOf, type RecordedArchive } from './horizon.ts';
import { retainedEvents } from './retained-events.ts';

/** Small batches, so that other requests are served in between. */
const BATCH = 500;

export interface SweepOptions {
    /** The folder of the files; empty when unknown. */
    folder: string;
    /** Recently archived events are left for the next run: a reader may still need them. */
    archivedBefore: string;
}

export interface Swept {
    deleted: number;
    /** The reasons why the rows of some archives were kept. */
    left: string[];
}

/**
 * Deletes the rows of archived events, except those that queries still need. The archive file is verified before its first row is
 * deleted; afterwards the file may be moved elsewhere. The next run deletes remaining rows.
 */
export async function sweepArchived(
    db: Db,
    recordObservation: RecordObservation,
    options: SweepOptions,
): Promise<Swept> {
    const swept: Swept = { deleted: 0, left: [] };
    const checkpoint = await checkpointOf(db);
    if (!checkpoint) return swept;
    const retained = await retainedEvents(db, checkpoint.through_revision);
    for (const archive of await archivesWithRows(db, options.archivedBefore)) {
        let isProven = archive.rows < archive.through_revision - archive.from_revision + 1;
        for await (const ids of idsIn(db, archive)) {
            const unneeded = ids.filter((id) => !retained.has(id));
            if (unneeded.length === 0) continue;
            const problem = isProven ? undefined : await problemWith(archive, options);
            if (problem) {
                swept.left.push(
                    `Events ${archive.from_revision} to ${archive.through_revision} stay in the database too: ${problem}.`,
                );
                break;
            }
            isProven = true;
            await recordObservation((tx) => tx.deleteFrom('events').where('id', 'in', unneeded).execute());
            swept.deleted += unneeded.length;
        }
    }
    return swept;
}

async function problemWith(archive: RecordedArchive, { folder }: SweepOptions): Promise<string | undefined> {
    if (folder === '') return 'without ARCHIVE_DIR nobody knows whether their archive is whole';
    return problemOfArchive(join(folder, archive.file), archive);
}

/** The archives whose events still have rows, with their number. */
const archivesWithRows = (db: Db, archivedBefore: string) =>
    db
        .selectFrom('event_archives')
        .innerJoin('events', (join) =>
            join
                .onRef('events.id', '>=', 'event_archives.from_revision')
                .onRef('events.id', '<=', 'event_archives.through_revision'),
        )
        .selectAll('event_archives')
        .select(({ fn }) => fn.count<number>('events.id').as('rows'))
        .where('archived_at', '<=', archivedBefore)
        .groupBy('event_archives.through_revision')
        .orderBy('event_archives.through_revision')
        .execute();

async function* idsIn(db: Db, { from_revision, through_revision }: RecordedArchive): AsyncGenerator<number[]> {
    for (let last = from_revision - 1; ; ) {
        const rows = await db
            .selectFrom('events')
            .select('id')
            .where('id', '>', last)
            .where('id', '<=', through_revision)
            .orderBy('id')
            .limit(BATCH)
            .execute();
        if (rows.length === 0) return;
        yield rows.map(({ id }) => id);
        last = rows.at(-1)!.id;
        await yieldToEventLoop();
    }
}

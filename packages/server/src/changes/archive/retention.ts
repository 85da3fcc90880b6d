import type { Db } from '../../storage/database.ts';
import type { RecordObservation } from '../record-observation.ts';
import { type ArchiveDependencies, archiveEventsBefore } from './archive-events.ts';
import { horizonOf } from './horizon.ts';
import { lastRevisionBefore } from './last-revision-before.ts';
import { moveHorizon, sweepPublications } from './publication-horizon.ts';
import { type SweepOptions, type Swept, sweepArchived } from './sweep-archived.ts';

const DAY_MS = 86_400_000;

export interface RetentionDependencies extends ArchiveDependencies {
    /** 0: unlimited. */
    eventLogDays: number;
    pastDays: number;
}

/**
 * Moves the horizon: archives old events and records the earliest revision that can still be read. Nothing is deleted here, so
 * that readers that have already started can finish.
 */
export async function moveHorizons(dependencies: RetentionDependencies): Promise<string[]> {
    const { db, recordObservation, clock, eventLogDays, pastDays } = dependencies;
    const now = clock().getTime();
    const daysAgo = (days: number) => new Date(now - days * DAY_MS).toISOString();
    const files = eventLogDays > 0 ? await archiveEventsBefore(dependencies, daysAgo(eventLogDays)) : [];
    // Older publications cannot be read without their events.
    const horizon = await horizonOf(db);
    if (horizon.revision > 0) await moveHorizon(recordObservation, horizon);
    if (pastDays > 0) {
        const head = await db.selectFrom('event_head').select('revision').executeTakeFirstOrThrow();
        const limits = { after: horizon.revision, before: daysAgo(pastDays), limit: head.revision - 1 };
        const last = await lastRevisionBefore(db, limits);
        if (last) await moveHorizon(recordObservation, { revision: last.id, at: last.created_at });
    }
    return files;
}

/** Deletes rows from before the horizon. */
export async function sweep(db: Db, recordObservation: RecordObservation, options: SweepOptions): Promise<Swept> {
    await sweepPublications(db, recordObservation);
    return sweepArchived(db, recordObservation, options);
}

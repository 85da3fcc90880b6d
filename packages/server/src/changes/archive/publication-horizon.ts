import { publicationHorizon } from '../../publications/publications.ts';
import type { Db } from '../../storage/database.ts';
import type { RecordObservation } from '../record-observation.ts';

/** Revisions whose publications are processed in one transaction. */
const BATCH = 2_000;

/** Publications before this revision are no longer served. The horizon never moves back. */
export async function moveHorizon(
    recordObservation: RecordObservation,
    horizon: { revision: number; at: string },
): Promise<void> {
    await recordObservation((tx) =>
        tx
            .insertInto('publication_horizon')
            .values({ id: 1, ...horizon })
            .onConflict((conflict) =>
                conflict.column('id').doUpdateSet(horizon).where('publication_horizon.revision', '<', horizon.revision),
            )
            .execute(),
    );
}

/** Deletes publications that were superseded before the horizon. Current publications stay, however old they are. */
export async function sweepPublications(db: Db, recordObservation: RecordObservation): Promise<void> {
    const horizon = (await publicationHorizon(db))?.revision ?? 0;
    for (let after = -1; after < horizon; after += BATCH) {
        const upTo = Math.min(after + BATCH, horizon);
        const publications = await db
            .selectFrom('publications')
            .select('revision')
            .where('revision', '>', after)
            .where('revision', '<=', upTo)
            .where('superseded_by', '<=', horizon)
            .limit(1)
            .executeTakeFirst();
        if (!publications) continue;
        await recordObservation((tx) =>
            tx
                .deleteFrom('publications')
                .where('revision', '>', after)
                .where('revision', '<=', upTo)
                .where('superseded_by', '<=', horizon)
                .execute(),
        );
    }
}

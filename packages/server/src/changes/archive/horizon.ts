import type { Selectable } from 'kysely';
import { publicationHorizon } from '../../publications/publications.ts';
import type { Db } from '../../storage/database.ts';
import type { Tables } from '../../storage/tables.ts';

/** The oldest revision that can still be read, and when it was recorded. */
export interface Horizon {
    revision: number;
    at: string;
}

/** An archive as recorded in the database. */
export type RecordedArchive = Selectable<Tables['event_archives']>;

const BEGINNING: Horizon = { revision: 0, at: '' };

/** The start of the current chain: the last archived event. Undefined when nothing was archived. */
export const checkpointOf = (db: Db) =>
    db.selectFrom('event_archives').selectAll().orderBy('through_revision', 'desc').limit(1).executeTakeFirst();

/** The last archived event; 0 for none. */
export async function archivedThrough(db: Db): Promise<number> {
    return (await checkpointOf(db))?.through_revision ?? 0;
}

/** The oldest readable revision. Reading a revision needs all events and publications since then. */
export async function horizonOf(db: Db): Promise<Horizon> {
    const [checkpoint, publications = BEGINNING] = await Promise.all([checkpointOf(db), publicationHorizon(db)]);
    const events = checkpoint ? { revision: checkpoint.through_revision, at: checkpoint.through_at } : BEGINNING;
    return events.revision > publications.revision ? events : publications;
}

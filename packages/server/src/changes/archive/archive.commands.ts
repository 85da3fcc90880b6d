import { conflict } from '../../core/errors/errors.ts';
import type { Change } from '../change.ts';
import type { EventArchiveHeader } from './archive-format.ts';
import { archivedThrough } from './horizon.ts';

export interface NewArchive {
    header: EventArchiveHeader;
    /** The time of the last archived event. */
    throughAt: string;
    /** The name of the file, without its folder. */
    file: string;
}

/**
 * Starts the log after the archived events. The event that records this carries the same hashes, so manipulating the checkpoint
 * requires changing the chain.
 */
export async function beginLogAfter(
    { tx, record, now }: Change,
    { header, throughAt, file }: NewArchive,
): Promise<void> {
    const { from, through, previousHash, hash } = header;
    if ((await archivedThrough(tx)) !== from - 1) throw conflict('Another node has archived these events.');
    await tx
        .insertInto('event_archives')
        .values({
            from_revision: from,
            through_revision: through,
            previous_hash: previousHash,
            hash,
            through_at: throughAt,
            file,
            archived_at: now,
        })
        .execute();
    record({ type: 'event-log-archived', data: { from, through, previousHash, hash, file } });
}

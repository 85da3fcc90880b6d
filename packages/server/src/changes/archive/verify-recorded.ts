import { join } from 'node:path';
import type { Db } from '../../storage/database.ts';
import { problemOfArchive } from './archive-file.ts';
import type { RecordedArchive } from './horizon.ts';

/** The verification result of one recorded archive. */
export interface RecordedVerdict {
    of: string;
    valid: boolean;
    verified: number;
    reason?: string;
}

/**
 * Verifies the archived part of the log, from event 1 to the start of the chain in the database: that files exist for all of it,
 * unchanged since they were recorded, and that events which are also in the database are identical.
 */
export async function verifyRecorded(db: Db, folder: string): Promise<RecordedVerdict[]> {
    const verdicts: RecordedVerdict[] = [];
    let before: Pick<RecordedArchive, 'through_revision' | 'hash'> = { through_revision: 0, hash: '' };
    for (const archive of await db.selectFrom('event_archives').selectAll().orderBy('from_revision').execute()) {
        const gap = gapAfter(before, archive);
        if (gap) verdicts.push({ of: 'the list of archives', valid: false, verified: 0, reason: gap });
        verdicts.push(await verifyOne(db, join(folder, archive.file), archive));
        before = archive;
    }
    return verdicts;
}

function gapAfter(
    { through_revision, hash }: Pick<RecordedArchive, 'through_revision' | 'hash'>,
    { from_revision, previous_hash }: RecordedArchive,
): string | undefined {
    if (from_revision !== through_revision + 1) {
        return `the database knows of no archive with events ${through_revision + 1} to ${from_revision - 1}`;
    }
    return previous_hash === hash ? undefined : `event ${from_revision} does not follow event ${through_revision}`;
}

async function verifyOne(db: Db, path: string, archive: RecordedArchive): Promise<RecordedVerdict> {
    const { from_revision: from, through_revision: through } = archive;
    const rows = await db
        .selectFrom('events')
        .select(['id', 'hash'])
        .where('id', '>=', from)
        .where('id', '<=', through)
        .execute();
    const hashes = new Map(rows.map(({ id, hash }) => [id, hash]));
    let verified = 0;
    let different: number | undefined;
    const problem = await problemOfArchive(path, archive, ({ hash, event: { id } }) => {
        verified++;
        if (hashes.has(id) && hashes.get(id) !== hash) different ??= id;
    });
    if (problem) {
        const reason = `events ${from} to ${through} cannot be proven: ${problem}`;
        return { of: path, valid: false, verified, reason };
    }
    if (different === undefined) return { of: path, valid: true, verified };
    const reason = `event ${different} is another in the database than in ${path}`;
    return { of: path, valid: false, verified: different - from, reason };
}

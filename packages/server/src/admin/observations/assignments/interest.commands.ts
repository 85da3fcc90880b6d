import type { InterestContent } from '../../../core/assignments/interest-content.ts';
import type { Tx } from '../../../storage/database.ts';

export interface NewInterest extends InterestContent {
    id: string;
    /** `release:<plan>` or `experiment:<id>`. */
    owner: string;
    flag: string;
    environment: string;
    startedAt: string;
}

/** Begins to record which units meet a flag. Nodes follow the event of the change that calls this. */
export async function startInterest(
    tx: Tx,
    { id, owner, flag, environment, startedAt, ...content }: NewInterest,
): Promise<void> {
    await tx
        .insertInto('assignment_interests')
        .values({
            ...{ id, owner, flag, environment, started_at: startedAt, ended_at: null },
            content: JSON.stringify(content satisfies InterestContent),
        })
        .execute();
}

/** Ends the interests of an owner: nobody is enrolled afterwards, and the units that were enrolled stay. */
export async function endInterests(tx: Tx, owner: string, now: string): Promise<void> {
    await tx
        .updateTable('assignment_interests')
        .set({ ended_at: now })
        .where('owner', '=', owner)
        .where('ended_at', 'is', null)
        .execute();
}

/** Ends one interest. */
export async function endInterest(tx: Tx, id: string, now: string): Promise<void> {
    await tx.updateTable('assignment_interests').set({ ended_at: now }).where('id', '=', id).execute();
}

/** Returns the interests that have not ended, of owners whose names begin like this. */
export async function listInterestIds(tx: Tx, owners: string): Promise<string[]> {
    const rows = await tx
        .selectFrom('assignment_interests')
        .select('id')
        .where('owner', 'like', `${owners}%`)
        .where('ended_at', 'is', null)
        .orderBy('id')
        .execute();
    return rows.map(({ id }) => id);
}

/** Deletes interests that ended before a time, with their units, of owners whose names begin like this. */
export async function deleteEndedInterests(
    tx: Tx,
    { owners, before }: { owners: string; before: string },
): Promise<void> {
    await tx
        .deleteFrom('assignment_interests')
        .where('owner', 'like', `${owners}%`)
        .where('ended_at', '<', before)
        .execute();
}

/** Deletes the interests of an owner with their units. */
export async function deleteInterests(tx: Tx, owner: string): Promise<void> {
    await tx.deleteFrom('assignment_interests').where('owner', '=', owner).execute();
}

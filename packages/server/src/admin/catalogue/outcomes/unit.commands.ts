import type { Change } from '../../../changes/change.ts';

/** Deletes all outcomes of a unit. The event contains their number: the value and its hash would identify the user. */
export async function deleteUnit({ tx, record }: Change, { hash }: { hash: string }): Promise<{ outcomes: number }> {
    const deleted = await tx
        .deleteFrom('outcomes')
        .where('id', 'in', ({ selectFrom }) =>
            selectFrom('outcome_units').select('outcome_id').where('hash', '=', hash),
        )
        .returning('id')
        .execute();
    // Sums over many users stay: they contain no user.
    await tx.deleteFrom('assignments').where('unit', '=', hash).execute();
    await tx.deleteFrom('assignment_values').where('unit', '=', hash).execute();
    await tx.deleteFrom('pending_outcomes').where('unit', '=', hash).execute();
    const data = { outcomes: deleted.length };
    record({ type: 'unit-deleted', data });
    return data;
}

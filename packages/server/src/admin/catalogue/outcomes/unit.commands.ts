import type { Change } from '../../../changes/change.ts';
import { contextHasValue } from '../../../core/json/context-values.ts';
import type { Tx } from '../../../storage/database.ts';
import type { DeletedUnit } from './outcome-settings.schemas.ts';

interface DeleteUnitInput {
    /** The value that applications send, and its pseudonym. */
    unit: string;
    hash: string;
    samples: { deleteUnit(tx: Tx, unit: string): Promise<number> };
}

/**
 * Deletes everything that is stored about a user. The event contains numbers only: the value and its hash would identify the user.
 */
export async function deleteUnit(change: Change, { unit, hash, samples }: DeleteUnitInput): Promise<DeletedUnit> {
    const { tx, now, record } = change;
    const outcomes = await tx
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
    const personas = await deletePersonasOf(change, unit);
    await tx
        .insertInto('deleted_units')
        .values({ hash, deleted_at: now })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet({ deleted_at: now }))
        .execute();
    const data = { outcomes: outcomes.length, samples: await samples.deleteUnit(tx, unit), personas };
    record({ type: 'unit-deleted', data });
    return data;
}

/** The events of deletion contain neither the context nor texts with the value. */
async function deletePersonasOf({ tx, record }: Change, unit: string): Promise<number> {
    const all = await tx.selectFrom('personas').select(['id', 'project', 'name', 'context']).orderBy('id').execute();
    const ofUnit = all.filter(
        ({ name, context }) => name === unit || contextHasValue(context, (value) => value === unit),
    );
    for (const { id, project, name } of ofUnit) {
        await tx.deleteFrom('personas').where('id', '=', id).execute();
        record({ type: 'persona-deleted', project, preData: { id, project, ...(!name.includes(unit) && { name }) } });
    }
    return ofUnit.length;
}

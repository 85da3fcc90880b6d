import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../../../changes/change.ts';
import type { Tx } from '../../../storage/database.ts';
import { type FlagAddress, getFlag } from '../flags/flag.queries.ts';
import type { Completion } from './lifecycle.schemas.ts';
import { enterStage } from './stage.commands.ts';

/** Records the outcome of the feature that a flag controls. The configuration of the flag does not change. */
export async function completeFlag(
    { tx, now, record }: Change,
    { project, name, status, statusValue }: FlagAddress & Completion,
): Promise<void> {
    await getFlag(tx, { project, name });
    const outcome = { status, status_value: statusValue ?? null };
    const before = await findCompletion(tx, name);
    if (isDeepStrictEqual(before, outcome)) return;
    await removeCompletion(tx, name);
    await enterStage(tx, [name], 'completed', now, outcome);
    record({
        type: 'feature-completed',
        featureName: name,
        project,
        data: { status, ...(statusValue !== undefined && { statusValue }), kept: status === 'kept' },
    });
}

/** Reverts a completion: the flag returns to its previous stage. */
export async function uncompleteFlag({ tx, record }: Change, { project, name }: FlagAddress): Promise<void> {
    await getFlag(tx, { project, name });
    if (await removeCompletion(tx, name)) record({ type: 'feature-uncompleted', featureName: name, project });
}

async function findCompletion(tx: Tx, flag: string) {
    const row = await tx
        .selectFrom('flag_stages')
        .select(['status', 'status_value'])
        .where('flag', '=', flag)
        .where('stage', '=', 'completed')
        .executeTakeFirst();
    return row && { ...row };
}

async function removeCompletion(tx: Tx, flag: string): Promise<boolean> {
    const removed = await tx
        .deleteFrom('flag_stages')
        .where('flag', '=', flag)
        .where('stage', '=', 'completed')
        .returning('flag')
        .executeTakeFirst();
    return removed !== undefined;
}

import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../../../changes/write.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Tx } from '../../../storage/database.ts';
import type { LifecycleStage } from '../../../storage/tables/flags.ts';
import { type FlagAddress, getFlag } from '../flags/flag.queries.ts';
import { STAGES } from '../../observations/lifecycle/lifecycle.queries.ts';
import type { Completion } from '../../observations/lifecycle/lifecycle.schemas.ts';

/** Notes what became of the feature behind a flag. The flag itself works as before. */
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

/** Takes a completion back: the flag is again where it was before. */
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

/** Part of creating flags. */
export const startLifecycle = (tx: Tx, flags: readonly string[], now: string) => enterStage(tx, flags, 'initial', now);

/** Part of reviving flags: their life begins again. */
export async function restartLifecycle(tx: Tx, flags: readonly string[], now: string): Promise<void> {
    for (const names of chunked(flags)) await tx.deleteFrom('flag_stages').where('flag', 'in', names).execute();
    await startLifecycle(tx, flags, now);
}

/** As if flags had not come this far. */
export async function leaveStage(tx: Tx, flags: readonly string[], stage: LifecycleStage): Promise<void> {
    for (const names of chunked(flags)) {
        await tx.deleteFrom('flag_stages').where('flag', 'in', names).where('stage', '=', stage).execute();
    }
}

/** Notes that flags have come this far; those that have been there before keep the time of the first time. */
export async function enterStage(
    tx: Tx,
    flags: readonly string[],
    stage: LifecycleStage,
    now: string,
    outcome: { status: 'kept' | 'discarded' | null; status_value: string | null } = {
        status: null,
        status_value: null,
    },
): Promise<void> {
    for (const names of chunked(flags)) {
        await tx
            .insertInto('flag_stages')
            .values(
                names.map((flag) => ({ flag, stage, position: STAGES.indexOf(stage), entered_at: now, ...outcome })),
            )
            .onConflict((conflict) => conflict.columns(['flag', 'position']).doNothing())
            .execute();
    }
}

import { chunked } from '../../../storage/chunked.ts';
import type { Tx } from '../../../storage/database.ts';
import { insertRows } from '../../../storage/insert-rows.ts';
import type { LifecycleStage } from '../../../storage/tables/flags.ts';
import { STAGES } from './lifecycle.queries.ts';

/** Enters the first stage of new flags. */
export const startLifecycle = (tx: Tx, flags: readonly string[], now: string) => enterStage(tx, flags, 'initial', now);

/** Resets the lifecycle of revived flags to the first stage. */
export async function restartLifecycle(tx: Tx, flags: readonly string[], now: string): Promise<void> {
    for (const names of chunked(flags)) await tx.deleteFrom('flag_stages').where('flag', 'in', names).execute();
    await startLifecycle(tx, flags, now);
}

/** Records that flags have reached a stage. Flags that reached it before retain the time of the first entry. */
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
    const entry = { stage, position: STAGES.indexOf(stage), entered_at: now, ...outcome };
    await insertRows(
        tx,
        'flag_stages',
        flags.map((flag) => ({ flag, ...entry })),
    );
}

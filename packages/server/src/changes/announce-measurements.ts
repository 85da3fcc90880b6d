import { chunked } from '../storage/chunked.ts';
import type { Tx } from '../storage/database.ts';

/** Announces to all nodes which flags have new measurements. Writers take turns, so ticks become visible in order. */
export async function noteMeasured(tx: Tx, flags: readonly string[]): Promise<void> {
    if (flags.length === 0) return;
    const { tick } = await tx
        .updateTable('measurement_head')
        .set((row) => ({ tick: row('tick', '+', 1) }))
        .returning('tick')
        .executeTakeFirstOrThrow();
    for (const names of chunked(flags)) {
        await tx
            .insertInto('measured_flags')
            .values(names.map((flag) => ({ flag, tick })))
            .onConflict((conflict) => conflict.column('flag').doUpdateSet({ tick }))
            .execute();
    }
}

import type { Tx } from '../storage/database.ts';
import { insertRows } from '../storage/insert-rows.ts';
import { prepared } from '../storage/prepared.ts';

/** The number of an announcement. Writers take turns, so the numbers become visible in order. */
export async function nextTick(tx: Tx): Promise<number> {
    const [head] = await advanceTick(tx, {});
    return head!.tick;
}

/** Announces to all nodes which flags have new measurements. */
export async function noteMeasured(tx: Tx, flags: readonly string[], given?: number): Promise<void> {
    if (flags.length === 0) return;
    const tick = given ?? (await nextTick(tx));
    await insertRows(
        tx,
        'measured_flags',
        flags.map((flag) => ({ flag, tick })),
    );
}

const advanceTick = prepared((tx: Tx, _none: Record<string, never>) =>
    tx
        .updateTable('measurement_head')
        .set((row) => ({ tick: row('tick', '+', 1) }))
        .returning('tick'),
);

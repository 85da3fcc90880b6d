import type { Tx } from '../storage/database.ts';
import { insertRows } from '../storage/insert-rows.ts';
import { prepared } from '../storage/prepared.ts';

/** Announces to all nodes which flags have new measurements. Writers take turns, so ticks become visible in order. */
export async function noteMeasured(tx: Tx, flags: readonly string[]): Promise<void> {
    if (flags.length === 0) return;
    const [head] = await advanceTick(tx, {});
    const { tick } = head!;
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

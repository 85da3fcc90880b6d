import type { Change, Step } from './change.ts';

/**
 * Runs a command on items that can be changed independently: on all of them at once, or on each one alone if the caller wants the
 * items that need approval to be proposed. `stepsOf` names the steps of an item, which can be proposed as they are.
 */
export async function forIndependentItems<Item>(
    change: Change,
    items: readonly Item[],
    run: (change: Change, items: readonly Item[]) => Promise<unknown>,
    stepsOf: (item: Item) => readonly Step[] = () => [],
): Promise<void> {
    const { changeItem, ...undivided } = change;
    if (!changeItem) await run(change, items);
    else for (const item of items) await changeItem((record) => run({ ...undivided, record }, [item]), stepsOf(item));
}

/** Splits a list wherever the key changes. */
export function runsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
    const runs: Item[][] = [];
    for (const item of items) {
        const last = runs.at(-1);
        if (last && keyOf(last[0]!) === keyOf(item)) last.push(item);
        else runs.push([item]);
    }
    return runs;
}

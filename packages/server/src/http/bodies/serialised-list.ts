import type { Static, TSchema } from 'typebox';
import { shouldYield, yieldToEventLoop } from '../../core/concurrency/yielding.ts';
import { compileSerializer } from '../route/compile.ts';
import { BufferPool } from './buffer-pool.ts';
import { PartWriter } from './fragment-writer.ts';

/** Shorter lists are written at once: they take less than a millisecond. */
const LONG_LIST = 200;

const pool = new BufferPool();

/** A list of a response of which only the JSON is in memory. */
export class SerialisedList<Item> {
    readonly #serialise: (item: Item) => string;
    readonly #writer = new PartWriter({ pool });
    isEmpty = true;

    constructor(itemSchema: TSchema) {
        this.#serialise = compileSerializer({ schema: itemSchema });
    }

    add(item: Item): void {
        this.#writer.text((this.isEmpty ? '[' : ',') + this.#serialise(item));
        this.isEmpty = false;
    }

    /** Returns the JSON. No items can be added afterwards. */
    end(): Buffer[] {
        this.#writer.text(']');
        return this.#writer.take();
    }

    /** Releases the memory. Called after everything has been sent. */
    release(): void {
        this.#writer.release();
    }
}

/**
 * Serializes a long list while its items are read. Otherwise thousands of items would live until all of them are read, and the garbage
 * collector would copy them several times, which was the largest cost of such a list.
 */
export async function serialiseBatches<Item extends TSchema>(
    itemSchema: Item,
    batches: AsyncIterable<readonly Static<Item>[]>,
): Promise<Static<Item>[] | SerialisedList<Static<Item>>> {
    const list = new SerialisedList<Static<Item>>(itemSchema);
    let waiting: Static<Item>[] = [];
    for await (const batch of batches) {
        waiting.push(...batch);
        if (list.isEmpty && !hasManyItems(itemSchema, waiting)) continue;
        for (const item of waiting) {
            list.add(item);
            if (shouldYield()) await yieldToEventLoop();
        }
        waiting = [];
    }
    return list.isEmpty ? waiting : list;
}

/** Whether a list has many items, including those of lists in the items: a few groups can have many members. */
export function hasManyItems(
    { properties = {} }: { properties?: Record<string, { type?: string }> },
    list: readonly Record<string, unknown[] | undefined>[],
): boolean {
    const nested = Object.keys(properties).filter((name) => properties[name]!.type === 'array');
    let size = list.length;
    return (
        size > LONG_LIST ||
        list.some((item) => {
            for (const name of nested) size += item[name]?.length ?? 0;
            return size > LONG_LIST;
        })
    );
}

import type { Static, TSchema } from 'typebox';
import { shouldYield, yieldToEventLoop } from '../../core/concurrency/yielding.ts';
import { compileSerializer } from '../route/compile.ts';

/** Shorter lists are written at once: they take less than a millisecond. */
const LONG_LIST = 200;

/** The number of characters that are encoded at once. */
const CHUNK = 64 * 1024;

/** A list of a response of which only the JSON is in memory. */
export class SerialisedList<Item> {
    readonly chunks: Buffer[] = [];
    readonly #serialise: (item: Item) => string;
    #text = '[';

    constructor(itemSchema: TSchema) {
        this.#serialise = compileSerializer({ schema: itemSchema });
    }

    get isEmpty(): boolean {
        return this.chunks.length === 0 && this.#text === '[';
    }

    add(item: Item): void {
        this.#text += (this.isEmpty ? '' : ',') + this.#serialise(item);
        if (this.#text.length > CHUNK) this.#encode();
    }

    /** No items can be added afterwards. */
    end(): this {
        this.#text += ']';
        this.#encode();
        return this;
    }

    #encode(): void {
        this.chunks.push(Buffer.from(this.#text));
        this.#text = '';
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
    return list.isEmpty ? waiting : list.end();
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

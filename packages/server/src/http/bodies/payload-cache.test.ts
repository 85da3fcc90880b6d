import { expect, test } from 'vitest';
import { PayloadCache } from './payload-cache.ts';

interface Item {
    name: string;
    json: string;
}

const item = (name: string, version = 0): Item => ({ name, json: JSON.stringify({ name, version }) });
const named = (count: number) =>
    Array.from({ length: count }, (_, index) => item(`flag-${String(index).padStart(5, '0')}`));
const textOf = (items: readonly Item[]) => `{"features":[${items.map(({ json }) => json).join(',')}]}`;

/** Requests the list as one scope, and returns its text and its blocks. */
async function payloadOf(cache: PayloadCache, items: readonly Item[], key = 'all') {
    const version = String(Math.random());
    const payload = await cache.get(key, version, () => ['{"features":[', items, ']}']);
    return { text: Buffer.concat(payload.plain.chunks).toString(), blocks: payload.blocks };
}

const CHANGES: [string, (items: Item[]) => Item[]][] = [
    ['the first item changes', ([first, ...others]) => [item(first!.name, 1), ...others]],
    ['the last item changes', (items) => [...items.slice(0, -1), item(items.at(-1)!.name, 1)]],
    ['an item in the middle changes', (items) => items.with(2_500, item(items[2_500]!.name, 1))],
    ['an item is added before all others', (items) => [item('a'), ...items]],
    ['items are added after all others', (items) => [...items, item('x'), item('y')]],
    ['an item is added in the middle', (items) => items.toSpliced(2_500, 0, item('flag-02499-b'))],
    ['the first item is removed', (items) => items.slice(1)],
    ['the last item is removed', (items) => items.slice(0, -1)],
    ['most items are removed', (items) => items.slice(2_000, 2_100)],
    ['all items are removed', () => []],
];

test.each(CHANGES)('a payload is correct after a change: %s', async (_, change) => {
    const cache = new PayloadCache();
    const items = named(5_000);
    const changed = change(items);

    expect((await payloadOf(cache, items)).text).toBe(textOf(items));
    expect((await payloadOf(cache, changed)).text).toBe(textOf(changed));
    expect((await payloadOf(cache, items)).text).toBe(textOf(items));
    // Blocks are the same as without the earlier payloads, so that all nodes share them after the same changes.
    const alone = await payloadOf(new PayloadCache(), items);
    expect((await payloadOf(cache, items)).blocks.map((block) => block.items)).toEqual(
        alone.blocks.map((block) => block.items),
    );
});

test('a change of one item creates one block, and other scopes share the rest', async () => {
    const cache = new PayloadCache();
    const items = named(5_000);
    const before = new Set((await payloadOf(cache, items)).blocks);

    const after = await payloadOf(cache, items.with(2_500, item(items[2_500]!.name, 1)));
    const part = await payloadOf(cache, items.slice(0, 3_000), 'part');

    expect(before.size).toBeGreaterThan(5);
    expect(after.blocks.filter((block) => !before.has(block))).toHaveLength(1);
    expect(part.blocks.filter((block) => before.has(block)).length).toBeGreaterThan(2);
});

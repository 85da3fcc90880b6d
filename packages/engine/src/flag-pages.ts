/** A long list in pages: a changed copy shares all pages except the one with the change. */
export type FlagPages<Item> = readonly (readonly (Item | undefined)[])[];

const PAGE_BITS = 6;
const PAGE_SIZE = 2 ** PAGE_BITS;

export function itemAt<Item>(pages: FlagPages<Item>, index: number): Item | undefined {
    return pages[index >> PAGE_BITS]?.[index & (PAGE_SIZE - 1)];
}

/** Returns the same pages with another item at one index. Copies one page, and a pointer for each other page. */
export function withItem<Item>(pages: FlagPages<Item>, index: number, item: Item | undefined): FlagPages<Item> {
    const changed = [...pages];
    while (changed.length <= index >> PAGE_BITS) changed.push(new Array<undefined>(PAGE_SIZE).fill(undefined));
    changed[index >> PAGE_BITS] = changed[index >> PAGE_BITS]!.with(index & (PAGE_SIZE - 1), item);
    return changed;
}

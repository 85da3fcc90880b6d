import type { CompiledFlag } from './flag.ts';
import { type FlagPages, itemAt, withItem } from './flag-pages.ts';
import { NameIndex } from './name-index.ts';

/** Flags by name. A copy shares unchanged parts: the cost of a change depends on its size only. */
export class FlagTable {
    readonly nameIndex: NameIndex;
    #bySlot: FlagPages<CompiledFlag>;
    #size: number;

    constructor(original: FlagTable | undefined) {
        this.nameIndex = original === undefined ? new NameIndex() : original.nameIndex;
        this.#bySlot = original === undefined ? [] : original.#bySlot;
        this.#size = original === undefined ? 0 : original.#size;
    }

    get(name: string): CompiledFlag | undefined {
        const slot = this.nameIndex.slotOf(name);
        return slot === undefined ? undefined : itemAt(this.#bySlot, slot);
    }

    at(slot: number): CompiledFlag | undefined {
        return itemAt(this.#bySlot, slot);
    }

    flags(): CompiledFlag[] {
        return this.#bySlot.flat().filter((flag) => flag !== undefined);
    }

    /** The flags that another table does not share. Tables of one family have their flags on the same pages, and share unchanged pages. */
    flagsNotIn(other: FlagTable): CompiledFlag[] {
        if (other.nameIndex !== this.nameIndex) return this.flags().filter((flag) => other.get(flag.name) !== flag);
        return this.#bySlot.flatMap((page, index) => {
            const otherPage = other.#bySlot[index];
            if (page === otherPage) return [];
            return page.filter((flag, slot) => flag !== undefined && flag !== otherPage?.[slot]) as CompiledFlag[];
        });
    }

    /** Whether more slots are unused than used. */
    get isMostlyUnused(): boolean {
        return this.nameIndex.size > 2 * this.#size + 256;
    }

    /** Replaces the flag of this name, and returns its slot. */
    set(flag: CompiledFlag): number {
        const slot = this.nameIndex.assignSlot(flag.name);
        if (this.at(slot) === undefined) this.#size++;
        this.#bySlot = withItem(this.#bySlot, slot, flag);
        return slot;
    }

    delete(name: string): void {
        const slot = this.nameIndex.slotOf(name);
        if (slot === undefined || this.at(slot) === undefined) return;
        this.#bySlot = withItem(this.#bySlot, slot, undefined);
        this.#size--;
    }
}

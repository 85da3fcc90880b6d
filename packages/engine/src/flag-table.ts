import type { CompiledFlag } from './flag.ts';
import { NameIndex } from './name-index.ts';

/** Flags by name. A copy shares the compiled flags and the index of names, and copies one pointer for each flag. */
export class FlagTable {
    readonly nameIndex: NameIndex;
    readonly #bySlot: (CompiledFlag | undefined)[];
    #size: number;

    constructor(original: FlagTable | undefined) {
        this.nameIndex = original === undefined ? new NameIndex() : original.nameIndex;
        this.#bySlot = original === undefined ? [] : original.#bySlot.slice();
        this.#size = original === undefined ? 0 : original.#size;
    }

    get(name: string): CompiledFlag | undefined {
        const slot = this.nameIndex.slotOf(name);
        return slot === undefined ? undefined : this.#bySlot[slot];
    }

    at(slot: number): CompiledFlag | undefined {
        return this.#bySlot[slot];
    }

    flags(): CompiledFlag[] {
        return this.#bySlot.filter((flag) => flag !== undefined);
    }

    /** The flags that another table does not share. */
    flagsNotIn(other: FlagTable): CompiledFlag[] {
        return this.flags().filter((flag) => other.get(flag.name) !== flag);
    }

    /** Whether more slots are unused than used. */
    get isMostlyUnused(): boolean {
        return this.nameIndex.size > 2 * this.#size + 256;
    }

    /** Replaces the flag of this name, and returns its slot. */
    set(flag: CompiledFlag): number {
        const slot = this.nameIndex.assignSlot(flag.name);
        if (this.at(slot) === undefined) this.#size++;
        // Other sets of the family may have added names: V8 would store an array with large gaps as a hash table.
        while (this.#bySlot.length < slot) this.#bySlot.push(undefined);
        this.#bySlot[slot] = flag;
        return slot;
    }

    delete(name: string): void {
        const slot = this.nameIndex.slotOf(name);
        if (slot === undefined || this.at(slot) === undefined) return;
        this.#bySlot[slot] = undefined;
        this.#size--;
    }
}

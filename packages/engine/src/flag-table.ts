import { Directory } from './directory.ts';
import type { Flag } from './flag.ts';
import { placeOf } from './names.ts';
import { itemAt, type Pages, withItem } from './pages.ts';

/** Flags by name, in the order in which they were first given. A copy shares what is the same: changing it costs the change. */
export class FlagTable {
    readonly directory: Directory;
    #size: number;
    /** The flags in their order; the directory knows the slots of each name. */
    #bySlot: Pages<Flag>;
    /** The first slot behind those that were ever taken here. */
    #end: number;
    /**
     * The flags that were asked for. Asking the directory costs more than evaluating most flags, so what it found is kept at
     * a place that follows from the last letters of the name; a name whose place is taken goes through the directory.
     */
    #found: (Flag | undefined)[] = emptyPlaces(16);
    #letters = 1;
    #misses = 0;

    constructor(original: FlagTable | undefined) {
        this.directory = original === undefined ? new Directory() : original.directory;
        this.#size = original === undefined ? 0 : original.#size;
        this.#bySlot = original === undefined ? [] : original.#bySlot;
        this.#end = original === undefined ? 0 : original.#end;
    }

    get(name: string): Flag | undefined {
        return this.known(name) ?? this.#search(name);
    }

    /** The flag of a name, if it was asked for before and its place was free. */
    known(name: string): Flag | undefined {
        const found = this.#found;
        const flag = found[placeOf(name, this.#letters) & (found.length - 1)];
        return flag !== undefined && flag.name === name ? flag : undefined;
    }

    at(slot: number): Flag | undefined {
        return itemAt(this.#bySlot, slot);
    }

    flags(): Flag[] {
        return this.#bySlot.flat().filter((flag) => flag !== undefined);
    }

    /** Whether more slots are left behind than taken. */
    get outgrown(): boolean {
        return this.directory.size > 2 * this.#size + 256;
    }

    /** Puts a flag in the place of the one with its name, or behind all others, and tells its slot. */
    set(flag: Flag): number {
        let slot = this.#slotOf(flag.name);
        if (slot === undefined) {
            slot = this.directory.slotAfter(this.#end, flag.name);
            this.#end = slot + 1;
            this.#size++;
        }
        this.#write(slot, flag);
        return slot;
    }

    delete(name: string): void {
        const slot = this.#slotOf(name);
        if (slot === undefined) return;
        this.#size--;
        this.#write(slot, undefined);
    }

    #write(slot: number, flag: Flag | undefined): void {
        this.#bySlot = withItem(this.#bySlot, slot, flag);
        this.#forget(16, 1);
    }

    #slotOf(name: string): number | undefined {
        return this.directory.slotsOf(name).find((slot) => this.at(slot) !== undefined);
    }

    #search(name: string): Flag | undefined {
        const slot = this.#slotOf(name);
        const flag = slot === undefined ? undefined : this.at(slot);
        if (flag === undefined) return undefined;
        const places = this.#found.length;
        if (2 * ++this.#misses > places && places < 4 * this.#size) this.#forget(4 * places, this.#letters + 1);
        this.#found[placeOf(name, this.#letters) & (this.#found.length - 1)] ??= flag;
        return flag;
    }

    #forget(places: number, letters: number): void {
        this.#found = emptyPlaces(places);
        this.#letters = letters;
        this.#misses = 0;
    }
}

function emptyPlaces(places: number): undefined[] {
    return new Array<undefined>(places).fill(undefined);
}

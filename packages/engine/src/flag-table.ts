import { Directory } from './directory.ts';
import type { Flag } from './flag.ts';
import { placeOf } from './names.ts';
import { itemAt, type Pages, withItem } from './pages.ts';

// 32 kB, copied in about two microseconds.
const MAX_FRONT = 4096;

/** Flags by name, in the order in which they were first given. A copy shares what is the same: changing it costs the change. */
export class FlagTable {
    readonly directory: Directory;
    #size: number;
    /** All flags in their order; the directory knows the slots of each name. */
    #bySlot: Pages<Flag>;
    /** The first slot behind those that were ever taken here. */
    #end: number;
    /**
     * Most flags once more. Asking the directory would cost more than evaluating most flags, so names are spread over places
     * by their last letters; those whose place is taken are found by the directory. Has few enough places to be copied.
     */
    #front: (Flag | undefined)[];
    #letters: number;

    constructor(original: FlagTable | undefined) {
        this.directory = original === undefined ? new Directory() : original.directory;
        this.#size = original === undefined ? 0 : original.#size;
        this.#bySlot = original === undefined ? [] : original.#bySlot;
        this.#end = original === undefined ? 0 : original.#end;
        this.#front = original === undefined ? emptyFront(16) : original.#front.slice();
        this.#letters = original === undefined ? 1 : original.#letters;
    }

    get(name: string): Flag | undefined {
        const front = this.#front;
        const flag = front[placeOf(name, this.#letters) & (front.length - 1)];
        return flag !== undefined && flag.name === name ? flag : this.#search(name);
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
        this.#bySlot = withItem(this.#bySlot, slot, flag);
        if (2 * this.#size > this.#front.length && this.#front.length < MAX_FRONT) this.#growFront();
        else this.#place(flag.name, flag);
        return slot;
    }

    delete(name: string): void {
        const slot = this.#slotOf(name);
        if (slot === undefined) return;
        this.#bySlot = withItem(this.#bySlot, slot, undefined);
        this.#place(name, undefined);
        this.#size--;
    }

    #search(name: string): Flag | undefined {
        const slot = this.#slotOf(name);
        return slot === undefined ? undefined : this.at(slot);
    }

    #slotOf(name: string): number | undefined {
        return this.directory.slotsOf(name).find((slot) => this.at(slot) !== undefined);
    }

    #place(name: string, flag: Flag | undefined): void {
        const place = placeOf(name, this.#letters) & (this.#front.length - 1);
        const taken = this.#front[place];
        if (taken === undefined || taken.name === name) this.#front[place] = flag;
    }

    /** Makes four times as many places, and looks at more letters to tell more names apart. */
    #growFront(): void {
        const places = 4 * this.#front.length;
        this.#letters = Math.ceil(Math.log2(places) / 4);
        this.#front = emptyFront(places);
        for (const flag of this.flags()) this.#place(flag.name, flag);
    }
}

function emptyFront(places: number): undefined[] {
    return new Array<undefined>(places).fill(undefined);
}

/**
 * The slots that the names of a family of flag sets have, and which of them used which segment.
 *
 * It only grows: a name keeps its slot, so changing a flag changes nothing here, and older sets never notice what newer ones
 * add. A name that comes back after its removal gets another slot, because it then stands behind the others.
 */
export class Directory {
    /** How many slots there are. */
    size = 0;
    readonly #slots = new Map<string, number[]>();
    readonly #usersOfSegments = new Map<number, Set<number>>();

    /** The slots of a name, the newest last. In one set at most one of them is taken. */
    slotsOf(name: string): readonly number[] {
        return this.#slots.get(name) ?? [];
    }

    /** A slot for a flag that comes after the first `end` slots. */
    slotAfter(end: number, name: string): number {
        const slots = this.slotsOf(name);
        const newest = slots.at(-1);
        // Another set of the family may have given it a slot already.
        if (newest !== undefined && newest >= end) return newest;
        const slot = this.size++;
        this.#slots.set(name, [...slots, slot]);
        return slot;
    }

    noteUse(segment: number, slot: number): void {
        const users = this.#usersOfSegments.get(segment);
        if (users === undefined) this.#usersOfSegments.set(segment, new Set([slot]));
        else users.add(slot);
    }

    /** The slots of all flags that ever used a segment, in any set of the family. */
    usersOf(segment: number): Iterable<number> {
        return this.#usersOfSegments.get(segment) ?? [];
    }
}

/**
 * The slots of the names in a family of flag sets, and the segments that they used. It only grows: a name keeps its slot, so changing a
 * flag changes nothing here, and additions of newer sets do not affect older ones.
 */
export class NameIndex {
    readonly #slots = new Map<string, number>();
    readonly #usersOfSegments = new Map<number, Set<number>>();

    get size(): number {
        return this.#slots.size;
    }

    slotOf(name: string): number | undefined {
        return this.#slots.get(name);
    }

    /** Returns the slot of a name, and assigns one if necessary. */
    assignSlot(name: string): number {
        const existing = this.#slots.get(name);
        if (existing !== undefined) return existing;
        const slot = this.#slots.size;
        this.#slots.set(name, slot);
        return slot;
    }

    recordSegmentUse(segment: number, slot: number): void {
        const users = this.#usersOfSegments.get(segment);
        if (users === undefined) this.#usersOfSegments.set(segment, new Set([slot]));
        else users.add(slot);
    }

    /** The slots of all flags that ever used a segment, in any set of the family. */
    slotsUsing(segment: number): Iterable<number> {
        return this.#usersOfSegments.get(segment) ?? [];
    }
}

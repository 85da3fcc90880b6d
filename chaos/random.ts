/** Random numbers from a seed, so that a run can be repeated. */
export class Random {
    #state: number;

    constructor(seed: number) {
        this.#state = seed >>> 0;
    }

    /** From 0 to just below 1. */
    next(): number {
        // Mulberry32: small, and uniform enough for choosing faults.
        this.#state = (this.#state + 0x6d2b79f5) >>> 0;
        let mixed = this.#state;
        mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    }

    between(from: number, to: number): number {
        return from + this.next() * (to - from);
    }

    pick<T>(list: readonly T[]): T {
        return list[Math.floor(this.next() * list.length)]!;
    }
}

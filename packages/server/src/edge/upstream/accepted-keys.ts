/** Number and lifetime of the stored delivery keys of other edges. */
const MAX_ACCEPTED = 10_000;
const ACCEPTED_MS = 48 * 3_600_000;

/** The keys of deliveries that this edge has accepted: a repeated delivery counts once. */
export class AcceptedKeys {
    readonly #clock: () => Date;
    /** The time of acceptance by delivery key; oldest first. */
    readonly #accepted = new Map<string, number>();

    constructor(clock: () => Date) {
        this.#clock = clock;
    }

    has(key: string): boolean {
        return this.#accepted.has(key);
    }

    add(key: string, at: number): void {
        if (at <= this.#oldest()) return;
        if (this.#accepted.size >= MAX_ACCEPTED) this.#accepted.delete(this.#accepted.keys().next().value!);
        this.#accepted.set(key, at);
    }

    /** The keys with their times, for the backup. */
    entries(): [string, number][] {
        const oldest = this.#oldest();
        return [...this.#accepted].filter(([, at]) => at > oldest);
    }

    #oldest(): number {
        return this.#clock().getTime() - ACCEPTED_MS;
    }
}

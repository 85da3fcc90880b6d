/** Reads outdated data in steps that all readers share, until it contains what each of them needs. */
export class SharedReads {
    readonly #readNext: () => Promise<void>;
    #step: Promise<void> | undefined;

    constructor(readNext: () => Promise<void>) {
        this.#readNext = readNext;
    }

    /** Whether a step is running. Changes that arrived after its start may be missing in its result. */
    get isReading(): boolean {
        return this.#step !== undefined;
    }

    /** Resolves when no further step is needed; undefined if none is needed now. */
    until(isNeeded: () => boolean): Promise<void> | undefined {
        return isNeeded() ? this.#readWhile(isNeeded) : undefined;
    }

    async #readWhile(isNeeded: () => boolean): Promise<void> {
        while (isNeeded()) {
            this.#step ??= this.#readNext().finally(() => {
                this.#step = undefined;
            });
            await this.#step;
        }
    }
}

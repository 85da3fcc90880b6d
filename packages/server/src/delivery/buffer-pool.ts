/** Enough for the answers that are on their way at the same time; what is beyond is left to the garbage collector. */
const KEPT = 16;

/**
 * Memory for answers that are written and sent once. Fresh memory of this size costs more than filling it: the system hands
 * it out page by page, and none of it is in the processor's cache.
 */
export class BufferPool {
    readonly #free: Buffer[] = [];

    /** At least so many bytes, with anything in them. */
    take(length: number): Buffer {
        const kept = this.#free.pop();
        // Answers of one kind are about equally long; a little more room serves the next ones too.
        return kept !== undefined && kept.length >= length ? kept : Buffer.allocUnsafeSlow(Math.ceil(length * 1.25));
    }

    /** For memory that nobody reads any more. */
    giveBack(buffer: Buffer): void {
        if (this.#free.length < KEPT) this.#free.push(buffer);
    }
}

/** What is beyond is left to the garbage collector. */
const KEPT = 8;
const LARGEST_KEPT = 2 * 1024 * 1024;

/**
 * Memory for answers that are written and sent once. Fresh memory of this size costs more than filling it: the system hands
 * it out page by page, and none of it is in the processor's cache.
 */
export class BufferPool {
    readonly #free: Buffer[] = [];

    /** Whether memory of this size is ever used again. */
    suits(length: number): boolean {
        return length <= LARGEST_KEPT;
    }

    /** At least so many bytes, with anything in them. */
    take(length: number): Buffer {
        const kept = this.#free.pop();
        if (kept !== undefined && kept.length >= length) return kept;
        // Answers of one kind are about equally long; a little more room serves the next ones too.
        return Buffer.allocUnsafeSlow(this.suits(length) ? Math.ceil(length * 1.25) : length);
    }

    /** For memory that nobody reads any more. */
    giveBack(buffer: Buffer): void {
        if (this.#free.length < KEPT && buffer.length <= 1.25 * LARGEST_KEPT) this.#free.push(buffer);
    }
}

/** Kept for the next answers, all together; what is beyond is left to the garbage collector. */
const KEPT = 16 * 1024 * 1024;
const LARGEST_KEPT = KEPT / 2;

/** Answers of one kind are about equally long; a little more room serves the next ones too. */
const SPARE = 1.25;

/**
 * Memory for answers that are written and sent once. Fresh memory of this size costs more than filling it: the system hands
 * it out page by page, and none of it is in the processor's cache.
 */
export class BufferPool {
    readonly #free: Buffer[] = [];
    #kept = 0;

    /** Whether memory of this size is ever used again. */
    suits(length: number): boolean {
        return length * SPARE <= LARGEST_KEPT;
    }

    /** At least so many bytes, with anything in them. */
    take(length: number): Buffer {
        const free = this.#free.pop();
        if (free !== undefined) this.#kept -= free.length;
        if (free !== undefined && free.length >= length) return free;
        return Buffer.allocUnsafeSlow(this.suits(length) ? Math.ceil(length * SPARE) : length);
    }

    /** For memory that nobody reads any more. */
    giveBack(buffer: Buffer): void {
        if (buffer.length > LARGEST_KEPT || this.#kept + buffer.length > KEPT) return;
        this.#kept += buffer.length;
        this.#free.push(buffer);
    }
}

/** Total size of the pool; memory beyond it is left to the garbage collector. */
const MAX_POOLED_BYTES = 16 * 1024 * 1024;
const MAX_BUFFER_BYTES = MAX_POOLED_BYTES / 2;

/** Responses of one kind have similar lengths; with spare capacity, the buffer can be reused for the next ones. */
const SPARE = 1.25;

/**
 * Reusable memory for responses that are sent once. Allocating memory of this size costs more than filling it: the system
 * provides it page by page, and none of it is in the processor's cache.
 */
export class BufferPool {
    readonly #free: Buffer[] = [];
    #kept = 0;

    /** Whether memory of this size is pooled. */
    suits(length: number): boolean {
        return length * SPARE <= MAX_BUFFER_BYTES;
    }

    /** Returns a buffer of at least this size, with arbitrary content. */
    take(length: number): Buffer {
        const free = this.#free.pop();
        if (free !== undefined) this.#kept -= free.length;
        if (free !== undefined && free.length >= length) return free;
        return Buffer.allocUnsafeSlow(this.suits(length) ? Math.ceil(length * SPARE) : length);
    }

    /** Puts a buffer back into the pool. The caller must no longer use it. */
    release(buffer: Buffer): void {
        if (buffer.length > MAX_BUFFER_BYTES || this.#kept + buffer.length > MAX_POOLED_BYTES) return;
        this.#kept += buffer.length;
        this.#free.push(buffer);
    }
}

import type { BufferPool } from './buffer-pool.ts';

/** The size of a chunk; a longer fragment gets a chunk of its own. */
const CHUNK = 64 * 1024;
/** Chunks are held until the response is sent, so only the first chunks of a very long response are taken from the pool. */
const MAX_BORROWED = 128;
/** Longer text is encoded at once: as a string it consists of many small objects, which the garbage collector would copy. */
const MAX_TEXT = 4 * 1024;

const NO_CHUNK = Buffer.alloc(0);

/** Concatenates encoded fragments and the short text between them: nothing is encoded twice. */
export class PartWriter {
    readonly #chunkLength: number;
    /** Allocated on first use. */
    #chunk: Buffer = NO_CHUNK;
    #length = 0;
    /** Written together with the text that follows. */
    #text = '';
    readonly #full: Buffer[] = [];
    readonly #pool: BufferPool | undefined;
    readonly #borrowed: Buffer[] = [];

    /** With a pool, the sender of the bytes reports when they are sent. */
    constructor({ chunkLength = CHUNK, pool }: { chunkLength?: number; pool?: BufferPool } = {}) {
        this.#chunkLength = chunkLength;
        this.#pool = pool;
    }

    /** Whether at least one chunk is ready to be sent. */
    get isFull(): boolean {
        return this.#full.length > 0;
    }

    part(bytes: Uint8Array): void {
        if (this.#text !== '') this.#writeText();
        this.#makeRoom(bytes.length);
        this.#chunk.set(bytes, this.#length);
        this.#length += bytes.length;
    }

    text(text: string): void {
        this.#text += text;
        if (this.#text.length > MAX_TEXT) this.#writeText();
    }

    /** Returns everything since the last call, in order. */
    take(): Buffer[] {
        if (this.#text !== '') this.#writeText();
        if (this.#length > 0) this.#endChunk();
        return this.#full.splice(0);
    }

    /** Releases the memory. Called after everything has been sent. */
    release(): void {
        for (const chunk of this.#borrowed.splice(0)) this.#pool?.release(chunk);
    }

    #writeText(): void {
        // A UTF-16 code unit has up to three bytes in UTF-8.
        this.#makeRoom(3 * this.#text.length);
        this.#length += this.#chunk.write(this.#text, this.#length);
        this.#text = '';
    }

    #makeRoom(length: number): void {
        if (this.#length + length <= this.#chunk.length) return;
        if (this.#length > 0) this.#endChunk();
        this.#chunk = this.#newChunk(length);
    }

    #newChunk(length: number): Buffer {
        if (!this.#pool || length > this.#chunkLength || this.#borrowed.length === MAX_BORROWED)
            return Buffer.allocUnsafeSlow(Math.max(this.#chunkLength, length));
        const chunk = this.#pool.take(this.#chunkLength);
        this.#borrowed.push(chunk);
        return chunk;
    }

    #endChunk(): void {
        this.#full.push(this.#chunk.subarray(0, this.#length));
        this.#chunk = NO_CHUNK;
        this.#length = 0;
    }
}

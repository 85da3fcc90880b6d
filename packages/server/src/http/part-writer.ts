/** What a chunk holds before it is sent; a part that is longer gets a chunk of its own. */
const CHUNK = 64 * 1024;

const NO_CHUNK = Buffer.alloc(0);

/** Joins parts that are ready bytes, and the little text between them: nothing is encoded that was encoded before. */
export class PartWriter {
    readonly #chunkLength: number;
    /** Made when there is something to put into it. */
    #chunk: Buffer = NO_CHUNK;
    #length = 0;
    /** Written in one go with the text that follows. */
    #text = '';
    readonly #full: Buffer[] = [];

    constructor(chunkLength = CHUNK) {
        this.#chunkLength = chunkLength;
    }

    /** Whether there is enough to be sent. */
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
    }

    /** Everything since the last time, in order. */
    take(): Buffer[] {
        if (this.#text !== '') this.#writeText();
        if (this.#length > 0) this.#endChunk();
        return this.#full.splice(0);
    }

    #writeText(): void {
        // A character has up to three bytes.
        this.#makeRoom(3 * this.#text.length);
        this.#length += this.#chunk.write(this.#text, this.#length);
        this.#text = '';
    }

    #makeRoom(length: number): void {
        if (this.#length + length <= this.#chunk.length) return;
        if (this.#length > 0) this.#endChunk();
        this.#chunk = Buffer.allocUnsafeSlow(Math.max(this.#chunkLength, length));
    }

    #endChunk(): void {
        this.#full.push(this.#chunk.subarray(0, this.#length));
        this.#chunk = NO_CHUNK;
        this.#length = 0;
    }
}

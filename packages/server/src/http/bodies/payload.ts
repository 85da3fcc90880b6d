import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import type { Encoding } from './negotiation.ts';

/** Bytes in several buffers, sent one after the other without copying them. */
export class ByteChunks {
    readonly chunks: readonly Buffer[];
    readonly length: number;

    constructor(chunks: readonly Buffer[]) {
        this.chunks = chunks;
        this.length = chunks.reduce((sum, { length }) => sum + length, 0);
    }
}

/** Ends on a byte, without the mark of the last block, so that results can be concatenated. */
const FRAGMENT = { finishFlush: constants.Z_SYNC_FLUSH };
/** Up to this size, compression on this thread costs less than passing the bytes to another thread and back. */
const MAX_SYNC_LENGTH = 8 * 1024;

/** A member of a JSON list. Its text never changes. */
export interface PayloadItem {
    readonly name: string;
    readonly json: string;
}

/** A part of payloads: items with commas between them, encoded and compressed once for all payloads that contain it. */
export class PayloadBlock {
    readonly items: readonly PayloadItem[];
    /** Whether it continues a list, and so begins with a comma. */
    readonly isContinuation: boolean;
    /** Whether it ends here in every list; otherwise it ends with the list. */
    readonly isFull: boolean;
    readonly bytes: Buffer;
    /** The number of cached payloads that contain the block. */
    uses = 0;
    #deflated: Buffer | Promise<Buffer> | undefined;

    constructor(items: readonly PayloadItem[], { isContinuation = false, isFull = false } = {}) {
        this.items = items;
        this.isContinuation = isContinuation;
        this.isFull = isFull;
        const text = `${isContinuation ? ',' : ''}${items.map(({ json }) => json).join(',')}`;
        // A separate buffer: a slice of a larger buffer would keep all of it in memory.
        this.bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
        this.bytes.write(text);
    }

    /** The bytes in memory. */
    get size(): number {
        return this.bytes.length + (this.#deflated instanceof Buffer ? this.#deflated.length : 0);
    }

    /** Whether this is the block of the list that begins at this index. */
    isAt(start: number, list: readonly PayloadItem[]): boolean {
        const end = start + this.items.length;
        if (this.isContinuation !== start > 0 || (this.isFull ? end > list.length : end !== list.length)) return false;
        return this.items.every((own, index) => {
            const other = list[start + index]!;
            // Unchanged items are the same objects; reading them would take most of the time.
            return own === other || own.json === other.json;
        });
    }

    /** A fragment of a deflate stream that does not refer to earlier fragments. */
    deflated(): Buffer | Promise<Buffer> {
        this.#deflated ??=
            this.bytes.length <= MAX_SYNC_LENGTH ? deflateRawSync(this.bytes, FRAGMENT) : this.#deflateOnThread();
        return this.#deflated;
    }

    async #deflateOnThread(): Promise<Buffer> {
        try {
            const deflated = (await promisify(deflateRaw)(this.bytes, FRAGMENT)) as Buffer;
            this.#deflated = deflated;
            return deflated;
        } catch (error) {
            // The next request tries again.
            this.#deflated = undefined;
            throw error;
        }
    }
}

/** Brotli streams cannot be concatenated, so each change would compress everything again. */
const MAX_BROTLI_LENGTH = 1024 * 1024;
/** Quality 5 is about as fast as gzip, and its output is clearly smaller; the highest quality would take seconds. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Below this size, compression costs more than it saves. */
const WORTH_COMPRESSING = 1_024;

const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty last block. */
const DEFLATE_END = Buffer.from([3, 0]);

/** A response that is sent many times, compressed on first use. */
export class Payload {
    readonly blocks: readonly PayloadBlock[];
    readonly plain: ByteChunks;
    readonly #compressed = new Map<Encoding, Buffer | Promise<Buffer>>();

    constructor(blocks: readonly PayloadBlock[]) {
        this.blocks = blocks;
        this.plain = new ByteChunks(blocks.map(({ bytes }) => bytes));
    }

    static ofText(text: string): Payload {
        return new Payload([new PayloadBlock([{ name: '', json: text }])]);
    }

    get length(): number {
        return this.plain.length;
    }

    /** The bytes in memory, besides those of the blocks. */
    get size(): number {
        let size = 0;
        for (const bytes of this.#compressed.values()) if (bytes instanceof Buffer) size += bytes.length;
        return size;
    }

    get isWorthCompressing(): boolean {
        return this.length >= WORTH_COMPRESSING;
    }

    get suitsBrotli(): boolean {
        return this.length <= MAX_BROTLI_LENGTH;
    }

    in(encoding: Encoding): ByteChunks | Buffer | Promise<Buffer> {
        if (encoding === 'identity') return this.plain;
        const known = this.#compressed.get(encoding);
        if (known) return known;
        const compressing = (encoding === 'br' ? this.#brotli() : this.#gzip()).then((bytes) => {
            this.#compressed.set(encoding, bytes);
            return bytes;
        });
        this.#compressed.set(encoding, compressing);
        // After a failure, the next request tries again.
        compressing.catch(() => this.#compressed.delete(encoding));
        return compressing;
    }

    #brotli(): Promise<Buffer> {
        return promisify(brotliCompress)(Buffer.concat(this.plain.chunks), BROTLI);
    }

    /** One gzip member with one deflate stream, which every client can decode; only new blocks are compressed. */
    async #gzip(): Promise<Buffer> {
        const fragments = await Promise.all(this.blocks.map((block) => block.deflated()));
        const trailer = Buffer.allocUnsafe(8);
        let checksum = 0;
        for (const { bytes } of this.blocks) checksum = crc32(bytes, checksum);
        trailer.writeUInt32LE(checksum, 0);
        trailer.writeUInt32LE(this.length % 2 ** 32, 4);
        return Buffer.concat([GZIP_HEADER, ...fragments, DEFLATE_END, trailer]);
    }
}

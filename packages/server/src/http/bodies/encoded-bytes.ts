import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib';
import type { RouteReply } from '../route/route.ts';
import type { Encoding } from './negotiation.ts';

const compress = {
    // Quality 5 is about as fast as gzip, and its output is clearly smaller; the highest quality would take seconds.
    br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};

/** Bytes that are sent many times: compressed once per encoding, on first use, off the main thread. */
export class EncodedBytes {
    readonly #bytes: Buffer;
    readonly #compressed = new Map<Encoding, Buffer | Promise<Buffer>>();

    constructor(bytes: Buffer) {
        this.#bytes = bytes;
    }

    get length(): number {
        return this.#bytes.length;
    }

    get isWorthCompressing(): boolean {
        return this.#bytes.length >= WORTH_COMPRESSING;
    }

    in(encoding: Encoding): Buffer | Promise<Buffer> {
        if (encoding === 'identity') return this.#bytes;
        const known = this.#compressed.get(encoding);
        if (known) return known;
        const compressing = compress[encoding](this.#bytes).then((bytes) => {
            this.#compressed.set(encoding, bytes);
            return bytes;
        });
        this.#compressed.set(encoding, compressing);
        // After a failure, the next request tries again.
        compressing.catch(() => this.#compressed.delete(encoding));
        return compressing;
    }
}

/** Below this size, compression costs more than it saves. */
const WORTH_COMPRESSING = 1_024;

/**
 * Up to this size, about two milliseconds, compression on this thread costs half as much as passing the bytes to another thread
 * and back (see docs/decisions/0061).
 */
const MAX_SYNC_LENGTH = 1024 * 1024;

const FASTEST = { level: constants.Z_BEST_SPEED };

/** Compresses bytes that are sent once, as fast as possible. */
export function quicklyCompressed(
    bytes: Buffer,
    accepted: 'gzip' | 'identity',
    reply: RouteReply,
): Buffer | Promise<Buffer> {
    if (accepted === 'identity' || bytes.length < WORTH_COMPRESSING) return bytes;
    reply.header('content-encoding', 'gzip');
    return compressedOnce(bytes);
}

export const compressedOnce = (bytes: Buffer): Buffer | Promise<Buffer> =>
    bytes.length <= MAX_SYNC_LENGTH ? gzipSync(bytes, FASTEST) : promisify(gzip)(bytes, FASTEST);

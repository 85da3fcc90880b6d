import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RouteReply } from '../http/route.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

const compress = {
    // Quality 5 is about as fast as gzip and a good deal smaller; the highest would take seconds.
    br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};

/** Bytes to be sent many times: compressed once for each encoding, when first asked for, off the main thread. */
export class EncodedBytes {
    readonly #bytes: Buffer;
    readonly #compressed = new Map<Encoding, Buffer | Promise<Buffer>>();

    constructor(bytes: Buffer) {
        this.#bytes = bytes;
    }

    get length(): number {
        return this.#bytes.length;
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
        return compressing;
    }
}

/** Below this, what compressing saves is less than what it costs. */
const WORTH_COMPRESSING = 1_024;

/** For bytes that are sent once: compressed as fast as possible. */
export function quicklyCompressed(
    bytes: Buffer,
    accepted: 'gzip' | 'identity',
    reply: RouteReply,
): Buffer | Promise<Buffer> {
    reply.header('vary', 'origin, accept-encoding');
    if (accepted === 'identity' || bytes.length < WORTH_COMPRESSING) return bytes;
    reply.header('content-encoding', 'gzip');
    return promisify(gzip)(bytes, { level: constants.Z_BEST_SPEED });
}

/** SDKs send few different headers, so each is read once; strangers must not fill the memory. */
const REMEMBERED_HEADERS = 100;

export class Negotiation<E extends Encoding> {
    readonly #offered: readonly E[];
    readonly #known = new Map<string, E | 'identity'>();

    /** `offered`: best first. */
    constructor(offered: readonly E[]) {
        this.#offered = offered;
    }

    /** The best encoding that an `Accept-Encoding` header allows. */
    encodingFor(accepted: string | string[] | undefined): E | 'identity' {
        if (typeof accepted !== 'string') return 'identity';
        const known = this.#known.get(accepted);
        if (known) return known;
        const encoding = bestEncoding(accepted, this.#offered);
        if (this.#known.size < REMEMBERED_HEADERS) this.#known.set(accepted, encoding);
        return encoding;
    }
}

function bestEncoding<E extends Encoding>(accepted: string, offered: readonly E[]): E | 'identity' {
    const weights = new Map(
        accepted.split(',').map((part): [string, number] => {
            const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
            const weight = parameters.find((parameter) => parameter.startsWith('q='));
            return [name, weight === undefined ? 1 : Number(weight.slice(2))];
        }),
    );
    const allows = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
    return offered.find(allows) ?? 'identity';
}

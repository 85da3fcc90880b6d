export type Encoding = 'br' | 'gzip' | 'identity';

/** Clients send few different headers, so parsed ones are cached; the cache is limited. */
const MAX_CACHED_HEADERS = 100;

export class Negotiation<E extends Encoding> {
    readonly #offered: readonly E[];
    readonly #known = new Map<string, E | 'identity'>();

    /** `offered`: the supported encodings, best first. */
    constructor(offered: readonly E[]) {
        this.#offered = offered;
    }

    /** Returns the best encoding that an `Accept-Encoding` header allows. */
    encodingFor(accepted: string | string[] | undefined): E | 'identity' {
        if (typeof accepted !== 'string') return 'identity';
        const known = this.#known.get(accepted);
        if (known) return known;
        const encoding = bestEncoding(accepted, this.#offered);
        if (this.#known.size < MAX_CACHED_HEADERS) this.#known.set(accepted, encoding);
        return encoding;
    }
}

/** Returns the encoding for a payload. Brotli is preferred as long as a change does not compress too much again. */
export function payloadNegotiation({ disableCompression }: { disableCompression: boolean }) {
    const forBrotli = new Negotiation<'br' | 'gzip'>(disableCompression ? [] : ['br', 'gzip']);
    const forGzip = new Negotiation<'br' | 'gzip'>(disableCompression ? [] : ['gzip', 'br']);
    return ({ suitsBrotli }: { suitsBrotli: boolean }, accepted: string | string[] | undefined) =>
        (suitsBrotli ? forBrotli : forGzip).encodingFor(accepted);
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

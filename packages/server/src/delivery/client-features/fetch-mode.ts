import type { RequestHeaders } from '../../http/route/route.ts';

/** SDKs that support the header `fetch-mode`. */
const SUPPORTING_SDKS = /^unleash-(node-sdk|client-node):/;

const HINTED = ':hinted"';

/**
 * Offers streaming to polling SDKs, so that they receive changes at once.
 *
 * An SDK that accepts the offer discards the response that carried it, but stores its ETag. If the stream then fails, the SDK
 * polls with that ETag and would get 304 without having any flags. So the offer has its own ETag: a client that sends it back
 * gets the flags, and no further offer until they change.
 */
export class FetchMode {
    readonly #isPossible: (streamKey: string) => boolean;

    /** `isPossible`: whether a stream of this token would be accepted now. */
    constructor(isPossible: (streamKey: string) => boolean) {
        this.#isPossible = isPossible;
    }

    /** Called for an SDK with outdated flags or none. The stream has no filters, so SDKs with a filter must continue to poll. */
    offer(
        etag: string,
        headers: RequestHeaders,
        { filtered, streamKey }: { filtered: boolean; streamKey: string },
    ): { etag: string; streaming: boolean } {
        const known = headers['if-none-match'];
        const hasFallenBack = typeof known === 'string' && known.endsWith(HINTED);
        if (filtered || hasFallenBack || !this.#isPossible(streamKey)) return { etag, streaming: false };
        const sdk = headers['unleash-sdk'];
        const isSupporting = typeof sdk === 'string' && SUPPORTING_SDKS.test(sdk);
        return { etag: isSupporting ? `${etag.slice(0, -1)}${HINTED}` : etag, streaming: true };
    }
}

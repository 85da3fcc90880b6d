import { crc32 } from 'node:zlib';
import { EncodedBytes } from '../../../http/bodies/encoded-bytes.ts';
import { respondNotModified } from '../../../http/bodies/etag.ts';
import { JSON_TYPE } from '../../../http/bodies/fragment-response.ts';
import { concatFragments, type JsonFragment, type PartList, tagOf } from '../../../http/bodies/json-fragment.ts';
import type { Negotiation } from '../../../http/bodies/negotiation.ts';
import type { Prepared } from '../../../http/bodies/revision-cache.ts';
import type { RouteReply } from '../../../http/route/route.ts';
import type { IndexedFlag } from './indexed-flag.ts';

export type RequestHeaders = Record<string, string | string[] | undefined>;

/** Who asks for a list, as far as the answer depends on it. */
export interface ListReader {
    favorites: ReadonlySet<IndexedFlag>;
    headers: RequestHeaders;
}

/** The encodings that callers can ask for. */
export type AcceptedEncodings = Negotiation<'br' | 'gzip'>;

/** What makes an answer: the flags, and what stands around the list of them. */
interface Content {
    before: string;
    flags: readonly IndexedFlag[];
}

const NOT_FAVORITE = '"favorite":false';
/** As long as `false`: an answer becomes somebody's own by writing this over it. */
const TRUE = 'true ';
const TRUE_AT = '"favorite":'.length;
const AFTER = '}';

/** The whole answer about the flags of a project: ready bytes that are the same for everyone, but for their favourites. */
export class ReadyList implements Prepared {
    readonly #content: Content;
    readonly #offered: AcceptedEncodings;
    readonly #plain: Buffer;
    readonly bytes: EncodedBytes;
    readonly #tag: string;
    #starts: Uint32Array | undefined;

    /** In slices, until nobody waits for it any more. */
    static async of(content: Content, offered: AcceptedEncodings, signal: AbortSignal): Promise<ReadyList> {
        const list = { before: content.before, parts: content.flags.map(({ overview }) => overview), after: AFTER };
        return new ReadyList(content, offered, { bytes: await concatFragments(list, signal), list });
    }

    private constructor(
        content: Content,
        offered: AcceptedEncodings,
        { bytes, list }: { bytes: Buffer; list: PartList },
    ) {
        this.#offered = offered;
        this.#content = content;
        this.#plain = bytes;
        this.bytes = new EncodedBytes(bytes);
        this.#tag = tagOf(list);
    }

    /** `ownProject`: the project itself, which stands before its flags, is a favourite too. */
    answer(
        { favorites, headers, ownProject = false }: ListReader & { ownProject?: boolean },
        reply: RouteReply,
    ): Buffer | string | Promise<Buffer> {
        const own = this.#placesOf(favorites, ownProject);
        const tag = own.length === 0 ? this.#tag : `${this.#tag}.${crc32(own.join()).toString(36)}`;
        if (respondNotModified(tag, headers, reply)) return '';
        reply.header('content-type', JSON_TYPE);
        if (own.length > 0) return asFavorites(this.#plain, own);
        const encoding = this.#offered.encodingFor(headers['accept-encoding']);
        if (encoding !== 'identity') reply.header('content-encoding', encoding);
        return this.bytes.in(encoding);
    }

    /** The offset of a `favorite: false` that must become `true`. */
    #placesOf(favorites: ReadonlySet<IndexedFlag>, ownProject: boolean): number[] {
        const places = ownProject ? [this.#plain.indexOf(NOT_FAVORITE)] : [];
        if (favorites.size === 0) return places;
        this.#starts ??= startsOf(this.#content);
        for (const [index, flag] of this.#content.flags.entries()) {
            if (favorites.has(flag)) places.push(this.#plain.indexOf(NOT_FAVORITE, this.#starts[index]));
        }
        return places;
    }
}

function asFavorites(bytes: Buffer, places: readonly number[]): Buffer {
    const copy = Buffer.from(bytes);
    for (const place of places) copy.write(TRUE, place + TRUE_AT);
    return copy;
}

function startsOf({ before, flags }: Content): Uint32Array {
    const starts = new Uint32Array(flags.length);
    let start = Buffer.byteLength(before) + 1;
    for (const [index, flag] of flags.entries()) {
        starts[index] = start;
        start += flag.overview.bytes.length + 1;
    }
    return starts;
}

/** The JSON of a flag for a user with these favourites. */
export const partFor =
    (favorites: ReadonlySet<IndexedFlag>, form: 'overview' | 'found') =>
    (flag: IndexedFlag): JsonFragment => {
        const part = flag[form];
        if (!favorites.has(flag)) return part;
        return { bytes: asFavorites(part.bytes, [part.bytes.indexOf(NOT_FAVORITE)]), tag: ~part.tag };
    };

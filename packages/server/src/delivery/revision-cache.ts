import { mapInSlices } from '../core/in-slices.ts';
import type { EncodedBytes } from './encoded-bytes.ts';

/** An answer that is sent many times as it is. */
export interface Prepared {
    bytes: EncodedBytes;
}

/** Distinct questions that are remembered; every token scope is one. */
const REMEMBERED = 200;
/** Answers can be as large as all flags: together they take no more than this many bytes. */
const REMEMBERED_BYTES = 256 * 1024 * 1024;

interface Entry<T> {
    revision: number;
    /** A promise while it is being made, and for good when that failed: trying again would fail again. */
    answer: T | Promise<T>;
}

/** Answers that are the same for all who ask the same at the same revision: made once, by whoever comes first. */
export class RevisionCache<T extends Prepared> {
    readonly #entries = new Map<string, Entry<T>>();

    get(key: string, revision: number, make: () => Promise<T>): T | Promise<T> {
        const known = this.#entries.get(key);
        if (known?.revision === revision) return known.answer;
        const answer = make();
        const entry: Entry<T> = { revision, answer };
        this.#entries.delete(key);
        this.#entries.set(key, entry);
        answer.then(
            (ready) => {
                entry.answer = ready;
                this.#evict();
            },
            () => this.#evict(),
        );
        return answer;
    }

    /** The oldest first, until there is room. */
    #evict(): void {
        const lengthOf = ({ answer }: Entry<T>) => (answer instanceof Promise ? 0 : answer.bytes.length);
        let length = 0;
        for (const entry of this.#entries.values()) length += lengthOf(entry);
        for (const [key, entry] of this.#entries) {
            if (this.#entries.size <= 1 || (this.#entries.size <= REMEMBERED && length <= REMEMBERED_BYTES)) return;
            this.#entries.delete(key);
            length -= lengthOf(entry);
        }
    }
}

/** In characters: encoded and hashed in far less than a millisecond. */
const PIECE = 64 * 1024;

/** Many short texts as few long buffers, without holding up other requests. `onPiece` sees each buffer in order. */
export const encodeInSlices = (texts: Iterable<string>, onPiece?: (piece: Buffer) => void): Promise<Buffer[]> =>
    mapInSlices(inPieces(texts), (text) => {
        const piece = Buffer.from(text);
        onPiece?.(piece);
        return piece;
    });

/** Joined to larger texts, because encoding and hashing cost more for each text than for its characters. */
function* inPieces(texts: Iterable<string>): Generator<string> {
    let piece = '';
    for (const text of texts) {
        piece += text;
        if (piece.length < PIECE) continue;
        yield piece;
        piece = '';
    }
    yield piece;
}

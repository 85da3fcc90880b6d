import { crc32 } from 'node:zlib';
import { mapInSlices } from '../core/in-slices.ts';

/** What one thing says in answers: written down once, sent many times. */
export interface Part {
    readonly text: string;
    /** Equal for equal texts. */
    readonly tag: number;
}

export const textPart = (text: string): Part => ({ text, tag: crc32(text) });

export const partOf = (value: unknown): Part => textPart(JSON.stringify(value));

/** Tells apart answers of different parts; 64 bits from two different mixings. */
export function tagOf(parts: Iterable<Part>): string {
    let a = 0x811c9dc5;
    let b = 0x9747b28c;
    for (const { tag } of parts) {
        a = Math.imul(a ^ tag, 0x01000193) ^ (a >>> 15);
        b = Math.imul(b + tag, 0x85ebca6b) ^ (b >>> 13);
    }
    return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

/** The texts of parts as members of a JSON list, between two other texts. */
export function* listOf(before: string, parts: Iterable<Part>, after: string): Generator<string> {
    let separator = `${before}[`;
    for (const { text } of parts) {
        yield separator + text;
        separator = ',';
    }
    yield `${separator === ',' ? '' : separator}]${after}`;
}

/** In characters: encoded and hashed in far less than a millisecond. */
const PIECE = 64 * 1024;

/** Many short texts as few long buffers, without holding up other requests. `onPiece` sees each buffer in order. */
export const encodeInSlices = (
    texts: Iterable<string>,
    onPiece?: (piece: Buffer) => void,
    isUnwanted?: () => boolean,
): Promise<Buffer[]> =>
    mapInSlices(
        inPieces(texts),
        (text) => {
            const piece = Buffer.from(text);
            onPiece?.(piece);
            return piece;
        },
        isUnwanted,
    );

/** The same as one buffer. Gives up when nobody waits for it any more. */
export async function joined(texts: Iterable<string>, isUnwanted?: () => boolean): Promise<Buffer> {
    const pieces = await encodeInSlices(texts, undefined, isUnwanted);
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
}

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

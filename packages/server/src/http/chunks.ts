import { Readable } from 'node:stream';
import { nextTurn, turnIsLong, Unwanted } from '../core/in-slices.ts';

/** In characters: encoded and handed to the system in one go. */
const CHUNK = 64 * 1024;

/**
 * An answer that may be long, from its pieces: these are made, encoded and sent little by little, so that other requests
 * get their turn and only bytes are kept. Gives up when nobody waits for it any more.
 */
export async function inChunks(
    pieces: Iterable<string>,
    reply: { header(name: string, value: string): unknown },
    isUnwanted: () => boolean = () => false,
): Promise<Buffer | Readable> {
    const chunks: Buffer[] = [];
    let text = '';
    for (const piece of pieces) {
        text += piece;
        if (text.length >= CHUNK) {
            chunks.push(Buffer.from(text));
            text = '';
        }
        if (!turnIsLong()) continue;
        await nextTurn();
        if (isUnwanted()) throw new Unwanted();
    }
    chunks.push(Buffer.from(text));
    if (chunks.length === 1) return chunks[0]!;
    reply.header('content-length', String(chunks.reduce((total, { length }) => total + length, 0)));
    return Readable.from(inTurns(chunks), { objectMode: false });
}

async function* inTurns<T>(list: Iterable<T>): AsyncGenerator<T> {
    for (const item of list) {
        yield item;
        if (turnIsLong()) await nextTurn();
    }
}

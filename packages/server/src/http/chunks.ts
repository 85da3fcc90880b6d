import { Readable } from 'node:stream';
import { nextTurn, turnIsLong } from '../core/in-slices.ts';

/** In characters: encoded and handed to the system in one go. */
const CHUNK = 64 * 1024;

/** An answer that may be long, from its pieces: encoded and sent in chunks, so that other requests get their turn. */
export async function inChunks(
    pieces: Iterable<string>,
    reply: { header(name: string, value: string): unknown },
): Promise<Buffer | Readable> {
    const chunks: Buffer[] = [];
    let text = '';
    for (const piece of pieces) {
        text += piece;
        if (text.length < CHUNK) continue;
        chunks.push(Buffer.from(text));
        text = '';
        if (turnIsLong()) await nextTurn();
    }
    chunks.push(Buffer.from(text));
    if (chunks.length === 1) return chunks[0]!;
    reply.header('content-length', String(chunks.reduce((total, { length }) => total + length, 0)));
    return Readable.from(chunks, { objectMode: false });
}

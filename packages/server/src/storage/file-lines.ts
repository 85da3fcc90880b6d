import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';

const GZIP = 0x1f;

/**
 * The lines of a file, which may be compressed. Only a line feed ends a line, because other line separators may occur within JSON
 * text.
 */
export async function* linesOf(file: string): AsyncGenerator<string, void> {
    // Before the file is opened for reading: the error for a missing file would otherwise be emitted before there is a listener.
    const isCompressed = (await firstByte(file)) === GZIP;
    const raw = createReadStream(file);
    const text = (isCompressed ? raw.pipe(createGunzip()) : raw).setEncoding('utf8');
    raw.on('error', (error) => text.destroy(error));
    /** The received part of an incomplete line; a long line arrives in many pieces. */
    let pieces: string[] = [];
    for await (const chunk of text as AsyncIterable<string>) {
        const [first, ...others] = chunk.split('\n');
        pieces.push(first!);
        for (const other of others) {
            yield pieces.join('');
            pieces = [other];
        }
    }
    const last = pieces.join('');
    if (last !== '') yield last;
}

async function firstByte(file: string): Promise<number | undefined> {
    const handle = await open(file);
    try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(1), 0, 1, 0);
        return bytesRead === 0 ? undefined : buffer[0];
    } finally {
        await handle.close();
    }
}

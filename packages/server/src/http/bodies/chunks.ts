import { Readable } from 'node:stream';
import { shouldYield, yieldToEventLoop } from '../../core/concurrency/yielding.ts';
import type { PartWriter } from './fragment-writer.ts';

/** The number of characters that are encoded and written at once. */
const CHUNK = 64 * 1024;

/**
 * Sends a possibly long response from its pieces. The pieces are built, encoded and sent step by step, so that other requests
 * run in between and only bytes are buffered. Stops when the client has disconnected.
 */
export async function inChunks(
    pieces: Iterable<string | Buffer>,
    reply: { header(name: string, value: string): unknown },
    signal?: AbortSignal,
): Promise<Buffer | Readable> {
    const chunks: Buffer[] = [];
    let text = '';
    for (const piece of pieces) {
        const isText = typeof piece === 'string';
        if (isText) text += piece;
        if (!isText || text.length >= CHUNK) {
            chunks.push(Buffer.from(text));
            text = '';
        }
        if (!isText) chunks.push(piece);
        if (!shouldYield()) continue;
        await yieldToEventLoop();
        signal?.throwIfAborted();
    }
    chunks.push(Buffer.from(text));
    if (chunks.length === 1) return chunks[0]!;
    reply.header('content-length', String(chunks.reduce((total, { length }) => total + length, 0)));
    return Readable.from(yieldingToEventLoop(chunks), { objectMode: false });
}

async function* yieldingToEventLoop<T>(list: Iterable<T>): AsyncGenerator<T> {
    for (const item of list) {
        yield item;
        if (shouldYield()) await yieldToEventLoop();
    }
}

/**
 * A response that is built while it is sent: in steps that yield to the event loop, no faster than the client reads, and only
 * while the client is connected. A step ends when it has run for long or the writer is full.
 */
export function streamed(steps: Iterator<unknown>, writer: PartWriter): Readable {
    let isDone = false;
    return new Readable({
        highWaterMark: 2 * CHUNK,
        read() {
            const runSteps = () => {
                try {
                    while (!isDone && !writer.isFull && !shouldYield()) isDone = steps.next().done === true;
                } catch (error) {
                    this.destroy(error as Error);
                    return;
                }
                if (!isDone && !writer.isFull) {
                    setImmediate(runSteps);
                    return;
                }
                for (const chunk of writer.take()) this.push(chunk);
                if (isDone) this.push(null);
            };
            runSteps();
        },
        destroy(error, done) {
            isDone = true;
            steps.return?.();
            done(error);
        },
    });
}

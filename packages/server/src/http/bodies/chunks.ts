import { Readable } from 'node:stream';
import { RequestAborted, shouldYield, yieldToEventLoop } from '../../core/concurrency/yielding.ts';
import type { PartWriter } from './fragment-writer.ts';

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
        if (!shouldYield()) continue;
        await yieldToEventLoop();
        if (isUnwanted()) throw new RequestAborted();
    }
    chunks.push(Buffer.from(text));
    if (chunks.length === 1) return chunks[0]!;
    reply.header('content-length', String(chunks.reduce((total, { length }) => total + length, 0)));
    return Readable.from(inTurns(chunks), { objectMode: false });
}

/** The same of an answer that is of its shape already: looking through thousands of members for what is not declared takes long. */
export function jsonInChunks(
    answer: object,
    reply: { header(name: string, value: string): unknown },
    isUnwanted: () => boolean,
): Promise<Buffer | Readable> {
    reply.header('content-type', 'application/json; charset=utf-8');
    return inChunks(jsonPieces(answer, PIECES_DOWN_TO), reply, isUnwanted);
}

/** Lists in lists of an answer are written item by item. */
const PIECES_DOWN_TO = 4;

function* jsonPieces(value: unknown, levels: number): Generator<string> {
    if (levels === 0 || typeof value !== 'object' || value === null) return yield JSON.stringify(value);
    let separator = '';
    if (Array.isArray(value)) {
        yield '[';
        for (const item of value) {
            yield separator;
            yield* jsonPieces(item, levels - 1);
            separator = ',';
        }
        return yield ']';
    }
    yield '{';
    for (const [name, member] of Object.entries(value)) {
        if (member === undefined) continue;
        yield `${separator}${JSON.stringify(name)}:`;
        yield* jsonPieces(member, levels - 1);
        separator = ',';
    }
    yield '}';
}

async function* inTurns<T>(list: Iterable<T>): AsyncGenerator<T> {
    for (const item of list) {
        yield item;
        if (shouldYield()) await yieldToEventLoop();
    }
}

/**
 * An answer that is made while it is sent: step by step, in turn with other requests, no faster than it is read, and no
 * further once nobody reads it any more. A step ends when the turn is long or the writer full.
 */
export function streamed(steps: Iterator<unknown>, writer: PartWriter): Readable {
    let isDone = false;
    return new Readable({
        highWaterMark: 2 * CHUNK,
        read() {
            const goOn = () => {
                try {
                    while (!isDone && !writer.isFull && !shouldYield()) isDone = steps.next().done === true;
                } catch (error) {
                    this.destroy(error as Error);
                    return;
                }
                if (!isDone && !writer.isFull) {
                    setImmediate(goOn);
                    return;
                }
                for (const chunk of writer.take()) this.push(chunk);
                if (isDone) this.push(null);
            };
            goOn();
        },
        destroy(error, done) {
            isDone = true;
            steps.return?.();
            done(error);
        },
    });
}

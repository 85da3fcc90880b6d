import { crc32 } from 'node:zlib';
import { shouldYield, yieldToEventLoop } from '../../core/concurrency/yielding.ts';

/** The JSON of one object in responses: encoded once, copied many times. */
export interface JsonFragment {
    readonly bytes: Buffer;
    /** Equal for equal bytes. */
    readonly tag: number;
}

export const bytesPart = (bytes: Buffer): JsonFragment => ({ bytes, tag: crc32(bytes) });

/** Uses a separate buffer: a slice of a larger buffer would keep all of it in memory. */
export function textPart(text: string): JsonFragment {
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
    bytes.write(text);
    return bytesPart(bytes);
}

export const toFragment = (value: unknown): JsonFragment => textPart(JSON.stringify(value));

/** Fragments as members of a JSON list, between two other texts. */
export interface PartList {
    before: string;
    parts: readonly JsonFragment[];
    after: string;
}

/** Returns a 64-bit hash that distinguishes lists of fragments. */
export function tagOf({ before, parts, after }: PartList): string {
    let a = crc32(before) ^ 0x811c9dc5;
    let b = crc32(after) ^ 0x9747b28c;
    for (const { tag } of parts) {
        a = Math.imul(a ^ tag, 0x01000193) ^ (a >>> 15);
        b = Math.imul(b + tag, 0x85ebca6b) ^ (b >>> 13);
    }
    return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

/** Returns the length in bytes, including brackets and commas. */
export function lengthOf({ before, parts, after }: PartList): number {
    let length = Buffer.byteLength(before) + Buffer.byteLength(after) + 2 + Math.max(0, parts.length - 1);
    for (const { bytes } of parts) length += bytes.length;
    return length;
}

const COMMA = ','.charCodeAt(0);
/** The number of fragments between two checks of the clock; they are copied in a few microseconds. */
const SLICE = 64;

/** Writes the serialized list to `memory`. Yields to the event loop, and stops when the client has disconnected. */
export async function concatFragments(
    list: PartList,
    signal: AbortSignal,
    memory: Buffer = Buffer.allocUnsafeSlow(lengthOf(list)),
): Promise<Buffer> {
    const { before, parts, after } = list;
    let end = memory.write(`${before}[`);
    for (let i = 0; i < parts.length; i++) {
        if (i > 0) memory[end++] = COMMA;
        const { bytes } = parts[i]!;
        memory.set(bytes, end);
        end += bytes.length;
        if (i % SLICE !== SLICE - 1 || !shouldYield()) continue;
        await yieldToEventLoop();
        signal.throwIfAborted();
    }
    end += memory.write(`]${after}`, end);
    return memory.subarray(0, end);
}

import { crc32 } from 'node:zlib';
import type { PartWriter } from './fragment-writer.ts';

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

/** Writes the list; each step writes one fragment. */
export function* writeParts({ before, parts, after }: PartList, into: PartWriter): Generator<void> {
    let separator = `${before}[`;
    for (const { bytes } of parts) {
        into.text(separator);
        into.part(bytes);
        separator = ',';
        yield;
    }
    into.text(parts.length === 0 ? `${before}[]${after}` : `]${after}`);
}

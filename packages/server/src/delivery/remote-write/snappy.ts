import { invalid, payloadTooLarge } from '../../core/errors/errors.ts';

const malformed = () => invalid('The request body is not valid snappy data (block format).', '/body');

/** Unpacks the snappy block format. `limit`: bytes of the result. */
export function unpackSnappy(bytes: Uint8Array, limit: number): Buffer {
    const reader = { bytes, at: 0 };
    const length = readVarint(reader);
    if (length > limit) throw payloadTooLarge(limit);
    // An element of three bytes produces at most 64 bytes.
    if (length > 64 * bytes.length) throw malformed();
    const output = Buffer.alloc(length);
    let end = 0;
    while (reader.at < bytes.length) {
        const tag = bytes[reader.at++]!;
        end = (tag & 3) === 0 ? appendLiteral(reader, tag, { output, end }) : appendCopy(reader, tag, { output, end });
    }
    if (end !== length) throw malformed();
    return output;
}

interface Reader {
    bytes: Uint8Array;
    at: number;
}

interface Output {
    output: Buffer;
    end: number;
}

function appendLiteral(reader: Reader, tag: number, { output, end }: Output): number {
    const code = tag >>> 2;
    const length = 1 + (code < 60 ? code : readNumber(reader, code - 59));
    if (reader.at + length > reader.bytes.length || end + length > output.length) throw malformed();
    output.set(reader.bytes.subarray(reader.at, reader.at + length), end);
    reader.at += length;
    return end + length;
}

/** Copies bytes of the output; source and target may overlap, which repeats a pattern. */
function appendCopy(reader: Reader, tag: number, { output, end }: Output): number {
    const isShort = (tag & 3) === 1;
    const length = isShort ? 4 + ((tag >>> 2) & 7) : 1 + (tag >>> 2);
    const offset = isShort ? (tag >>> 5) * 256 + readNumber(reader, 1) : readNumber(reader, (tag & 3) === 2 ? 2 : 4);
    if (offset === 0 || offset > end || end + length > output.length) throw malformed();
    for (let index = end; index < end + length; index++) output[index] = output[index - offset]!;
    return end + length;
}

/** Little endian. */
function readNumber(reader: Reader, size: number): number {
    if (reader.at + size > reader.bytes.length) throw malformed();
    let value = 0;
    for (let index = 0; index < size; index++) value += reader.bytes[reader.at++]! * 256 ** index;
    return value;
}

function readVarint(reader: Reader): number {
    let value = 0;
    for (let index = 0; index < 5; index++) {
        const byte = readNumber(reader, 1);
        value += (byte & 127) * 128 ** index;
        if (byte < 128) return value;
    }
    throw malformed();
}

const MAX_LITERAL = 65_536;

/** Writes the snappy block format without compression: the content repeats little, and the engine is near. */
export function packSnappy(bytes: Uint8Array): Buffer {
    const parts: Uint8Array[] = [varint(bytes.length)];
    for (let at = 0; at < bytes.length; at += MAX_LITERAL) {
        const literal = bytes.subarray(at, at + MAX_LITERAL);
        const length = literal.length - 1;
        // A literal whose length follows in two bytes.
        parts.push(Uint8Array.of(61 << 2, length & 0xff, length >> 8), literal);
    }
    return Buffer.concat(parts);
}

function varint(value: number): Uint8Array {
    const bytes: number[] = [];
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
    return Uint8Array.from([...bytes, rest]);
}

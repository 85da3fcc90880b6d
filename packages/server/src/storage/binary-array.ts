const ELEMENT_TYPES = { text: 25, json: 114, bigint: 20, integer: 23, boolean: 16 };

/** An array in the binary format. Escaping JSON for the text format takes twenty times as long. */
export function toBinaryArray(kind: keyof typeof ELEMENT_TYPES, values: readonly unknown[]): Buffer {
    // UTF-8 needs at most three bytes for each unit of a string. Counting them first would double the time.
    const bytes = Buffer.allocUnsafe(
        values.reduce((sum: number, value) => sum + 4 + (typeof value === 'string' ? 3 * value.length : 8), 20),
    );
    // One dimension, with nulls, and the first index is 1.
    let at = 0;
    for (const header of [1, 1, ELEMENT_TYPES[kind], values.length, 1]) at = bytes.writeInt32BE(header, at);
    for (const value of values) {
        if (value === null || value === undefined) {
            at = bytes.writeInt32BE(-1, at);
            continue;
        }
        const start = at + 4;
        const end = writeElement(bytes, kind, value, start);
        bytes.writeInt32BE(end - start, at);
        at = end;
    }
    return bytes.subarray(0, at);
}

/** Returns the position after the element. */
function writeElement(bytes: Buffer, kind: keyof typeof ELEMENT_TYPES, value: unknown, at: number): number {
    if (typeof value === 'string') return at + bytes.write(value, at);
    if (kind === 'bigint') return bytes.writeBigInt64BE(BigInt(value as number), at);
    return kind === 'boolean' ? bytes.writeUInt8(Number(value), at) : bytes.writeInt32BE(Number(value), at);
}

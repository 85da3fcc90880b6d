import { commonBounds, type PointBlock, widthOf } from './point-block.ts';
import { withBounds } from './point-blocks.ts';
import type { SeriesKind } from './series.ts';

/** A row has one bit for each step. */
const MAX_STEPS = 60;
const MASK_BYTES = 8;
/** Histograms that change their bounds all the time keep those that all have. */
const MAX_BLOCKS = 4;

interface RowTimes {
    /** The start of the row, and the length of its steps, in seconds. */
    start: number;
    step: number;
}

interface DecodedTimes extends RowTimes {
    /** Counters and histograms are summed up in steps of this length, a multiple of that of the row, while they are read. */
    joined?: number | undefined;
}

/**
 * The text of a row: a block for each set of bounds, in Base64. A block consists of a bit for each step that has a value (8 bytes), the number
 * of bounds (1 byte), the bounds, and a column for each number of a value: the bytes of a number (0 if all are 0), and the numbers. Small
 * integers need one byte, and reading a million numbers takes milliseconds.
 */
export function encodeRow(blocks: readonly PointBlock[], times: RowTimes): string {
    const all = blocks.length > MAX_BLOCKS ? [withBounds(blocks, commonBounds(blocks))] : blocks;
    return Buffer.concat(all.map((block) => encodeBlock(block, times))).toString('base64');
}

function encodeBlock({ at, width, numbers, bounds }: PointBlock, { start, step }: RowTimes): Buffer {
    const head = Buffer.alloc(MASK_BYTES + 1 + 8 * bounds.length);
    for (const time of at) {
        const number = (time - start) / step;
        head[number >>> 3]! |= 1 << (number & 7);
    }
    head[MASK_BYTES] = bounds.length;
    for (const [index, bound] of bounds.entries()) head.writeDoubleLE(bound, MASK_BYTES + 1 + 8 * index);
    const columns = Array.from({ length: width }, (_, column) =>
        encodeColumn(Array.from(at, (_at, index) => numbers[index * width + column]!)),
    );
    return Buffer.concat([head, ...columns]);
}

function encodeColumn(numbers: readonly number[]): Buffer {
    const size = sizeOf(numbers);
    const bytes = Buffer.alloc(1 + size * numbers.length);
    bytes[0] = size;
    for (const [index, number] of numbers.entries()) {
        if (size === 8) bytes.writeDoubleLE(number, 1 + 8 * index);
        else if (size > 0) bytes.writeUIntLE(number, 1 + size * index, size);
    }
    return bytes;
}

function sizeOf(numbers: readonly number[]): 0 | 1 | 2 | 4 | 8 {
    if (!numbers.every((number) => Number.isInteger(number) && number >= 0)) return 8;
    const highest = Math.max(...numbers);
    if (highest === 0) return 0;
    if (highest < 2 ** 8) return 1;
    if (highest < 2 ** 16) return 2;
    return highest < 2 ** 32 ? 4 : 8;
}

/** The values of a row, a block for each set of bounds. */
export function decodeRow(kind: SeriesKind, text: string, times: DecodedTimes): PointBlock[] {
    const bytes = Buffer.from(text, 'base64');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const blocks: PointBlock[] = [];
    for (let offset = 0; offset < bytes.length; ) {
        const { at, places } = timesOf(bytes, offset, times);
        const bounds: number[] = [];
        const count = bytes[offset + MASK_BYTES]!;
        offset += MASK_BYTES + 1;
        for (let index = 0; index < count; index++, offset += 8) bounds.push(view.getFloat64(offset, true));
        const width = widthOf(kind, bounds);
        const numbers = new Float64Array(width * at.length);
        for (let column = 0; column < width; column++) {
            const size = bytes[offset++]!;
            readColumn({ view, bytes, offset, size }, numbers, { column, width, places });
            offset += size * places.length;
        }
        blocks.push({ at, width, numbers, bounds });
    }
    return blocks;
}

/** The times of the values that are read, and for each stored value the index of the one to which it is added. */
function timesOf(bytes: Buffer, offset: number, { start, step, joined = step }: DecodedTimes) {
    const at = new Float64Array(MAX_STEPS);
    const places = new Uint8Array(MAX_STEPS);
    let [length, count, end] = [0, 0, Number.NEGATIVE_INFINITY];
    for (let number = 0; number < MAX_STEPS; number++) {
        if (!(bytes[offset + (number >>> 3)]! & (1 << (number & 7)))) continue;
        const time = start + number * step;
        if (time >= end) {
            at[length] = time - (time % joined);
            end = at[length++]! + joined;
        }
        places[count++] = length - 1;
    }
    return { at: at.subarray(0, length), places: places.subarray(0, count) };
}

interface Column {
    view: DataView;
    bytes: Buffer;
    offset: number;
    size: number;
}

/** Each size has a loop of its own: the loops are most of the time of a query. */
function readColumn(
    { view, bytes, offset, size }: Column,
    numbers: Float64Array,
    { column, width, places }: { column: number; width: number; places: Uint8Array },
): void {
    const count = places.length;
    if (size === 1) for (let i = 0; i < count; i++) numbers[places[i]! * width + column]! += bytes[offset + i]!;
    else if (size === 2)
        for (let i = 0; i < count; i++) numbers[places[i]! * width + column]! += view.getUint16(offset + 2 * i, true);
    else if (size === 4)
        for (let i = 0; i < count; i++) numbers[places[i]! * width + column]! += view.getUint32(offset + 4 * i, true);
    else if (size === 8)
        for (let i = 0; i < count; i++) numbers[places[i]! * width + column]! += view.getFloat64(offset + 8 * i, true);
}

import { utf8 } from '../utf8.ts';

/*
 * The digests that other products place users with. Not for secrets: only their bits count. Own code, because neither `node:crypto`
 * nor the browser's, which answers later, is there wherever the engine runs.
 */

/** SHA-1, as five words. */
export function sha1(text: string): Uint32Array {
    const words = padded(utf8(text), 'big');
    const h = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
    const w = new Uint32Array(80);
    for (let block = 0; block < words.length; block += 16) {
        for (let i = 0; i < 80; i++) {
            w[i] = i < 16 ? words[block + i]! : left(w[i - 3]! ^ w[i - 8]! ^ w[i - 14]! ^ w[i - 16]!, 1);
        }
        let [a, b, c, d, e] = h as unknown as [number, number, number, number, number];
        for (let i = 0; i < 80; i++) {
            const next = (left(a, 5) + sha1Mix(i, b, c, d) + e + SHA1_ROUND[(i / 20) | 0]! + w[i]!) | 0;
            [e, d, c, b, a] = [d, c, left(b, 30), a, next];
        }
        add(h, [a, b, c, d, e]);
    }
    return h;
}

const SHA1_ROUND = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6];

function sha1Mix(round: number, b: number, c: number, d: number): number {
    if (round < 20) return (b & c) | (~b & d);
    return round >= 40 && round < 60 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
}

/** SHA-256, as eight words. */
export function sha256(text: string): Uint32Array {
    const words = padded(utf8(text), 'big');
    const h = SHA256_START.slice();
    const w = new Uint32Array(64);
    for (let block = 0; block < words.length; block += 16) {
        for (let i = 0; i < 64; i++) w[i] = i < 16 ? words[block + i]! : scheduled(w, i);
        let [a, b, c, d, e, f, g, last] = h as unknown as Eight;
        for (let i = 0; i < 64; i++) {
            const s1 = right(e, 6) ^ right(e, 11) ^ right(e, 25);
            const t1 = (last + s1 + ((e & f) ^ (~e & g)) + SHA256_ROUND[i]! + w[i]!) | 0;
            const s0 = right(a, 2) ^ right(a, 13) ^ right(a, 22);
            const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
            [last, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
        }
        add(h, [a, b, c, d, e, f, g, last]);
    }
    return h;
}

type Eight = [number, number, number, number, number, number, number, number];

function scheduled(w: Uint32Array, i: number): number {
    const a = w[i - 15]!;
    const b = w[i - 2]!;
    const s0 = right(a, 7) ^ right(a, 18) ^ (a >>> 3);
    const s1 = right(b, 17) ^ right(b, 19) ^ (b >>> 10);
    return (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
}

/** The first 32 bits of the fractional parts of roots of primes, as the standard says. */
const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32);
const PRIMES = primes(64);
const SHA256_START = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const SHA256_ROUND = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));

function primes(count: number): number[] {
    const found: number[] = [];
    for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
    return found;
}

/** MD5, as the whole number that its sixteen bytes are, the first one highest. */
export function md5(text: string): bigint {
    const words = padded(utf8(text), 'little');
    const h = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
    for (let block = 0; block < words.length; block += 16) {
        let [a, b, c, d] = h as unknown as [number, number, number, number];
        for (let i = 0; i < 64; i++) {
            const { mix, word } = md5Step(i, b, c, d);
            const turned = left(
                (a + mix + MD5_ROUND[i]! + words[block + word]!) | 0,
                MD5_TURN[((i >> 4) << 2) | (i & 3)]!,
            );
            [a, d, c, b] = [d, c, b, (b + turned) | 0];
        }
        add(h, [a, b, c, d]);
    }
    return h.reduce((number, word) => (number << 32n) | BigInt(reversed(word)), 0n);
}

const MD5_TURN = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const MD5_ROUND = Uint32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32));

function md5Step(i: number, b: number, c: number, d: number): { mix: number; word: number } {
    if (i < 16) return { mix: (b & c) | (~b & d), word: i };
    if (i < 32) return { mix: (d & b) | (~d & c), word: (5 * i + 1) & 15 };
    if (i < 48) return { mix: b ^ c ^ d, word: (3 * i + 5) & 15 };
    return { mix: c ^ (b | ~d), word: (7 * i) & 15 };
}

/** CRC-32 as in IEEE 802.3. */
export function crc32(text: string): number {
    let crc = ~0;
    for (const byte of utf8(text)) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 255]!;
    return ~crc >>> 0;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    return crc;
});

/** FNV-1a with 32 bits, over whichever numbers the text is taken for. */
export function fnv1a(units: Iterable<number>): number {
    let hash = 0x811c9dc5;
    for (const unit of units) hash = Math.imul(hash ^ unit, 0x01000193);
    return hash >>> 0;
}

/** The message in words of 32 bits, with a one, zeros and its length at the end. */
function padded(bytes: readonly number[], order: 'big' | 'little'): Uint32Array {
    const blocks = Math.ceil((bytes.length + 9) / 64);
    const words = new Uint32Array(blocks * 16);
    const shift = (i: number) => (order === 'big' ? 3 - (i & 3) : i & 3) * 8;
    for (let i = 0; i < bytes.length; i++) words[i >> 2]! |= bytes[i]! << shift(i);
    words[bytes.length >> 2]! |= 0x80 << shift(bytes.length);
    const bits = bytes.length * 8;
    const high = Math.floor(bits / 2 ** 32);
    words.set(order === 'big' ? [high, bits] : [bits, high], words.length - 2);
    return words;
}

function add(to: Uint32Array, what: readonly number[]): void {
    for (let i = 0; i < what.length; i++) to[i]! += what[i]!;
}

const left = (word: number, by: number) => (word << by) | (word >>> (32 - by));
const right = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** The same bytes, in the other order. */
export const reversed = (word: number) =>
    ((word >>> 24) | ((word >>> 8) & 0xff00) | ((word << 8) & 0xff0000) | (word << 24)) >>> 0;

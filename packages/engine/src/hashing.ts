/**
 * MurmurHash3 (x86, 32 bit) over UTF-8. All SDKs place users with it, so every bit matters.
 * What is hashed is always `<group>:<id>` with a group known at compile time: its part is folded in beforehand.
 */
export interface HashPrefix {
    readonly text: string;
    /** The state after the whole four-byte blocks of the prefix. */
    readonly state: number;
    /** The bytes after the last whole block, lowest first, and how many bits they fill. */
    readonly tail: number;
    readonly tailBits: number;
    /** Length in bytes. */
    readonly length: number;
}

const ROLLOUT_SEED = 0;
// SDKs hash variants with this seed so that a variant does not depend on the rollout; another would move every user.
const VARIANT_SEED = 86028157;

export function rolloutPrefix(group: string): HashPrefix {
    return hashPrefix(`${group}:`, ROLLOUT_SEED);
}

export function variantPrefix(group: string): HashPrefix {
    return hashPrefix(`${group}:`, VARIANT_SEED);
}

/** The bucket, from 1 to `buckets`, in which an id falls. */
export function bucketOf(prefix: HashPrefix, id: string, buckets: number): number {
    return (hash(prefix, id) % buckets) + 1;
}

export function hashPrefix(text: string, seed: number): HashPrefix {
    const bytes = utf8(text);
    const whole = bytes.length - (bytes.length % 4);
    let state = seed;
    let tail = 0;
    for (let i = 0; i < whole; i += 4) {
        state = mix(state, bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24));
    }
    for (let i = whole; i < bytes.length; i++) tail |= bytes[i]! << ((i - whole) * 8);
    return { text, state, tail, tailBits: (bytes.length - whole) * 8, length: bytes.length };
}

export function hash(prefix: HashPrefix, id: string): number {
    let state = prefix.state;
    let block = prefix.tail;
    let bits = prefix.tailBits;
    for (let i = 0; i < id.length; i++) {
        const code = id.charCodeAt(i);
        if (code > 127) return hashBytes(prefix, utf8(id));
        block |= code << bits;
        bits += 8;
        if (bits === 32) {
            state = mix(state, block);
            block = 0;
            bits = 0;
        }
    }
    return finish(state, block, prefix.length + id.length);
}

function hashBytes(prefix: HashPrefix, bytes: readonly number[]): number {
    let state = prefix.state;
    let block = prefix.tail;
    let bits = prefix.tailBits;
    for (const byte of bytes) {
        block |= byte << bits;
        bits += 8;
        if (bits === 32) {
            state = mix(state, block);
            block = 0;
            bits = 0;
        }
    }
    return finish(state, block, prefix.length + bytes.length);
}

function scramble(block: number): number {
    const product = Math.imul(block, 0xcc9e2d51);
    return Math.imul((product << 15) | (product >>> 17), 0x1b873593);
}

function mix(state: number, block: number): number {
    const mixed = state ^ scramble(block);
    return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}

function finish(state: number, tail: number, length: number): number {
    // Without a tail `scramble` gives 0 and changes nothing.
    let h = state ^ scramble(tail) ^ length;
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    return (h ^ (h >>> 16)) >>> 0;
}

/** Own code, because `TextEncoder` belongs to hosts, not to the language. Lone surrogates become U+FFFD, as there. */
function utf8(text: string): number[] {
    const bytes: number[] = [];
    for (const character of text.toWellFormed()) {
        const code = character.codePointAt(0)!;
        if (code < 0x80) bytes.push(code);
        else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
        else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
        else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    }
    return bytes;
}

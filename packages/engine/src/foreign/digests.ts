import { md5 as md5Bytes, sha1 as sha1Bytes } from '@noble/hashes/legacy.js';
import { sha256 as sha256Bytes } from '@noble/hashes/sha2.js';
import { utf8 } from '../utf8.ts';

/*
 * The digests that other products use to bucket users; not for secrets. `node:crypto` and the asynchronous digests of browsers are
 * not available everywhere the engine runs. CRC-32 and FNV-1a are a few lines each and are not part of @noble/hashes.
 */

/** The SHA-1 digest. */
export const sha1 = (text: string): DataView => view(sha1Bytes(bytesOf(text)));

/** The SHA-256 digest. */
export const sha256 = (text: string): DataView => view(sha256Bytes(bytesOf(text)));

/** MD5 as an unsigned 128-bit number, big-endian. */
export function md5(text: string): bigint {
    const digest = view(md5Bytes(bytesOf(text)));
    return (digest.getBigUint64(0) << 64n) | digest.getBigUint64(8);
}

const bytesOf = (text: string) => Uint8Array.from(utf8(text));
const view = (digest: Uint8Array) => new DataView(digest.buffer, digest.byteOffset, digest.length);

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

/** FNV-1a with 32 bits, over any encoding of the text as numbers. */
export function fnv1a(units: Iterable<number>): number {
    let hash = 0x811c9dc5;
    for (const unit of units) hash = Math.imul(hash ^ unit, 0x01000193);
    return hash >>> 0;
}

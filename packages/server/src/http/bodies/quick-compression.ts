import { promisify } from 'node:util';
import { constants, gzip, gzipSync } from 'node:zlib';
import type { RouteReply } from '../route/route.ts';

/** Below this size, compression costs more than it saves. */
const WORTH_COMPRESSING = 1_024;

/**
 * Up to this size, about two milliseconds, compression on this thread costs half as much as passing the bytes to another thread
 * and back (see docs/decisions/0050).
 */
const MAX_SYNC_LENGTH = 1024 * 1024;

const FASTEST = { level: constants.Z_BEST_SPEED };

/** Compresses bytes that are sent once, as fast as possible. */
export function compressQuickly(
    bytes: Buffer,
    accepted: 'gzip' | 'identity',
    reply: RouteReply,
): Buffer | Promise<Buffer> {
    if (accepted === 'identity' || bytes.length < WORTH_COMPRESSING) return bytes;
    reply.header('content-encoding', 'gzip');
    return compressFastest(bytes);
}

export const compressFastest = (bytes: Buffer): Buffer | Promise<Buffer> =>
    bytes.length <= MAX_SYNC_LENGTH ? gzipSync(bytes, FASTEST) : promisify(gzip)(bytes, FASTEST);

import type { Readable } from 'node:stream';
import { RequestAborted } from '../../core/concurrency/yielding.ts';
import { payloadTooLarge } from '../../core/errors/errors.ts';

/** The size of the first buffer for a body whose length is unknown. */
const UNKNOWN_LENGTH = 64 * 1024;

/**
 * Reads a request body. Its chunks are copied as they arrive: joining the chunks of a large body would block other requests for a
 * millisecond per megabyte. `length` is not a number if it is unknown.
 */
export function readBody(payload: Readable, { length, limit }: { length: number; limit: number }): Promise<Buffer> {
    return new Promise((resolve, reject) => {
        if (length > limit) throw payloadTooLarge(limit);
        // Node has already ended a request without a body: see `listener.ts`.
        if (payload.readableEnded) {
            resolve(Buffer.alloc(0));
            return;
        }
        if (payload.destroyed) throw new RequestAborted();
        let body = Buffer.allocUnsafe(Number.isNaN(length) ? Math.min(limit, UNKNOWN_LENGTH) : length);
        let end = 0;
        const append = (chunk: Buffer) => {
            const start = end;
            end += chunk.length;
            if (end > limit) {
                // The rest is dropped.
                payload.off('data', append);
                reject(payloadTooLarge(limit));
                return;
            }
            if (end > body.length) body = Buffer.concat([body], Math.min(limit, 2 * end));
            chunk.copy(body, start);
        };
        payload.on('data', append);
        payload.once('end', () => resolve(body.subarray(0, end)));
        // The client has disconnected.
        payload.once('error', () => reject(new RequestAborted()));
        payload.once('close', () => reject(new RequestAborted()));
    });
}

import type { Readable } from 'node:stream';
import type { RequestHeaders, RouteReply } from '../route/route.ts';
import { BufferPool } from './buffer-pool.ts';
import { streamed } from './chunks.ts';
import { respondNotModified } from './etag.ts';
import { PartWriter } from './fragment-writer.ts';
import { lengthOf, type PartList, tagOf, writeParts } from './json-fragment.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Longer lists are copied while they are sent, no faster than the client reads; each reader would need megabytes otherwise. */
const MAX_BUFFERED = 1024 * 1024;

const pool = new BufferPool();
const chunkPool = new BufferPool();

/** Responds with a list of fragments that is built for this caller only. */
export function respondWithFragments(
    list: PartList,
    headers: RequestHeaders,
    reply: RouteReply,
): Buffer | Readable | string {
    if (respondNotModified(tagOf(list), headers, reply)) return '';
    const length = lengthOf(list);
    const isLong = length > MAX_BUFFERED;
    // The writer reserves three bytes for each character of text.
    const spare = 2 * (list.before.length + list.after.length + 2);
    const writer = new PartWriter(isLong ? { pool: chunkPool } : { pool, chunkLength: length + spare });
    reply.header('content-type', JSON_TYPE);
    reply.onceSent(() => writer.release());
    if (isLong) {
        reply.header('content-length', String(length));
        return streamed(writeParts(list, writer), writer);
    }
    for (const _ of writeParts(list, writer));
    return writer.take()[0]!;
}

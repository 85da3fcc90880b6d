import type { RouteReply } from '../route/route.ts';
import { BufferPool } from './buffer-pool.ts';
import { respondNotModified } from './etag.ts';
import { concatFragments, lengthOf, type PartList, tagOf } from './json-fragment.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

const pool = new BufferPool();

/** Responds with a list of fragments that is built for this caller only. */
export async function respondWithFragments(
    list: PartList,
    { headers, signal }: { headers: Record<string, string | string[] | undefined>; signal: AbortSignal },
    reply: RouteReply,
): Promise<Buffer | string> {
    if (respondNotModified(tagOf(list), headers, reply)) return '';
    reply.header('content-type', JSON_TYPE);
    const memory = pool.take(lengthOf(list));
    reply.onceSent(() => pool.giveBack(memory));
    return concatFragments(list, signal, memory);
}

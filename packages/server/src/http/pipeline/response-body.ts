import { Readable } from 'node:stream';
import { inChunks } from '../bodies/chunks.ts';
import { ByteChunks } from '../bodies/payload.ts';
import { serialise } from '../bodies/serialise.ts';
import type { Bytes, Route } from '../route/route.ts';
import type { Exchange } from './exchange.ts';

/** Returns the bytes of a response: bytes unchanged, objects as JSON, by their schema unless the route declares a content type. */
export async function responseBytes(
    result: unknown,
    { responds, mediaType }: Route,
    { reply, signal }: Exchange,
): Promise<Bytes> {
    if (result === undefined) return '';
    // Rare: nearly all such responses are sent by the fast path, without copying.
    if (result instanceof ByteChunks) return Buffer.concat(result.chunks);
    if (result instanceof Buffer || result instanceof Readable || typeof result === 'string') return result;
    const schema = responds.contentType ? undefined : responds.body;
    if (schema || reply.get('content-type') === undefined) {
        reply.header('content-type', `${mediaType ?? 'application/json'}; charset=utf-8`);
    }
    if (result === null || typeof result !== 'object') return JSON.stringify(result);
    return inChunks(serialise(result, schema), reply, signal);
}

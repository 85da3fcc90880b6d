import { Readable } from 'node:stream';
import { inChunks } from '../bodies/chunks.ts';
import { ByteChunks } from '../bodies/payload.ts';
import { serialise } from '../bodies/serialise.ts';
import { SerialisedList } from '../bodies/serialised-list.ts';
import type { Bytes, Route } from '../route/route.ts';
import type { Reply } from './reply.ts';

/** Returns the bytes of a response: bytes unchanged, everything else as its schema declares it. */
export async function responseBytes(result: unknown, { responds, mediaType }: Route, reply: Reply): Promise<Bytes> {
    if (result === undefined) return '';
    // Rare: nearly all such responses are sent by the fast path, without copying.
    if (result instanceof ByteChunks) return Buffer.concat(result.chunks);
    if (result instanceof Buffer || result instanceof Readable || typeof result === 'string') return result;
    const isDeclared = result !== null && typeof result === 'object' && responds.body && !responds.contentType;
    if (isDeclared || reply.get('content-type') === undefined) {
        reply.header('content-type', `${mediaType ?? 'application/json'}; charset=utf-8`);
    }
    if (!isDeclared) return JSON.stringify(result);
    for (const member of Object.values(result)) {
        if (member instanceof SerialisedList) reply.onceSent(() => member.release());
    }
    return inChunks(serialise(responds.body!, result), reply);
}

import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { Negotiation } from './negotiation.ts';
import { compressFastest } from './quick-compression.ts';

/** In bytes. Shorter responses fit into a few packets uncompressed. */
const WORTH_COMPRESSING = 8 * 1024;

const TEXT = /^(application\/([\w.-]+\+)?json|text\/(?!event-stream))/;

const negotiation = new Negotiation(['gzip']);

/** Sends long responses in an accepted encoding, compressed as fast as possible unless they are compressed already. */
export function compressLongResponses(server: FastifyInstance): void {
    server.addHook('onSend', async (request, reply, payload) => {
        const isText = TEXT.test(String(reply.getHeader('content-type')));
        const isFinal = reply.hasHeader('content-encoding') || reply.hasHeader('content-range');
        if (request.method === 'HEAD' || !isText || isFinal || !isLong(payload)) return payload;
        reply.header('vary', withEncoding(reply.getHeader('vary')));
        if (negotiation.encodingFor(request.headers['accept-encoding']) === 'identity') return payload;
        reply.header('content-encoding', 'gzip').removeHeader('content-length');
        if (typeof payload === 'string') return compressFastest(Buffer.from(payload));
        if (payload instanceof Buffer) return compressFastest(payload);
        // `pipeline` destroys both streams on an error; no other action is required.
        return pipeline(payload, createGzip({ level: constants.Z_BEST_SPEED }), () => undefined);
    });
}

/** Routes with several encodings set the header themselves. */
function withEncoding(vary: unknown): string {
    const names = vary === undefined ? [] : String(vary).split(', ');
    return [...new Set([...names, 'accept-encoding'])].join(', ');
}

const isLong = (payload: unknown): payload is Buffer | string | Readable =>
    payload instanceof Readable ||
    ((typeof payload === 'string' || payload instanceof Buffer) && payload.length >= WORTH_COMPRESSING);

import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { Negotiation } from './negotiation.ts';

/** Shorter ones fit into a few packets as they are. */
const WORTH_COMPRESSING = 8 * 1024;

const TEXT = /^(application\/([\w.-]+\+)?json|text\/(?!event-stream))/;

/** Compresses long answers, as fast as possible and off this thread, unless they come compressed already. */
export function compressLongAnswers(server: FastifyInstance): void {
    const negotiation = new Negotiation(['gzip']);
    server.addHook('onSend', async (request, reply, payload) => {
        const isText = TEXT.test(String(reply.getHeader('content-type')));
        const isFinal = reply.hasHeader('content-encoding') || reply.hasHeader('content-range');
        if (request.method === 'HEAD' || !isText || isFinal || !isLong(payload)) return payload;
        reply.header('vary', withEncoding(reply.getHeader('vary')));
        if (negotiation.encodingFor(request.headers['accept-encoding']) === 'identity') return payload;
        reply.header('content-encoding', 'gzip').removeHeader('content-length');
        const source = payload instanceof Readable ? payload : Readable.from([payload]);
        // Whichever end breaks first, the other learns of it; there is nobody else to be told.
        return pipeline(source, createGzip({ level: constants.Z_BEST_SPEED }), () => undefined);
    });
}

/** Routes whose answers come in several forms say so themselves. */
function withEncoding(vary: unknown): string {
    const names = vary === undefined ? [] : String(vary).split(', ');
    return [...new Set([...names, 'accept-encoding'])].join(', ');
}

const isLong = (payload: unknown): payload is Buffer | string | Readable =>
    payload instanceof Readable ||
    ((typeof payload === 'string' || payload instanceof Buffer) && payload.length >= WORTH_COMPRESSING);

import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { compressedOnce } from './encoded-bytes.ts';
import { Negotiation } from './negotiation.ts';

/** Shorter responses fit into a few packets uncompressed. */
const WORTH_COMPRESSING = 8 * 1024;

const TEXT = /^(application\/([\w.-]+\+)?json|text\/(?!event-stream))/;

/** The headers of a response, in the framework or on the fast path. */
interface AnswerHeaders {
    get(name: string): unknown;
    set(name: string, value: string): unknown;
    remove(name: string): unknown;
}

const negotiation = new Negotiation(['gzip']);

/** A long response in an accepted encoding, compressed as fast as possible unless it is compressed already. */
export function compressedFor(
    accepted: string | string[] | undefined,
    payload: unknown,
    headers: AnswerHeaders,
): unknown {
    const isText = TEXT.test(String(headers.get('content-type')));
    const isFinal = headers.get('content-encoding') !== undefined || headers.get('content-range') !== undefined;
    if (!isText || isFinal || !isLong(payload)) return payload;
    headers.set('vary', withEncoding(headers.get('vary')));
    if (negotiation.encodingFor(accepted) === 'identity') return payload;
    headers.set('content-encoding', 'gzip');
    headers.remove('content-length');
    if (typeof payload === 'string') return compressedOnce(Buffer.from(payload));
    if (payload instanceof Buffer) return compressedOnce(payload);
    // `pipeline` destroys both streams on an error; there is nothing else to do.
    return pipeline(payload, createGzip({ level: constants.Z_BEST_SPEED }), () => undefined);
}

export function compressLongAnswers(server: FastifyInstance): void {
    server.addHook('onSend', async (request, reply, payload) => {
        if (request.method === 'HEAD') return payload;
        return compressedFor(request.headers['accept-encoding'], payload, {
            get: (name) => reply.getHeader(name),
            set: (name, value) => reply.header(name, value),
            remove: (name) => reply.removeHeader(name),
        });
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

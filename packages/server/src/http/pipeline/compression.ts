import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { Negotiation } from '../bodies/negotiation.ts';
import { compressFastest } from '../bodies/quick-compression.ts';
import type { Bytes } from '../route/route.ts';
import type { Exchange } from './exchange.ts';

/** In bytes. Shorter responses fit into a few packets uncompressed. */
const WORTH_COMPRESSING = 8 * 1024;

const TEXT = /^(application\/([\w.-]+\+)?json|text\/(?!event-stream))/;

const negotiation = new Negotiation(['gzip']);

/** Returns a long response in an accepted encoding, compressed as fast as possible unless it is compressed already. */
export function compressed({ request, reply }: Exchange, body: Bytes): Bytes | Promise<Buffer> {
    const isFinal = reply.get('content-encoding') !== undefined || reply.get('content-range') !== undefined;
    if (request.method === 'HEAD' || isFinal || !isLong(body) || !TEXT.test(reply.get('content-type') ?? ''))
        return body;
    reply.header('vary', withEncoding(reply.get('vary')));
    if (negotiation.encodingFor(request.headers['accept-encoding']) === 'identity') return body;
    reply.header('content-encoding', 'gzip');
    reply.remove('content-length');
    if (typeof body === 'string') return compressFastest(Buffer.from(body));
    if (body instanceof Buffer) return compressFastest(body);
    // `pipeline` destroys both streams on an error; no other action is required.
    return pipeline(body, createGzip({ level: constants.Z_BEST_SPEED }), () => undefined);
}

/** Routes with several encodings set the header themselves. */
function withEncoding(vary: string | undefined): string {
    const names = vary === undefined ? [] : vary.split(', ');
    return [...new Set([...names, 'accept-encoding'])].join(', ');
}

const isLong = (body: Bytes) => body instanceof Readable || body.length >= WORTH_COMPRESSING;

import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { invalid } from '../../core/errors/errors.ts';
import { toErrorResponse } from './errors.ts';

const REJECTION = invalid('The request has more than one Host header. Send exactly one.');

/**
 * Rejects requests with several Host headers, as RFC 9112 requires: Node uses the first one, a proxy in front of it may have used
 * another. The connection ends with the response, and pipelined requests are not executed.
 */
export function rejectDuplicateHost(listener: RequestListener): RequestListener {
    const rejected = new WeakSet<Socket>();
    return (request, response) => {
        if (rejected.has(request.socket)) return;
        if (!hasSeveralHosts(request.rawHeaders)) {
            listener(request, response);
            return;
        }
        rejected.add(request.socket);
        const { status, body: error } = toErrorResponse(REJECTION);
        const body = JSON.stringify(error);
        response
            .writeHead(status, {
                'content-type': 'application/json; charset=utf-8',
                'content-length': Buffer.byteLength(body),
                'x-content-type-options': 'nosniff',
                'cache-control': 'no-store',
                connection: 'close',
            })
            .end(body);
    };
}

/** `rawHeaders` alternates names and values. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
    let count = 0;
    for (let i = 0; i < rawHeaders.length; i += 2) {
        const name = rawHeaders[i]!;
        if (name.length === 4 && name.toLowerCase() === 'host') count++;
    }
    return count > 1;
}

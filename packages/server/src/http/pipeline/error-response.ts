import { RequestAborted } from '../../core/concurrency/yielding.ts';
import { ChangeNotMade } from '../../core/errors/change-not-made.ts';
import { inChunks } from '../bodies/chunks.ts';
import { serialise } from '../bodies/serialise.ts';
import { type Bytes, PROPOSED, REHEARSED } from '../route/route.ts';
import { toErrorResponse } from '../server/errors.ts';
import type { Exchange } from './exchange.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

type LogError = (exchange: Exchange, error: unknown, errorId: string) => void;

/** Sets the status and headers for what a handler has thrown, and returns the body; undefined if the client has disconnected. */
export async function errorResponse(exchange: Exchange, error: unknown, log: LogError): Promise<Bytes | undefined> {
    const { reply } = exchange;
    // They belong to the response that failed.
    for (const name of ['content-type', 'content-length']) reply.remove(name);
    return error instanceof ChangeNotMade ? outcomeBody(error, exchange) : errorBody(exchange, error, log);
}

/** The caller preferred that the change is rehearsed, or proposed if it needs approval (RFC 7240). */
function outcomeBody({ outcome, members }: ChangeNotMade, { reply, signal }: Exchange): Bytes | Promise<Bytes> {
    if (outcome.kind === 'rehearsed') {
        reply.status(REHEARSED);
        reply.header('preference-applied', 'what-if');
        reply.header('content-type', JSON_TYPE);
        return inChunks(serialise(outcome.effect), reply, signal);
    }
    const { requests } = outcome;
    const [request, ...others] = requests;
    reply.status(PROPOSED);
    reply.header('preference-applied', 'change-request');
    reply.header('content-type', JSON_TYPE);
    return JSON.stringify({
        ...(others.length === 0 ? (request as object) : { changeRequests: requests }),
        ...members,
    });
}

/** Sets the status and headers of an error, and returns its body; undefined if the client has disconnected. */
export function errorBody(exchange: Exchange, error: unknown, log: LogError): string | undefined {
    if (error instanceof RequestAborted) return undefined;
    const { reply, route, params } = exchange;
    const { status, body, unexpected, retryAfterSeconds } = toErrorResponse(error);
    if (unexpected) log(exchange, error, body.id);
    const members = route?.errorMembers?.({ status, ...body }, params);
    reply.status(status);
    reply.remove('content-encoding');
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
    if (status === 401 && route?.challenge) reply.header('www-authenticate', route.challenge());
    reply.header('content-type', route?.mediaType ? `${route.mediaType}; charset=utf-8` : JSON_TYPE);
    return JSON.stringify({ ...body, ...members });
}

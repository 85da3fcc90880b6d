import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestAborted } from '../../core/concurrency/yielding.ts';
import { ProposedInstead } from '../../core/errors/proposed-instead.ts';
import { RehearsedInstead } from '../../core/errors/rehearsed-instead.ts';
import { jsonInChunks } from '../bodies/chunks.ts';
import { compileSerializer } from '../route/compile.ts';
import { REHEARSED } from '../route/route.ts';
import { routeOf } from '../route/route-table.ts';
import { ErrorBody } from '../route/schemas.ts';
import { toErrorResponse } from './errors.ts';

const serialiseError = compileSerializer({ schema: ErrorBody });

export function sendError(
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
    if (error instanceof RequestAborted) return reply.hijack();
    if (error instanceof ProposedInstead) return sendProposed(error, reply);
    if (error instanceof RehearsedInstead) return sendRehearsed(error, reply);
    const failure = toErrorResponse(error, {
        contentType: request.headers['content-type'],
        bodyLimit: request.routeOptions.bodyLimit,
    });
    if (failure.unexpected) request.log.error({ err: error, errorId: failure.body.id }, 'unexpected error');
    const route = routeOf(request);
    const members = route?.errorMembers?.({ status: failure.status, ...failure.body }, request.params);
    if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', String(failure.retryAfterSeconds));
    if (failure.status === 401 && route?.challenge) reply.header('www-authenticate', route.challenge());
    // The failed response may already have a content encoding.
    return reply
        .removeHeader('content-encoding')
        .status(failure.status)
        .type(`${route?.mediaType ?? 'application/json'}; charset=utf-8`)
        .send(serialiseError({ ...failure.body, ...members }));
}

/** The caller preferred to propose a change that needs approval (RFC 7240). */
function sendProposed({ requests, members }: ProposedInstead, reply: FastifyReply): FastifyReply {
    const [request, ...others] = requests;
    return reply
        .status(202)
        .header('preference-applied', 'change-request')
        .type('application/json; charset=utf-8')
        .send(
            JSON.stringify({
                ...(others.length === 0 ? (request as object) : { changeRequests: requests }),
                ...members,
            }),
        );
}

/** The caller requested only the effect. */
async function sendRehearsed({ body }: RehearsedInstead, reply: FastifyReply): Promise<FastifyReply> {
    reply.status(REHEARSED).header('preference-applied', 'what-if');
    return reply.send(await jsonInChunks(body, reply));
}

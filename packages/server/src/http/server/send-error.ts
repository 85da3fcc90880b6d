import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestAborted } from '../../core/concurrency/yielding.ts';
import { ProposedInstead } from '../../core/errors/proposed-instead.ts';
import { RehearsedInstead } from '../../core/errors/rehearsed-instead.ts';
import { jsonInChunks } from '../bodies/chunks.ts';
import { compileSerializer } from '../route/compile.ts';
import { REHEARSED } from '../route/route.ts';
import { ErrorBody } from '../route/schemas.ts';
import { toErrorAnswer } from './errors.ts';

const serialiseError = compileSerializer({ schema: ErrorBody });

export function sendError(
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
    if (error instanceof RequestAborted) return reply.hijack();
    if (error instanceof ProposedInstead) return sendProposed(error, reply);
    if (error instanceof RehearsedInstead) return sendRehearsed(error, reply);
    const answer = toErrorAnswer(error, {
        contentType: request.headers['content-type'],
        bodyLimit: request.routeOptions.bodyLimit,
    });
    if (answer.unexpected) request.log.error({ err: error, errorId: answer.body.id }, 'unexpected error');
    const { route } = request.routeOptions.config;
    const members = route?.errorMembers?.({ status: answer.status, ...answer.body }, request.params);
    if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', String(answer.retryAfterSeconds));
    if (answer.status === 401 && route?.challenge) reply.header('www-authenticate', route.challenge());
    // The failed response may already have a content encoding.
    return reply
        .removeHeader('content-encoding')
        .status(answer.status)
        .type(`${route?.mediaType ?? 'application/json'}; charset=utf-8`)
        .send(serialiseError({ ...answer.body, ...members }));
}

/** The caller preferred to propose a change that needs approval (RFC 7240). */
function sendProposed({ requests }: ProposedInstead, reply: FastifyReply): FastifyReply {
    const [request, ...others] = requests;
    return reply
        .status(202)
        .header('preference-applied', 'change-request')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(others.length === 0 ? request : { changeRequests: requests }));
}

/** The caller requested only the effect. */
async function sendRehearsed({ answer }: RehearsedInstead, reply: FastifyReply): Promise<FastifyReply> {
    reply.status(REHEARSED).header('preference-applied', 'what-if');
    return reply.send(await jsonInChunks(answer, reply));
}

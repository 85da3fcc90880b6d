import type { Context } from '@halyard/engine';
import { Negotiation } from '../http/bodies/negotiation.ts';
import { compressQuickly } from '../http/bodies/quick-compression.ts';
import type { Caching, RouteReply } from '../http/route/route.ts';
import type { CompiledFlags } from '../snapshots/environment-snapshot.ts';
import { ContextEtag } from './context-etag.ts';
import type { PreparedResponses } from './prepared-responses.ts';

interface ContextResponseOptions {
    /** The prefix of an ETag: see `AnswerTag`. */
    tagPrefix: 'W/' | '';
    disableCompression: boolean;
}

interface ContextResponseInput {
    responses: PreparedResponses;
    compiled: CompiledFlags;
    context: Context;
    headers: Record<string, string | string[] | undefined>;
    /** The parts of the response before and after the flags. */
    opening: string;
    ending: () => string;
    /** A value of the request that the response contains. */
    echoed?: string | undefined;
}

/** Evaluations are stored by the client only. */
export const CACHING_OF_EVALUATIONS: Caching = { control: 'no-cache', varies: ['accept-encoding'] };

/** Responds with all flags for one context, for either protocol, and skips work whose result the caller already has. */
export function contextResponse({ tagPrefix, disableCompression }: ContextResponseOptions) {
    const negotiation = new Negotiation(disableCompression ? [] : ['gzip']);

    return async (
        { responses, compiled, context, headers, opening, ending, echoed }: ContextResponseInput,
        reply: RouteReply,
    ) => {
        const tag = new ContextEtag(tagPrefix, { compiled, context, echoed });
        const repeated = tag.repeated(headers['if-none-match']);
        if (repeated !== undefined) return respondNotModified(repeated, reply);
        const decided = responses.decide(await responses.prepare(compiled), context);
        const { etag, isKnown } = tag.of(decided, headers['if-none-match']);
        if (isKnown) return respondNotModified(etag, reply);
        reply.header('etag', etag);
        reply.header('content-type', 'application/json; charset=utf-8');
        const bytes = decided.write(opening, ending(), reply);
        return compressQuickly(bytes, negotiation.encodingFor(headers['accept-encoding']), reply);
    };
}

function respondNotModified(etag: string, reply: RouteReply): string {
    reply.header('etag', etag);
    reply.status(304);
    return '';
}

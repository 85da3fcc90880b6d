import { setTimeout as delay } from 'node:timers/promises';
import { type Context, evaluate } from '@halyard/engine';
import { Type } from 'typebox';
import type { SdkActor } from '../../core/access/actor.ts';
import { notFound } from '../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../http/route/route.ts';
import { Nullable } from '../../http/route/schemas.ts';
import { CACHING_OF_EVALUATIONS, contextResponse } from '../context-response.ts';
import type { DeliveryServices } from '../delivery-services.ts';
import { PreparedResponses } from '../prepared-responses.ts';
import { CONTEXT_BODY_LIMIT, contextFromBody } from '../sdk-context.ts';
import { isVisible, visibleProjects } from '../sdk-scope.ts';
import {
    type EvaluationMetadata,
    evaluationForPage,
    evaluationOf,
    Reason,
    type TypedFlagDefinition,
} from './evaluations.ts';
import { RefetchSubscribers } from './refetch-subscribers.ts';

const route = routeWithTag('OFREP');

const EvaluationRequest = Type.Object(
    {
        context: Type.Optional(
            Nullable(
                Type.Record(Type.String(), Type.Unknown(), {
                    description: 'Evaluation context: targetingKey and all fields that rules use',
                }),
            ),
        ),
    },
    { $id: 'ofrepEvaluationRequest' },
);

const EvaluationResponse = Type.Object(
    {
        key: Type.String(),
        value: Type.Optional(
            Type.Unknown({
                description:
                    'The payload of the variant in its type, or whether the flag is on. Missing for a flag of another type without a payload: code then uses its default',
            }),
        ),
        variant: Type.String(),
        reason: Reason,
        metadata: Type.Object({}, { additionalProperties: true }),
    },
    { $id: 'ofrepEvaluation' },
);

const BulkEvaluationResponse = Type.Object(
    {
        flags: Type.Array(EvaluationResponse),
        metadata: Type.Object({}, { additionalProperties: true }),
        eventStreams: Type.Array(Type.Unknown(), { description: 'Streams that notify clients to evaluate again' }),
    },
    { $id: 'ofrepBulkEvaluation' },
);

const BulkQuery = Type.Object({
    flagConfigEtag: Type.Optional(Type.String({ description: 'The ETag that the stream reported' })),
    flagConfigLastModified: Type.Optional(
        Type.String({ description: 'The time that the stream reported. Ignored: the ETag is more precise' }),
    ),
});

/** The maximum wait for a notification from another node, which takes milliseconds. After it, an old response is sent. */
const MAX_WAIT_MS = 1_000;

/** Providers close the streams of hidden pages after this time. */
const INACTIVITY_SECONDS = 120;

const JSON_TYPE = 'application/json; charset=utf-8';

export const ofrepRoutes = ({
    snapshots,
    changeFeed,
    trafficSamples,
    onEvaluated,
    config,
    tokens,
}: DeliveryServices): Route[] => {
    const responsesFor: Record<SdkActor['kind'], PreparedResponses> = {
        // Publications always have this shape.
        client: new PreparedResponses((outcome, { definition }) =>
            evaluationOf(outcome, definition as TypedFlagDefinition),
        ),
        frontend: new PreparedResponses((outcome, { definition }) =>
            evaluationForPage(outcome, definition as TypedFlagDefinition),
        ),
    };
    const send = contextResponse({
        tagPrefix: '',
        disableCompression: config.disableCompression,
    });
    const subscribers = new RefetchSubscribers(snapshots);

    /** Waits until this node has the announced revision: a client notified by another node must not get 304 from this node. */
    function whenAt(announced: string | undefined, revision: number): Promise<unknown> | undefined {
        const announcedRevision = Number(/\d{1,15}/.exec(announced ?? '')?.[0] ?? 0);
        if (announcedRevision <= revision) return undefined;
        return Promise.race([
            changeFeed.catchUp().catch(() => undefined),
            delay(MAX_WAIT_MS, undefined, { ref: false }),
        ]);
    }

    return [
        route('POST /ofrep/v1/evaluate/flags/:key', {
            operationId: 'ofrepEvaluateFlag',
            summary: 'Evaluate one flag',
            access: 'sdk',
            forOtherSites: true,
            errorMembers: (error, { key }) => ({ key, ...errorMembers(error) }),
            bodyLimit: CONTEXT_BODY_LIMIT,
            body: EvaluationRequest,
            responds: { status: 200, body: EvaluationResponse, contentType: 'application/json' },
            handler: async ({ actor, params: { key }, body, ip }, reply) => {
                const snapshot = snapshots.of(actor.environment);
                const projects = visibleProjects(actor);
                const { flags } = await snapshot.compiled(projects);
                const context = contextOf(body.context, ip, actor);
                trafficSamples.see(actor, context);
                onEvaluated?.({ actor, context, flag: key });
                const outcome = evaluate(flags, key, context);
                const flag = snapshot.flags.get(key);
                const exists = flag !== undefined && isVisible(flag.project, projects);
                const toEvaluation = actor.kind === 'frontend' ? evaluationForPage : evaluationOf;
                const metadata = metadataOf(body.context, actor, snapshot.scope(projects).revision);
                const evaluation = exists && toEvaluation(outcome, JSON.parse(flag.json), metadata);
                // One error for all reasons: a browser client must not distinguish a disabled flag from a missing one.
                if (!exists || !evaluation) throw notFound(`flag ${key} that this token may see`);
                reply.header('content-type', JSON_TYPE);
                return evaluation;
            },
        }),
        route('POST /ofrep/v1/evaluate/flags', {
            operationId: 'ofrepEvaluateFlags',
            summary: 'Evaluate all flags',
            access: 'sdk',
            hot: true,
            caching: CACHING_OF_EVALUATIONS,
            forOtherSites: true,
            errorMembers,
            bodyLimit: CONTEXT_BODY_LIMIT,
            query: BulkQuery,
            body: EvaluationRequest,
            responds: { status: 200, body: BulkEvaluationResponse, contentType: 'application/json', also: [304] },
            handler: async ({ actor, query, body, ip, headers }, reply) => {
                const snapshot = snapshots.of(actor.environment);
                const responses = responsesFor[actor.kind];
                const context = contextOf(body.context, ip, actor);
                trafficSamples.see(actor, context);
                onEvaluated?.({ actor, context });
                await whenAt(query.flagConfigEtag, snapshot.revision);
                const compiled = await snapshot.compiled(visibleProjects(actor));
                const metadata = metadataOf(body.context, actor, compiled.revision);
                const ending = () => bulkEnding(metadata, actor, config.basePath);
                const input = { responses, compiled, context, headers, opening: '{"flags":', ending };
                return send({ ...input, echoed: metadata.contextId }, reply);
            },
        }),
        route('GET /ofrep/v1/streams/:streamKey', {
            operationId: 'ofrepStream',
            summary: 'Stream notifications when flag values may have changed',
            description:
                'The URL is part of the response of a bulk evaluation. Browsers cannot send a token here; the stream key replaces it.',
            access: 'public',
            forOtherSites: true,
            params: Type.Object({ streamKey: Type.String({ maxLength: 100 }) }),
            responds: { status: 200, body: Type.Unknown(), contentType: 'text/event-stream' },
            errors: [404, 429],
            handler: ({ params: { streamKey }, headers }, reply) => {
                const sdk = tokens.findByStreamKey(streamKey);
                if (!sdk) throw notFound('such stream; evaluate all flags to learn its address');
                const stream = reply.openStream({
                    key: streamKey,
                    isStillAllowed: () => tokens.findByStreamKey(streamKey) !== undefined,
                });
                const lastEventId = headers['last-event-id'];
                subscribers.join(sdk, stream, typeof lastEventId === 'string' ? lastEventId : undefined);
            },
        }),
    ];
};

/** OpenFeature calls the user `targetingKey`; constraints and rollouts use `userId`. */
function contextOf(
    requestContext: Record<string, unknown> | null = {},
    ip: string,
    { environment }: SdkActor,
): Context {
    const { targetingKey, ...context } = requestContext ?? {};
    return contextFromBody({ ...context, userId: context['userId'] ?? targetingKey }, { ip, environment });
}

function metadataOf(
    context: Record<string, unknown> | null | undefined,
    { environment }: SdkActor,
    revision: number,
): EvaluationMetadata {
    const contextId = context?.['targetingKey'];
    return {
        flagSetId: environment,
        version: String(revision),
        ...(typeof contextId === 'string' && { contextId }),
    };
}

function bulkEnding(metadata: EvaluationMetadata, { environment, streamKey }: SdkActor, basePath: string): string {
    const requestUri = `${basePath}/ofrep/v1/streams/${streamKey}`;
    const eventStreams = [{ type: 'sse', endpoint: { requestUri }, inactivityDelaySec: INACTIVITY_SECONDS }];
    return `,"metadata":${JSON.stringify({ environment, revision: Number(metadata.version), ...metadata })},"eventStreams":${JSON.stringify(eventStreams)}}`;
}

function errorMembers({ status, message, details }: { status: number; message: string; details: { path?: string }[] }) {
    return { errorCode: errorCode(status, details[0]?.path), errorDetails: message };
}

function errorCode(status: number, path: string | undefined): string {
    if (status === 404) return 'FLAG_NOT_FOUND';
    if (status !== 400 && status !== 415) return 'GENERAL';
    return path === undefined || path === '/body' ? 'PARSE_ERROR' : 'INVALID_CONTEXT';
}

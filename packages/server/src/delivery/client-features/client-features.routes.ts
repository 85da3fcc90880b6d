import { Type } from 'typebox';
import type { SdkActor } from '../../core/access/actor.ts';
import { thenMaybe } from '../../core/concurrency/maybe-promise.ts';
import { notFound } from '../../core/errors/errors.ts';
import { isKnown } from '../../http/bodies/etag.ts';
import { payloadNegotiation } from '../../http/bodies/negotiation.ts';
import type { PayloadCache } from '../../http/bodies/payload-cache.ts';
import { type Route, type RouteReply, routeWithTag } from '../../http/route/route.ts';
import { cacheControlOfFlags, varyByToken } from '../cache-headers.ts';
import type { DeliveryServices } from '../delivery-services.ts';
import { isVisible, visibleProjects } from '../sdk-scope.ts';
import { ClientFeatures } from './client-features.ts';
import { FeaturesQueries, type FeaturesQuery } from './features-query.ts';
import { FetchMode } from './fetch-mode.ts';

const route = routeWithTag('Client');

const Query = Type.Object({
    project: Type.Optional(
        Type.Array(Type.String({ maxLength: 100 }), {
            maxItems: 500,
            description: 'Limited to the projects of the token',
        }),
    ),
    namePrefix: Type.Optional(Type.String({ maxLength: 250 })),
    tag: Type.Optional(
        Type.Array(Type.String({ pattern: '^[^:]+:.+$', maxLength: 250 }), {
            maxItems: 100,
            description: 'Only flags with one of these tags, as type:value',
        }),
    ),
    environment: Type.Optional(
        Type.String({ description: 'Ignored: the token determines the environment', deprecated: true }),
    ),
});

const Features = Type.Unknown({
    $id: 'clientFeatures',
    description: 'Flags and segments in the wire format of the SDKs',
});

const JSON_TYPE = 'application/json; charset=utf-8';

export const clientFeaturesRoutes = (
    { snapshots, eventStreams, config, flagsTagged }: DeliveryServices,
    payloads: PayloadCache,
): Route[] => {
    const queries = new FeaturesQueries();
    const negotiation = payloadNegotiation(config);
    // An SDK that accepts the offer discards the flags of the response, so an offer must not be cached.
    const mayOfferStreaming = config.streamingHint && config.sharedCacheSeconds === 0;
    const fetchMode = new FetchMode(() => mayOfferStreaming && eventStreams.hasRoom());
    const cacheControl = cacheControlOfFlags(config);
    const vary = varyByToken(config, 'accept-encoding', 'unleash-client-spec');

    function respond(
        actor: SdkActor,
        featuresQuery: FeaturesQuery,
        tagged: readonly string[] | undefined,
        headers: Headers,
        reply: RouteReply,
    ) {
        const snapshot = snapshots.of(actor.environment);
        // Only the first request of a scope since the start waits.
        return thenMaybe(snapshot.scope(featuresQuery.projects).prepareDigest(), () =>
            respondWith(new ClientFeatures(snapshot, featuresQuery, tagged), featuresQuery, headers, reply),
        );
    }

    function respondWith(features: ClientFeatures, featuresQuery: FeaturesQuery, headers: Headers, reply: RouteReply) {
        const { etag } = features;
        reply.header('cache-control', cacheControl);
        reply.header('vary', vary);
        if (isKnown(headers['if-none-match'], etag)) {
            reply.header('etag', etag);
            reply.status(304);
            return '';
        }
        // Only the first request after a change waits.
        return thenMaybe(features.payload(payloads), (payload) => {
            const offer = fetchMode.offer(etag, headers, { filtered: featuresQuery.filtered });
            reply.header('etag', offer.etag);
            if (offer.streaming) reply.header('fetch-mode', 'streaming');
            reply.header('content-type', JSON_TYPE);
            const encoding = negotiation(payload, headers['accept-encoding']);
            if (encoding !== 'identity') reply.header('content-encoding', encoding);
            return payload.in(encoding);
        });
    }

    return [
        route('GET /api/client/features', {
            operationId: 'getAllClientFeatures',
            summary: 'List all flags of one environment, for SDKs that evaluate locally',
            access: 'client',
            hot: true,
            query: Query,
            responds: { status: 200, body: Features, contentType: 'application/json', also: [304] },
            handler: ({ actor, query, headers }, reply) => {
                const featuresQuery = queries.of(actor, query, headers['unleash-client-spec']);
                if (!featuresQuery.tags) return respond(actor, featuresQuery, undefined, headers, reply);
                return flagsTagged(featuresQuery.tags).then((tagged) =>
                    respond(actor, featuresQuery, tagged, headers, reply),
                );
            },
        }),
        route('GET /api/client/features/:featureName', {
            operationId: 'getClientFeature',
            summary: 'Read one flag of one environment',
            access: 'client',
            responds: { status: 200, body: Features, contentType: 'application/json' },
            handler: ({ actor, params }, reply) => {
                const flag = snapshots.of(actor.environment).flags.get(params.featureName);
                if (!flag || !isVisible(flag.project, visibleProjects(actor))) {
                    throw notFound(`flag ${params.featureName} that this token may see`);
                }
                reply.header('content-type', JSON_TYPE);
                return flag.json;
            },
        }),
    ];
};

type Headers = Record<string, string | string[] | undefined>;

import { Type } from 'typebox';
import type { SdkActor } from '../../core/access/actor.ts';
import { notFound } from '../../core/errors/errors.ts';
import { matchesEtag } from '../../http/bodies/etag.ts';
import { payloadNegotiation } from '../../http/bodies/negotiation.ts';
import type { PayloadCache } from '../../http/bodies/payload-cache.ts';
import {
    type Caching,
    type RequestHeaders,
    type Route,
    type RouteReply,
    routeWithTag,
} from '../../http/route/route.ts';
import type { DeliveryServices } from '../delivery-services.ts';
import { isVisible, visibleProjects } from '../sdk-scope.ts';
import { ClientFeatures } from './client-features.ts';
import { knowsSegments } from './client-specification.ts';
import { type FeaturesFilters, featuresQuery } from './features-query.ts';
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
    const negotiation = payloadNegotiation(config);
    // An SDK that accepts the offer discards the flags of the response, so an offer must not be cached.
    const mayOfferStreaming = config.streamingHint && config.sharedCacheSeconds === 0;
    const fetchMode = new FetchMode((key) => mayOfferStreaming && eventStreams.hasRoomFor({ key }));

    /** Nearly all SDKs request all flags of their token repeatedly. */
    const withInlineSegments = new WeakMap<SdkActor, ClientFeatures>();
    const withSegments = new WeakMap<SdkActor, ClientFeatures>();

    function allFeatures(actor: SdkActor, inlineSegments: boolean): ClientFeatures {
        const cache = inlineSegments ? withInlineSegments : withSegments;
        const snapshot = snapshots.of(actor.environment);
        const known = cache.get(actor);
        if (known?.snapshot === snapshot) return known;
        const features = new ClientFeatures(snapshot, featuresQuery(actor, {}, inlineSegments));
        cache.set(actor, features);
        return features;
    }

    async function filteredFeatures(
        actor: SdkActor,
        filters: FeaturesFilters,
        inlineSegments: boolean,
    ): Promise<ClientFeatures> {
        const query = featuresQuery(actor, filters, inlineSegments);
        const tagged = query.tags && (await flagsTagged(query.tags));
        return new ClientFeatures(snapshots.of(actor.environment), query, tagged);
    }

    async function respond(features: ClientFeatures, { actor, headers }: SdkRequest, reply: RouteReply) {
        // Only the first request of a scope since the start waits.
        await features.prepareEtag();
        const { etag } = features;
        if (matchesEtag(headers['if-none-match'], etag)) {
            reply.header('etag', etag);
            reply.status(304);
            return '';
        }
        // Only the first request after a change waits.
        const payload = await features.payload(payloads);
        const offer = fetchMode.offer(etag, headers, { ...features.query, streamKey: actor.streamKey });
        reply.header('etag', offer.etag);
        if (offer.streaming) reply.header('fetch-mode', 'streaming');
        reply.header('content-type', JSON_TYPE);
        const encoding = negotiation(payload, headers['accept-encoding']);
        if (encoding !== 'identity') reply.header('content-encoding', encoding);
        return payload.in(encoding);
    }

    return [
        route('GET /api/client/features', {
            operationId: 'getAllClientFeatures',
            summary: 'List all flags of one environment, for SDKs that evaluate locally',
            access: 'client',
            hot: true,
            caching: cachingOfFlags(config, mayOfferStreaming),
            query: Query,
            responds: { status: 200, body: Features, contentType: 'application/json', also: [304] },
            handler: async (request, reply) => {
                const { actor, query, headers } = request;
                const inlineSegments = !knowsSegments(headers['unleash-client-spec']);
                if (query.project === undefined && query.namePrefix === undefined && query.tag === undefined) {
                    return respond(allFeatures(actor, inlineSegments), request, reply);
                }
                return respond(await filteredFeatures(actor, query, inlineSegments), request, reply);
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

interface SdkRequest {
    actor: SdkActor;
    headers: RequestHeaders;
}

/**
 * RFC 9111 (section 3.5) allows shared caches to store a response to a request with Authorization only with a directive such as
 * `s-maxage`. Other caches always revalidate.
 */
const cachingOfFlags = ({ sharedCacheSeconds }: DeliveryServices['config'], mayOfferStreaming: boolean): Caching => ({
    control: sharedCacheSeconds > 0 ? `max-age=0, s-maxage=${sharedCacheSeconds}, must-revalidate` : 'no-cache',
    // The ETag of a response that offers streaming depends on the SDK.
    varies: ['accept-encoding', 'unleash-client-spec', ...(mayOfferStreaming ? ['unleash-sdk'] : [])],
});

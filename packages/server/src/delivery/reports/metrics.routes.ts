import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Type } from 'typebox';
import type { SdkActor } from '../../core/access/actor.ts';
import { invalid } from '../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../http/route/route.ts';
import type { DeliveryServices } from '../delivery-services.ts';
import { EdgeReport, Registration, type SdkBody } from './metrics.schemas.ts';
import type { ReportBuffers, ReportRequest } from './report-type.ts';
import { SIGHTINGS } from './report-types/sightings.ts';
import type { Sighting } from './stores/sighting-store.ts';

const route = routeWithTag('Client');
const frontendApiRoute = routeWithTag('Frontend API');

/** Edges send the reports of many SDKs, and SDKs everything since the last report that was accepted. */
const MAX_BODY = 4 * 1024 * 1024;

const Ok = Type.Literal('OK');

export const metricsRoutes = ({ reports, tokens, version, outcomeUnits: outcomes }: DeliveryServices): Route[] => {
    const { types } = reports;

    /** Never answers 4xx because of the content: SDKs would not report again. */
    async function receiveSdk(body: SdkBody | undefined, droppedParts: number, request: ReportRequest): Promise<void> {
        reports.dropParts(body === undefined ? 1 : droppedParts);
        if (body === undefined) return;
        await reports.receive(request.actor, (buffers) => {
            for (const { sdk } of types.list) sdk?.record(buffers, body, request);
        });
    }

    const receiveSighting = (actor: SdkActor, sighting: Omit<Sighting, 'reporter' | 'environment'>): Promise<void> =>
        reports.receive(actor, (buffers) =>
            buffers.in(SIGHTINGS).add({ reporter: actor, environment: actor.environment, ...sighting }),
        );

    function recordBulk(buffers: ReportBuffers, body: Record<string, unknown>, request: ReportRequest): void {
        for (const { bulk } of types.list) {
            // Validated by the schema of the list.
            bulk.record?.(buffers, (body[bulk.member] ?? []) as unknown[], request);
        }
    }

    return [
        route('POST /api/client/register', {
            operationId: 'registerClientApplication',
            summary: 'Register an SDK',
            access: 'client',
            body: Registration,
            responds: { status: 202 },
            handler: ({ actor, body, ip }, reply) => {
                const { appName: app, instanceId, sdkVersion = null, strategies } = body;
                reply.header('x-unleash-version', version);
                return receiveSighting(actor, { app, instanceId: instanceId || 'default', sdkVersion, ip, strategies });
            },
        }),
        route('POST /api/client/metrics', {
            operationId: 'registerClientMetrics',
            summary: 'Report flag usage of an SDK',
            access: 'client',
            hot: true,
            body: types.sdkBody,
            bodyLimit: MAX_BODY,
            keepsUsableParts: true,
            responds: { status: 202 },
            handler: ({ actor, body, droppedParts, headers, ip }) =>
                receiveSdk(body, droppedParts, { actor, ip, outcomes, sdk: textOf(headers['unleash-sdk']) }),
        }),
        route('POST /api/client/metrics/bulk', {
            operationId: 'clientBulkMetrics',
            summary: 'Report registrations and flag usage of many SDKs through a proxy',
            description:
                'A delivery with an `Idempotency-Key` header (8 to 100 letters, digits, - and _) is stored before it is acknowledged, ' +
                'and counted once, even if the same token sends it several times within 48 hours. `seenTokens` are tokens that SDKs used at ' +
                'the proxy.',
            access: 'client',
            bodyLimit: MAX_BODY,
            body: types.bulkBody,
            keepsUsableParts: true,
            responds: { status: 202 },
            handler: async ({ actor, body, droppedParts, headers, ip }) => {
                const key = deliveryKeyIn(headers, actor);
                reports.dropParts(body === undefined ? 1 : droppedParts);
                if (body === undefined) return;
                // A lookup counts as a use.
                for (const secret of body.seenTokens ?? []) tokens.find(secret);
                const record = (buffers: ReportBuffers) => recordBulk(buffers, body, { actor, ip, outcomes });
                if (key === undefined) return await reports.receive(actor, record);
                await reports.receiveDelivery(actor, { key, record });
            },
        }),
        route('POST /api/client/metrics/edge', {
            operationId: 'registerEdge',
            summary: 'Register an Unleash Edge',
            description: 'The application of the SDK is listed under applications.',
            access: 'client',
            body: EdgeReport,
            responds: { status: 202 },
            handler: ({ actor, body, ip }) => {
                const { appName: app = 'unleash-edge', identifier: instanceId = 'default', edgeVersion } = body;
                const sdkVersion = edgeVersion ? `unleash-edge:${edgeVersion}` : null;
                return receiveSighting(actor, { app, instanceId, sdkVersion, ip, strategies: undefined });
            },
        }),
        route('POST /api/client/edge-licensing/heartbeat', {
            operationId: 'edgeHeartbeat',
            summary: 'Check the licence of an Unleash Edge',
            description: 'Always valid: there are no licences.',
            access: 'client',
            body: Type.Object({}),
            responds: { status: 202 },
            handler: () => undefined,
        }),
        frontendApiRoute('POST /api/frontend/client/metrics', {
            operationId: 'registerFrontendMetrics',
            summary: 'Report flag usage of a frontend SDK',
            access: 'frontend',
            hot: true,
            forOtherSites: true,
            body: types.sdkBody,
            bodyLimit: MAX_BODY,
            keepsUsableParts: true,
            responds: { status: 200, body: Ok, contentType: 'text/plain' },
            handler: async ({ actor, body, droppedParts, headers, ip }, reply) => {
                reply.header('content-type', 'text/plain; charset=utf-8');
                await receiveSdk(body, droppedParts, { actor, ip, outcomes, sdk: textOf(headers['unleash-sdk']) });
                return 'OK';
            },
        }),
        frontendApiRoute('POST /api/frontend/client/register', {
            operationId: 'registerFrontendClient',
            summary: 'Register a frontend SDK',
            description:
                'Accepted for old SDKs. The registration is not stored, because browser clients are short-lived.',
            access: 'frontend',
            forOtherSites: true,
            body: Registration,
            responds: { status: 200, body: Ok, contentType: 'text/plain' },
            handler: (_request, reply) => {
                reply.header('content-type', 'text/plain; charset=utf-8');
                return 'OK';
            },
        }),
    ];
};

const textOf = (header: string | string[] | undefined) =>
    typeof header === 'string' ? header.slice(0, 250) : undefined;

/**
 * Returns a key that is unique per token: the keys of one client cannot suppress the reports of another. It is derived from the
 * stream key, because an edge assigns other token ids after a restart; the stream key itself must not be stored.
 */
function deliveryKeyIn(headers: IncomingHttpHeaders, { streamKey }: SdkActor): string | undefined {
    const key = headers['idempotency-key'];
    if (key === undefined) return undefined;
    if (typeof key !== 'string' || !/^[\w-]{8,100}$/.test(key)) {
        throw invalid('Idempotency-Key must be 8 to 100 letters, digits, - and _. Send a UUID for each delivery.');
    }
    return createHash('sha256').update(`${streamKey} ${key}`).digest('base64url');
}

import { Type } from 'typebox';
import { revisionIn, versionOf } from '../../core/settings/version.ts';
import { payloadNegotiation } from '../../http/bodies/negotiation.ts';
import { Payload } from '../../http/bodies/payload.ts';
import type { PayloadCache } from '../../http/bodies/payload-cache.ts';
import { type Route, routeWithTag } from '../../http/route/route.ts';
import type { DeliveryServices } from '../delivery-services.ts';
import { visibleProjects } from '../sdk-scope.ts';
import { ClientSubscribers } from './client-subscribers.ts';
import { EdgeNotifications, NOTIFY_HEADER, NOTIFY_TOKENS } from './edge-notifications.ts';
import { Hydrations } from './hydrations.ts';
import { differenceSince, toJson } from './updates.ts';

const route = routeWithTag('Client');

const Delta = Type.Unknown({
    $id: 'clientDelta',
    description: 'Events that update an SDK: hydration, or updated and removed flags and segments',
});

export const clientUpdatesRoutes = (
    { snapshots, config, tokens, recordedFlags }: DeliveryServices,
    payloads: PayloadCache,
): Route[] => {
    const hydrations = new Hydrations(payloads);
    const subscribers = new ClientSubscribers(snapshots, hydrations);
    const edgeNotifications = new EdgeNotifications({ tokens, recordedFlags });
    const negotiation = payloadNegotiation(config);

    return [
        route('GET /api/client/delta', {
            operationId: 'getDelta',
            summary: 'List the changes since the revision in If-None-Match',
            description: 'Returns all flags without If-None-Match or if the revision is too old.',
            access: 'client',
            hot: true,
            caching: { control: 'no-cache', varies: ['accept-encoding', 'if-none-match'] },
            responds: { status: 200, body: Delta, contentType: 'application/json', also: [304] },
            handler: async ({ actor, headers }, reply) => {
                const snapshot = snapshots.of(actor.environment);
                const projects = visibleProjects(actor);
                const scope = { epoch: snapshot.epoch, projects };
                const known = revisionIn(headers['if-none-match'], scope);
                const setHeaders = (revision: number) => {
                    reply.header('etag', `"${versionOf(revision, scope)}"`);
                };
                const respondWith = (revision: number, payload: Payload) => {
                    setHeaders(revision);
                    reply.header('content-type', 'application/json; charset=utf-8');
                    const accepted = negotiation(payload, headers['accept-encoding']);
                    const encoding = payload.isWorthCompressing ? accepted : 'identity';
                    if (encoding !== 'identity') reply.header('content-encoding', encoding);
                    return payload.in(encoding);
                };
                const difference = known === undefined ? undefined : differenceSince(snapshot, projects, known);
                if (!difference) {
                    const { revision, payload } = await hydrations.of(snapshot, projects);
                    return respondWith(revision, payload);
                }
                const { revision, events } = difference;
                if (events.length > 0) return respondWith(revision, Payload.ofText(toJson(events)));
                setHeaders(revision);
                reply.status(304);
                return '';
            },
        }),
        route('GET /api/client/streaming', {
            operationId: 'getClientStream',
            summary: 'Stream changes as they happen',
            description:
                'Server-sent events: unleash-connected contains all flags, or the changes since Last-Event-ID, if sent; ' +
                'unleash-updated contains later changes. With the header `Halyard-Notify: tokens`, the event halyard-tokens ' +
                'requests edges to validate their tokens again, and halyard-recorded-flags to read the recorded flags again.',
            access: 'client',
            responds: { status: 200, body: Type.Unknown(), contentType: 'text/event-stream' },
            errors: [429],
            handler: async ({ actor, headers }, reply) => {
                const { epoch } = snapshots.of(actor.environment);
                const known = revisionIn(headers['last-event-id'], { epoch, projects: visibleProjects(actor) });
                const stream = await subscribers.join(actor, () => reply.openStream(), known);
                if (headers[NOTIFY_HEADER] === NOTIFY_TOKENS) edgeNotifications.add(stream);
            },
        }),
    ];
};

import { Type } from 'typebox';
import { type Route, route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { visibleProjects } from '../sdk-scope.ts';
import { Audiences } from './audiences.ts';
import { updatesSince } from './updates.ts';

const Delta = Type.Unknown({
    $id: 'clientDelta',
    description: 'Events that bring an SDK up to date: hydration, or what was updated and removed',
});

export const clientUpdatesRoutes = ({ snapshots }: Pick<Services, 'snapshots'>): Route[] => {
    const audiences = new Audiences(snapshots);

    return [
        route({
            method: 'GET',
            path: '/api/client/delta',
            operationId: 'getDelta',
            summary: 'What changed since the revision in If-None-Match',
            description: 'Without If-None-Match, or when that revision is too old: everything.',
            tag: 'Client',
            access: 'client',
            hot: true,
            responds: { status: 200, body: Delta, contentType: 'application/json', also: [304] },
            handler: ({ actor, headers }, reply) => {
                const snapshot = snapshots.of(actor.environment);
                const known = revisionIn(headers['if-none-match']);
                reply.header('etag', `"${snapshot.revision}"`);
                reply.header('cache-control', 'no-cache');
                reply.header('vary', 'authorization');
                const { events } =
                    known === snapshot.revision
                        ? { events: [] }
                        : updatesSince(snapshot, visibleProjects(actor), known);
                if (events.length === 0) {
                    reply.status(304);
                    return '';
                }
                reply.header('content-type', 'application/json; charset=utf-8');
                return `{"events":[${events.join(',')}]}`;
            },
        }),
        route({
            method: 'GET',
            path: '/api/client/streaming',
            operationId: 'getClientStream',
            summary: 'A stream of what changes, as it happens',
            description:
                'Server-sent events: unleash-connected brings the SDK up to date (since Last-Event-ID, if sent), ' +
                'unleash-updated tells every later change.',
            tag: 'Client',
            access: 'client',
            responds: { status: 200, body: Type.Unknown(), contentType: 'text/event-stream' },
            errors: [429],
            handler: ({ actor, headers }, reply) => {
                audiences.join(actor, reply.openStream(), revisionIn(headers['last-event-id']));
            },
        }),
    ];
};

/** Both `"42"` and `42`; whatever else is sent is no revision of ours. */
function revisionIn(header: string | string[] | undefined): number | undefined {
    const match = typeof header === 'string' ? /^(?:W\/)?"?(\d{1,15})"?$/.exec(header.trim()) : null;
    return match ? Number(match[1]) : undefined;
}

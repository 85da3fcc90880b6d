import { Type } from 'typebox';
import { type Route, route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import type { EnvironmentSnapshot, VisibleProjects } from '../../snapshots/environment-snapshot.ts';
import { visibleProjects } from '../sdk-scope.ts';
import { Audiences } from './audiences.ts';
import { differenceSince, everything, type Updates } from './updates.ts';
import { revisionIn, versionOf } from './versions.ts';

const Delta = Type.Unknown({
    $id: 'clientDelta',
    description: 'Events that bring an SDK up to date: hydration, or what was updated and removed',
});

export const clientUpdatesRoutes = ({ snapshots }: Pick<Services, 'snapshots'>): Route[] => {
    const audiences = new Audiences(snapshots);
    const hydrations = new Hydrations();

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
                const projects = visibleProjects(actor);
                const known = revisionIn(headers['if-none-match'], projects);
                reply.header('etag', `"${versionOf(snapshot.revision, projects)}"`);
                reply.header('cache-control', 'no-cache');
                reply.header('vary', 'authorization');
                const difference = known === undefined ? undefined : differenceSince(snapshot, projects, known);
                if (difference?.events.length === 0) {
                    reply.status(304);
                    return '';
                }
                reply.header('content-type', 'application/json; charset=utf-8');
                return difference ? toJson(difference) : hydrations.of(snapshot, projects);
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
                const known = revisionIn(headers['last-event-id'], visibleProjects(actor));
                audiences.join(actor, reply.openStream(), known);
            },
        }),
    ];
};

const toJson = ({ events }: Updates) => `{"events":[${events.join(',')}]}`;

/** Token scopes whose answers are remembered. */
const REMEMBERED = 200;

/** What SDKs get that know nothing, made once for all who may see the same. */
class Hydrations {
    readonly #made = new WeakMap<EnvironmentSnapshot, { revision: number; byProjects: Map<string, Buffer> }>();

    of(snapshot: EnvironmentSnapshot, projects: VisibleProjects): Buffer {
        const { revision } = snapshot;
        let made = this.#made.get(snapshot);
        if (made?.revision !== revision) {
            made = { revision, byProjects: new Map() };
            this.#made.set(snapshot, made);
        }
        const key = JSON.stringify(projects ?? null);
        const bytes = made.byProjects.get(key) ?? Buffer.from(toJson(everything(snapshot, projects)));
        if (made.byProjects.size < REMEMBERED) made.byProjects.set(key, bytes);
        return bytes;
    }
}

import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { LiveMessage } from './live.schemas.ts';
import { LiveSubscribers } from './live-subscribers.ts';

const route = routeWithTag('Events');

const Since = Type.Object({
    since: Type.Optional(
        Type.String({
            maxLength: 50,
            description:
                'The last known revision: the header `Halyard-Revision` of GET /api/admin/user, requested before the displayed data, ' +
                'or the id of the last message. The header `Last-Event-ID`, which browsers send automatically, takes precedence.',
        }),
    ),
});

export const liveRoutes = (services: Services): Route[] => {
    const subscribers = new LiveSubscribers(services);

    return [
        route('GET /api/admin/live', {
            operationId: 'getLiveChanges',
            summary: 'Stream notifications of changes',
            description:
                'Server-sent events with a JSON object as data. The first message contains the current revision without types and ' +
                'changes. The next messages contain the changes since `since` and all later changes: the types of the events and ' +
                'their locations (project, flag, environment, segment), as far as they are visible to the caller. Messages do ' +
                'not contain the new state: request the rows again, for example with `name=…` at ' +
                '/api/admin/projects/{projectId}/features or /api/admin/search/features; a row that is not returned no longer ' +
                'exists. After a message without `changes`, all data of its types may have changed; without types, all data.',
            access: 'authenticated',
            query: Since,
            responds: { status: 200, body: Type.Unsafe<unknown>(LiveMessage), contentType: 'text/event-stream' },
            errors: [429],
            handler: ({ actor, query, headers }, reply) => {
                const lastEventId = headers['last-event-id'];
                subscribers.join(
                    actor,
                    () => reply.openStream(),
                    typeof lastEventId === 'string' ? lastEventId : query.since,
                );
            },
        }),
    ];
};

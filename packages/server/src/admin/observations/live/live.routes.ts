import { Type } from 'typebox';
import { type Route, route } from '../../../http/route/route.ts';
import type { Services } from '../../../services.ts';
import { LiveMessage } from './live.schemas.ts';
import { LiveSubscribers } from './live-subscribers.ts';

const Since = Type.Object({
    since: Type.Optional(
        Type.String({
            maxLength: 50,
            description:
                'What was seen already: `Halyard-Revision` of GET /api/admin/user, asked before what is shown was, or the id ' +
                'of the last message. `Last-Event-ID`, which browsers send by themselves, counts more.',
        }),
    ),
});

export const liveRoutes = (services: Services): Route[] => {
    const subscribers = new LiveSubscribers(services);

    return [
        route({
            method: 'GET',
            path: '/api/admin/live',
            operationId: 'getLiveChanges',
            summary: 'A stream that tells when something changed',
            description:
                'Server-sent events whose data is a JSON object: first the revision as it is, with no types and no changes, ' +
                'then what was missed `since`, and what each change touches: the types of its events, and where they happened ' +
                '(project, flag, environment, segment), as far as the listener may know of it. What it is now is not told: ' +
                'ask for these rows again, such as with `name=…` at /api/admin/projects/{projectId}/features or ' +
                '/api/admin/search/features; a row that does not come back is no longer there. After a message without ' +
                '`changes`, everything of its types may be different, and without types everything there is.',
            tag: 'Events',
            access: 'authenticated',
            query: Since,
            responds: { status: 200, body: Type.Unsafe<unknown>(LiveMessage), contentType: 'text/event-stream' },
            errors: [429],
            handler: ({ actor, query, headers }, reply) => {
                const heard = headers['last-event-id'];
                subscribers.join(actor, () => reply.openStream(), typeof heard === 'string' ? heard : query.since);
            },
        }),
    ];
};

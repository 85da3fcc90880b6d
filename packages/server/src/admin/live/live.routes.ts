import { Type } from 'typebox';
import { type Route, route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { LiveMessage } from './live.schemas.ts';
import { LiveSubscribers } from './live-subscribers.ts';

export const liveRoutes = ({ changeFeed, sessions }: Services): Route[] => {
    const subscribers = new LiveSubscribers(changeFeed, sessions);

    return [
        route({
            method: 'GET',
            path: '/api/admin/live',
            operationId: 'getLiveChanges',
            summary: 'A stream that tells when something changed',
            description:
                'Server-sent events whose data is a JSON object: first the revision as it is, with no types and no changes, ' +
                'then what each change touched: the types of its events, and where they happened (project, flag, ' +
                'environment, segment), as far as the listener may know of it. What it is now is not told: ask for these ' +
                'rows again, such as with `name=…` at /api/admin/projects/{projectId}/features or ' +
                '/api/admin/search/features; a row that does not come back is no longer there. A message without ' +
                '`changes`, and one without types after the first, mean that anything may be different.',
            tag: 'Events',
            access: 'authenticated',
            responds: { status: 200, body: Type.Unsafe<unknown>(LiveMessage), contentType: 'text/event-stream' },
            errors: [429],
            handler: ({ actor }, reply) => subscribers.join(actor, () => reply.openStream()),
        }),
    ];
};

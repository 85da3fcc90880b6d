import { Type } from 'typebox';
import { type Route, route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { Onlookers } from './onlookers.ts';

export const liveRoutes = ({ changeFeed }: Services): Route[] => {
    const onlookers = new Onlookers(changeFeed);

    return [
        route({
            method: 'GET',
            path: '/api/admin/live',
            operationId: 'getLiveChanges',
            summary: 'A stream that tells when something changed',
            description:
                'Server-sent events: {revision, types}, first with the revision as it is and no types, then with the types ' +
                'of the events of each change. What changed is not told: ask for it again.',
            tag: 'Events',
            access: 'authenticated',
            responds: { status: 200, body: Type.Unknown(), contentType: 'text/event-stream' },
            errors: [429],
            handler: ({ actor }, reply) => onlookers.join(actor, () => reply.openStream()),
        }),
    ];
};

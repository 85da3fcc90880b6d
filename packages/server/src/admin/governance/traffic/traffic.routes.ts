import { Type } from 'typebox';
import { type Route, route } from '../../../http/route/route.ts';
import { Body } from '../../../http/route/schemas.ts';
import type { Services } from '../../../services.ts';
import { changeSetting } from '../../catalogue/instance-settings/settings.ts';

const mode = Type.Enum(['off', 'on', 'fields'], {
    description:
        'Whether contexts of the frontend API and of OFREP are sampled, to show who a change would affect; with `fields` only the named ones are kept of them',
});

const TrafficSettings = Type.Object(
    {
        mode,
        fields: Type.Array(Type.String()),
        capacity: Type.Integer({ description: 'Contexts of each environment at most; 0: the operator wants none' }),
        samples: Type.Array(Type.Object({ environment: Type.String(), samples: Type.Integer() }), {
            description: 'How many this node has in its memory, of the last day',
        }),
    },
    { $id: 'trafficSettings' },
);

const NewTrafficSettings = Body(
    {
        mode,
        fields: Type.Optional(
            Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100, uniqueItems: true }),
        ),
    },
    { $id: 'newTrafficSettings' },
);

export const trafficRoutes = ({ write, settings, trafficSamples }: Services): Route[] => [
    route({
        method: 'GET',
        path: '/api/admin/traffic',
        operationId: 'getTrafficSettings',
        summary: 'What is kept of the contexts that SDKs ask with',
        tag: 'Instance',
        access: 'ADMIN',
        responds: { status: 200, body: TrafficSettings },
        handler: () => ({
            ...settings.get('traffic'),
            capacity: trafficSamples.capacity,
            samples: trafficSamples.counts(),
        }),
    }),
    route({
        method: 'PUT',
        path: '/api/admin/traffic',
        operationId: 'setTrafficSettings',
        summary: 'Say what is kept of the contexts that SDKs ask with',
        description: 'What was kept before is forgotten.',
        tag: 'Instance',
        access: 'ADMIN',
        body: NewTrafficSettings,
        responds: { status: 204 },
        handler: ({ actor, body: { mode, fields = [] } }) =>
            write(actor, changeSetting<'traffic'>, { name: 'traffic', content: { mode, fields } }),
    }),
];

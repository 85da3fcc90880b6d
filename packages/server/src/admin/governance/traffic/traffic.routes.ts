import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { Body } from '../../../http/route/schemas.ts';
import { changeTrafficSetting } from './traffic.commands.ts';

const route = routeWithTag('Instance');

const mode = Type.Enum(['off', 'on', 'fields'], {
    description:
        'Whether contexts of the frontend API and OFREP are sampled to preview the effects of changes; with `fields`, only the listed context fields are stored',
});

const TrafficSettings = Type.Object(
    {
        mode,
        fields: Type.Array(Type.String()),
        capacity: Type.Integer({
            description: 'Maximum number of contexts per environment; 0: disabled by the operator',
        }),
        samples: Type.Array(Type.Object({ environment: Type.String(), samples: Type.Integer() }), {
            description: 'Number of contexts of the last day that this node has sampled',
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
    route('GET /api/admin/traffic', {
        operationId: 'getTrafficSettings',
        summary: 'Read the settings for sampling contexts of SDKs',
        access: 'ADMIN',
        responds: { status: 200, body: TrafficSettings },
        handler: () => ({
            ...settings.get('traffic'),
            capacity: trafficSamples.capacity,
            samples: trafficSamples.counts(),
        }),
    }),
    route('PUT /api/admin/traffic', {
        operationId: 'setTrafficSettings',
        summary: 'Change the settings for sampling contexts of SDKs',
        description: 'Contexts that were sampled before are deleted.',
        access: 'ADMIN',
        body: NewTrafficSettings,
        responds: { status: 204 },
        handler: ({ actor, body: { mode, fields = [] } }) => write(actor, changeTrafficSetting, { mode, fields }),
    }),
];

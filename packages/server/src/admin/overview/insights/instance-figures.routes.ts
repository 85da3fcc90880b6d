import { type Route, route } from '../../../http/route/route.ts';
import type { Services } from '../../../services.ts';
import { InstanceFigures } from './instance-figures.schemas.ts';
import { getInstanceFigures } from './instance-figures.ts';

export const instanceFigureRoutes = (services: Services): Route[] => [
    route({
        method: 'GET',
        path: '/api/admin/insights/figures',
        operationId: 'getInstanceFigures',
        summary: 'Flags by type and age, their health, and how long they take to production, over time',
        description:
            'Of the projects you may know of. Months gone by are worked out from what is known of the flags that are there now: a flag that was deleted is in none of them.',
        tag: 'Projects',
        access: 'authenticated',
        expensive: true,
        responds: { status: 200, body: InstanceFigures },
        handler: ({ actor }) => getInstanceFigures(services, actor, services.clock()),
    }),
];

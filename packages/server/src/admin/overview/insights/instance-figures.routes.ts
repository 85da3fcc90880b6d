import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { InstanceFigures } from './instance-figures.schemas.ts';
import { getInstanceFigures } from './instance-figures.ts';

const route = routeWithTag('Projects');

export const instanceFigureRoutes = (services: Services): Route[] => [
    route('GET /api/admin/insights/figures', {
        operationId: 'getInstanceFigures',
        summary: 'Read flags by type and age, health, and time to production over time',
        description:
            'Includes the projects that are visible to you. Past months are calculated from the flags that exist now: deleted flags are not included.',
        access: 'authenticated',
        expensive: true,
        responds: { status: 200, body: InstanceFigures },
        handler: ({ actor }) => getInstanceFigures(services, actor, services.clock()),
    }),
];

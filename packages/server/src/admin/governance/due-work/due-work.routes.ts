import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { DueWorkList, DueWorkQuery } from './due-work.schemas.ts';

const route = routeWithTag('Change requests');

export const dueWorkRoutes = ({ dueWork }: Pick<Services, 'dueWork'>): Route[] => [
    route('GET /api/admin/projects/:projectId/due-work', {
        operationId: 'getDueWork',
        summary: 'List what will change the flags of a project at a set time, and what is held or stopped and why',
        description: 'In order of time; at most 500 entries of each kind. Cancel an entry where it was made.',
        access: 'authenticated',
        query: DueWorkQuery,
        responds: { status: 200, body: DueWorkList },
        handler: async ({ params: { projectId: project }, query: { feature } }) => {
            const items = await dueWork.list({ project, feature });
            return items.map(({ kind, id, environment, features, at, reason }) => ({
                kind,
                id,
                environment,
                features,
                dueAt: at,
                ...(reason !== undefined && { reason }),
            }));
        },
    }),
];

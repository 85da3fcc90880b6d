import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { inProject } from '../../../http/route/schemas.ts';
import { deleteProject } from './project-removal.commands.ts';

const route = routeWithTag('Projects');

export const projectRemovalRoutes = ({ write }: Services): Route[] => [
    route('DELETE /api/admin/projects/:projectId', {
        operationId: 'deleteProject',
        summary: 'Delete a project whose flags are all archived',
        description:
            'Also deletes its archived flags, segments, context fields and the API tokens that are valid only in this project.',
        access: 'DELETE_PROJECT',
        scope: inProject,
        responds: { status: 200 },
        errors: [404, 409],
        handler: ({ actor, params }) => write(actor, deleteProject, params),
    }),
];

import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { flagAt } from '../flags/flag.schemas.ts';
import { addFavoriteFlag, addFavoriteProject, removeFavoriteFlag, removeFavoriteProject } from './favorite.commands.ts';

const route = routeWithTag('Favourites');
const PROJECT_FAVORITES = '/api/admin/projects/:projectId/favorites';
const FLAG_FAVORITES = '/api/admin/projects/:projectId/features/:featureName/favorites';

export const favoriteRoutes = ({ write }: Services): Route[] => [
    route(`POST ${FLAG_FAVORITES}`, {
        operationId: 'addFavoriteFeature',
        summary: 'Add a flag to your favourites',
        access: 'authenticated',
        responds: { status: 200 },
        handler: ({ actor, params }) => write(actor, addFavoriteFlag, flagAt(params)),
    }),
    route(`DELETE ${FLAG_FAVORITES}`, {
        operationId: 'removeFavoriteFeature',
        summary: 'Remove a flag from your favourites',
        access: 'authenticated',
        responds: { status: 200 },
        handler: ({ actor, params }) => write(actor, removeFavoriteFlag, flagAt(params)),
    }),
    route(`POST ${PROJECT_FAVORITES}`, {
        operationId: 'addFavoriteProject',
        summary: 'Add a project to your favourites',
        access: 'authenticated',
        responds: { status: 200 },
        handler: ({ actor, params }) => write(actor, addFavoriteProject, { project: params.projectId }),
    }),
    route(`DELETE ${PROJECT_FAVORITES}`, {
        operationId: 'removeFavoriteProject',
        summary: 'Remove a project from your favourites',
        access: 'authenticated',
        responds: { status: 200 },
        handler: ({ actor, params }) => write(actor, removeFavoriteProject, { project: params.projectId }),
    }),
];

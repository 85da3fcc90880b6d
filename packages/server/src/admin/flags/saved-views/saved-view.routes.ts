import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { requireUserId } from '../../../identity/accounts/users/require-user-id.ts';
import { SavedView, SavedViews, ViewContent, ViewParams } from './saved-view.schemas.ts';
import { deleteView, listViews, saveView } from './saved-views.ts';

const route = routeWithTag('Users');
const PATH = '/api/admin/user/views';

/** Saved views are personal and not part of the configuration: changes record no event. */
export const savedViewRoutes = ({ db, recordObservation }: Services): Route[] => [
    route(`GET ${PATH}`, {
        operationId: 'getSavedViews',
        summary: 'List your saved views',
        access: 'authenticated',
        responds: { status: 200, body: SavedViews },
        handler: async ({ actor }) => ({ views: await listViews(db, requireUserId(actor)) }),
    }),
    route(`PUT ${PATH}/:place/:name`, {
        operationId: 'saveView',
        summary: 'Save a view of a list',
        access: 'authenticated',
        params: ViewParams,
        body: ViewContent,
        leavesNoEvent: true,
        responds: { status: 200, body: SavedView },
        errors: [],
        handler: ({ actor, params, body }) => saveView(recordObservation, requireUserId(actor), { ...params, ...body }),
    }),
    route(`DELETE ${PATH}/:place/:name`, {
        operationId: 'forgetView',
        summary: 'Delete a saved view',
        description: 'Succeeds even if the view does not exist.',
        access: 'authenticated',
        params: ViewParams,
        leavesNoEvent: true,
        responds: { status: 200 },
        errors: [],
        handler: async ({ actor, params }) => {
            await deleteView(recordObservation, requireUserId(actor), params);
        },
    }),
];

import { type Route, route } from '../../../http/route/route.ts';
import { requireUserId } from '../../../identity/accounts/users/require-user-id.ts';
import type { Services } from '../../../services.ts';
import { SavedView, SavedViews, ViewContent, ViewParams } from './saved-view.schemas.ts';
import { forgetView, listViews, saveView } from './saved-views.ts';

const tag = 'Users';
const PATH = '/api/admin/user/views';

/** Saved views are personal and not part of the configuration: changes record no event. */
export const savedViewRoutes = ({ db, observe }: Services): Route[] => [
    route({
        method: 'GET',
        path: PATH,
        operationId: 'getSavedViews',
        summary: 'List your saved views',
        tag,
        access: 'authenticated',
        responds: { status: 200, body: SavedViews },
        handler: async ({ actor }) => ({ views: await listViews(db, requireUserId(actor)) }),
    }),
    route({
        method: 'PUT',
        path: `${PATH}/:place/:name`,
        operationId: 'saveView',
        summary: 'Save a view of a list',
        tag,
        access: 'authenticated',
        params: ViewParams,
        body: ViewContent,
        leavesNoEvent: true,
        responds: { status: 200, body: SavedView },
        handler: ({ actor, params, body }) => saveView(observe, requireUserId(actor), { ...params, ...body }),
    }),
    route({
        method: 'DELETE',
        path: `${PATH}/:place/:name`,
        operationId: 'forgetView',
        summary: 'Delete a saved view',
        description: 'Succeeds even if the view does not exist.',
        tag,
        access: 'authenticated',
        params: ViewParams,
        leavesNoEvent: true,
        responds: { status: 200 },
        handler: async ({ actor, params }) => {
            await forgetView(observe, requireUserId(actor), params);
        },
    }),
];

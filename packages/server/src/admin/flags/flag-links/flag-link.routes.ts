import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { inProject } from '../../../http/route/schemas.ts';
import { flagAt } from '../flags/flag.schemas.ts';
import { addFlagLink, removeFlagLink, updateFlagLink } from './flag-link.commands.ts';
import { NewFlagLink } from './flag-link.schemas.ts';

const route = routeWithTag('Flag links');
const LINKS = '/api/admin/projects/:projectId/features/:featureName/link';

export const flagLinkRoutes = ({ write }: Services): Route[] => [
    route(`POST ${LINKS}`, {
        operationId: 'createFeatureLink',
        summary: 'Add a link to a flag',
        access: 'UPDATE_FEATURE',
        scope: inProject,
        body: NewFlagLink,
        responds: { status: 204 },
        handler: ({ actor, params, body }) => write(actor, addFlagLink, { ...flagAt(params), ...body }),
    }),
    route(`PUT ${LINKS}/:linkId`, {
        operationId: 'updateFeatureLink',
        summary: 'Change a link of a flag',
        access: 'UPDATE_FEATURE',
        scope: inProject,
        body: NewFlagLink,
        responds: { status: 204 },
        handler: ({ actor, params, body }) =>
            write(actor, updateFlagLink, { ...flagAt(params), linkId: params.linkId, ...body }),
    }),
    route(`DELETE ${LINKS}/:linkId`, {
        operationId: 'deleteFeatureLink',
        summary: 'Remove a link of a flag',
        access: 'UPDATE_FEATURE',
        scope: inProject,
        responds: { status: 204 },
        handler: ({ actor, params }) => write(actor, removeFlagLink, { ...flagAt(params), linkId: params.linkId }),
    }),
];

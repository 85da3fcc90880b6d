import { Type } from 'typebox';
import { type Route, route } from '../../../http/route/route.ts';
import type { Services } from '../../../services.ts';
import { FlagParams, flagAt } from '../flags/flag.schemas.ts';
import { addFlagLink, removeFlagLink, updateFlagLink } from './flag-link.commands.ts';
import { NewFlagLink } from './flag-link.schemas.ts';

const tag = 'Flag links';
const LINKS = '/api/admin/projects/:projectId/features/:featureName/link';

const LinkParams = Type.Object({ ...FlagParams.properties, linkId: Type.String() });

export const flagLinkRoutes = ({ write }: Services): Route[] => [
    route({
        method: 'POST',
        path: LINKS,
        operationId: 'createFeatureLink',
        summary: 'Add a link to a flag',
        tag,
        access: 'UPDATE_FEATURE',
        scope: ({ params }) => ({ project: params.projectId }),
        params: FlagParams,
        body: NewFlagLink,
        responds: { status: 204 },
        errors: [404],
        handler: ({ actor, params, body }) => write(actor, addFlagLink, { ...flagAt(params), ...body }),
    }),
    route({
        method: 'PUT',
        path: `${LINKS}/:linkId`,
        operationId: 'updateFeatureLink',
        summary: 'Change a link of a flag',
        tag,
        access: 'UPDATE_FEATURE',
        scope: ({ params }) => ({ project: params.projectId }),
        params: LinkParams,
        body: NewFlagLink,
        responds: { status: 204 },
        errors: [404],
        handler: ({ actor, params, body }) =>
            write(actor, updateFlagLink, { ...flagAt(params), linkId: params.linkId, ...body }),
    }),
    route({
        method: 'DELETE',
        path: `${LINKS}/:linkId`,
        operationId: 'deleteFeatureLink',
        summary: 'Remove a link of a flag',
        tag,
        access: 'UPDATE_FEATURE',
        scope: ({ params }) => ({ project: params.projectId }),
        params: LinkParams,
        responds: { status: 204 },
        errors: [404],
        handler: ({ actor, params }) => write(actor, removeFlagLink, { ...flagAt(params), linkId: params.linkId }),
    }),
];

import { Type } from 'typebox';
import { type Route, route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { getProject } from '../projects/project.queries.ts';
import { ProjectParams } from '../projects/project.schemas.ts';
import { ListedChangeRequests } from './change-request.schemas.ts';
import { listOpenForFlag, listOwnOpen, listRequests } from './change-request-list.queries.ts';
import { readListed } from './change-request-read.ts';

const tag = 'Change requests';
const REQUESTS = '/api/admin/projects/:projectId/change-requests';

export const changeRequestListRoutes = ({ db }: Services): Route[] => [
    route({
        method: 'GET',
        path: REQUESTS,
        operationId: 'getChangeRequestsForProject',
        summary: 'List the newest change requests of a project',
        description: 'Up to 300. Drafts are their authors’ alone.',
        tag,
        access: 'authenticated',
        params: ProjectParams,
        responds: { status: 200, body: ListedChangeRequests },
        errors: [404],
        handler: async ({ actor, params }) => {
            await getProject(db, params.projectId);
            return readListed(db, await listRequests(db, actor, params.projectId));
        },
    }),
    ...(['pending', 'open'] as const).map((name) =>
        route({
            method: 'GET',
            path: `${REQUESTS}/${name}`,
            operationId: name === 'pending' ? 'getPendingChangeRequestsForUser' : 'getOpenChangeRequestsForUser',
            summary: 'List what you have proposed in a project and is not through',
            tag,
            access: 'authenticated',
            params: ProjectParams,
            responds: { status: 200, body: ListedChangeRequests },
            errors: [404],
            deprecated: name === 'open',
            handler: async ({ actor, params }) => {
                await getProject(db, params.projectId);
                return readListed(db, await listOwnOpen(db, actor, params.projectId));
            },
        }),
    ),
    route({
        method: 'GET',
        path: `${REQUESTS}/pending/:featureName`,
        operationId: 'getPendingChangeRequestsForFeature',
        summary: 'List the open change requests that touch a flag',
        tag,
        access: 'authenticated',
        params: Type.Object({ ...ProjectParams.properties, featureName: Type.String() }),
        responds: { status: 200, body: ListedChangeRequests },
        errors: [404],
        handler: async ({ actor, params: { projectId, featureName } }) => {
            await getProject(db, projectId);
            return readListed(db, await listOpenForFlag(db, actor, projectId, featureName));
        },
    }),
];

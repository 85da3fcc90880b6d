import type { Services } from '../../../../app/services.ts';
import { type Route, routeWithTag } from '../../../../http/route/route.ts';
import { getRequest } from '../request/change-request.queries.ts';
import { RequestParams } from '../request/change-request.schemas.ts';
import { Evidence } from './evidence.schemas.ts';
import { evidenceOf } from './evidence.ts';

const route = routeWithTag('Change requests');

export const evidenceRoutes = ({ db, clock }: Services): Route[] => [
    route('GET /api/admin/projects/:projectId/change-requests/:id/evidence', {
        operationId: 'getChangeRequestEvidence',
        summary: 'Read the audit evidence of a change request',
        description:
            'Returns one document with the events of the change request. Each event contains its hash and the hash of the ' +
            'previous event, so that the document can be verified without this service; the document contains instructions.',
        access: 'authenticated',
        expensive: true,
        params: RequestParams,
        responds: { status: 200, body: Evidence },
        handler: async ({ actor, params: { projectId: project, id } }) =>
            evidenceOf(db, await getRequest(db, { project, id, actor }), clock().toISOString()),
    }),
];

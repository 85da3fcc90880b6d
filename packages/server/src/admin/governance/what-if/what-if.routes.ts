import type { AdminActor } from '../../../core/access/actor.ts';
import { invalid } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { effectOfRequest } from '../change-requests/applying/preview.ts';
import { getRequest, getRequestById } from '../change-requests/request/change-request.queries.ts';
import { RequestParams } from '../change-requests/request/change-request.schemas.ts';
import { type WhatIfRequest, WhatIfResult, whatIfRequest } from './what-if.schemas.ts';
import { type WhatIfSources, whatIf } from './what-if.ts';

const route = routeWithTag('Proposals');
const changeRequestsRoute = routeWithTag('Change requests');

export const whatIfRoutes = (sources: WhatIfSources): Route[] => [
    route('POST /api/admin/what-if', {
        operationId: 'whatIf',
        summary: 'Preview the effects of a change',
        description: 'Available to all users who can see the project. Nothing is stored.',
        access: 'authenticated',
        expensive: true,
        leavesNoEvent: true,
        body: whatIfRequest(),
        responds: { status: 200, body: WhatIfResult, contentType: 'application/json' },
        errors: [404],
        handler: ({ actor, body, signal }) => runWhatIf(sources, body, { actor, signal }),
    }),
    changeRequestsRoute('GET /api/admin/projects/:projectId/change-requests/:id/what-if', {
        operationId: 'whatIfChangeRequest',
        summary: 'Preview the effects of a change request after the changes that are scheduled before it',
        access: 'authenticated',
        expensive: true,
        params: RequestParams,
        responds: { status: 200, body: WhatIfResult, contentType: 'application/json' },
        handler: async ({ actor, params: { projectId: project, id }, signal }) => {
            const request = await getRequest(sources.db, { project, id, actor });
            return effectOfRequest(sources, { request }, { actor, signal });
        },
    }),
];

async function runWhatIf(
    sources: WhatIfSources,
    { changeRequest: id, project, steps, base, ...options }: WhatIfRequest,
    caller: { actor: AdminActor; signal: AbortSignal },
): Promise<WhatIfResult> {
    if (id !== undefined && !project && !steps && !base) {
        const request = await getRequestById(sources.db, { id, actor: caller.actor });
        return effectOfRequest(sources, { ...options, request }, caller);
    }
    if (id === undefined && project && steps) {
        return whatIf(sources, { ...options, project, steps, ...(base && { base }) }, caller);
    }
    throw invalid(
        'Send `project` and `steps`, optionally with a `base`, or a `changeRequest` instead of these.',
        '/body',
    );
}

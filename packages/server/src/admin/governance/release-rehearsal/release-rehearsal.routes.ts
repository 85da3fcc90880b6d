import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { ReleaseRehearsal, ReleaseRehearsalQuery } from './release-rehearsal.schemas.ts';
import { type RehearsalSources, rehearseRelease } from './release-rehearsal.ts';

const route = routeWithTag('Release plans');

export const releaseRehearsalRoutes = (sources: RehearsalSources): Route[] => [
    route(
        'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans/rehearse',
        {
            operationId: 'rehearseReleasePlan',
            summary: 'Preview who gets a flag with each milestone of a release plan, and when',
            description:
                'Available to all users who can see the project. Nothing is stored. Scheduled changes are assumed to be applied at their times; safeguards are assumed not to act.',
            access: 'authenticated',
            expensive: true,
            leavesNoEvent: true,
            body: ReleaseRehearsalQuery,
            responds: { status: 200, body: ReleaseRehearsal },
            errors: [404, 409],
            handler: ({ actor, params: { projectId: project, featureName, environment }, body, signal }) =>
                rehearseRelease(
                    sources,
                    { scope: { project, featureName, environment }, query: body },
                    { actor, signal },
                ),
        },
    ),
];

import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { inProject } from '../../../http/route/schemas.ts';
import { findFlag } from '../flags/flag.queries.ts';
import { flagAt } from '../flags/flag.schemas.ts';
import { completeFlag, uncompleteFlag } from './lifecycle.commands.ts';
import { countByStage, listStages } from './lifecycle.queries.ts';
import { Completion, ReachedStages, StageCounts } from './lifecycle.schemas.ts';

const route = routeWithTag('Lifecycle');
const LIFECYCLE = '/api/admin/projects/:projectId/features/:featureName/lifecycle';

export const lifecycleRoutes = ({ db, write }: Services): Route[] => [
    route(`GET ${LIFECYCLE}`, {
        operationId: 'getFeatureLifecycle',
        summary: 'List the stages that a flag has reached',
        description: 'The list is empty for a flag that does not exist.',
        access: 'authenticated',
        responds: { status: 200, body: ReachedStages },
        handler: async ({ params }) => {
            const flag = await findFlag(db, params.featureName);
            return flag?.project === params.projectId ? listStages(db, flag.name) : [];
        },
    }),
    route(`POST ${LIFECYCLE}/complete`, {
        operationId: 'complete',
        summary: 'Mark a flag as completed, with the outcome',
        access: 'UPDATE_FEATURE',
        scope: inProject,
        body: Completion,
        responds: { status: 200 },
        handler: ({ actor, params, body }) => write(actor, completeFlag, { ...flagAt(params), ...body }),
    }),
    route(`POST ${LIFECYCLE}/uncomplete`, {
        operationId: 'uncomplete',
        summary: 'Mark a flag as not completed',
        description: 'A flag that is not completed does not change.',
        access: 'UPDATE_FEATURE',
        scope: inProject,
        responds: { status: 200 },
        handler: ({ actor, params }) => write(actor, uncompleteFlag, flagAt(params)),
    }),
    route('GET /api/admin/lifecycle/count', {
        operationId: 'getFeatureLifecycleCount',
        summary: 'Count the flags in each stage',
        access: 'authenticated',
        responds: { status: 200, body: StageCounts },
        handler: async ({ actor }) => {
            const { 'pre-live': preLive, ...counts } = await countByStage(db, actor);
            return { ...counts, preLive };
        },
    }),
];

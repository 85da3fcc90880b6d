import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { describeSteps } from '../proposals/planned-steps.ts';
import { readSteps } from '../proposals/read-steps.ts';
import { whatIf } from '../what-if/what-if.ts';
import { revert } from './revert.commands.ts';
import { PreviewedRevert, Revert, Reverted, RevertPreview } from './revert.schemas.ts';
import { planRevert } from './revert-plan.ts';

const route = routeWithTag('Proposals');
const PATH = '/api/admin/projects/:projectId/revert';

export const revertRoutes = (services: Services): Route[] => [
    route(`POST ${PATH}`, {
        operationId: 'revert',
        summary: 'Revert a change, or restore an earlier state of a flag, an environment or a project',
        description:
            'All steps are applied in one change, and each step requires its permission. The request is refused if it would overwrite later changes.',
        access: 'authenticated',
        expensive: true,
        body: Revert,
        responds: { status: 200, body: Reverted },
        errors: [404, 409],
        handler: ({ actor, params, body }) => services.write(actor, revert, { ...body, project: params.projectId }),
    }),
    route(`POST ${PATH}/preview`, {
        operationId: 'previewRevert',
        summary: 'Preview the effects of a revert',
        access: 'authenticated',
        expensive: true,
        leavesNoEvent: true,
        body: RevertPreview,
        responds: { status: 200, body: PreviewedRevert },
        errors: [404, 409],
        handler: async ({ actor, params: { projectId: project }, body, signal }) => {
            const { to, event, feature, environment, ...options } = body;
            const query = { actor, project, ...omitUndefined({ to, event, feature, environment }) };
            const { steps, notes } = await planRevert(services.db, query, services.clock());
            const result = await whatIf(services, { project, steps, ...options }, { actor, signal });
            return { ...result, steps: describeSteps(steps, await readSteps(project, steps)), notes };
        },
    }),
];

const omitUndefined = <T extends object>(members: T) =>
    Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
        [M in keyof T]?: Exclude<T[M], undefined>;
    };

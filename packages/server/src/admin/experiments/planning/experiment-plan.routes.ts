import type { Services } from '../../../app/services.ts';
import { measurePast } from '../../../delivery/reports/stores/measure-past.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import { ExperimentPlan, ExperimentPlanInput } from './experiment-plan.schemas.ts';
import { planExperiment } from './plan-experiment.ts';

const route = routeWithTag('Experiments');

export const experimentPlanRoutes = ({ db, clock }: Services): Route[] => [
    route('POST /api/admin/projects/:projectId/experiments/plan', {
        operationId: 'planExperiment',
        summary: 'Plan how long an experiment takes',
        description:
            'The body is that of a draft. Baseline, variance and the number of users are those of the outcomes that the project stored; ' +
            'evaluations by the frontend API are not stored, so users who send nothing else are not counted. Constraints of the flag are not ' +
            'considered. A metric that cannot be planned has a state with its reason instead of a curve.',
        access: 'authenticated',
        expensive: true,
        leavesNoEvent: true,
        body: ExperimentPlanInput,
        responds: { status: 200, body: ExperimentPlan },
        handler: async ({ params: { projectId }, body }) => {
            await getProject(db, projectId);
            return planExperiment(
                { db, now: clock(), measure: (selection) => measurePast(db, selection) },
                projectId,
                body,
            );
        },
    }),
];

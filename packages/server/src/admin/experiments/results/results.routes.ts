import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { summariseAssignments } from '../../observations/assignments/assignment.queries.ts';
import { getExperiment } from '../experiments/experiment.queries.ts';
import { armsOf, readSplit } from '../experiments/experiment-arms.ts';
import { computeResults } from './compute-results.ts';
import { ExperimentResults, ResultsQuery } from './results.schemas.ts';
import { findSummary } from './summaries.ts';

const route = routeWithTag('Experiments');

export const experimentResultRoutes = ({ db, clock, version }: Services): Route[] => [
    route('GET /api/admin/projects/:projectId/experiments/:id/results', {
        operationId: 'getExperimentResults',
        summary: 'Read the results of an experiment',
        description: 'Outcomes are included after at most 15 seconds.',
        access: 'authenticated',
        query: ResultsQuery,
        responds: { status: 200, body: ExperimentResults },
        handler: async ({ params: { projectId: project, id }, query }) => {
            const experiment = await getExperiment(db, { project, id });
            const { state, population, metrics, control } = experiment;
            const now = clock();
            const { at, summary } =
                query.asOf !== undefined && new Date(query.asOf) < now
                    ? await findSummary(db, id, new Date(query.asOf))
                    : { at: now.toISOString(), summary: await summariseAssignments(db, id) };
            const split = experiment.arms ? undefined : await readSplit(db, experiment);
            const arms = experiment.arms ?? (split ? armsOf(split, control) : []);
            const { view = 'always-valid', difference = 'relative' } = query;
            const computed = computeResults({ metrics, arms, summary, view: { view, difference }, version });
            return { state, population, at, ...computed };
        },
    }),
];

import type { Services } from '../../../app/services.ts';
import { respondCsv, wantsCsv } from '../../../http/bodies/csv.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { getExperiment } from '../experiments/experiment.queries.ts';
import { currentSummary, ofSource } from './current-summary.ts';
import { excludedOfSource, readExcludedUnits } from './excluded-units.queries.ts';
import { readHistory, resultsOf, summaryAt } from './experiment-results.ts';
import { resultRows } from './result-rows.ts';
import {
    ExcludedUnits,
    ExperimentHistory,
    ExperimentResults,
    ExperimentSegments,
    HistoryQuery,
    ResultsQuery,
    SegmentsQuery,
} from './results.schemas.ts';
import { computeSegments } from './segments.ts';

const route = routeWithTag('Experiments');
const RESULTS = '/api/admin/projects/:projectId/experiments/:id/results';

const DEFAULT_POINTS = 60;

export const experimentResultRoutes = ({ db, clock, version, outcomeUnits }: Services): Route[] => [
    route(`GET ${RESULTS}`, {
        operationId: 'getExperimentResults',
        summary: 'Read the results of an experiment',
        description: 'Outcomes are included after at most 15 seconds. CSV has a row for each metric and variant.',
        access: 'authenticated',
        query: ResultsQuery,
        responds: { status: 200, body: ExperimentResults, alsoCsv: true },
        handler: async ({ params: { projectId: project, id }, query: { asOf, ...options }, headers }, reply) => {
            const experiment = await getExperiment(db, { project, id });
            const { state, population } = experiment;
            const moment = { now: clock(), asOf: asOf === undefined ? undefined : new Date(asOf) };
            const { at, summary, source } = await summaryAt(db, experiment, moment);
            const compute = await resultsOf(db, experiment, { ...options, version });
            const results = { state, population, at, source, ...ofSource(compute(summary), source) };
            return wantsCsv(headers) ? respondCsv(reply, 'experiment', resultRows(results)) : results;
        },
    }),
    route(`GET ${RESULTS}/history`, {
        operationId: 'getExperimentHistory',
        summary: 'Read how the effects of an experiment changed',
        access: 'authenticated',
        expensive: true,
        query: HistoryQuery,
        responds: { status: 200, body: ExperimentHistory },
        handler: async ({ params: { projectId: project, id }, query: { points = DEFAULT_POINTS, ...options } }) => {
            const experiment = await getExperiment(db, { project, id });
            return readHistory(db, experiment, { ...options, points, version, now: clock() });
        },
    }),
    route(`GET ${RESULTS}/segments`, {
        operationId: 'getExperimentSegments',
        summary: 'Read the results of an experiment for each value of a context field',
        description:
            'Of projects that store context fields with outcomes. Values with fewer than 100 users are merged. Differences between many ' +
            'segments occur by chance.',
        access: 'authenticated',
        expensive: true,
        query: SegmentsQuery,
        responds: { status: 200, body: ExperimentSegments },
        handler: async ({ params: { projectId: project, id }, query: { field, ...options } }) => {
            const experiment = await getExperiment(db, { project, id });
            const openContext = (sealed: string) => outcomeUnits.openContext(sealed);
            return computeSegments(db, experiment, { ...options, version, field, openContext });
        },
    }),
    route(`GET ${RESULTS}/excluded`, {
        operationId: 'getExcludedUnits',
        summary: 'Read why users are not in the results of an experiment',
        access: 'authenticated',
        expensive: true,
        responds: { status: 200, body: ExcludedUnits },
        handler: async ({ params: { projectId: project, id } }) => {
            const experiment = await getExperiment(db, { project, id });
            if (experiment.source === null) return readExcludedUnits(db, id);
            const { summary } = await currentSummary(db, experiment, clock());
            return excludedOfSource(summary);
        },
    }),
];

import type { Services } from '../../../app/services.ts';
import { invalid } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { inProject } from '../../../http/route/schemas.ts';
import { readContent } from '../experiments/experiment.commands.ts';
import { getExperiment } from '../experiments/experiment.queries.ts';
import { NewExperiment } from '../experiments/experiment.schemas.ts';
import { armsOf, readSplit } from '../experiments/experiment-arms.ts';
import { getDataSource } from './data-source.queries.ts';
import { QueryFailed } from './queries/data-source-client.ts';
import { statisticsQuery } from './queries/statistics-query.ts';
import { requestQuery } from './results/request-query.ts';
import { statisticsOf } from './results/statistics-of.ts';
import { RequestedQuery, SourceQuery } from './source-query.schemas.ts';

const route = routeWithTag('Experiments');
const EXPERIMENTS = '/api/admin/projects/:projectId/experiments';

export const sourceQueryRoutes = ({ db, clock, recordObservation, experimentVersions }: Services): Route[] => [
    route(`POST ${EXPERIMENTS}/source-query`, {
        operationId: 'previewSourceQuery',
        summary: 'Show the SQL that an experiment sends to its data source',
        description: 'The body is that of a draft. Nothing is sent.',
        access: 'UPDATE_EXPERIMENT_SOURCE',
        scope: inProject,
        expensive: true,
        leavesNoEvent: true,
        body: NewExperiment,
        responds: { status: 200, body: SourceQuery },
        handler: async ({ params: { projectId: project }, body }) => {
            const now = clock();
            const content = await readContent({ tx: db, now: now.toISOString() }, project, body);
            if (content.source === null) throw invalid('The experiment has no data source.', '/body/source');
            const { source } = await getDataSource(db, { project, name: content.source.name });
            const { feature, environment } = body;
            const arms = armsOf((await readSplit(db, { feature, environment }))!, content.control);
            const draft = { ...content, feature, environment, arms, startedAt: null, stoppedAt: null };
            try {
                const query = await statisticsOf(draft, { source, versionsSince: experimentVersions, now });
                return { kind: source.kind, sql: statisticsQuery(query) };
            } catch (error) {
                if (error instanceof QueryFailed) throw invalid(error.message);
                throw error;
            }
        },
    }),
    route(`POST ${EXPERIMENTS}/:id/results/refresh`, {
        operationId: 'refreshExperimentResults',
        summary: 'Query the data source of an experiment soon',
        description: 'At most once a minute; otherwise it is queried as often as its `refreshMinutes` say.',
        access: 'UPDATE_EXPERIMENT',
        scope: inProject,
        leavesNoEvent: true,
        responds: { status: 200, body: RequestedQuery },
        errors: [404, 409],
        handler: async ({ params: { projectId: project, id } }) => {
            const experiment = await getExperiment(db, { project, id });
            return recordObservation((tx) => requestQuery(tx, experiment, clock()));
        },
    }),
];

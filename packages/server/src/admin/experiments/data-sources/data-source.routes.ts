import type { Services } from '../../../app/services.ts';
import { invalid } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { inProject } from '../../../http/route/schemas.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import { deleteDataSource, saveDataSource } from './data-source.commands.ts';
import { getDataSource, listDataSources } from './data-source.queries.ts';
import { DataSource, DataSourceCheck, DataSourceParams, DataSources, DataSourceUpdate } from './data-source.schemas.ts';
import { checkQueries } from './queries/check-queries.ts';

const route = routeWithTag('Experiments');
const SOURCES = '/api/admin/projects/:projectId/experiments/data-sources';
const SOURCE = `${SOURCES}/:name`;
const ACCESS = 'UPDATE_EXPERIMENT_SOURCE';

const addressOf = ({ projectId: project, name }: { projectId: string; name: string }) => ({ project, name });

export const dataSourceRoutes = ({ db, write, outbound, dataSourceClient }: Services): Route[] => [
    route(`GET ${SOURCES}`, {
        operationId: 'getDataSources',
        summary: 'List the databases that experiments of a project can query',
        access: 'authenticated',
        responds: { status: 200, body: DataSources },
        handler: async ({ params: { projectId } }) => {
            await getProject(db, projectId);
            const all = await listDataSources(db, projectId);
            return {
                dataSources: all.map(({ name, kind, unit, refreshMinutes }) => ({ name, kind, unit, refreshMinutes })),
            };
        },
    }),
    route(`GET ${SOURCE}`, {
        operationId: 'getDataSource',
        summary: 'Read a data source',
        description: 'The password is never returned.',
        access: ACCESS,
        scope: inProject,
        params: DataSourceParams,
        responds: { status: 200, body: DataSource },
        handler: async ({ params }) => (await getDataSource(db, addressOf(params))).source,
    }),
    route(`PUT ${SOURCE}`, {
        operationId: 'saveDataSource',
        summary: 'Create or replace a data source',
        description:
            'Halyard sends its queries with these credentials, so use a user that may only read the tables of the queries. Addresses are ' +
            'restricted like those of integrations.',
        access: ACCESS,
        scope: inProject,
        params: DataSourceParams,
        body: DataSourceUpdate,
        responds: { status: 200, body: DataSource },
        handler: async ({ actor, params, body }) => {
            // Before the command, because a DNS lookup must not block other writers.
            const objection = await outbound.objectionTo(
                `https://${body.host.includes(':') ? `[${body.host}]` : body.host}`,
            );
            if (objection) throw invalid(objection, '/body/host');
            return write(actor, saveDataSource, { ...body, ...addressOf(params) });
        },
    }),
    route(`DELETE ${SOURCE}`, {
        operationId: 'deleteDataSource',
        summary: 'Delete a data source that no draft or running experiment uses',
        access: ACCESS,
        scope: inProject,
        params: DataSourceParams,
        responds: { status: 204 },
        errors: [404, 409],
        handler: ({ actor, params }) => write(actor, deleteDataSource, addressOf(params)),
    }),
    route(`POST ${SOURCE}/check`, {
        operationId: 'checkDataSource',
        summary: 'Run both queries of a data source without reading rows',
        access: ACCESS,
        scope: inProject,
        expensive: true,
        leavesNoEvent: true,
        params: DataSourceParams,
        responds: { status: 200, body: DataSourceCheck },
        handler: async ({ params }) => checkQueries(await getDataSource(db, addressOf(params)), dataSourceClient),
    }),
];

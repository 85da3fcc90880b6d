import type { Services } from '../../../app/services.ts';
import { asProposer, type Scope } from '../../../core/access/actor.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { inProject } from '../../../http/route/schemas.ts';
import type { Db } from '../../../storage/database.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import { createExperiment, deleteExperiment, updateExperiment } from './experiment.commands.ts';
import { experimentActions } from './experiment.proposables.ts';
import { findExperiment, getExperiment, listExperiments, toExperiment } from './experiment.queries.ts';
import { Decision, Experiment, Experiments, ExperimentsQuery, NewExperiment } from './experiment.schemas.ts';
import { startExperiment, stopExperiment } from './experiment-state.commands.ts';

const route = routeWithTag('Experiments');
const EXPERIMENTS = '/api/admin/projects/:projectId/experiments';
const EXPERIMENT = `${EXPERIMENTS}/:id`;

const { decideExperiment } = experimentActions;

const addressOf = ({ projectId: project, id }: { projectId: string; id: string }) => ({ project, id });

/** The environment of the experiment decides about the permission. */
const experimentScope =
    (db: Db) =>
    async ({ params }: { params: { projectId: string; id: string } }): Promise<Scope> => {
        const experiment = await findExperiment(db, addressOf(params));
        return { project: params.projectId, ...(experiment && { environment: experiment.environment }) };
    };

export const experimentRoutes = ({ db, write, reports, pastOutcomes }: Services): Route[] => [
    route(`GET ${EXPERIMENTS}`, {
        operationId: 'getExperiments',
        summary: 'List the experiments of a project',
        description: 'The newest first.',
        access: 'authenticated',
        query: ExperimentsQuery,
        responds: { status: 200, body: Experiments },
        handler: async ({ params: { projectId }, query }) => {
            await getProject(db, projectId);
            return { experiments: (await listExperiments(db, projectId, query)).map(toExperiment) };
        },
    }),
    route(`POST ${EXPERIMENTS}`, {
        operationId: 'createExperiment',
        summary: 'Create an experiment',
        description: 'It is a draft: nothing is recorded until it is started.',
        access: 'CREATE_EXPERIMENT',
        scope: inProject,
        body: NewExperiment,
        responds: { status: 201, body: Experiment },
        handler: async ({ actor, params, body }, reply) => {
            const experiment = await write(actor, createExperiment, { ...body, project: params.projectId });
            reply.header('location', `experiments/${experiment.id}`);
            return experiment;
        },
    }),
    route(`GET ${EXPERIMENT}`, {
        operationId: 'getExperiment',
        summary: 'Read one experiment',
        access: 'authenticated',
        responds: { status: 200, body: Experiment },
        handler: async ({ params }) => toExperiment(await getExperiment(db, addressOf(params))),
    }),
    route(`PUT ${EXPERIMENT}`, {
        operationId: 'updateExperiment',
        summary: 'Change an experiment',
        description: 'A draft is replaced. Of an experiment that was started, only the name and the hypothesis change.',
        access: 'UPDATE_EXPERIMENT',
        scope: inProject,
        body: NewExperiment,
        responds: { status: 200, body: Experiment },
        errors: [404, 409],
        handler: ({ actor, params, body }) => write(actor, updateExperiment, { ...body, ...addressOf(params) }),
    }),
    route(`DELETE ${EXPERIMENT}`, {
        operationId: 'deleteExperiment',
        summary: 'Delete an experiment with its results',
        access: 'DELETE_EXPERIMENT',
        scope: inProject,
        responds: { status: 204 },
        handler: ({ actor, params }) => write(actor, deleteExperiment, addressOf(params)),
    }),
    route(`POST ${EXPERIMENT}/start`, {
        operationId: 'startExperiment',
        summary: 'Start an experiment',
        expensive: true,
        description:
            'Users are enrolled from now on; with `from`, also by the outcomes and exposures that the project kept since then. Nothing changes ' +
            'for SDKs.',
        access: 'UPDATE_EXPERIMENT',
        scope: inProject,
        responds: { status: 200, body: Experiment },
        errors: [404, 409],
        handler: async ({ actor, params }) => {
            const address = addressOf(params);
            const { from, ...experiment } = await getExperiment(db, address);
            if (from === null || experiment.source !== null) return write(actor, startExperiment, address);
            // Reports that wait to be stored belong to the past.
            await reports.store();
            const countPast = await pastOutcomes.prepare({ ...experiment, from });
            return write(actor, startExperiment, { ...address, countPast });
        },
    }),
    route(`POST ${EXPERIMENT}/stop`, {
        operationId: 'stopExperiment',
        summary: 'Stop an experiment',
        description: 'Nobody is enrolled afterwards, and later outcomes do not count. Nothing changes for SDKs.',
        access: 'UPDATE_EXPERIMENT',
        scope: inProject,
        responds: { status: 200, body: Experiment },
        errors: [404, 409],
        handler: ({ actor, params }) => write(actor, stopExperiment, addressOf(params)),
    }),
    route(decideExperiment.route, {
        operationId: 'decideExperiment',
        summary: 'Decide an experiment: ship one of its variants',
        description:
            'The strategies of the flag serve this variant to everybody whom they target. Where changes need approval, the response is 202 ' +
            'with a change request, and the experiment is decided when that is applied.',
        access: 'DECIDE_EXPERIMENT',
        scope: experimentScope(db),
        body: Decision,
        responds: { status: 200, body: Experiment },
        errors: [404, 409],
        handler: async ({ actor, params, body: { variant } }) => {
            const { project, id, feature, environment } = await getExperiment(db, addressOf(params));
            return write(
                asProposer(actor),
                decideExperiment.step({ project, feature, environment }, { experimentId: id, variant }),
            );
        },
    }),
];

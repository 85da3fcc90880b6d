import { proposable } from '../../../changes/proposable.ts';
import { ProposedDecision } from './experiment.schemas.ts';
import { decideExperiment } from './experiment-state.commands.ts';

const EXPERIMENTS = '/api/admin/projects/:projectId/experiments';

export const experimentActions = {
    decideExperiment: proposable({
        name: 'decideExperiment',
        about: 'flagEnvironment',
        payload: ProposedDecision,
        access: 'DECIDE_EXPERIMENT',
        says: 'decide an experiment: ship {payload.variant} of {feature} in {environment}',
        target: null,
        route: `POST ${EXPERIMENTS}/:id/decide`,
        direct: ({ experimentId, variant }) => ({ path: `${EXPERIMENTS}/${experimentId}/decide`, body: { variant } }),
        command: decideExperiment,
        input: (target, { experimentId, variant }) => ({ ...target, id: experimentId, variant }),
    }),
};

import { proposable } from '../../../changes/proposable.ts';
import { deleteSafeguard, saveSafeguard } from './safeguard.commands.ts';
import { ProposedSafeguard, ProposedSafeguardRemoval } from './safeguard.schemas.ts';

const SAFEGUARDS = '/api/admin/projects/:projectId/features/:featureName/environments/:environment/safeguards';

interface StepTarget {
    project: string;
    feature: string;
    environment: string;
}

const addressOf = ({ project, feature, environment }: StepTarget) => ({ project, featureName: feature, environment });

export const safeguardActions = {
    changeFeatureEnvSafeguard: proposable({
        name: 'changeFeatureEnvSafeguard',
        about: 'flagEnvironment',
        payload: ProposedSafeguard,
        access: 'UPDATE_FEATURE_ENVIRONMENT',
        says: 'change the safeguard of {feature} in {environment}',
        target: null,
        route: `PUT ${SAFEGUARDS}`,
        direct: ({ safeguard }) => ({ body: safeguard }),
        isMeasurable: () => false,
        command: saveSafeguard,
        input: (target, { safeguard }) => ({ ...addressOf(target), safeguard }),
    }),
    deleteFeatureEnvSafeguard: proposable({
        name: 'deleteFeatureEnvSafeguard',
        about: 'flagEnvironment',
        payload: ProposedSafeguardRemoval,
        access: 'UPDATE_FEATURE_ENVIRONMENT',
        says: 'remove the safeguard of {feature} in {environment}',
        target: null,
        route: `DELETE ${SAFEGUARDS}/:safeguardId`,
        isMeasurable: () => false,
        command: deleteSafeguard,
        input: (target, { safeguardId }) => ({ ...addressOf(target), safeguardId }),
    }),
};

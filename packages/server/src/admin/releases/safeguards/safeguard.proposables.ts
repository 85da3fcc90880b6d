import { proposable } from '../../../changes/proposable.ts';
import {
    ProposedPlanSafeguard,
    ProposedPlanSafeguardRemoval,
    ProposedSafeguard,
    ProposedSafeguardRemoval,
} from '../../flags/safeguards/safeguard.schemas.ts';
import { deletePlanSafeguard, savePlanSafeguard } from './plan-safeguard.commands.ts';
import { deleteSafeguard, saveSafeguard } from './safeguard.commands.ts';

const ENVIRONMENT = '/api/admin/projects/:projectId/features/:featureName/environments/:environment';
const SAFEGUARDS = `${ENVIRONMENT}/safeguards`;
const OF_PLAN = `${ENVIRONMENT}/release-plans/:planId/safeguards`;

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
        direct: ({ safeguardId }) => ({ path: `${SAFEGUARDS}/${safeguardId}` }),
        isMeasurable: () => false,
        command: deleteSafeguard,
        input: (target, { safeguardId }) => ({ ...addressOf(target), safeguardId }),
    }),
    changeReleasePlanSafeguard: proposable({
        name: 'changeReleasePlanSafeguard',
        about: 'flagEnvironment',
        payload: ProposedPlanSafeguard,
        access: 'UPDATE_FEATURE_STRATEGY',
        says: 'change a safeguard of the release of {feature} in {environment}',
        target: null,
        route: `PUT ${OF_PLAN}`,
        direct: ({ planId, safeguard }) => ({ path: OF_PLAN.replace(':planId', planId), body: safeguard }),
        isMeasurable: () => false,
        command: savePlanSafeguard,
        input: (target, { planId, safeguard }) => ({ ...addressOf(target), planId, safeguard }),
    }),
    deleteReleasePlanSafeguard: proposable({
        name: 'deleteReleasePlanSafeguard',
        about: 'flagEnvironment',
        payload: ProposedPlanSafeguardRemoval,
        access: 'UPDATE_FEATURE_STRATEGY',
        says: 'remove a safeguard of the release of {feature} in {environment}',
        target: null,
        route: `DELETE ${OF_PLAN}/:safeguardId`,
        direct: ({ planId, safeguardId }) => ({ path: `${OF_PLAN.replace(':planId', planId)}/${safeguardId}` }),
        isMeasurable: () => false,
        command: deletePlanSafeguard,
        input: (target, { planId, safeguardId }) => ({ ...addressOf(target), planId, safeguardId }),
    }),
};

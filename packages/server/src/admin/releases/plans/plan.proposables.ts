import { proposable } from '../../../changes/proposable.ts';
import { startPlanMilestone, updateMilestoneStrategy } from './milestone.commands.ts';
import { addPlan, removePlan } from './plan.commands.ts';
import {
    MilestoneReference,
    NewReleasePlan,
    PlanReference,
    ProgressionReference,
    ProposedMilestoneStrategyUpdate,
    ProposedProgression,
} from './plan.schemas.ts';
import { changeProgression, deleteProgression, resumePlan } from './progression.commands.ts';

const ENVIRONMENT = '/api/admin/projects/:projectId/features/:featureName/environments/:environment';
const PLANS = `${ENVIRONMENT}/release-plans`;
const PROGRESSIONS = `${ENVIRONMENT}/progressions`;

interface FlagEnvironmentAddress {
    project: string;
    feature: string;
    environment: string;
}

const at = ({ project, feature, environment }: FlagEnvironmentAddress) => ({
    project,
    featureName: feature,
    environment,
});

export const planActions = {
    addReleasePlan: proposable({
        name: 'addReleasePlan',
        about: 'flagEnvironment',
        payload: NewReleasePlan,
        access: 'CREATE_FEATURE_STRATEGY',
        says: 'add a release plan to {feature} in {environment}',
        target: null,
        route: `POST ${PLANS}`,
        template: ({ templateId }) => templateId,
        command: addPlan,
        input: (address, { templateId, name, milestones, gradually, safeguards }) => ({
            ...at(address),
            plan: { templateId, name, milestones, gradually, safeguards },
        }),
    }),
    deleteReleasePlan: proposable({
        name: 'deleteReleasePlan',
        about: 'flagEnvironment',
        payload: PlanReference,
        access: 'DELETE_FEATURE_STRATEGY',
        says: 'remove the release plan of {feature} in {environment}',
        target: null,
        route: `DELETE ${PLANS}/:planId`,
        direct: ({ planId }) => ({ path: `${PLANS}/${planId}` }),
        command: removePlan,
        input: (address, { planId }) => ({ ...at(address), planId }),
    }),
    startMilestone: proposable({
        name: 'startMilestone',
        about: 'flagEnvironment',
        payload: MilestoneReference,
        access: 'UPDATE_FEATURE_STRATEGY',
        says: 'start a milestone of {feature} in {environment}',
        target: null,
        route: `POST ${PLANS}/:planId/milestones/:milestoneId/start`,
        direct: ({ planId, milestoneId }) => ({ path: `${PLANS}/${planId}/milestones/${milestoneId}/start` }),
        command: startPlanMilestone,
        input: (address, { planId, milestoneId }) => ({ ...at(address), planId, milestoneId }),
    }),
    updateMilestoneStrategy: proposable({
        name: 'updateMilestoneStrategy',
        about: 'flagEnvironment',
        payload: ProposedMilestoneStrategyUpdate,
        access: 'UPDATE_FEATURE_STRATEGY',
        says: 'change a strategy of a milestone of {feature} in {environment}',
        target: null,
        route: `PUT ${ENVIRONMENT}/milestone-strategies/:strategyId`,
        direct: ({ id, ...body }) => ({ path: `${ENVIRONMENT}/milestone-strategies/${id}`, body }),
        // The command removes members that are omitted: an approval covers that, too.
        completed: (payload) => ({ constraints: [], variants: [], parameters: {}, ...payload }),
        command: updateMilestoneStrategy,
        input: (address, { id, ...update }) => ({ ...at(address), strategyId: id, update }),
    }),
    changeMilestoneProgression: proposable({
        name: 'changeMilestoneProgression',
        about: 'flagEnvironment',
        payload: ProposedProgression,
        access: 'UPDATE_FEATURE_STRATEGY',
        says: 'change when a milestone of {feature} starts automatically in {environment}',
        target: null,
        route: `PUT ${PROGRESSIONS}/:sourceMilestoneId`,
        direct: ({ sourceMilestone, ...body }) => ({ path: `${PROGRESSIONS}/${sourceMilestone}`, body }),
        command: changeProgression,
        input: (address, { sourceMilestone, ...update }) => ({ ...at(address), sourceMilestone, update }),
    }),
    deleteMilestoneProgression: proposable({
        name: 'deleteMilestoneProgression',
        about: 'flagEnvironment',
        payload: ProgressionReference,
        access: 'UPDATE_FEATURE_STRATEGY',
        says: 'end the automatic start of a milestone of {feature} in {environment}',
        target: null,
        route: `DELETE ${PROGRESSIONS}/:sourceMilestoneId`,
        direct: ({ sourceMilestone }) => ({ path: `${PROGRESSIONS}/${sourceMilestone}` }),
        command: deleteProgression,
        input: (address, { sourceMilestone }) => ({ ...at(address), sourceMilestone }),
    }),
    resumeMilestoneProgression: proposable({
        name: 'resumeMilestoneProgression',
        about: 'flagEnvironment',
        payload: PlanReference,
        access: 'UPDATE_FEATURE_STRATEGY',
        says: 'resume the release of {feature} in {environment}',
        target: null,
        route: `POST ${PROGRESSIONS}/:planId/resume`,
        direct: ({ planId }) => ({ path: `${PROGRESSIONS}/${planId}/resume` }),
        command: resumePlan,
        input: (address, { planId }) => ({ ...at(address), planId }),
    }),
};

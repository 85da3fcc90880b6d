import { proposable } from '../../../changes/proposable.ts';
import {
    ProposedStrategy,
    ProposedStrategyRemoval,
    ProposedStrategyUpdate,
    StrategySortOrder,
} from '../../catalogue/strategies/strategy.schemas.ts';
import { addStrategy, deleteStrategy, sortStrategies, updateStrategy } from './strategy.commands.ts';

interface FlagEnvironmentAddress {
    project: string;
    feature: string;
    environment: string;
}

const flagEnvironmentAddress = ({ project, feature, environment }: FlagEnvironmentAddress) => ({
    project,
    featureName: feature,
    environment,
});

export const strategyActions = {
    addStrategy: proposable({
        name: 'addStrategy',
        about: 'flagEnvironment',
        payload: ProposedStrategy,
        access: 'CREATE_FEATURE_STRATEGY',
        says: 'add a strategy of type {payload.name} to {feature} in {environment}',
        command: addStrategy,
        input: (place, strategy) => ({ ...strategy, ...flagEnvironmentAddress(place) }),
    }),
    updateStrategy: proposable({
        name: 'updateStrategy',
        about: 'flagEnvironment',
        payload: ProposedStrategyUpdate,
        access: 'UPDATE_FEATURE_STRATEGY',
        says: 'change a strategy of {feature} in {environment}',
        command: updateStrategy,
        input: (place, { id, snapshot: _, ...update }) => ({
            ...update,
            ...flagEnvironmentAddress(place),
            strategyId: id,
        }),
    }),
    deleteStrategy: proposable({
        name: 'deleteStrategy',
        about: 'flagEnvironment',
        payload: ProposedStrategyRemoval,
        access: 'DELETE_FEATURE_STRATEGY',
        says: 'remove a strategy from {feature} in {environment}',
        command: deleteStrategy,
        input: (place, { id }) => ({ ...flagEnvironmentAddress(place), strategyId: id }),
    }),
    reorderStrategy: proposable({
        name: 'reorderStrategy',
        about: 'flagEnvironment',
        payload: StrategySortOrder,
        access: 'UPDATE_FEATURE_STRATEGY',
        says: 'put the strategies of {feature} in {environment} in another order',
        command: sortStrategies,
        input: (place, order) => ({ ...flagEnvironmentAddress(place), order }),
    }),
};

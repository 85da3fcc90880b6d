import { randomUUID } from 'node:crypto';
import { creates, removes, updates } from '../../../changes/action-rules.ts';
import { proposable } from '../../../changes/proposable.ts';
import { asRecord } from '../../../core/json/is-record.ts';
import {
    ProposedStrategy,
    ProposedStrategyRemoval,
    ProposedStrategyUpdate,
    StrategySortOrder,
} from '../../catalogue/strategy-rules/strategy.schemas.ts';
import { switchTarget } from '../flags/flag-switch.target.ts';
import { addStrategy, deleteStrategy, sortStrategies, updateStrategy } from './strategy.commands.ts';
import { strategyOrderTarget, strategyTarget } from './strategy.target.ts';

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

const STRATEGIES = '/api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies';
const STRATEGY = `${STRATEGIES}/:strategyId`;

/** These actions turn a flag off if it has no enabled strategy left. */
const alsoEdits = { target: switchTarget, members: ['enabled'] };

export const strategyActions = {
    addStrategy: proposable({
        name: 'addStrategy',
        about: 'flagEnvironment',
        payload: ProposedStrategy,
        access: 'CREATE_FEATURE_STRATEGY',
        says: 'add a strategy of type {payload.name} to {feature} in {environment}',
        target: creates(strategyTarget),
        route: `POST ${STRATEGIES}`,
        completed: (payload) => ({ id: randomUUID(), ...payload }),
        strategy: ({ payload }) => payload,
        strategies: (isEnabled, { id, disabled }) => isEnabled.set(id, !disabled),
        command: addStrategy,
        input: (address, strategy) => ({ ...strategy, ...flagEnvironmentAddress(address) }),
    }),
    updateStrategy: proposable({
        name: 'updateStrategy',
        about: 'flagEnvironment',
        payload: ProposedStrategyUpdate,
        access: 'UPDATE_FEATURE_STRATEGY',
        says: 'change a strategy of {feature} in {environment}',
        target: updates(strategyTarget),
        route: `PUT ${STRATEGY}`,
        // The command removes members that are omitted: an approval covers that, too.
        completed: (payload) => ({ constraints: [], variants: [], parameters: {}, ...payload }),
        strategy({ payload, snapshot }) {
            const { name, segments } = asRecord(snapshot);
            return { name: payload.name ?? name, segments: payload.segments ?? segments };
        },
        strategies(isEnabled, { id, disabled }) {
            if (typeof disabled === 'boolean') isEnabled.set(id, !disabled);
        },
        alsoEdits,
        command: updateStrategy,
        input: (address, { id, snapshot: _, ...update }) => ({
            ...update,
            ...flagEnvironmentAddress(address),
            strategyId: id,
        }),
    }),
    deleteStrategy: proposable({
        name: 'deleteStrategy',
        about: 'flagEnvironment',
        payload: ProposedStrategyRemoval,
        access: 'DELETE_FEATURE_STRATEGY',
        says: 'remove a strategy from {feature} in {environment}',
        target: removes(strategyTarget),
        route: `DELETE ${STRATEGY}`,
        strategies: (isEnabled, { id }) => isEnabled.delete(id),
        alsoEdits,
        command: deleteStrategy,
        input: (address, { id }) => ({ ...flagEnvironmentAddress(address), strategyId: id }),
    }),
    reorderStrategy: proposable({
        name: 'reorderStrategy',
        about: 'flagEnvironment',
        payload: StrategySortOrder,
        access: 'UPDATE_FEATURE_STRATEGY',
        says: 'reorder the strategies of {feature} in {environment}',
        target: updates(strategyOrderTarget),
        route: `POST ${STRATEGIES}/set-sort-order`,
        command: sortStrategies,
        input: (address, order) => ({ ...flagEnvironmentAddress(address), order }),
    }),
};

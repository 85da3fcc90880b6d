import { proposable } from '../../../changes/proposable.ts';
import { addDependency, removeParents } from './dependency.commands.ts';
import { NewDependency, ProposedDependencyRemoval } from './dependency.schemas.ts';

export const dependencyActions = {
    addDependency: proposable({
        name: 'addDependency',
        about: 'flag',
        payload: NewDependency,
        access: 'UPDATE_FEATURE_DEPENDENCY',
        says: 'make {feature} depend on {payload.feature}',
        command: addDependency,
        input: ({ project, feature }, dependency) => ({ project, name: feature, ...dependency }),
    }),
    deleteDependency: proposable({
        name: 'deleteDependency',
        about: 'flag',
        payload: ProposedDependencyRemoval,
        access: 'UPDATE_FEATURE_DEPENDENCY',
        says: 'let {feature} depend on {payload.feature?fewer:no} other flags',
        command: removeParents,
        input: ({ project, feature }, removal) => ({ project, name: feature, parent: removal?.feature }),
    }),
};

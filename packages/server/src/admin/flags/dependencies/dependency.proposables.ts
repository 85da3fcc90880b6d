import { proposable } from '../../../changes/proposable.ts';
import { addDependency, removeParents } from './dependency.commands.ts';
import { NewDependency, ProposedDependencyRemoval } from './dependency.schemas.ts';

const PATH = '/api/admin/projects/:projectId/features/:featureName/dependencies';

export const dependencyActions = {
    addDependency: proposable({
        name: 'addDependency',
        about: 'flag',
        payload: NewDependency,
        access: 'UPDATE_FEATURE_DEPENDENCY',
        says: 'make {feature} depend on {payload.feature}',
        target: null,
        route: `POST ${PATH}`,
        command: addDependency,
        input: ({ project, feature }, dependency) => ({ project, name: feature, ...dependency }),
    }),
    deleteDependency: proposable({
        name: 'deleteDependency',
        about: 'flag',
        payload: ProposedDependencyRemoval,
        access: 'UPDATE_FEATURE_DEPENDENCY',
        says: 'remove {payload.feature?a dependency:all dependencies} of {feature}',
        target: null,
        route: `DELETE ${PATH}`,
        command: removeParents,
        input: ({ project, feature }, removal) => ({ project, name: feature, parent: removal?.feature }),
    }),
};

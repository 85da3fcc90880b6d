import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { flagAddress, flagAt } from '../flags/flag.schemas.ts';
import { dependencyActions } from './dependency.proposables.ts';
import { listPossibleParents, listVariantNames, usesDependencies } from './dependency.queries.ts';
import { Names, NewDependency } from './dependency.schemas.ts';

const route = routeWithTag('Dependencies');
const FEATURE = '/api/admin/projects/:projectId/features/:featureName';

const { addDependency, deleteDependency } = dependencyActions;

export const dependencyRoutes = ({ db, write }: Services): Route[] => [
    route(addDependency.route, {
        operationId: 'addFeatureDependency',
        summary: 'Add or change the dependency of a flag on a parent',
        description: 'The flag is off wherever a condition on one of its parents is not met.',
        ...addDependency.routeAccess,
        body: NewDependency,
        responds: { status: 200 },
        handler: async ({ actor, params, body }) => {
            await write(actor, addDependency.step(flagAddress(params), body));
        },
    }),
    route(`DELETE ${FEATURE}/dependencies/:parent`, {
        operationId: 'deleteFeatureDependency',
        summary: 'Remove a parent of a flag',
        ...deleteDependency.routeAccess,
        responds: { status: 200 },
        handler: ({ actor, params }) =>
            write(actor, deleteDependency.step(flagAddress(params), { feature: params.parent })),
    }),
    route(deleteDependency.route, {
        operationId: 'deleteFeatureDependencies',
        summary: 'Remove all parents of a flag',
        ...deleteDependency.routeAccess,
        responds: { status: 200 },
        handler: ({ actor, params }) => write(actor, deleteDependency.step(flagAddress(params), null)),
    }),
    route(`GET ${FEATURE}/parents`, {
        operationId: 'listParentOptions',
        summary: 'List the flags that a flag could depend on',
        access: 'authenticated',
        responds: { status: 200, body: Names },
        handler: ({ params }) => listPossibleParents(db, flagAt(params)),
    }),
    route(`GET ${FEATURE}/parent-variants`, {
        operationId: 'listParentVariantOptions',
        summary: 'List the names of the variants that a flag has in any environment',
        access: 'authenticated',
        responds: { status: 200, body: Names },
        handler: ({ params }) => listVariantNames(db, flagAt(params)),
    }),
    route('GET /api/admin/projects/:projectId/dependencies', {
        operationId: 'checkDependenciesExist',
        summary: 'Check whether any flag of a project has a dependency',
        access: 'authenticated',
        responds: { status: 200, body: Type.Boolean() },
        handler: ({ params }) => usesDependencies(db, params.projectId),
    }),
];

import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { JsonPatch } from '../../../http/route/schemas.ts';
import { NewVariants, Variants, VariantsBatch } from '../../catalogue/strategy-rules/variant.schemas.ts';
import { patchVariants, setVariants } from './variant.commands.ts';
import { variantActions } from './variant.proposables.ts';
import { getFlagVariants, getVariants } from './variant.queries.ts';

const route = routeWithTag('Variants');
const flag = '/api/admin/projects/:projectId/features/:featureName';
const { patchVariant } = variantActions;

export const variantRoutes = ({ db, write }: Services): Route[] => [
    route(`GET ${flag}/variants`, {
        operationId: 'getFeatureVariants',
        summary: 'List the variants of a flag in its first production environment',
        description:
            'Each environment has its own variants. Without a production environment, the variants of the first environment are returned.',
        deprecated: true,
        access: 'authenticated',
        responds: { status: 200, body: Variants },
        handler: async ({ params: { projectId: project, featureName } }) => ({
            version: 1,
            variants: await getFlagVariants(db, { project, featureName }),
        }),
    }),
    route(`GET ${flag}/environments/:environment/variants`, {
        operationId: 'getEnvironmentFeatureVariants',
        summary: 'List the variants of a flag in an environment',
        access: 'authenticated',
        responds: { status: 200, body: Variants },
        handler: async ({ params: { projectId: project, featureName, environment } }) => ({
            version: 1,
            variants: await getVariants(db, { project, featureName, environment }),
        }),
    }),
    route(`PUT ${flag}/environments/:environment/variants`, {
        operationId: 'overwriteEnvironmentFeatureVariants',
        summary: 'Replace the variants of a flag in an environment',
        ...patchVariant.routeAccess,
        body: NewVariants,
        responds: { status: 200, body: Variants },
        handler: async ({ actor, params: { projectId: project, featureName, environment }, body }) => ({
            version: 1,
            variants: await write(actor, setVariants, {
                project,
                featureName,
                environments: [environment],
                variants: body,
                path: '/body',
            }),
        }),
    }),
    route(`PATCH ${flag}/environments/:environment/variants`, {
        operationId: 'patchEnvironmentsFeatureVariants',
        summary: 'Change the variants of a flag in an environment',
        ...patchVariant.routeAccess,
        body: JsonPatch,
        responds: { status: 200, body: Variants },
        handler: async ({ actor, params: { projectId: project, featureName, environment }, body }) => ({
            version: 1,
            variants: await write(actor, patchVariants, { project, featureName, environment, patch: body }),
        }),
    }),
    route(`PUT ${flag}/variants-batch`, {
        operationId: 'overwriteFeatureVariantsOnEnvironments',
        summary: 'Replace the variants of a flag in several environments',
        // The command checks the permission in each environment of the body.
        access: 'authenticated',
        body: VariantsBatch,
        responds: { status: 200, body: Variants },
        handler: async ({ actor, params: { projectId: project, featureName }, body }) => {
            const input = { project, featureName, ...body, path: '/body/variants' };
            return { version: 1, variants: await write(actor, setVariants, input) };
        },
    }),
];

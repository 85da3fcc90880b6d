import { updates } from '../../../changes/action-rules.ts';
import { proposable } from '../../../changes/proposable.ts';
import { ProposedVariants } from '../../catalogue/strategy-rules/variant.schemas.ts';
import { setVariants } from './variant.commands.ts';
import { variantsTarget } from './variant.target.ts';

export const variantActions = {
    patchVariant: proposable({
        name: 'patchVariant',
        about: 'flagEnvironment',
        payload: ProposedVariants,
        access: 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
        says: 'replace the variants of {feature} in {environment}',
        target: updates(variantsTarget),
        route: 'PUT /api/admin/projects/:projectId/features/:featureName/environments/:environment/variants',
        direct: ({ variants }) => ({ body: variants ?? null }),
        command: setVariants,
        input: ({ project, feature, environment }, { variants }) => ({
            project,
            featureName: feature,
            environments: [environment],
            variants,
            path: '/body/variants',
        }),
    }),
};

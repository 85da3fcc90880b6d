import { proposable } from '../../../changes/proposable.ts';
import { ProposedVariants } from '../../catalogue/strategies/variant.schemas.ts';
import { setVariants } from './variant.commands.ts';

export const variantActions = {
    patchVariant: proposable({
        name: 'patchVariant',
        about: 'flagEnvironment',
        payload: ProposedVariants,
        access: 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
        says: 'replace the variants of {feature} in {environment}',
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

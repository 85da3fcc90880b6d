import type { Judge } from './judge.ts';
import { loadVendorPackage } from './vendor-package.ts';

type Sdk = typeof import('@microsoft/feature-management');

const PACKAGE = '@microsoft/feature-management';

interface Configuration extends Record<string, unknown> {
    feature_management: { feature_flags: { id: string; variants?: unknown[] }[] };
}

export const microsoftJudge: Judge = {
    name: PACKAGE,
    completed: (context) => ({ userId: 'nobody', ...context }),
    async evaluator(document) {
        const { ConfigurationObjectFeatureFlagProvider, FeatureManager } = loadVendorPackage<Sdk>(PACKAGE);
        const configuration = document as Configuration;
        const manager = new FeatureManager(new ConfigurationObjectFeatureFlagProvider(configuration));
        const { feature_flags: flags } = configuration.feature_management;
        const withVariants = new Set(flags.flatMap(({ id, variants = [] }) => (variants.length > 0 ? id : [])));
        return async (name, { userId, attributes: { groups } }) => {
            const context = { userId: userId ?? '', groups: groups === undefined ? [] : [String(groups)] };
            if (!withVariants.has(name)) return manager.isEnabled(name, context);
            return (await manager.getVariant(name, context))?.configuration as never;
        };
    },
};

import type { Change } from '../../../changes/change.ts';
import { invalid } from '../../../core/errors/errors.ts';
import type { StoredVariant } from '../../../storage/tables/strategies.ts';
import type { FeatureStrategy } from '../../catalogue/strategy-rules/strategy.schemas.ts';
import { setFlagEnabled } from '../../flags/flags/flag-switch.commands.ts';
import { listPlans } from '../../flags/release-plans/release-plan.queries.ts';
import { updateStrategy } from '../../flags/strategies/strategy.commands.ts';
import { setVariants } from '../../flags/variants/variant.commands.ts';
import type { Experiment } from './experiment.schemas.ts';
import { hasVariants, OFF, readSplit, type SplitDefinition, variantsOf } from './experiment-arms.ts';

type ExperimentFlag = Pick<Experiment, 'project' | 'feature' | 'environment'>;

/** Changes the strategies of the flag so that all users that they target get the variant. */
export async function shipVariant(change: Change, experiment: ExperimentFlag, variant: string): Promise<void> {
    const { project, feature, environment } = experiment;
    const split = await readSplit(change.tx, experiment);
    if (!split) throw invalid(`Flag ${feature} is no longer in environment ${environment}.`);
    const isOnOff = !hasVariants(split);
    if (isOnOff && variant === OFF) {
        await setFlagEnabled(change, { project, name: feature, environment, enabled: false });
        return;
    }
    const [plan] = await listPlans(change.tx, [feature], environment);
    if (plan) {
        throw invalid(
            `Release plan ${plan.name} decides what ${feature} serves in ${environment}. Remove it first, or start its last milestone.`,
        );
    }
    if (!split.enabled) throw invalid(`Flag ${feature} is off in ${environment}. Turn it on first.`);
    const shipping = split.strategies.filter(
        (strategy) => isOnOff || variantsOf(strategy, split).some(({ name }) => name === variant),
    );
    if (shipping.length === 0) {
        throw invalid(`No enabled strategy of ${feature} in ${environment} serves ${variant}. Add one first.`);
    }
    for (const strategy of shipping) await shipByStrategy(change, experiment, { strategy, variant });
    if (!isOnOff) await shipByFlag(change, experiment, { split, variant });
}

async function shipByStrategy(
    change: Change,
    { project, feature: featureName, environment }: ExperimentFlag,
    { strategy, variant }: { strategy: FeatureStrategy; variant: string },
): Promise<void> {
    const { id: strategyId, ...members } = strategy;
    const share = ['rollout', 'percentage'].find((name) => members.parameters[name] !== undefined);
    await updateStrategy(change, {
        ...{ project, featureName, environment, strategyId, ...members },
        parameters: { ...members.parameters, ...(share && { [share]: '100' }) },
        variants: winnerOf(members.variants, variant),
    });
}

/** Strategies without variants of their own serve those of the flag. */
async function shipByFlag(
    change: Change,
    { project, feature: featureName, environment }: ExperimentFlag,
    { split, variant }: { split: SplitDefinition; variant: string },
): Promise<void> {
    if (!split.variants.some(({ name }) => name === variant)) return;
    const variants = winnerOf(split.variants, variant);
    await setVariants(change, { project, featureName, environments: [environment], variants, path: '/body/variant' });
}

const winnerOf = <Variant extends StoredVariant>(variants: readonly Variant[], winner: string): Variant[] =>
    variants
        .filter(({ name }) => name === winner)
        .map((variant) => ({ ...variant, weight: 1_000, weightType: 'variable' }));

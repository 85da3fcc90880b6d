import { invalid } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import type { StoredVariant } from '../../../storage/tables/strategies.ts';
import type { FeatureStrategy } from '../../catalogue/strategy-rules/strategy.schemas.ts';
import { findFlagEnvironment } from '../../flags/flags/flag.queries.ts';
import { listStrategiesOf } from '../../flags/strategies/strategy.queries.ts';
import type { ArmWeight } from './experiment.queries.ts';

/** What decides which arm a unit gets. */
export interface SplitDefinition {
    strategies: FeatureStrategy[];
    /** Of the flag in the environment, for strategies without variants. */
    variants: StoredVariant[];
    enabled: boolean;
}

/** Undefined: the flag is not in this environment. */
export async function readSplit(
    db: Db,
    { feature, environment }: { feature: string; environment: string },
): Promise<SplitDefinition | undefined> {
    const [ofEnvironment, strategies] = await Promise.all([
        findFlagEnvironment(db, feature, environment),
        listStrategiesOf(db, feature, environment, { withMilestones: true }),
    ]);
    if (!ofEnvironment) return undefined;
    const served = strategies.filter(({ disabled }) => !disabled);
    return { strategies: served, variants: ofEnvironment.variants, enabled: ofEnvironment.enabled };
}

const ON = 'enabled';
export const OFF = 'disabled';

export const variantsOf = (strategy: FeatureStrategy, { variants }: SplitDefinition): StoredVariant[] =>
    strategy.variants.length > 0 ? strategy.variants : variants;

/** Whether the arms are variants; otherwise they are on and off. */
export const hasVariants = (split: SplitDefinition): boolean =>
    split.variants.length > 0 || split.strategies.some(({ variants }) => variants.length > 0);

/** The arms with their shares of the units, the control first. */
export function armsOf(split: SplitDefinition, control: string | null): ArmWeight[] {
    const arms = hasVariants(split) ? variantArms(split) : onOffArms(split);
    const first = controlOf(arms, control);
    return [...arms.filter(({ variant }) => variant === first), ...arms.filter(({ variant }) => variant !== first)];
}

/** The requested control, or otherwise the variant "control", the feature turned off, or the first variant. */
function controlOf(arms: readonly ArmWeight[], control: string | null): string | undefined {
    if (control !== null) return control;
    const named = arms.find(({ variant }) => variant === 'control' || variant === OFF);
    return (named ?? arms[0])?.variant;
}

function variantArms(split: SplitDefinition): ArmWeight[] {
    const weights = new Map<string, number>();
    const lists = split.strategies.map((strategy) => variantsOf(strategy, split));
    for (const variants of lists.length > 0 ? lists : [split.variants]) {
        const total = variants.reduce((sum, { weight }) => sum + weight, 0);
        for (const { name, weight } of variants) {
            // The weights of the first strategy that offers a variant are shown.
            if (!weights.has(name)) weights.set(name, total > 0 ? weight / total : 0);
        }
    }
    return [...weights].map(([variant, weight]) => ({ variant, weight }));
}

function onOffArms({ strategies }: SplitDefinition): ArmWeight[] {
    const on = strategies.length === 0 ? 1 : Math.max(...strategies.map(rolloutOf)) / 100;
    return [
        { variant: OFF, weight: 1 - on },
        { variant: ON, weight: on },
    ];
}

const rolloutOf = ({ parameters }: FeatureStrategy): number =>
    Number(parameters['rollout'] ?? parameters['percentage'] ?? 100);

/** The share of the units that get an arm, as far as percentages decide. */
export const servedShare = (split: SplitDefinition): number =>
    hasVariants(split) && split.strategies.length > 0 ? Math.max(...split.strategies.map(rolloutOf)) / 100 : 1;

export function requireVariant(arms: readonly ArmWeight[], variant: string, path: string): void {
    if (arms.some((arm) => arm.variant === variant)) return;
    const names = arms.map((arm) => arm.variant).join(', ');
    throw invalid(`There is no variant ${variant} in this experiment. Use one of: ${names}.`, path);
}

/** Strategies without a setting of their own. */
const FIXED_STICKINESS: Readonly<Record<string, string>> = {
    gradualRolloutUserId: 'userId',
    gradualRolloutSessionId: 'sessionId',
    gradualRolloutRandom: 'random',
};

/** Only a split by the unit itself keeps each unit in one arm. */
export function requireStickiness(split: SplitDefinition, unit: string): void {
    for (const strategy of split.strategies) {
        const { name, parameters } = strategy;
        const ofStrategy =
            FIXED_STICKINESS[name] ?? parameters['stickiness'] ?? (name === 'flexibleRollout' ? 'default' : unit);
        for (const stickiness of [ofStrategy, ...variantsOf(strategy, split).map((variant) => variant.stickiness)]) {
            const field = stickiness === 'default' || stickiness === '' ? 'userId' : stickiness;
            if (field === unit) continue;
            throw invalid(
                `The flag splits by ${stickiness}, and the unit of the experiment is ${unit}. Set the stickiness of its strategies and variants to ${unit} first.`,
            );
        }
    }
}

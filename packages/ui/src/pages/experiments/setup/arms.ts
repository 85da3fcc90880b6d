import type { FlagEnvironment, Strategy } from '../../../api/types.ts';

/** A variant of the flag with its share of the users. */
export interface Arm {
    variant: string;
    /** From 0 to 1. */
    weight: number;
}

type Split = Pick<FlagEnvironment, 'strategies' | 'variants' | 'releasePlans'>;
type SplitStrategy = Pick<Strategy, 'name' | 'parameters' | 'variants' | 'disabled'>;

/** The strategies that SDKs get: the flag's own, and those of the active milestone. */
export function servedStrategies({ strategies, releasePlans }: Split): SplitStrategy[] {
    const ofMilestones = releasePlans.flatMap(({ activeMilestoneId, milestones }) =>
        (milestones.find(({ id }) => id === activeMilestoneId)?.strategies ?? []).map(
            ({ name = '', parameters = {}, variants, disabled }): SplitStrategy => ({
                ...{ name, parameters, variants: variants ?? [], disabled: disabled ?? false },
            }),
        ),
    );
    return [...ofMilestones, ...strategies].filter(({ disabled }) => !disabled);
}

/** The arms of an experiment with this flag: its variants, or on and off. */
export function armsOf(split: Split): Arm[] {
    const strategies = servedStrategies(split);
    const variantsOf = (strategy: SplitStrategy) =>
        strategy.variants.length > 0 ? strategy.variants : (split.variants ?? []);
    const lists = strategies.length > 0 ? strategies.map(variantsOf) : [split.variants ?? []];
    const weights = new Map<string, number>();
    for (const variants of lists) {
        const total = variants.reduce((sum, { weight }) => sum + weight, 0);
        for (const { name, weight } of variants) {
            if (!weights.has(name)) weights.set(name, total > 0 ? weight / total : 0);
        }
    }
    if (weights.size > 0) return [...weights].map(([variant, weight]) => ({ variant, weight }));
    const on = strategies.length === 0 ? 1 : Math.max(...strategies.map(rolloutOf)) / 100;
    return [
        { variant: 'disabled', weight: 1 - on },
        { variant: 'enabled', weight: on },
    ];
}

const rolloutOf = ({ parameters }: SplitStrategy): number =>
    Number(parameters['rollout'] ?? parameters['percentage'] ?? 100);

/** Strategies without a setting of their own. */
const FIXED_STICKINESS: Readonly<Record<string, string>> = {
    gradualRolloutUserId: 'userId',
    gradualRolloutSessionId: 'sessionId',
    gradualRolloutRandom: 'random',
};

/** Why the flag cannot be compared by this unit: the same user would get several variants. */
export function stickinessProblem(split: Split, unit: string): string | undefined {
    for (const strategy of servedStrategies(split)) {
        const { name, parameters, variants } = strategy;
        const ofStrategy =
            FIXED_STICKINESS[name] ?? parameters['stickiness'] ?? (name === 'flexibleRollout' ? 'default' : unit);
        const ofVariants = (variants.length > 0 ? variants : (split.variants ?? [])).map(
            ({ stickiness }) => stickiness,
        );
        for (const stickiness of [ofStrategy, ...ofVariants]) {
            const field = !stickiness || stickiness === 'default' ? 'userId' : stickiness;
            if (field !== unit) {
                return field === 'random'
                    ? 'The flag splits at random, so the same user gets several variants.'
                    : `The flag splits by ${field}: users with the same ${unit} could get several variants.`;
            }
        }
    }
    return undefined;
}

/** Why there is nothing to compare. */
export function armsProblem(arms: readonly Arm[]): string | undefined {
    if (arms.filter(({ weight }) => weight > 0).length >= 2) return undefined;
    return 'All users get the same. Give the flag two variants, or a rollout below 100%.';
}

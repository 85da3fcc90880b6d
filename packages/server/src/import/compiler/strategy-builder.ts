import type { ImportRule } from '../model/flag.ts';
import { constraintOf } from './constraints.ts';
import { type Effort, effortOfCopying, TOO_LONG } from './effort.ts';
import type { Limits } from './elementary.ts';
import type { Conjunction, Literal } from './literal.ts';
import { shareOf } from './ranges.ts';
import type { SplitGrant } from './split.ts';
import type { TargetStrategy } from './target.ts';
import { keyOfOutcome, type Shares, VariantNames, variantsOf } from './variants.ts';

export interface StrategyOptions {
    /** The property that percentages keep: the share of users, in every SDK; or exactly the same users, where Halyard evaluates. */
    readonly percentages: 'share' | 'people';
    readonly limits: Limits;
}

/** Builds the strategies of one state of a flag. */
export class StrategyBuilder {
    readonly #flagName: string;
    readonly #options: StrategyOptions;
    readonly #effort: Effort;
    readonly #names = new VariantNames();

    constructor(flagName: string, options: StrategyOptions, effort: Effort) {
        this.#flagName = flagName;
        this.#options = options;
        this.#effort = effort;
    }

    /** Returns a strategy, or the reason why there is none. */
    build(rule: ImportRule, { shares, rollout }: SplitGrant, conjunction: Conjunction): TargetStrategy | string {
        const { limits, percentages } = this.#options;
        const { literals, bucket, segments } = conjunction;
        if (literals.length > limits.constraints) {
            return `it would have ${literals.length} constraints, and ${limits.constraints} are allowed`;
        }
        if (!this.#effort.trySpend(effortOfStrategy(literals, shares))) return TOO_LONG;
        const common = {
            title: rule.title.slice(0, 500),
            disabled: false,
            constraints: literals.map(constraintOf),
            segments: [...segments],
        };
        const isOn = shares.every(({ outcome }) => outcome === 'on');
        const variantsFor = (stickiness: string) => (isOn ? [] : variantsOf(shares, stickiness, this.#names));
        if (bucket !== undefined && percentages === 'people') {
            return {
                ...common,
                name: 'importedRollout',
                parameters: parametersOf(bucket),
                variants: variantsFor('default'),
            };
        }
        if (bucket !== undefined && rollout !== undefined) return 'a percentage of a percentage has no strategy';
        if (bucket !== undefined && bucket.ranges[0]?.from !== 0) {
            return 'a rollout always starts at the first bucket, and this share starts at another one';
        }
        const limited = bucket
            ? { share: shareOf(bucket.bucketing, bucket.ranges), bucketing: bucket.bucketing }
            : rollout;
        const stickiness = limited?.bucketing.attribute ?? 'default';
        return {
            ...common,
            name: 'flexibleRollout',
            parameters: {
                rollout: String(Math.round((limited?.share ?? 1) * 100)),
                stickiness,
                groupId: this.#flagName,
            },
            variants: variantsFor(stickiness),
        };
    }
}

const CHARACTERS_PER_STEP = 16;

/** Strategies contain copies of the values of their constraints and variants. */
const effortOfStrategy = (literals: readonly Literal[], shares: Shares) =>
    literals.reduce(
        (sum, { test: { textTest } }) => sum + 1 + effortOfCopying('values' in textTest ? textTest.values.length : 0),
        shares.reduce((sum, { outcome }) => sum + 1 + keyOfOutcome(outcome).length / CHARACTERS_PER_STEP, 0),
    );

/** Returns the parameters of the engine's strategy type. */
function parametersOf({ bucketing, ranges }: NonNullable<Conjunction['bucket']>): Record<string, string> {
    const { algorithm, prefix, suffix, attribute, missing, of } = bucketing;
    return {
        algorithm,
        attribute,
        prefix,
        suffix,
        missing,
        ...(of !== undefined && { of: String(of) }),
        ranges: ranges.map(({ from, to, inclusive }) => `${from}..${inclusive ? '=' : ''}${to}`).join(', '),
    };
}

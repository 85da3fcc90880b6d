import { sequentialQuantile } from '../effects.ts';
import { invalid, numberOf, shareOf } from '../input.ts';
import { normQuantile, normTail } from '../special/normal.ts';

interface Plan {
    mean: number;
    variance: number;
    /** Divided equally over the variations. */
    usersTotal: number;
    variations: number;
    alpha: number;
    /** Plans for an interval that is valid at every look. */
    sequentialTuning?: number;
}

/** The variance of a unit, which a sequential interval inflates, and the units of an arm. */
function planOf(input: Plan) {
    const mean = Math.abs(numberOf(input.mean, 'mean'));
    if (mean === 0) invalid('mean', 'must not be 0, because effects are relative');
    const variance = numberOf(input.variance, 'variance', { above: 0 });
    const variations = numberOf(input.variations, 'variations', { min: 2 });
    const perArm = numberOf(input.usersTotal, 'usersTotal', { above: 0 }) / variations;
    const quantile = normQuantile(1 - shareOf(input.alpha, 'alpha') / 2);
    if (input.sequentialTuning === undefined) return { mean, quantile, perUnit: variance / perArm };
    const tuning = numberOf(input.sequentialTuning, 'sequentialTuning', { above: 0 });
    const inflation = sequentialQuantile(2 * perArm, input.alpha, tuning) / quantile;
    return { mean, quantile, perUnit: (variance / perArm) * inflation ** 2 };
}

/** R4.14: the probability of finding a relative effect. */
export function power(input: Plan & { effectRelative: number }): { power: number } {
    const { mean, quantile, perUnit } = planOf(input);
    const effect = numberOf(input.effectRelative, 'effectRelative');
    const se = (Math.sqrt(perUnit) / mean) * Math.sqrt(1 + (1 + effect) ** 2);
    return { power: normTail(quantile - effect / se) + normTail(quantile + effect / se) };
}

/** R4.14: the smallest relative effect that is found with this power; null if there are too few users for any. */
export function mde(input: Plan & { power: number }): { mde: number | null } {
    const { mean, quantile, perUnit } = planOf(input);
    const z = quantile + normQuantile(shareOf(input.power, 'power'));
    const noise = z * z * perUnit;
    const a = 1 - noise / mean ** 2;
    if (a <= 0) return { mde: null };
    // The larger root of a·x² − 2·mean·x + mean² − noise.
    const root = (mean + Math.sqrt(mean ** 2 - a * (mean ** 2 - noise))) / a;
    return { mde: (root - mean) / mean };
}

export type SampleSize = ({ variance: number } | { baseline: number }) & {
    absoluteMde: number;
    alpha: number;
    power: number;
    /** The share of users in the treatment. */
    split: number;
};

/** The users of both arms that are needed to find an absolute effect. */
export function sampleSize(input: SampleSize): { usersTotal: number } {
    const variance =
        'baseline' in input
            ? shareOf(input.baseline, 'baseline') * (1 - input.baseline)
            : numberOf(input.variance, 'variance', { above: 0 });
    const effect = numberOf(input.absoluteMde, 'absoluteMde');
    if (effect === 0) invalid('absoluteMde', 'must not be 0');
    const split = shareOf(input.split, 'split');
    const z = normQuantile(1 - shareOf(input.alpha, 'alpha') / 2) + normQuantile(shareOf(input.power, 'power'));
    return { usersTotal: Math.ceil((z / effect) ** 2 * variance * (1 / split + 1 / (1 - split))) };
}

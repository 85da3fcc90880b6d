import type { Moments } from './arms.ts';
import { alphaOf, invalid, oneOf, tuningOf } from './input.ts';
import { normQuantile, normTail } from './special/normal.ts';
import { tQuantile, tTail } from './special/student.ts';

/** The open side of a one-sided interval is null. */
export type Interval = [low: number | null, high: number | null];

export interface Effect {
    effect: number;
    se: number;
    p: number;
    ci: Interval;
}

export const DIFFERENCES = ['relative', 'absolute'] as const;
export type Difference = (typeof DIFFERENCES)[number];

export const ALTERNATIVES = ['two-sided', 'greater', 'less'] as const;
export type AlternativeHypothesis = (typeof ALTERNATIVES)[number];

/** A difference of two arms with its variance, before an interval is chosen. */
export interface Estimate {
    effect: number;
    variance: number;
    /** The units of both arms. */
    units: number;
    /** The degrees of freedom of Welch's test. */
    degrees: number;
}

/** R4.2: the difference of two means, absolute or relative to the control. */
export function estimateOf(control: Moments, treatment: Moments, difference: Difference): Estimate {
    const [a, b] = [control.variance / control.n, treatment.variance / treatment.n];
    const degrees = (a + b) ** 2 / (a ** 2 / (control.n - 1) + b ** 2 / (treatment.n - 1));
    const units = control.n + treatment.n;
    const change = treatment.mean - control.mean;
    if (difference === 'absolute') return checked({ effect: change, variance: a + b, units, degrees });
    if (control.mean === 0) invalid('control.sum', 'must not be 0 for a relative difference');
    const base = control.mean ** 2;
    const variance = b / base + (a * treatment.mean ** 2) / base ** 2;
    return checked({ effect: change / Math.abs(control.mean), variance, units, degrees });
}

function checked(estimate: Estimate): Estimate {
    const { effect, variance } = estimate;
    if (!(variance > 0)) invalid('control, treatment', 'have no variance, so that there is no interval');
    if (!Number.isFinite(effect) || !Number.isFinite(variance)) invalid('control, treatment', 'are too large');
    return estimate;
}

interface Options {
    alpha: number;
    alternative: AlternativeHypothesis;
    tuning?: number | undefined;
}

/** The options that most families share. */
export const optionsOf = (input: Readonly<Record<string, unknown>>): Options & { difference: Difference } => ({
    difference: oneOf(input['difference'], 'difference', DIFFERENCES),
    alternative:
        input['alternative'] === undefined ? 'two-sided' : oneOf(input['alternative'], 'alternative', ALTERNATIVES),
    alpha: alphaOf(input['alpha']),
    tuning: tuningOf(input['tuning']),
});

/** An interval that is valid at every look with a tuning parameter, at one planned look without. */
export const effectOf = (estimate: Estimate, options: Options): Effect =>
    options.tuning === undefined
        ? fixedEffect(estimate, options)
        : sequentialEffect(estimate, { ...options, tuning: options.tuning });

function fixedEffect({ effect, variance, degrees }: Estimate, { alpha, alternative }: Options): Effect {
    const se = Math.sqrt(variance);
    return withInterval(effect, se, alternative, {
        width: (tail) => tQuantile(1 - tail, degrees) * se,
        tail: (z) => tTail(z, degrees),
        alpha,
    });
}

/** The same with the normal distribution, for effects that are combined from several. */
export function normalEffect({ effect, variance }: Pick<Estimate, 'effect' | 'variance'>, alpha: number): Effect {
    const se = Math.sqrt(variance);
    return withInterval(effect, se, 'two-sided', {
        width: (tail) => normQuantile(1 - tail) * se,
        tail: normTail,
        alpha,
    });
}

interface Distribution {
    /** The distance that is exceeded with a probability. */
    width: (tail: number) => number;
    tail: (z: number) => number;
    alpha: number;
}

function withInterval(
    effect: number,
    se: number,
    alternative: AlternativeHypothesis,
    distribution: Distribution,
): Effect {
    const { width, tail, alpha } = distribution;
    const z = effect / se;
    if (alternative === 'greater') return { effect, se, p: tail(z), ci: [effect - width(alpha), null] };
    if (alternative === 'less') return { effect, se, p: tail(-z), ci: [null, effect + width(alpha)] };
    const half = width(alpha / 2);
    return { effect, se, p: Math.min(1, 2 * tail(Math.abs(z))), ci: [effect - half, effect + half] };
}

type SequentialOptions = Options & { tuning: number };

/** R4.3: the asymptotic confidence sequence of Waudby-Smith et al. (2021), valid at every look. */
export function sequentialEffect(estimate: Estimate, { alpha, alternative, tuning }: SequentialOptions): Effect {
    const { effect, variance, units } = estimate;
    const se = Math.sqrt(variance);
    const isTwoSided = alternative === 'two-sided';
    if (!isTwoSided && alpha >= 0.5) invalid('alpha', 'must be below 0.5 for one side');
    const { perUnit, width } = mixture(units, isTwoSided ? alpha : 2 * alpha, tuning);
    if (isTwoSided) {
        const half = se * Math.sqrt(width * Math.log(Math.sqrt(perUnit) / alpha));
        const p = Math.min(1, Math.sqrt(perUnit) * Math.exp(-(effect * effect) / variance / width));
        return { effect, se, p, ci: [effect - half, effect + half] };
    }
    const distance = se * Math.sqrt(width * Math.log1p(Math.sqrt(perUnit) / (2 * alpha)));
    const towards = alternative === 'greater' ? effect : -effect;
    const p = oneSidedP(towards, variance, perUnit, width);
    return alternative === 'greater'
        ? { effect, se, p, ci: [effect - distance, null] }
        : { effect, se, p, ci: [null, effect + distance] };
}

/** Returns Nρ² + 1 and 2(Nρ² + 1) / (Nρ²). */
function mixture(units: number, alpha: number, tuning: number): { perUnit: number; width: number } {
    const log = -2 * Math.log(alpha);
    const product = (units * (log + Math.log1p(log))) / tuning;
    return { perUnit: product + 1, width: (2 * (product + 1)) / product };
}

/** The standard errors by which an effect must exceed 0, for two sides. */
export function sequentialQuantile(units: number, alpha: number, tuning: number): number {
    const { perUnit, width } = mixture(units, alpha, tuning);
    return Math.sqrt(width * Math.log(Math.sqrt(perUnit) / alpha));
}

const SMALLEST_P = 1e-5;
const LARGEST_P = 0.4999;

/** The α at which the bound of the interval reaches 0, with the mixture held fixed. */
function oneSidedP(effect: number, variance: number, perUnit: number, width: number): number {
    if (effect <= 0) return LARGEST_P;
    const alpha = Math.sqrt(perUnit) / (2 * Math.expm1((effect * effect) / variance / width));
    return Math.min(LARGEST_P, Math.max(SMALLEST_P, alpha));
}

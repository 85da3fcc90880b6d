import { bayesNormal, betaBinomial, betaInterval } from './families/bayes.ts';
import { asymptoticCs, cuped, ratioDelta, stratified, welch } from './families/comparisons.ts';
import { histogramQuantile } from './families/histogram-quantile.ts';
import { benjaminiHochberg, holm } from './families/multiple.ts';
import { mde, power, sampleSize } from './families/planning.ts';
import { bernoulliCs, proportionInterval } from './families/rates.ts';
import { poissonSequential, srmChiSquare, srmSequential } from './families/sample-ratio.ts';
import { specialFunction } from './families/special-function.ts';
import { fieldsOf, invalid, oneOf } from './input.ts';

export { type Arm, type CupedArm, type RatioArm, ratioMomentsOf, sampleVariance } from './arms.ts';
export type { AlternativeHypothesis, Difference, Effect, Interval } from './effects.ts';

/** All computations by name. Each takes and returns a plain object. */
const FAMILIES = {
    welch,
    'asymptotic-cs': asymptoticCs,
    stratified,
    cuped,
    'ratio-delta': ratioDelta,
    'bayes-normal': bayesNormal,
    'beta-binomial': betaBinomial,
    'beta-interval': betaInterval,
    'bernoulli-cs': bernoulliCs,
    'proportion-interval': proportionInterval,
    'srm-chi-square': srmChiSquare,
    'srm-sequential': srmSequential,
    'poisson-sequential': poissonSequential,
    'benjamini-hochberg': benjaminiHochberg,
    holm,
    power,
    mde,
    'sample-size': sampleSize,
    'histogram-quantile': histogramQuantile,
    'special-function': specialFunction,
};

export type Family = keyof typeof FAMILIES;
export type InputOf<F extends Family> = Parameters<(typeof FAMILIES)[F]>[0];
export type OutputOf<F extends Family> = ReturnType<(typeof FAMILIES)[F]>;

export const FAMILY_NAMES = Object.keys(FAMILIES) as Family[];

/** Computes a statistic. Throws a RangeError that names the invalid member of the input. */
export function compute<F extends Family>(family: F, input: InputOf<F>): OutputOf<F> {
    const name = oneOf(family, 'family', FAMILY_NAMES);
    fieldsOf(input, 'input');
    const output = (FAMILIES[name] as (input: InputOf<F>) => OutputOf<F>)(input);
    if (hasNaN(output)) invalid('input', 'contains numbers that are too large or too small to compute with');
    return output;
}

const hasNaN = (value: unknown): boolean =>
    typeof value === 'object' && value !== null ? Object.values(value).some(hasNaN) : Number.isNaN(value);

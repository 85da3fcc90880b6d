import { fieldsOf, invalid, numberOf, oneOf } from './input.ts';

/** The sufficient statistics of one arm. */
export type Arm =
    | { type: 'mean'; n: number; sum: number; sumSquares: number }
    | { type: 'proportion'; n: number; sum: number };

export interface RatioArm {
    n: number;
    numSum: number;
    numSumSquares: number;
    denSum: number;
    denSumSquares: number;
    crossSum: number;
}

export interface CupedArm {
    type?: 'mean' | 'proportion';
    n: number;
    sum: number;
    sumSquares: number;
    preSum: number;
    preSumSquares: number;
    crossSum: number;
}

/** What all effects are computed from: the mean of an arm and the variance of its units. */
export interface Moments {
    n: number;
    mean: number;
    variance: number;
}

/** Rounding may leave a variance of 0 slightly below 0. */
const ROUNDING = 1e-12;

/** The unbiased variance. */
export function sampleVariance(n: number, sum: number, sumSquares: number, name: string): number {
    const variance = (sumSquares - (sum * sum) / n) / (n - 1);
    if (variance < -ROUNDING * Math.max(1, sumSquares)) invalid(name, 'is too small: the variance would be negative');
    return Math.max(0, variance);
}

export const sampleCovariance = (n: number, sumX: number, sumY: number, crossSum: number): number =>
    (crossSum - (sumX * sumY) / n) / (n - 1);

export const unitsOf = (value: unknown, name: string): number => numberOf(value, `${name}.n`, { above: 1 });

function proportionOf(n: number, sum: unknown, name: string): Moments {
    const successes = numberOf(sum, `${name}.sum`, { min: 0 });
    if (successes > n) invalid(`${name}.sum`, 'must be at most n');
    const mean = successes / n;
    return { n, mean, variance: mean * (1 - mean) };
}

export function momentsOf(value: unknown, name: string): Moments {
    const arm = fieldsOf(value, name);
    const type = oneOf(arm['type'], `${name}.type`, ['mean', 'proportion']);
    const n = unitsOf(arm['n'], name);
    if (type === 'proportion') return proportionOf(n, arm['sum'], name);
    const sum = numberOf(arm['sum'], `${name}.sum`);
    const sumSquares = numberOf(arm['sumSquares'], `${name}.sumSquares`, { min: 0 });
    return { n, mean: sum / n, variance: sampleVariance(n, sum, sumSquares, `${name}.sumSquares`) };
}

/** A ratio of two sums, by the delta method over units. */
export function ratioMomentsOf(value: unknown, name: string): Moments {
    const arm = fieldsOf(value, name);
    const n = unitsOf(arm['n'], name);
    const read = (member: keyof RatioArm) => numberOf(arm[member], `${name}.${member}`);
    const [numSum, denSum] = [read('numSum'), read('denSum')];
    if (denSum === 0) invalid(`${name}.denSum`, 'must not be 0');
    const [numerator, denominator] = [numSum / n, denSum / n];
    const numVariance = sampleVariance(n, numSum, read('numSumSquares'), `${name}.numSumSquares`);
    const denVariance = sampleVariance(n, denSum, read('denSumSquares'), `${name}.denSumSquares`);
    const covariance = sampleCovariance(n, numSum, denSum, read('crossSum'));
    const variance =
        numVariance / denominator ** 2 +
        (denVariance * numerator ** 2) / denominator ** 4 -
        (2 * covariance * numerator) / denominator ** 3;
    return { n, mean: numSum / denSum, variance: Math.max(0, variance) };
}

import { invalid, numberOf, oneOf, shareOf } from '../input.ts';
import { betaQuantile } from '../special/beta.ts';
import { logBeta } from '../special/gamma.ts';
import { normQuantile } from '../special/normal.ts';

export interface BernoulliCs {
    successes: number;
    trials: number;
    alpha: number;
    /** The number of trials at which the interval is narrowest. */
    tOpt: number;
    /** The α for which it is narrowest there. */
    alphaOpt?: number;
}

/** R4.5: the confidence sequence of a rate by a beta-binomial mixture (Howard et al.), exact at every look. */
export function bernoulliCs(input: BernoulliCs): { lower: number; upper: number } {
    const trials = numberOf(input.trials, 'trials', { above: 0 });
    const successes = numberOf(input.successes, 'successes', { min: 0 });
    if (successes > trials) invalid('successes', 'must be at most trials');
    const alpha = shareOf(input.alpha, 'alpha');
    const tOpt = numberOf(input.tOpt, 'tOpt', { above: 0 });
    const alphaOpt = input.alphaOpt === undefined ? alpha : shareOf(input.alphaOpt, 'alphaOpt');
    const limit = -Math.log(alpha);
    const log = -2 * Math.log(alphaOpt);
    const variancePerTrial = tOpt / (log + Math.log1p(log));
    const isExcluded = (p: number) => logMixture(successes, trials, p, variancePerTrial) >= limit;
    const rate = successes / trials;
    return {
        lower: successes === 0 ? 0 : boundary(0, rate, isExcluded),
        upper: successes === trials ? 1 : boundary(1, rate, isExcluded),
    };
}

/** Bisects between a rate that is excluded and one that is not. */
function boundary(excluded: number, included: number, isExcluded: (p: number) => boolean): number {
    let [outside, inside] = [excluded, included];
    for (let step = 0; step < 200; step++) {
        const middle = (outside + inside) / 2;
        if (middle === outside || middle === inside) break;
        if (isExcluded(middle)) outside = middle;
        else inside = middle;
    }
    return inside;
}

/** The logarithm of the martingale that tests the rate p. */
function logMixture(successes: number, trials: number, p: number, variancePerTrial: number): number {
    const [g, h] = [p, 1 - p];
    if (g <= 0 || h <= 0) return Number.POSITIVE_INFINITY;
    const v = trials * g * h;
    const s = successes - trials * p;
    const r = Math.max(variancePerTrial * g * h - g * h, 1e-3 * g * h);
    return (
        (v / (g * h)) * Math.log(g + h) -
        ((v + h * s) / h) * Math.log(g) -
        ((v - g * s) / g) * Math.log(h) +
        logBeta((r + v - g * s) / g, (r + v + h * s) / h) -
        logBeta(r / g, r / h)
    );
}

export interface ProportionInterval {
    count: number;
    n: number;
    level: number;
    method: 'wilson' | 'clopper-pearson';
}

/** The interval of a rate, for one planned look. */
export function proportionInterval(input: ProportionInterval): { ci: [number, number] } {
    const n = numberOf(input.n, 'n', { above: 0 });
    const count = numberOf(input.count, 'count', { min: 0 });
    if (count > n) invalid('count', 'must be at most n');
    const tail = (1 - shareOf(input.level, 'level')) / 2;
    if (oneOf(input.method, 'method', ['wilson', 'clopper-pearson']) === 'wilson')
        return { ci: wilson(count / n, n, tail) };
    return {
        ci: [
            count === 0 ? 0 : betaQuantile(tail, count, n - count + 1),
            count === n ? 1 : betaQuantile(1 - tail, count + 1, n - count),
        ],
    };
}

function wilson(rate: number, n: number, tail: number): [number, number] {
    const z = normQuantile(1 - tail);
    const square = (z * z) / n;
    const centre = (rate + square / 2) / (1 + square);
    const half = (z / (1 + square)) * Math.sqrt((rate * (1 - rate)) / n + square / (4 * n));
    // Rounding must not leave the interval outside of 0 and 1.
    return [rate === 0 ? 0 : Math.max(0, centre - half), rate === 1 ? 1 : Math.min(1, centre + half)];
}

import { betaInc } from './beta.ts';
import { logBeta } from './gamma.ts';
import { normQuantile } from './normal.ts';

/** Bisection alone would need about a thousand steps for the widest distributions. */
const MAX_STEPS = 1_100;

/** The probability above t of Student's distribution. */
export function tTail(t: number, degrees: number): number {
    const square = t * t;
    const [x, y] = [degrees / (degrees + square), square / (degrees + square)];
    // Near 0, the probability of the centre is the precise one.
    return t < 0 ? 0.5 + betaInc(0.5, degrees / 2, y, x) / 2 : betaInc(degrees / 2, 0.5, x, y) / 2;
}

export const tCdf = (t: number, degrees: number): number => tTail(-t, degrees);

/** The t below which a variable of Student's distribution is with probability p, for 0 < p < 1. */
export function tQuantile(p: number, degrees: number): number {
    if (p === 0.5) return 0;
    if (p < 0.5) return -upperQuantile(p, degrees);
    return upperQuantile(1 - p, degrees);
}

/** The density of Student's distribution. */
const density = (t: number, degrees: number): number =>
    Math.exp(-logBeta(0.5, degrees / 2) - ((degrees + 1) / 2) * Math.log1p((t * t) / degrees)) / Math.sqrt(degrees);

/** The t above which the probability is q < ½, by Newton's method, or by bisection where that would leave the bracket. */
function upperQuantile(q: number, degrees: number): number {
    // Near 0, the probability of the centre is the precise one.
    const excess = (t: number) =>
        q > 0.25
            ? 0.5 - q - betaInc(0.5, degrees / 2, (t * t) / (degrees + t * t), degrees / (degrees + t * t)) / 2
            : tTail(t, degrees) - q;
    let [low, high] = [0, Number.POSITIVE_INFINITY];
    // The tails of a normal distribution are lighter.
    let t = -normQuantile(q);
    for (let step = 0; step < MAX_STEPS; step++) {
        const error = excess(t);
        if (error > 0) low = t;
        else high = t;
        const next = t + error / density(t, degrees);
        const isInside = next > low && next < high;
        const target = isInside ? next : high === Number.POSITIVE_INFINITY ? 2 * t : (low + high) / 2;
        if (Math.abs(target - t) <= 1e-15 * t) return target;
        t = target;
    }
    return t;
}

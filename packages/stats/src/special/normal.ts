import { gammaP, gammaQ } from './gamma.ts';

/** The density of the standard normal distribution. */
export const normDensity = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);

/** The distribution function of the standard normal distribution; tails are computed directly. */
export const normCdf = (x: number): number =>
    x < 0 ? gammaQ(0.5, (x * x) / 2) / 2 : 0.5 + gammaP(0.5, (x * x) / 2) / 2;

/** The probability above x. */
export const normTail = (x: number): number => normCdf(-x);

/** The x below which a normal variable is with probability p, for 0 < p < 1. */
export function normQuantile(p: number): number {
    if (Math.abs(p - 0.5) <= 0.25) return Math.SQRT2 * erfInv(2 * p - 1);
    return p < 0.5 ? -upperQuantile(p) : upperQuantile(1 - p);
}

/** The x above which a normal variable is with probability q < ¼. */
function upperQuantile(q: number): number {
    const t = Math.sqrt(-2 * Math.log(q));
    // Abramowitz and Stegun 26.2.23; Halley's method then triples the digits in each step.
    let x = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
    for (let step = 0; step < 4; step++) {
        const error = (normTail(x) - q) / normDensity(x);
        x += error / (1 + (x * error) / 2);
    }
    return x;
}

/** The inverse of the error function, for −1 < y < 1. */
export function erfInv(y: number): number {
    if (y < 0) return -erfInv(-y);
    // 1 − y is exact.
    if (y > 0.5) return upperQuantile((1 - y) / 2) / Math.SQRT2;
    let x = (y * Math.sqrt(Math.PI) * (1 + (Math.PI * y * y) / 12)) / 2;
    if (x === 0) return 0;
    for (let step = 0; step < 4; step++) {
        const error = ((gammaP(0.5, x * x) - y) * Math.sqrt(Math.PI) * Math.exp(x * x)) / 2;
        x -= error / (1 + x * error);
    }
    return x;
}

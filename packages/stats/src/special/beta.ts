import { deviance, MAX_TERMS, nonZero, stirlingError } from './gamma.ts';

/** xᵃ yᵇ / (a B(a, b)) with y = 1 − x, without the cancellation of large logarithms. */
export function betaTerm(a: number, b: number, x: number, y: number): number {
    const n = a + b;
    const log = stirlingError(n) - stirlingError(a) - stirlingError(b) - deviance(a, n * x) - deviance(b, n * y);
    return Math.exp(log) * Math.sqrt(b / (2 * Math.PI * a * n));
}

/** The continued fraction of I_x(a, b), which converges fast for x < (a + 1) / (a + b + 2) (Lentz). */
function betaFraction(a: number, b: number, x: number): number {
    let c = 1;
    let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1));
    let fraction = d;
    for (let m = 1; m < MAX_TERMS; m++) {
        const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
        d = 1 / nonZero(1 + even * d);
        c = nonZero(1 + even / c);
        fraction *= d * c;
        const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / nonZero(1 + odd * d);
        c = nonZero(1 + odd / c);
        const factor = d * c;
        fraction *= factor;
        if (Math.abs(factor - 1) < 1e-16) break;
    }
    return fraction;
}

/**
 * The regularised incomplete beta function I_x(a, b). `y` is 1 − x; a caller that knows it more precisely than the difference passes
 * it.
 */
export function betaInc(a: number, b: number, x: number, y = 1 - x): number {
    if (x <= 0) return 0;
    if (y <= 0) return 1;
    return x < (a + 1) / (a + b + 2)
        ? betaTerm(a, b, x, y) * betaFraction(a, b, x)
        : 1 - betaTerm(b, a, y, x) * betaFraction(b, a, y);
}

/** The x for which I_x(a, b) is p. */
export function betaQuantile(p: number, a: number, b: number): number {
    if (p <= 0) return 0;
    if (p >= 1) return 1;
    // On the scale of the logit, so that values close to 0 and 1 keep their precision.
    const at = (logit: number) => 1 / (1 + Math.exp(-logit));
    let [low, high] = [-745, 745];
    for (let step = 0; step < 200 && high - low > 1e-15 * Math.max(1, Math.abs(low)); step++) {
        const middle = (low + high) / 2;
        if (betaInc(a, b, at(middle), at(-middle)) < p) low = middle;
        else high = middle;
    }
    return at((low + high) / 2);
}

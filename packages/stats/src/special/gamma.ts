/** ζ(k) − 1 for k = 2, 3, …: the coefficients of the series of ln Γ around 2. */
const ZETA_MINUS_ONE = [
    0.6449340668482264, 0.2020569031595943, 0.08232323371113819, 0.03692775514336993, 0.01734306198444914,
    0.008349277381922827, 0.00407735619794434, 0.0020083928260822143, 0.0009945751278180853, 0.0004941886041194645,
    0.0002460865533080483, 0.00012271334757848915, 6.124813505870483e-5, 3.058823630702049e-5, 1.528225940865187e-5,
    7.637197637899763e-6, 3.81729326499984e-6, 1.908212716553939e-6, 9.539620338727962e-7, 4.769329867878064e-7,
    2.38450502727733e-7, 1.1921992596531106e-7, 5.960818905125948e-8, 2.980350351465228e-8, 1.4901554828365043e-8,
    7.45071178983543e-9, 3.725334024788457e-9,
];

const EULER = 0.5772156649015329;

/** The coefficients of 1/x, 1/x³, … in the error of Stirling's formula: B₂ₖ / (2k(2k − 1)). */
const STIRLING = [
    1 / 12,
    -1 / 360,
    1 / 1260,
    -1 / 1680,
    1 / 1188,
    -691 / 360360,
    1 / 156,
    -3617 / 122400,
    43867 / 244188,
    -174611 / 125400,
];

const HALF_LOG_TWO_PI = 0.9189385332046728;

/** From here on, Stirling's formula with these coefficients has the precision of a double. */
const STIRLING_FROM = 10;

/** ln Γ(2 + z) for |z| ≤ ½, without cancellation at 1 and 2, where it is 0 (Abramowitz and Stegun 6.1.33). */
function lgammaAroundTwo(z: number): number {
    let sum = 0;
    for (let index = ZETA_MINUS_ONE.length - 1; index >= 0; index--) {
        const k = index + 2;
        sum = (sum + ((k % 2 === 0 ? 1 : -1) * ZETA_MINUS_ONE[index]!) / k) * z;
    }
    return z * (1 - EULER + sum);
}

/** The difference between ln Γ(x + 1) and (x + ½) ln x − x + ½ ln 2π, for x > 0. */
export function stirlingError(x: number): number {
    if (x < STIRLING_FROM) return lgamma(x + 1) - (x + 0.5) * Math.log(x) + x - HALF_LOG_TWO_PI;
    const square = 1 / (x * x);
    return STIRLING.reduceRight((sum, coefficient) => sum * square + coefficient, 0) / x;
}

/** The logarithm of the gamma function, for x > 0. */
export function lgamma(x: number): number {
    if (x < 0.5) return lgamma(x + 1) - Math.log(x);
    if (x < 1.5) return lgammaAroundTwo(x - 1) - Math.log1p(x - 1);
    if (x <= 2.5) return lgammaAroundTwo(x - 2);
    if (x >= STIRLING_FROM) return (x - 0.5) * Math.log(x) - x + HALF_LOG_TWO_PI + stirlingError(x);
    let product = 1;
    let rest = x;
    while (rest > 2.5) {
        rest -= 1;
        product *= rest;
    }
    return lgammaAroundTwo(rest - 2) + Math.log(product);
}

/** The logarithm of the beta function of several arguments: Σ ln Γ(aᵢ) − ln Γ(Σ aᵢ). */
export const logBeta = (...a: readonly number[]): number =>
    a.reduce((sum, each) => sum + lgamma(each), 0) - lgamma(a.reduce((sum, each) => sum + each, 0));

/** The ratio is at most 0.1, so that each term adds two digits. */
const MAX_DEVIANCE_TERMS = 10;

/**
 * x ln(x / mean) + mean − x, without cancellation for x near `mean` (Loader, “Fast and accurate computation of binomial
 * probabilities”, 2000).
 */
export function deviance(x: number, mean: number): number {
    if (Math.abs(x - mean) >= 0.1 * (x + mean)) return x * Math.log(x / mean) + mean - x;
    const ratio = (x - mean) / (x + mean);
    let sum = (x - mean) * ratio;
    let term = 2 * x * ratio;
    for (let k = 1; k < MAX_DEVIANCE_TERMS; k++) {
        term *= ratio * ratio;
        sum += term / (2 * k + 1);
    }
    return sum;
}

/** xᵃ e⁻ˣ / Γ(a + 1), for a > 0: the probability of a in a Poisson distribution with mean x. */
const poissonTerm = (a: number, x: number): number =>
    Math.exp(-stirlingError(a) - deviance(a, x)) / Math.sqrt(2 * Math.PI * a);

const PRECISION = 1e-17;
/** Keeps the denominators of continued fractions away from 0. */
const TINY = 1e-300;
/** The number of terms grows with the square root of the parameters: enough for 10⁹ units. */
export const MAX_TERMS = 200_000;

function lowerGammaSeries(a: number, x: number): number {
    let term = 1;
    let sum = 1;
    for (let n = 1; n < MAX_TERMS; n++) {
        term *= x / (a + n);
        sum += term;
        if (term < sum * PRECISION) break;
    }
    return poissonTerm(a, x) * sum;
}

function upperGammaFraction(a: number, x: number): number {
    let b = x + 1 - a;
    let c = 1 / TINY;
    let d = 1 / b;
    let fraction = d;
    for (let n = 1; n < MAX_TERMS; n++) {
        const numerator = -n * (n - a);
        b += 2;
        d = 1 / nonZero(numerator * d + b);
        c = nonZero(b + numerator / c);
        const factor = d * c;
        fraction *= factor;
        if (Math.abs(factor - 1) < 1e-16) break;
    }
    return poissonTerm(a, x) * a * fraction;
}

export const nonZero = (value: number) => (Math.abs(value) < TINY ? TINY : value);

/** The regularised lower incomplete gamma function P(a, x). */
export function gammaP(a: number, x: number): number {
    if (x <= 0) return 0;
    return x < a + 1 ? lowerGammaSeries(a, x) : 1 - upperGammaFraction(a, x);
}

/** The regularised upper incomplete gamma function Q(a, x). */
export function gammaQ(a: number, x: number): number {
    if (x <= 0) return 1;
    return x < a + 1 ? 1 - lowerGammaSeries(a, x) : upperGammaFraction(a, x);
}

import { type Arm, momentsOf } from '../arms.ts';
import { DIFFERENCES, type Difference, estimateOf } from '../effects.ts';
import { alphaOf, fieldsOf, invalid, listOf, numberOf, oneOf, shareOf } from '../input.ts';
import { betaInc, betaQuantile, betaTerm } from '../special/beta.ts';
import { normCdf, normDensity, normQuantile } from '../special/normal.ts';

export interface BayesNormal {
    control: Arm;
    treatment: Arm;
    difference: Difference;
    /** Of the relative difference; null: every difference is equally likely. */
    prior: null | { mean: number; variance: number };
    alpha?: number;
}

export interface Posterior {
    expected: number;
    stddev: number;
    ci: [low: number, high: number];
    chanceToWin: number;
    /** The expected loss of keeping the control, and of shipping the treatment. */
    risk: [control: number, treatment: number];
}

/** R4.10: the posterior of the difference with a normal prior. It is not protected against repeated looks. */
export function bayesNormal(input: BayesNormal): Posterior {
    const difference = oneOf(input.difference, 'difference', DIFFERENCES);
    const control = momentsOf(input.control, 'control');
    const alpha = alphaOf(input.alpha);
    const { effect, variance } = estimateOf(control, momentsOf(input.treatment, 'treatment'), difference);
    const prior = priorOf(input.prior, difference === 'absolute' ? Math.abs(control.mean) : 1);
    const precision = 1 / variance + prior.precision;
    const expected = (effect / variance + prior.mean * prior.precision) / precision;
    const stddev = Math.sqrt(1 / precision);
    const half = normQuantile(1 - alpha / 2) * stddev;
    return {
        expected,
        stddev,
        ci: [expected - half, expected + half],
        chanceToWin: normCdf(expected / stddev),
        risk: riskOf(expected, stddev),
    };
}

function priorOf(value: unknown, scale: number): { mean: number; precision: number } {
    if (value === null) return { mean: 0, precision: 0 };
    const prior = fieldsOf(value, 'prior');
    const mean = numberOf(prior['mean'], 'prior.mean') * scale;
    const variance = numberOf(prior['variance'], 'prior.variance', { above: 0 }) * scale ** 2;
    if (variance === 0) invalid('control.sum', 'must not be 0 with a prior');
    return { mean, precision: 1 / variance };
}

/** Beyond this many standard deviations, the density is 0 in doubles. */
const FAR = 37;

function riskOf(mean: number, deviation: number): [number, number] {
    const z = mean / deviation;
    if (Math.abs(z) > FAR) return [Math.max(mean, 0), Math.max(-mean, 0)];
    const spread = deviation * normDensity(z);
    return [mean * normCdf(z) + spread, spread - mean * normCdf(-z)];
}

export interface BetaBinomial {
    control: { n: number; sum: number };
    treatment: { n: number; sum: number };
    prior: [a: number, b: number];
}

/** R4.10: the probability that the rate of the treatment is the higher one. */
export function betaBinomial(input: BetaBinomial): { chanceToWin: number } {
    const prior = betaPrior(input.prior);
    const control = betaOf(input.control, 'control', prior);
    const treatment = betaOf(input.treatment, 'treatment', prior);
    // The narrower distribution is integrated, because the distribution function of the wider one is smoother.
    const chance =
        spreadOf(control) < spreadOf(treatment)
            ? integrate(control, (x, y) => betaInc(treatment.b, treatment.a, y, x))
            : integrate(treatment, (x, y) => betaInc(control.a, control.b, x, y));
    return { chanceToWin: Math.min(1, Math.max(0, chance)) };
}

interface Beta {
    a: number;
    b: number;
}

function betaPrior(value: unknown): Beta {
    const [a, b] = listOf(value, 'prior');
    return { a: numberOf(a, 'prior[0]', { above: 0 }), b: numberOf(b, 'prior[1]', { above: 0 }) };
}

function betaOf(value: unknown, name: string, prior: Beta): Beta {
    const arm = fieldsOf(value, name);
    const n = numberOf(arm['n'], `${name}.n`, { min: 0 });
    const sum = numberOf(arm['sum'], `${name}.sum`, { min: 0 });
    if (sum > n) invalid(`${name}.sum`, 'must be at most n');
    return { a: prior.a + sum, b: prior.b + n - sum };
}

/** The standard deviation of the logit, approximately. */
const spreadOf = ({ a, b }: Beta) => Math.sqrt(1 / a + 1 / b);

/** On the scale of the logit the integrand is smooth and decreases exponentially, so that the trapezoidal rule is precise. */
function integrate({ a, b }: Beta, factor: (x: number, y: number) => number): number {
    const mode = Math.log(a / b);
    const step = Math.min(spreadOf({ a, b }), 1) / 24;
    const valueAt = (logit: number) => {
        const [x, y] = [1 / (1 + Math.exp(-logit)), 1 / (1 + Math.exp(logit))];
        const density = a * betaTerm(a, b, x, y);
        return density === 0 ? 0 : density * factor(x, y);
    };
    const negligible = 1e-18;
    let sum = valueAt(mode);
    for (const direction of [-1, 1]) {
        for (let k = 1; ; k++) {
            const logit = mode + direction * k * step;
            const value = valueAt(logit);
            sum += value;
            // The tails decrease at least as fast as e^(−min(a, b)·|logit|).
            const isTail = k * step > spreadOf({ a, b }) * 3 && value < sum * negligible;
            if (isTail || Math.abs(logit) > 700 || Number.isNaN(value)) break;
        }
    }
    return sum * step;
}

/** The interval of a rate with equal tails. */
export function betaInterval(input: { successes: number; trials: number; prior: [number, number]; level: number }): {
    ci: [number, number];
} {
    const prior = betaPrior(input.prior);
    const { a, b } = betaOf({ n: input.trials, sum: input.successes }, 'trials', prior);
    const tail = (1 - shareOf(input.level, 'level')) / 2;
    return { ci: [betaQuantile(tail, a, b), betaQuantile(1 - tail, a, b)] };
}

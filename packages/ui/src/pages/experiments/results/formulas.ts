/** The name, the formula and the source of a statistic of `packages/stats`. */
interface Formula {
    name: string;
    formula: string;
    source: string;
}

/** The formulas of the families of vectors. */
export const FORMULAS: Record<string, Formula> = {
    'asymptotic-cs': {
        name: 'Asymptotic confidence sequence',
        formula: 'effect ± √V·N · √( 2(Nρ²+1)/(N²ρ²) · ln(√(Nρ²+1)/α) ), ρ = √((−2 ln α + ln(1−2 ln α))/N*)',
        source: 'Waudby-Smith and others, 2021',
    },
    welch: { name: 'Welch’s test', formula: 'effect ± t(1−α/2, ν) · √V', source: 'Welch, 1947' },
    stratified: {
        name: 'Stratified effect over phases',
        formula: 'Σ wᵢ·effectᵢ / Σ wᵢ, wᵢ = 1/seᵢ², se = 1/√Σ wᵢ',
        source: 'Inverse variance weighting',
    },
    cuped: {
        name: 'CUPED',
        formula: 'm′ = m − θ·m(before), θ = cov(after, before) / var(before), pooled over the arms',
        source: 'Deng and others, 2013',
    },
    'ratio-delta': {
        name: 'Ratio by the delta method',
        formula: 'R = Σ numerator / Σ denominator; s²/d̄² + s(d)²·m̄²/d̄⁴ − 2·cov·m̄/d̄³',
        source: 'Delta method',
    },
    'bayes-normal': {
        name: 'Normal posterior with a flat prior',
        formula: 'posterior of the effect: mean = effect, variance = V; chance to win = Φ(mean/√variance)',
        source: 'Bayes’ theorem',
    },
    'bernoulli-cs': {
        name: 'Confidence sequence of a rate',
        formula: 'all rates p whose beta–binomial mixture martingale is below ln(1/α)',
        source: 'Howard and others, 2021',
    },
    'beta-interval': {
        name: 'Credible interval of a rate',
        formula: 'quantiles of Beta(1 + successes, 1 + failures)',
        source: 'Bayes’ theorem',
    },
    'proportion-interval': {
        name: 'Interval of a rate',
        formula: 'Wilson score interval',
        source: 'Wilson, 1927',
    },
    'srm-sequential': {
        name: 'Sequential sample ratio test',
        formula: 'p = 1 / Bayes factor of a Dirichlet–multinomial mixture around the expected shares',
        source: 'Lindon and Malek, 2022',
    },
    'benjamini-hochberg': {
        name: 'Benjamini–Hochberg',
        formula: 'q(i) = min over j ≥ i of p(j)·m/j',
        source: 'Benjamini and Hochberg, 1995',
    },
    'special-function': { name: 'Normal distribution', formula: 'Φ(effect / se)', source: 'Standard normal' },
};

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compute, type Family } from '../src/index.ts';

const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(`vectors/${name}`, import.meta.url), 'utf8')) as T;

// 60 digits, by mpmath.
test.each(read<{ fn: 'normCdf'; args: number[]; value: number }[]>('special-functions.json'))(
    '$fn of $args has a relative error of at most 1e-12',
    ({ fn, args, value }) => {
        const computed = compute('special-function', { fn, args }).value;
        expect(Math.abs(computed - value)).toBeLessThanOrEqual(1e-12 * Math.abs(value));
    },
);

interface Vector {
    family: Family;
    input: never;
    output: Record<string, number | number[]>;
    tolerance: number;
}

// By SciPy and by quadrature with mpmath.
test.each(read<Vector[]>('reference.json'))(
    '$family of $input agrees with the reference',
    ({ family, input, output, tolerance }) => expectNumbers(compute(family, input), output, tolerance),
);

const arms = (control: object, treatment: object) => ({ control, treatment });
const mean = (n: number, sum: number, sumSquares: number) => ({ type: 'mean', n, sum, sumSquares });

/** Published results, with the tolerance of their printed digits. */
const PUBLISHED: [
    source: string,
    Family,
    input: object,
    output: Record<string, number | number[]>,
    tolerance: number,
][] = [
    [
        'GrowthBook',
        'welch',
        {
            ...arms(mean(3407, 1396.87, 52377.9767), mean(3461, 2422.7, 134698.29)),
            difference: 'relative',
            alternative: 'two-sided',
            alpha: 0.05,
        },
        { effect: 0.70732, se: 0.37879, p: 0.06191, ci: [-0.03526, 1.44989] },
        5e-6,
    ],
    [
        'GrowthBook',
        'asymptotic-cs',
        {
            ...arms({ type: 'proportion', n: 3000, sum: 1396 }, { type: 'proportion', n: 3461, sum: 2422 }),
            difference: 'relative',
            alternative: 'two-sided',
            alpha: 0.05,
            tuning: 5000,
        },
        { effect: 0.50386, ci: [0.40098, 0.60675] },
        5e-6,
    ],
    [
        'confseq',
        'bernoulli-cs',
        { successes: 700, trials: 1000, alpha: 0.05, tOpt: 100, alphaOpt: 0.05 },
        { lower: 0.651629, upper: 0.745949 },
        1e-6,
    ],
    ['GrowthBook', 'srm-chi-square', { counts: [1000, 1200], weights: [0.5, 0.5] }, { p: 0.000020079 }, 5e-10],
    [
        'statsmodels',
        'benjamini-hochberg',
        { p: [0.001, 0.002, 0.003, 0.004, 0.005, 0.05, 0.06, 0.07, 0.08, 0.09] },
        { adjusted: [0.01, 0.01, 0.01, 0.01, 0.01, 0.083333, 0.085714, 0.0875, 0.088889, 0.09] },
        5e-7,
    ],
];

test.each(PUBLISHED)('the result published by %s for %s is reproduced', (_source, family, input, output, tolerance) => {
    expectNumbers(compute(family, input as never), output, tolerance);
});

function expectNumbers(computed: object, expected: Record<string, number | number[]>, tolerance: number): void {
    for (const [name, value] of Object.entries(expected)) {
        const actual = [(computed as Record<string, number | number[]>)[name]].flat();
        [value].flat().forEach((each, index) => {
            expect(Math.abs(actual[index]! - each), `${name}[${index}]`).toBeLessThanOrEqual(tolerance);
        });
    }
}

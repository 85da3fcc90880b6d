import { numbersOf } from '../input.ts';

const pValuesOf = (value: unknown) => numbersOf(value, 'p', { min: 0, below: 1 + Number.EPSILON });

/** R4.13: controls the share of false discoveries among all discoveries. */
export function benjaminiHochberg(input: { p: number[] }): { adjusted: number[] } {
    const ranked = rank(pValuesOf(input.p));
    let lowest = 1;
    return inOrder(
        ranked.toReversed().map(({ p, index, position }) => {
            lowest = Math.min(lowest, (p * ranked.length) / (position + 1));
            return { index, value: lowest };
        }),
    );
}

/** R4.13: controls the probability of any false discovery. */
export function holm(input: { p: number[] }): { adjusted: number[] } {
    const ranked = rank(pValuesOf(input.p));
    let highest = 0;
    return inOrder(
        ranked.map(({ p, index, position }) => {
            highest = Math.max(highest, Math.min(1, p * (ranked.length - position)));
            return { index, value: highest };
        }),
    );
}

const rank = (values: readonly number[]) =>
    values
        .map((p, index) => ({ p, index }))
        .sort((a, b) => a.p - b.p)
        .map((each, position) => ({ ...each, position }));

const inOrder = (results: { index: number; value: number }[]) => ({
    adjusted: results.sort((a, b) => a.index - b.index).map(({ value }) => value),
});

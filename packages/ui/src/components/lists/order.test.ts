import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SortValue, sortRows } from './order.ts';

const sorted = (values: SortValue[], isDown = false) => sortRows(values, (value) => value, { isDown });

test('numbers are sorted by their value, not by their digits', () => {
    expect(sorted([10, 9, 0.5, 0.25, -3, -20, 1e21])).toEqual([-20, -3, 0.25, 0.5, 9, 10, 1e21]);
});

test('text is sorted in natural order', () => {
    expect(sorted(['flag-10', 'Flag-2', 'alpha', 'Beta'])).toEqual(['alpha', 'Beta', 'Flag-2', 'flag-10']);
});

test('missing values come last in both directions', () => {
    expect(sorted([null, 2, undefined, 1, Number.NaN])).toEqual([1, 2, null, undefined, Number.NaN]);
    expect(sorted([null, 1, 2], true)).toEqual([2, 1, null]);
    expect(sorted(['', 'b', 'a'], true)).toEqual(['b', 'a', '']);
});

test('equal rows preserve their order in both directions', () => {
    const rows = [
        { id: 1, count: 3 },
        { id: 2, count: 3 },
        { id: 3, count: 4 },
    ];
    expect(sortRows(rows, ({ count }) => count, { isDown: true }).map(({ id }) => id)).toEqual([3, 1, 2]);
    expect(sortRows(rows, ({ count }) => count, { tie: (a, b) => b.id - a.id }).map(({ id }) => id)).toEqual([2, 1, 3]);
});

test('any numbers are sorted ascending, and the input is not modified', () => {
    fc.assert(
        fc.property(fc.array(fc.double({ noNaN: true })), (numbers) => {
            const original = [...numbers];
            const result = sorted(numbers) as number[];
            expect(numbers).toEqual(original);
            expect(result.every((value, index) => index === 0 || value >= result[index - 1]!)).toBe(true);
        }),
    );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differences, isEmptyValue } from './differences.ts';

test('differences are identified by their path', () => {
    const before = { rollout: 25, constraints: [{ values: ['NO'] }, { values: ['SE'] }], title: 'Early' };
    const after = { rollout: 90, constraints: [{ values: ['NO', 'DK'] }], title: 'Early' };

    expect(differences(before, after)).toEqual([
        { path: 'rollout', before: 25, after: 90 },
        { path: 'constraints[1].values[2]', before: undefined, after: 'DK' },
        { path: 'constraints[2]', before: { values: ['SE'] }, after: undefined },
    ]);
});

test('a value differs from undefined and from a value of another type', () => {
    expect(differences(undefined, { a: 1 })).toEqual([{ path: '', before: undefined, after: { a: 1 } }]);
    expect(differences({ a: [1] }, { a: { 0: 1 } })).toEqual([{ path: 'a', before: [1], after: { 0: 1 } }]);
});

test('a deeply nested value does not differ from itself', () => {
    fc.assert(
        fc.property(fc.jsonValue(), (value) => {
            expect(differences(value, structuredClone(value))).toEqual([]);
        }),
    );
});

test('swapping the arguments reports the same paths with before and after swapped', () => {
    fc.assert(
        fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
            const back = differences(other, one).map(({ path, before, after }) => ({
                path,
                before: after,
                after: before,
            }));
            const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);
            expect(back.sort(byPath)).toEqual(differences(one, other).sort(byPath));
        }),
    );
});

test('empty strings and lists count as nothing, zero and false do not', () => {
    expect([undefined, null, '', []].every(isEmptyValue)).toBe(true);
    expect([0, false, 'a', [0], {}].some(isEmptyValue)).toBe(false);
});

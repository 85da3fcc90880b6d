import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

/** The algorithm that hashed the first events: every object is copied, with its members sorted. */
function asHashedAtFirst(value: unknown): string {
    const inOrder = (_: string, member: unknown) =>
        typeof member === 'object' && member !== null && !Array.isArray(member)
            ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
            : member;
    return JSON.stringify(value, inOrder) ?? 'null';
}

test('the same value gives the same text as when the first events were hashed', () => {
    const anything = fc.anything({ withNullPrototype: true, withDate: true, withSparseArray: true });

    fc.assert(fc.property(anything, (value) => void expect(canonicalJson(value)).toBe(asHashedAtFirst(value))));
    fc.assert(fc.property(fc.jsonValue(), (value) => void expect(canonicalJson(value)).toBe(asHashedAtFirst(value))));
});

test('members with numeric names, or named like inherited members, are included', () => {
    const value = JSON.parse('{"b":1,"10":2,"9":3,"01":4,"-1":5,"__proto__":{"z":1,"a":2},"":6,"toString":7}');

    expect(canonicalJson(value)).toBe('{"9":3,"10":2,"":6,"-1":5,"01":4,"__proto__":{"a":2,"z":1},"b":1,"toString":7}');
    expect(canonicalJson(value)).toBe(asHashedAtFirst(value));
});

test('values that JSON does not support are omitted, or null in a list', () => {
    expect(canonicalJson({ b: undefined, a: [undefined, Number.NaN, new Date(0)] })).toBe(
        '{"a":[null,null,"1970-01-01T00:00:00.000Z"]}',
    );
    expect(canonicalJson(undefined)).toBe('null');
});

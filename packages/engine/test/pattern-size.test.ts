import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, test } from 'vitest';
import { constraintProblem } from '../src/index.ts';
import { patternSize } from '../src/operators/pattern-size.ts';

const problem = (value: string) => constraintProblem({ contextName: 'userId', operator: 'REGEX', value });

describe('a pattern whose expanded repetitions are too long', () => {
    test.each([
        ['letters of all scripts', '\\pL{1000}\\pL{1000}'.repeat(45)],
        ['one class of them', '[\\pL]{1000}'],
        ['many short ones', 'a{1000}'.repeat(140)],
        ['a long group', `(${'abcdefghij'.repeat(90)}){1000}`],
        ['groups in groups', '(((abc){10}){10}){10}'.repeat(2)],
        ['an open end', `(${'a'.repeat(100)}){999,}`],
    ])('is rejected before it is compiled: %s', (_, pattern) => {
        expect(problem(pattern)).toContain('repeats so much');
    });

    test.each([
        '^[a-z]{1,1000}$',
        '[\\p{L}\\p{N}_-]{1,64}',
        '^(\\d{1,3}\\.){3}\\d{1,3}$',
        'a{,5}',
        '[]{}]{3}',
        '\\Q{9}\\E',
    ])('is not confused with %s', (pattern) => {
        expect(problem(pattern)).toBeUndefined();
    });
});

test('no accepted pattern compiles to a program that is much larger than its counted size', () => {
    const atom = fc.constantFrom(
        'a',
        '[a-z]',
        '\\d',
        '\\pL',
        '.',
        '\\{',
        '[^]x]',
        '(?i)b',
        '[[:alpha:]]',
        '\\Qx{5}\\E',
    );
    const repeated = fc
        .tuple(atom, fc.constantFrom('', '*', '+', '?', '{3}', '{2,}', '{2,40}', '{0,30}'))
        .map((parts) => parts.join(''));
    const group = fc
        .tuple(fc.array(repeated, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '{4}', '{1,20}'))
        .map(([inside, times]) => `(${inside.join('|')})${times}`);
    fc.assert(
        fc.property(fc.array(fc.oneof(repeated, group), { minLength: 1, maxLength: 4 }), (parts) => {
            const pattern = parts.join('');
            fc.pre(problem(pattern) === undefined);
            expect(RE2JS.compile(pattern).programSize()).toBeLessThanOrEqual(4 * patternSize(pattern) + 8);
        }),
    );
});

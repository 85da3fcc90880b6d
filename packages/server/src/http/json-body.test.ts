import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJsonBody } from './json-body.ts';

const nested = (depth: number, inside = '1') => '['.repeat(depth) + inside + ']'.repeat(depth);

test('what is harmless comes back as JSON says it', () => {
    fc.assert(
        fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
            const text = JSON.stringify(value);
            if (text.includes('__proto__') || !text.isWellFormed() || text.includes('\\ud')) return;
            expect(parseJsonBody(text)).toEqual(JSON.parse(text));
        }),
    );
});

test.each([
    [nested(33), 'nested'],
    // Brackets in texts are no brackets.
    [nested(20, `["]]]]]]]]]]]]]]]]]]]]", ${nested(14)}]`), 'nested'],
    [nested(20, `["\\"]]]]]]]]]]]]]]]]]]]", ${nested(14)}]`), 'nested'],
    ['{"__proto__": 1}', '__proto__'],
    ['{"\\u005f_proto__": 1}', '__proto__'],
    ['{"a": ["\\u0000"]}', 'cannot be stored'],
    ['{"a": ["\\ud800"]}', 'cannot be stored'],
    ['{', 'not valid JSON'],
])('%j is refused: %s', (text, reason) => {
    expect(() => parseJsonBody(text)).toThrow(reason);
});

test('many brackets beside each other are not deep', () => {
    expect(parseJsonBody(`[${Array.from({ length: 100 }, () => '{"a":[]}').join(',')}]`)).toHaveLength(100);
    expect(parseJsonBody(JSON.stringify('['.repeat(100)))).toBe('['.repeat(100));
    expect(parseJsonBody(nested(32))).toBeDefined();
});

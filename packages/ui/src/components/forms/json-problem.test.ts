import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonProblem } from './json-problem.ts';

test('valid JSON has no problem', () => {
    expect(jsonProblem('{"a": [1, null, "x"]}')).toBeUndefined();
    expect(jsonProblem('42')).toBeUndefined();
});

test.each([
    ['{\n  "a": 1,\n  "b": oops\n}', 'Not JSON, line 3, column 8: a value expected.'],
    ['{"a": 1,}', 'Not JSON, line 1, column 9: a name in quotes expected.'],
    ['{"a" 1}', 'Not JSON, line 1, column 6: “:” expected.'],
    ['{"a": [1 2]}', 'Not JSON, line 1, column 10: “,” or “]” expected.'],
    ['{"a": "\\x"}', 'Not JSON, line 1, column 7: a value expected.'],
    ['{"a":', 'Not JSON, line 1, column 6: a value expected.'],
    ['{"a": {}\n', 'Not JSON, line 2, column 1: “,” or “}” expected.'],
    ['{} {}', 'Not JSON, line 1, column 4: nothing more expected.'],
    ['[1}', 'Not JSON, line 1, column 3: “,” or “]” expected.'],
    ['', 'Not JSON, line 1, column 1: a value expected.'],
])('the problem of invalid JSON contains its position: %j', (text, problem) => {
    expect(jsonProblem(text)).toBe(problem);
});

test('a truncated document has its error at its end at the latest', () => {
    fc.assert(
        fc.property(fc.json(), fc.nat(), (text, length) => {
            const cut = text.slice(0, length % (text.length + 1));
            const problem = jsonProblem(cut);
            const column = Number(/column (\d+)/.exec(problem ?? '')?.[1] ?? 1);
            expect(column).toBeLessThanOrEqual(cut.length + 1);
        }),
    );
});

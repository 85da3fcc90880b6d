import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import * as jsonBody from './json-body.ts';

const parseJsonBody = (text: string) => jsonBody.parseJsonBody(Buffer.from(text));
const parseLargeJsonBody = (text: string) => jsonBody.parseLargeJsonBody(Buffer.from(text));

const nested = (depth: number, inside = '1') => '['.repeat(depth) + inside + ']'.repeat(depth);

const harmless = fc
    .jsonValue({ maxDepth: 6 })
    .map((value) => JSON.stringify(value))
    .filter((text) => !text.includes('__proto__') && text.isWellFormed() && !text.includes('\\ud'));

test('harmless JSON is returned as parsed', async () => {
    await fc.assert(
        fc.asyncProperty(harmless, async (text) => {
            expect(parseJsonBody(text)).toEqual(JSON.parse(text));
            expect(await parseLargeJsonBody(text)).toEqual(JSON.parse(text));
        }),
    );
});

/** Long enough to be split, at any position. */
const LONG = JSON.stringify('[{"a\\'.repeat(20_000));

test.each([
    (text: string) => `[${text},${LONG},${text}]`,
    (text: string) => ` {"a" :\n${text}\t, "b\\"\\\\": [ ${LONG} ,${text} ] , "b": { } } `,
    (text: string) => `[[[${LONG}]],{"[,": {"x":${text}, "y":${LONG}}}, ${text} ]`,
    (text: string) => `[${' '.repeat(200_000)}]${text.slice(0, 0)}`,
    (text: string) =>
        `[${Array.from({ length: 4_000 }, (_, index) => JSON.stringify('é€🙂'.repeat(index % 5))).join(',')},${text}]`,
])('a large text is parsed like `JSON.parse` does, %#', async (around) => {
    await fc.assert(
        fc.asyncProperty(harmless, async (inner) => {
            const text = around(inner);
            expect(await parseLargeJsonBody(text)).toEqual(JSON.parse(text));
        }),
        { numRuns: runs(20) },
    );
});

test.each([
    `[${LONG},]`,
    `[,${LONG}]`,
    `[${LONG}}]`,
    `[${LONG}]]`,
    `[{${LONG}]]`,
    `[${LONG}`,
    `{${LONG}}`,
    `{"a" ${LONG}}`,
    `{"a": ${LONG},}`,
    `{a: ${LONG}}`,
    `{"a": ${LONG}, "b"}`,
    `{1: ${LONG}}`,
    `{"a\\": ${LONG}}`,
    `\u00a0[${LONG}]`,
    `[${LONG} ${LONG}]`,
])('a large text that is not JSON is refused, %#', async (text) => {
    expect(() => JSON.parse(text)).toThrow();
    await expect(parseLargeJsonBody(text)).rejects.toThrow('not valid JSON');
});

test.each([
    [nested(33), 'nested'],
    // Brackets in strings do not count.
    [nested(20, `["]]]]]]]]]]]]]]]]]]]]", ${nested(14)}]`), 'nested'],
    [nested(20, `["\\"]]]]]]]]]]]]]]]]]]]", ${nested(14)}]`), 'nested'],
    ['{"__proto__": 1}', '__proto__'],
    ['{"\\u005f_proto__": 1}', '__proto__'],
    ['{"a": ["\\u0000"]}', 'cannot be stored'],
    ['{"a": ["\\ud800"]}', 'cannot be stored'],
    ['{', 'not valid JSON'],
])('%j is refused: %s, also within a large text', async (text, reason) => {
    expect(() => parseJsonBody(text)).toThrow(reason);
    await expect(parseLargeJsonBody(text)).rejects.toThrow(reason);
    await expect(parseLargeJsonBody(`[${LONG},${text}]`)).rejects.toThrow(reason);
    await expect(parseLargeJsonBody(`{"a":{"b":${text},"c":${LONG}}}`)).rejects.toThrow(reason);
});

test('a forbidden name is also rejected when its value is large', async () => {
    await expect(parseLargeJsonBody(`{"__proto__": [${LONG}]}`)).rejects.toThrow('__proto__');
    await expect(parseLargeJsonBody(nested(33, LONG))).rejects.toThrow('nested');
});

test('many sibling brackets are not deep nesting', async () => {
    expect(await parseLargeJsonBody(`[${Array.from({ length: 100 }, () => '{"a":[]}').join(',')}]`)).toHaveLength(100);
    expect(await parseLargeJsonBody(JSON.stringify('['.repeat(100)))).toBe('['.repeat(100));
    expect(await parseLargeJsonBody(nested(32))).toBeDefined();
});

const MANY = Array.from({ length: 30_000 }, (_, i) => i);

test.each([
    ['many items', JSON.stringify(MANY)],
    ['many items between large ones', `[${LONG},${MANY.join(' , ')},${LONG},1]`],
    ['many members', JSON.stringify(Object.fromEntries(MANY.slice(0, 19_999).map((i) => [`m${i}`, [i, {}]])))],
    ['a duplicate member with a large value in between', `{"a":1,"b":${LONG},"a":2}`],
])('%s are parsed like `JSON.parse` does', async (_what, text) => {
    expect(await parseLargeJsonBody(text)).toEqual(JSON.parse(text));
});

test.each([
    ['a string', JSON.stringify('x'.repeat(1_000_001))],
    ['a list', `[${'0,'.repeat(200_001)}0]`],
    ['an object', JSON.stringify(Object.fromEntries(Array.from({ length: 20_001 }, (_, i) => [`m${i}`, 0])))],
    ['spaces', `${' '.repeat(1_000_001)}[${LONG}]`],
])('%s above the limit is refused, because assembling it would delay other requests', async (_what, text) => {
    await expect(parseLargeJsonBody(text)).rejects.toThrow('more than');
    await expect(parseLargeJsonBody(`{"a":[${text}]}`)).rejects.toThrow('more than');
});

import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { halyard } from '../../test/support/halyard.ts';

async function check(content: string) {
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'halyard-stats-')), 'results.json');
    await writeFile(file, content);
    return halyard(['stats', 'check', file]);
}

// Published by GrowthBook, with more digits.
const vector = {
    family: 'srm-chi-square',
    input: { counts: [1000, 1200], weights: [0.5, 0.5] },
    output: { p: 0.000020078656124264827 },
    version: '1.0.0',
};

test('exported statistics that hold end with exit code 0', async () => {
    const { status, json } = await check(JSON.stringify({ vectors: [vector, vector] }));
    expect(json).toEqual({ ok: true, checked: 2, failed: [] });
    expect(status).toBe(0);
});

test('a number that differs is named, with exit code 2', async () => {
    const { status, json } = await check(JSON.stringify({ ...vector, output: { p: 0.00002008 } }));
    expect(status).toBe(2);
    expect(json.failed).toEqual([
        { family: 'srm-chi-square', ok: false, problem: 'output.p is 0.00002008, computed is 0.000020078656124264827' },
    ]);
});

test.each([
    ['[]', 1, /contains no results/],
    ['no json', 1, /is not JSON/],
])('a file with %s is an error', async (content, code, message) => {
    const { status, stderr } = await check(content);
    expect(status).toBe(code);
    expect(stderr).toMatch(message);
});

test.each([
    [{ ...vector, family: 'magic' }, /family must be one of/],
    [{ ...vector, input: { counts: [1, 2], weights: [1] } }, /weights must have 2 members/],
    [{ family: 'holm' }, /has no family, input and output/],
])('a result that cannot be computed does not hold (%#)', async (content, message) => {
    const { status, json } = await check(JSON.stringify(content));
    expect(status).toBe(2);
    expect(json.failed[0].problem).toMatch(message);
});

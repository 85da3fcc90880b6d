import { expect, test } from 'vitest';
import { isFree, notFree } from './licences.mjs';

test.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND ISC', true],
    ['MIT AND GPL-3.0-only', false],
    ['(MIT OR Apache-2.0) AND AGPL-3.0-only', false],
    ['AGPL-3.0-only', false],
    ['GPL-2.0-or-later', false],
    ['LGPL-3.0', false],
    ['SSPL-1.0', false],
    ['BUSL-1.1', false],
    ['SEE LICENSE IN LICENSE.md', false],
    ['none named', false],
    ['UNLICENSED', false],
])('%s may be shipped: %s', (licence, expected) => {
    expect(isFree(licence)).toBe(expected);
});

test('a package with a licence that is not allowed is listed', () => {
    const fine = { name: 'a', version: '1.0.0', licence: 'MIT', texts: [] };
    const forbidden = { name: 'b', version: '1.0.0', licence: 'AGPL-3.0-only', texts: [] };

    expect(notFree([fine, forbidden])).toEqual([forbidden]);
});

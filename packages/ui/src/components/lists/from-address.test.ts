import { expect, test } from 'vitest';
import { searchText, text } from './from-address.ts';

test('only non-empty strings are returned, other values become undefined', () => {
    expect([text('a'), text(''), text(7), text(true), text(['a']), text(undefined)]).toEqual([
        'a',
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
    ]);
});

test('text that looks like a number or a boolean is still text', () => {
    expect([searchText('a'), searchText(270), searchText(true), searchText(null), searchText({})]).toEqual([
        'a',
        '270',
        'true',
        undefined,
        undefined,
    ]);
});

import { expect, test } from 'vitest';
import { text, words } from './from-address.ts';

test('only text is text, and none of it is nothing', () => {
    expect([text('a'), text(''), text(7), text(true), text(['a']), text(undefined)]).toEqual([
        'a',
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
    ]);
});

test('words that look like numbers or truths are still words', () => {
    expect([words('a'), words(270), words(true), words(null), words({})]).toEqual([
        'a',
        '270',
        'true',
        undefined,
        undefined,
    ]);
});

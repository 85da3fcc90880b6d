import { expect, test } from 'vitest';
import { bestMatches } from './best-match.ts';

const matches = (list: string[], typed: string) => bestMatches(list, typed, (text) => text);

test('an exact match comes before a prefix match, and a prefix match before a match inside', () => {
    const fields = ['billing-country', 'country-code', 'Country', 'encountry', 'city'];
    expect(matches(fields, 'country')).toEqual(['Country', 'country-code', 'billing-country', 'encountry']);
});

test('all words must match, in any order', () => {
    expect(matches(['new checkout', 'checkout'], 'checkout new')).toEqual(['new checkout']);
});

test('an empty search preserves the order', () => {
    expect(matches(['b', 'a'], ' ')).toEqual(['b', 'a']);
});

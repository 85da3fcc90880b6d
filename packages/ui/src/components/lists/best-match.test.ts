import { expect, test } from 'vitest';
import { bestMatches } from './best-match.ts';

const found = (list: string[], typed: string) => bestMatches(list, typed, (text) => text);

test('what is named exactly so comes before what begins so, and that before what has it inside', () => {
    const fields = ['billing-country', 'country-code', 'Country', 'encountry', 'city'];
    expect(found(fields, 'country')).toEqual(['Country', 'country-code', 'billing-country', 'encountry']);
});

test('all words must be there, in any order', () => {
    expect(found(['new checkout', 'checkout'], 'checkout new')).toEqual(['new checkout']);
});

test('an empty search keeps the order', () => {
    expect(found(['b', 'a'], ' ')).toEqual(['b', 'a']);
});

import { expect, test } from 'vitest';
import { nameProblem, suggestedName } from './flag-name.ts';

test.each([
    ['One-click checkout', 'one-click-checkout'],
    ['  Größe & Preis!  ', 'gro-e-preis'],
    ['checkout/v2', 'checkout-v2'],
])('%j suggests %s', (text, name) => {
    expect(suggestedName(text)).toBe(name);
    expect(nameProblem(name, undefined)).toBeNull();
});

test.each(['', 'checkout', 'Checkout.v2_a~b', '!!!', '漢字'])('%j suggests nothing', (text) => {
    expect(suggestedName(text)).toBeUndefined();
});

test('a name that does not match the pattern of the project has a problem', () => {
    expect(nameProblem('checkout', 'shop-.+')).toBe('The name must match shop-.+');
    expect(nameProblem('shop-checkout', 'shop-.+')).toBeNull();
    expect(nameProblem('checkout', '(')).toBeNull();
});

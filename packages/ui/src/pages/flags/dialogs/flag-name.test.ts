import { expect, test } from 'vitest';
import { nameProblem, typedName } from './flag-name.ts';

test.each([
    ['One-click checkout', 'one-click-checkout'],
    ['  Grün & Preis', 'grun-preis'],
    ['checkout/v2', 'checkout-v2'],
    ['My ', 'my-'],
])('%j is converted to %s while it is typed', (text, name) => {
    expect(typedName(text)).toBe(name);
    expect(nameProblem(name, undefined)).toBeNull();
});

test.each(['', 'checkout', 'Checkout.v2_a~b'])('%j stays as it is', (text) => {
    expect(typedName(text)).toBe(text);
});

test('text without a conversion is not lost, and has a problem', () => {
    expect(typedName('漢字')).toBe('漢字');
    expect(nameProblem('漢字', undefined)).toMatch(/letters, digits/);
});

test('a name that does not match the pattern of the project has a problem', () => {
    expect(nameProblem('checkout', 'shop-.+')).toBe('The name must match shop-.+');
    expect(nameProblem('shop-checkout', 'shop-.+')).toBeNull();
    expect(nameProblem('checkout', '(')).toBeNull();
});

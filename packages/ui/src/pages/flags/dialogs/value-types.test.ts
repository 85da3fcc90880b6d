import { expect, test } from 'vitest';
import { defaultText, readDefault, unfitPayload } from './value-types.ts';

test.each([
    ['boolean', 'true', true],
    ['string', '{"a": 1}', '{"a": 1}'],
    ['integer', '3', 3],
    ['float', '0.5', 0.5],
    ['object', '{"size":"L"}', { size: 'L' }],
    ['object', '', null],
    ['', 'anything', null],
])('the default of a flag of type "%s" is read from %s, and stands there again', (type, text, value) => {
    expect(readDefault(type, text)).toEqual({ value });
    if (value !== null) expect(defaultText(value)).toBe(text);
});

test.each([
    ['boolean', 'yes'],
    ['integer', '3.5'],
    ['float', 'half'],
    ['object', '7'],
])('a default that does not fit %s is said: %s', (type, text) => {
    expect(readDefault(type, text)).toHaveProperty('problem');
});

test('a variant that does not fit is said before the service refuses it', () => {
    expect(unfitPayload('integer', { type: 'number', value: '3' })).toBeUndefined();
    expect(unfitPayload('integer', { type: 'number', value: '3.5' })).toContain('without decimals');
    expect(unfitPayload('string', undefined)).toContain('of type string');
    expect(unfitPayload('boolean', undefined)).toBeUndefined();
    expect(unfitPayload('boolean', { type: 'string', value: 'x' })).toContain('no payload');
    expect(unfitPayload('object', { type: 'json', value: '[' })).toBeDefined();
});

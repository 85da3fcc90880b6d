import { expect, test } from 'vitest';
import { defaultText, payloadProblem, readDefault } from './value-types.ts';

test.each([
    ['boolean', 'true', true],
    ['string', '{"a": 1}', '{"a": 1}'],
    ['integer', '3', 3],
    ['float', '0.5', 0.5],
    ['object', '{"size":"L"}', { size: 'L' }],
    ['object', '', null],
    ['', 'anything', null],
])('the default of a flag of type "%s" is parsed from %s and formatted back', (type, text, value) => {
    expect(readDefault(type, text)).toEqual({ value });
    if (value !== null) expect(defaultText(value)).toBe(text);
});

test.each([
    ['boolean', 'yes'],
    ['integer', '3.5'],
    ['float', 'half'],
    ['object', '7'],
])('a default that is invalid for type %s is reported: %s', (type, text) => {
    expect(readDefault(type, text)).toHaveProperty('problem');
});

test('an invalid variant payload is reported before the request is sent', () => {
    expect(payloadProblem('integer', { type: 'number', value: '3' })).toBeUndefined();
    expect(payloadProblem('integer', { type: 'number', value: '3.5' })).toContain('without decimals');
    expect(payloadProblem('string', undefined)).toContain('of type string');
    expect(payloadProblem('boolean', undefined)).toBeUndefined();
    expect(payloadProblem('boolean', { type: 'string', value: 'x' })).toContain('no payload');
    expect(payloadProblem('object', { type: 'json', value: '[' })).toBeDefined();
});

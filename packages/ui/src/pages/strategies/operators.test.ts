import { type OperatorName, operators } from '@halyard/engine';
import { expect, test } from 'vitest';
import type { Constraint } from '../../api/types.ts';
import { constraintGap } from './constraint-gap.ts';
import { choiceOf, OPERATOR_CHOICES, OPERATORS, operatorIn, operatorOption } from './operators.ts';

test('every operator of the engine is offered, with the operands that the engine reads', () => {
    expect(Object.keys(OPERATORS).sort()).toEqual(Object.keys(operators).sort());
    for (const [name, { takes }] of Object.entries(operators)) {
        expect([name, operatorOption(name).takes === 'list']).toEqual([name, takes === 'values']);
    }
});

test('the select offers each operator with its opposite, once and with different labels', () => {
    const choices = OPERATOR_CHOICES.flatMap(({ items }) => items);
    for (const by of ['value', 'label'] as const) {
        expect(new Set(choices.map((choice) => choice[by])).size).toBe(choices.length);
    }
    for (const operator of Object.keys(operators)) {
        for (const inverted of [false, true]) {
            const choice = choiceOf({ operator, inverted });
            expect(choices.map(({ value }) => value)).toContain(choice);
            expect(choiceOf(operatorIn(choice))).toBe(choice);
        }
    }
    const labelOf = (operator: string, inverted: boolean) =>
        choices.find(({ value }) => value === choiceOf({ operator, inverted }))?.label;
    expect([labelOf('IN', false), labelOf('IN', true)]).toEqual(['is one of', 'is not one of']);
    expect([labelOf('NOT_IN', true), labelOf('NUM_EQ', true)]).toEqual(['is one of', '≠']);
});

test('an unknown operator is shown by its name', () => {
    expect(operatorOption('constructor')).toMatchObject({ label: 'constructor', takes: 'list' });
});

const constraint = (operator: OperatorName, members: Partial<Constraint>): Constraint => ({
    contextName: 'field',
    operator,
    inverted: false,
    caseInsensitive: false,
    ...members,
});

test.each([
    constraint('IN', { values: ['NO'] }),
    constraint('STR_CONTAINS', { values: ['@example'] }),
    constraint('NUM_GTE', { value: '-0.5' }),
    constraint('DATE_AFTER', { value: '2026-01-01T00:00:00.000Z' }),
    constraint('SEMVER_GT', { value: '1.4.0-beta.1+build.7' }),
    constraint('REGEX', { value: '^beta-\\d+$' }),
    constraint('IN_CIDR', { values: ['10.0.0.0/8', '2001:db8::/32'] }),
])('$operator of $value$values can be saved', (complete) => {
    expect(constraintGap(complete)).toBeUndefined();
});

test.each([
    [constraint('IN', { contextName: '', values: ['NO'] }), 'Choose a context field'],
    [constraint('IN', { values: [] }), 'Enter what to compare with'],
    [constraint('IN', { values: ['  '] }), 'Enter what to compare with'],
    [constraint('NUM_EQ', { value: ' ' }), 'Enter what to compare with'],
    [constraint('NUM_EQ', { value: 'seven' }), '"seven" is not a number'],
    [constraint('SEMVER_EQ', { value: '01.4.0' }), '"01.4.0" is not a'],
    [constraint('DATE_BEFORE', { value: 'tomorrow' }), '"tomorrow" is not a'],
    [constraint('REGEX', { value: '(' }), 'pattern'],
    [constraint('IN_CIDR', { values: ['10.0.0.0/99'] }), '10.0.0.0/99'],
])('%j cannot be saved: %s', (incomplete, reason) => {
    expect(constraintGap(incomplete)).toContain(reason);
});

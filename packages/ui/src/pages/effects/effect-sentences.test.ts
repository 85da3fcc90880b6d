import { expect, test } from 'vitest';
import { outcomeIn, summaryOf, trafficOf } from './effect-sentences.ts';
import type { AffectedFlag, EnvironmentEffect } from './effects.ts';

const affected = (population: EnvironmentEffect['population'], evaluated: number): EnvironmentEffect => ({
    environment: 'production',
    population,
    asked: evaluated,
    flags: [],
});

const flag = (offToOn: number, onToOff: number, variantChanged: number): AffectedFlag => ({
    name: 'lantern',
    onBefore: 0,
    onAfter: 0,
    changed: offToOn + onToOff + variantChanged,
    offToOn,
    onToOff,
    variantChanged,
    byApp: [],
    byField: {},
    examples: [],
});

test('the numbers of affected users form one sentence', () => {
    expect(summaryOf(affected('traffic', 4812), flag(611, 0, 12))).toBe(
        '611 of 4,812 users (last 24 h) will start seeing this flag; none will lose it; 12 will get a different variant.',
    );
    expect(summaryOf(affected('made-up', 1000), flag(0, 250, 0))).toBe(
        '0 of 1,000 synthetic users will start seeing this flag; 250 will lose it.',
    );
});

test('the summary of a past change is in the past tense', () => {
    expect(summaryOf(affected('made-up', 1000), flag(8, 2, 1), true)).toBe(
        '8 of 1,000 synthetic users started seeing this flag; 2 lost it; 1 got a different variant.',
    );
    expect(summaryOf(affected('traffic', 2), undefined, true)).toBe('Had no effect on 2 users (last 24 h).');
});

test('a change without effect has a summary, too', () => {
    expect(summaryOf(affected('personas', 1), flag(0, 0, 0))).toBe('No effect on your 1 persona.');
    expect(summaryOf(affected('traffic', 1), undefined)).toBe('No effect on 1 user (last 24 h).');
    expect(summaryOf(affected('given', 0), undefined)).toBe('No users to evaluate.');
});

test('an example shows the difference', () => {
    const [on, off] = [
        { enabled: true, variant: 'red' },
        { enabled: false, variant: 'disabled' },
    ];
    const blue = { enabled: true, variant: 'blue' };
    expect(outcomeIn({ context: {}, before: off, after: on })).toEqual(['off', 'on, red']);
    expect(outcomeIn({ context: {}, before: on, after: off })).toEqual(['on, red', 'off']);
    expect(outcomeIn({ context: {}, before: on, after: blue })).toEqual(['red', 'blue']);
    expect(outcomeIn({ context: {}, before: on, after: { enabled: true, variant: 'disabled' } })).toEqual([
        'red',
        'no variant',
    ]);
});

test('the traffic of flags is shown as evaluations per day, and not for past moments', () => {
    expect(trafficOf([{ answersPerDay: 46_000 }, { answersPerDay: 540 }], 'staging')).toBe(
        'Evaluated 46,540 times a day in staging.',
    );
    expect(trafficOf([{ answersPerDay: 1 }], 'staging')).toBe('Evaluated 1 time a day in staging.');
    expect(trafficOf([{ answersPerDay: 0 }], 'staging')).toBe('Not evaluated in staging in the last 24 hours.');
    expect(trafficOf([{}], 'staging')).toBeUndefined();
    expect(trafficOf([], 'staging')).toBeUndefined();
});

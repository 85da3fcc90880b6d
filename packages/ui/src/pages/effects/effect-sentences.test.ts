import { expect, test } from 'vitest';
import { outcomeIn, summaryOf, trafficOf } from './effect-sentences.ts';
import type { Affected, AffectedFlag } from './effects.ts';

const affected = (population: Affected['population'], asked: number): Affected => ({
    environment: 'production',
    population,
    asked,
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

test('how many get something else is one sentence', () => {
    expect(summaryOf(affected('traffic', 4812), flag(611, 0, 12))).toBe(
        'Of 4,812 people seen in the last day, 611 would get it, 0 lose it and 12 get another variant.',
    );
    expect(summaryOf(affected('made-up', 1000), flag(0, 250, 0))).toBe(
        'Of 1,000 made-up users, 0 would get it and 250 lose it.',
    );
});

test('what has happened already is told in the past tense', () => {
    expect(summaryOf(affected('made-up', 1000), flag(8, 2, 1), true)).toBe(
        'Of 1,000 made-up users, 8 got it, 2 lost it and 1 got another variant.',
    );
    expect(summaryOf(affected('traffic', 2), undefined, true)).toBe(
        'Of 2 people seen in the last day, nobody noticed.',
    );
});

test('that nobody notices is said, too', () => {
    expect(summaryOf(affected('personas', 1), flag(0, 0, 0))).toBe('Of your 1 persona, nobody would notice.');
    expect(summaryOf(affected('traffic', 1), undefined)).toBe('Of 1 person seen in the last day, nobody would notice.');
    expect(summaryOf(affected('given', 0), undefined)).toBe('Nobody to ask about.');
});

test('an example tells what becomes different', () => {
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
    expect(trafficOf([{ answersPerDay: 46_000 }, { answersPerDay: 540 }])).toBe('46,540 answers a day there now.');
    expect(trafficOf([{ answersPerDay: 1 }])).toBe('1 answer a day there now.');
    expect(trafficOf([{ answersPerDay: 0 }])).toBe('No SDK asked for it in the last day.');
    expect(trafficOf([{}])).toBeUndefined();
    expect(trafficOf([])).toBeUndefined();
});

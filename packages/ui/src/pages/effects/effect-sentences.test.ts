import { expect, test } from 'vitest';
import { describeSource, outcomeIn, summaryOf, summaryOfShare, trafficOf } from './effect-sentences.ts';
import type { AffectedFlag, EnvironmentEffect } from './effects.ts';

const affected = (population: EnvironmentEffect['population'], evaluated: number): EnvironmentEffect => ({
    environment: 'production',
    population,
    evaluated,
    evaluatedAt: '2026-11-19T15:30:00.000Z',
    flags: [],
});

const flag = (offToOn: number, onToOff: number, variantChanged: number): AffectedFlag => ({
    name: 'lantern',
    summary: '',
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

test('the numbers of affected users form one sentence, formatted for the reader', () => {
    expect(summaryOf(affected('traffic', 4812), flag(611, 0, 12))).toBe(
        '611 of 4,812 users (12.7%) get it; 12 get another variant.',
    );
    expect(summaryOf(affected('made-up', 1000), flag(8, 2, 1), true)).toBe(
        '2 of 1,000 synthetic users (0.2%) lost it; 8 got it; 1 got another variant.',
    );
});

test('the source is named, with the time of the oldest example if traffic was seen for less than a day', () => {
    const note = 'Traffic of the last 24 hours.';
    const evaluatedAt = '2026-11-19T15:30:00.000Z';
    const seen = (trafficSince: string) => ({ ...affected('traffic', 220), note, evaluatedAt, trafficSince });
    expect(describeSource(seen('2026-11-18T16:00:00.000Z'))).toBe(note);
    expect(describeSource(seen('2026-11-19T12:00:00.000Z'))).toMatch(
        /^Traffic of the last 24 hours\. The oldest example is from \d\d:00.*\.$/,
    );
});

test('a part of the users is marked if it is rounded', () => {
    const share = { kind: 'value', value: 'web', evaluated: 40, changed: 0 } as const;
    expect(summaryOfShare(share)).toBe('0 of 40');
    const bounds = { evaluated: { atLeast: 35, below: 45 }, changed: { atLeast: 0, below: 10 } };
    expect(summaryOfShare({ ...share, bounds })).toBe('< 10 of ~ 40');
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
    expect(trafficOf([{ answersPerDay: 0 }], 'staging')).toBe(
        'SDKs reported no evaluations in staging in the last 24 hours.',
    );
    expect(trafficOf([{}], 'staging')).toBeUndefined();
    expect(trafficOf([], 'staging')).toBeUndefined();
});

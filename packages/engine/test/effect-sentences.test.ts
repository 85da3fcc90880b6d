import { expect, test } from 'vitest';
import {
    type CountBounds,
    type CountedEffect,
    describeAffected,
    describeCount,
    describeOthers,
    type EvaluatedContexts,
} from '../src/index.ts';

const evaluated = (population: EvaluatedContexts['population'], count: number): EvaluatedContexts => ({
    population,
    evaluated: count,
});

const effect = (offToOn: number, onToOff: number, variantChanged: number): CountedEffect => ({
    changed: offToOn + onToOff + variantChanged,
    offToOn,
    onToOff,
    variantChanged,
    examples: [],
});

const estimate = (counts: CountedEffect, changed: CountBounds): CountedEffect => ({
    ...counts,
    bounds: {
        onBefore: changed,
        onAfter: changed,
        changed,
        offToOn: changed,
        onToOff: changed,
        variantChanged: changed,
    },
});

const example = (persona: string, before: boolean, after: boolean) => ({
    persona,
    before: { enabled: before },
    after: { enabled: after },
});

test('exact numbers form one sentence in which losses come first', () => {
    expect(describeAffected(evaluated('traffic', 220), effect(0, 111, 0))).toBe('111 of 220 users (50.5%) lose it.');
    expect(describeAffected(evaluated('traffic', 4812), effect(611, 1, 12))).toBe(
        '1 of 4812 users (< 0.1%) loses it; 611 get it; 12 get another variant.',
    );
    expect(describeAffected(evaluated('made-up', 1000), effect(999, 0, 0))).toBe(
        '999 of 1000 synthetic users (99.9%) get it.',
    );
    expect(describeAffected(evaluated('made-up', 1000), effect(1000, 0, 0))).toBe(
        '1000 of 1000 synthetic users (100%) get it.',
    );
    expect(describeAffected(evaluated('given', 4), effect(2, 0, 0))).toBe('2 of 4 given contexts (50%) get it.');
    expect(describeAffected(evaluated('traffic', 220), effect(0, 0, 0))).toBe('No effect on 220 users.');
});

test('the effect of a past change is in the past tense, and numbers are formatted for the reader', () => {
    const options = { isPast: true, format: (number: number) => number.toLocaleString('en') };
    expect(describeAffected(evaluated('made-up', 1000), effect(8, 2, 1), options)).toBe(
        '2 of 1,000 synthetic users (0.2%) lost it; 8 got it; 1 got another variant.',
    );
    expect(describeAffected(evaluated('traffic', 2), effect(0, 0, 0), options)).toBe('Had no effect on 2 users.');
});

test('a rounded number is an estimate, and a number below the smallest one is never zero', () => {
    expect(describeAffected(evaluated('traffic', 220), estimate(effect(0, 110, 0), { atLeast: 60, below: 170 }))).toBe(
        'About 110 of 220 users (50%) lose it.',
    );
    expect(describeAffected(evaluated('traffic', 220), estimate(effect(0, 0, 0), { atLeast: 0, below: 10 }))).toBe(
        'Fewer than 10 of 220 users affected.',
    );
    // Each transition is rounded to zero, their sum is not.
    expect(
        describeAffected(
            evaluated('traffic', 220),
            estimate({ ...effect(0, 0, 0), changed: 10 }, { atLeast: 5, below: 15 }),
        ),
    ).toBe('About 10 of 220 users (5%) affected.');
    expect(describeAffected(evaluated('traffic', 2000), estimate(effect(0, 10, 0), { atLeast: 0, below: 40 }))).toBe(
        'About 10 of 2000 users (< 1%) lose it.',
    );
});

test('an effect that the contexts cannot show is unknown', () => {
    const unknown = estimate(effect(0, 0, 0), { atLeast: 0, below: 221 });
    expect(describeAffected(evaluated('traffic', 220), unknown)).toBe('Unknown how many of 220 users are affected.');
    const vague = estimate(effect(0, 10, 0), { atLeast: 0, below: 225 });
    expect(describeAffected(evaluated('traffic', 220), vague)).toBe('Unknown how many of 220 users are affected.');
    expect(describeAffected(evaluated('traffic', 220), { ...unknown, unmeasured: 'identities' })).toBe(
        'Unknown how many of 220 users are affected: its rules name users, sessions or addresses.',
    );
    expect(
        describeAffected(evaluated('traffic', 220), { ...unknown, unmeasured: 'custom-strategies' }, { isPast: true }),
    ).toBe('Unknown how many of 220 users were affected: SDKs decide with a custom strategy.');
});

test('no contexts, withheld contexts and contexts without effect are different answers', () => {
    expect(describeAffected(evaluated('traffic', 0), effect(0, 0, 0))).toBe(
        'No effect can be shown: there is no sampled traffic.',
    );
    expect(describeAffected(evaluated('personas', 0), effect(0, 0, 0))).toBe('There are no personas to evaluate.');
    const few = { ...evaluated('traffic', 0), evaluatedBounds: { atLeast: 0, below: 10 } };
    expect(describeAffected(few, estimate(effect(0, 0, 0), { atLeast: 0, below: 10 }))).toBe(
        'Fewer than 10 users were seen in the last 24 hours: too few for an estimate.',
    );
});

test('personas are named if all affected ones are known', () => {
    const one = { ...effect(0, 1, 0), examples: [example('Ada, Oslo, pro', true, false)] };
    expect(describeAffected(evaluated('personas', 1), one)).toBe('“Ada, Oslo, pro” loses it.');
    const two = { ...effect(1, 2, 0), examples: [example('Ada', true, false), example('Bob', true, false)] };
    expect(describeAffected(evaluated('personas', 4), two)).toBe('“Ada” and “Bob” lose it; 1 gets it.');
    const many = { ...effect(3, 0, 0), examples: [example('Ada', false, true), example('Bob', false, true)] };
    expect(describeAffected(evaluated('personas', 4), many)).toBe('3 of 4 personas (75%) get it.');
});

test('flags without a number of their own are described together', () => {
    const few = estimate(effect(0, 0, 0), { atLeast: 0, below: 10 });
    const unknown = estimate(effect(0, 0, 0), { atLeast: 0, below: 221 });
    const traffic = evaluated('traffic', 220);
    expect(describeOthers(traffic, [effect(0, 0, 0)], 'other flag')).toBe('1 other flag: no change.');
    expect(describeOthers(traffic, [few], 'dependent flag')).toBe('1 dependent flag: fewer than 10 users.');
    expect(describeOthers(traffic, [few, few], 'other flag')).toBe('2 other flags: fewer than 10 users each.');
    expect(describeOthers(traffic, [few, unknown], 'other flag')).toBe(
        '2 other flags: unknown how many users are affected.',
    );
});

test('a part of a count is marked if it is rounded', () => {
    expect(describeCount(7, undefined)).toBe('7');
    expect(describeCount(40, { atLeast: 35, below: 45 })).toBe('~ 40');
    expect(describeCount(0, { atLeast: 0, below: 10 })).toBe('< 10');
});

import type { StrategyTrace } from '@halyard/engine';
import { expect, test } from 'vitest';
import { findingOf, firstFailureOf, sentence } from './explanation.ts';

/** The trace of a strategy with only the properties under test. */
const trace = (members: object): StrategyTrace =>
    ({
        result: { enabled: false },
        disabled: false,
        segments: [],
        constraints: [],
        rollout: null,
        reason: 'no user is listed',
        ...members,
    }) as unknown as StrategyTrace;

test('a sentence begins with a capital letter, unless it begins with a name', () => {
    expect(sentence('no user is listed')).toBe('No user is listed');
    expect(sentence('userId is missing')).toBe('userId is missing');
});

test('the reason of a strategy without a match is its first failed condition', () => {
    const constraints = [
        { contextName: 'country', result: true },
        { contextName: 'plan', result: false },
    ];
    const segments = [{ id: 3, name: null, result: false }];
    expect(firstFailureOf(trace({ disabled: true, constraints }))).toBe('Disabled, so it is skipped');
    expect(firstFailureOf(trace({ result: { enabled: true } }))).toContain('the first strategy that applies decides');
    expect(firstFailureOf(trace({ constraints, segments }))).toBe('Stops at plan');
    expect(firstFailureOf(trace({ segments }))).toBe('Stops at the segment #3');
    expect(firstFailureOf(trace({ segments: [{ id: 3, name: 'Nordics', result: false }] }))).toBe(
        'Stops at the segment Nordics',
    );
    expect(firstFailureOf(trace({ rollout: { percentage: 10 } }))).toBe('Outside the rollout');
    expect(firstFailureOf(trace({}))).toBe('No user is listed');
    expect(firstFailureOf(trace({ result: { enabled: 'unknown' }, reason: 'only its SDK knows it' }))).toBe(
        'Only its SDK knows it',
    );
});

test('missing and invalid values of a constraint are explained, but not values that the tree shows anyway', () => {
    const seen = (members: object) => findingOf({ contextName: 'age', seen: '17', reason: '', ...members } as never);
    expect(seen({ seen: null, reason: 'age is missing' })).toBe('the context has no age');
    expect(seen({ reason: '17 does not match' })).toBeUndefined();
    expect(seen({ reason: '17 matches, so IN is met' })).toBeUndefined();
    expect(seen({ reason: 'x is no number, so NUM_GT is not met' })).toBe('x is no number');
});

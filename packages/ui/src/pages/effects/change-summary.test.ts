import { expect, test } from 'vitest';
import { summarizeChange } from './change-summary.ts';
import type { DefinitionChange } from './effects.ts';

const rollout = (percentage: string, more: object = {}) => ({
    name: 'flexibleRollout',
    parameters: { rollout: percentage },
    ...more,
});
const flag = (enabled: boolean, ...strategies: object[]) => ({ name: 'lantern', enabled, strategies });
const summary = (before: object | null, after: object | null, sentences: [string[], string[]] = [[], []]) => {
    const change = {
        kind: 'flag',
        before: { definition: before, sentences: sentences[0] },
        after: { definition: after, sentences: sentences[1] },
    } as unknown as DefinitionChange;
    const { before: was, after: is, direction } = summarizeChange(change, () => undefined);
    return [was, is, direction];
};

test('a change says who gets the flag before and after it, and whether that is less or more', () => {
    expect(summary(flag(true, rollout('50')), flag(false, rollout('50')))).toEqual([
        'On for 50% of users',
        'Off for everyone',
        'loss',
    ]);
    expect(summary(flag(true, rollout('5')), flag(true, rollout('25')))).toEqual([
        'On for 5% of users',
        'On for 25% of users',
        'gain',
    ]);
    expect(summary(null, flag(true))).toEqual(['Doesn’t exist', 'On for everyone', 'gain']);
});

test('rules that cannot be compared have no direction', () => {
    const norway = { constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }] };

    expect(summary(flag(true, rollout('50')), flag(true, rollout('80', norway)))).toEqual([
        'On for 50% of users',
        'On for 80% of users where country is NO',
        undefined,
    ]);
});

test('if the same users get the flag, the first difference is stated', () => {
    const same = flag(true, rollout('50'));

    expect(summary(same, same, [['On for:'], ['On for:', 'Marked as stale.']])).toEqual([
        '',
        'Marked as stale',
        undefined,
    ]);
});

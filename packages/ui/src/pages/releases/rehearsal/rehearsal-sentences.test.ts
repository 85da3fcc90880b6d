import { expect, test } from 'vitest';
import type { RehearsedMilestone } from './rehearsal.queries.ts';
import { describeLosers, describeUsers, shareBoundsOf, shareOf } from './rehearsal-sentences.ts';

type Users = NonNullable<RehearsedMilestone['users']>;

const counted: Users = { state: 'counted', population: 'traffic', evaluated: 200, on: 20, start: 20, stop: 0 };
const none = { atLeast: 0, below: 1 };
const few = { atLeast: 0, below: 10 };
const estimated: Users = {
    ...{ ...counted, state: 'estimated', on: 0, start: 0, evaluatedBounds: { atLeast: 195, below: 205 } },
    bounds: { on: few, start: few, stop: none },
};

test('users are a number only if they were measured', () => {
    expect(describeUsers(counted)).toBe('20 of 200 users');
    expect(describeUsers({ ...counted, population: 'made-up' })).toBe('10% of generated users');
    expect(describeUsers(estimated)).toBe('< 10 of ~ 200 users');
    expect(describeUsers({ ...counted, state: 'no sample', evaluated: 0, on: null })).toBe(
        'Unknown: no users were sampled',
    );
    expect(describeUsers({ ...counted, state: 'withheld', on: null })).toBe('Unknown');
    expect(shareOf({ ...counted, state: 'withheld', on: null })).toBeNull();
    expect([shareOf(counted), shareBoundsOf(counted), shareBoundsOf(estimated)]).toEqual([0.1, undefined, [0, 0.045]]);
});

test('users who may lose the feature are named, also if the estimate is 0', () => {
    expect(describeLosers(counted)).toBeUndefined();
    expect(describeLosers(estimated)).toBeUndefined();
    expect(describeLosers({ ...counted, stop: 3 })).toBe('3 lose it');
    expect(describeLosers({ ...estimated, bounds: { on: few, start: few, stop: few } })).toBe('< 10 lose it');
});

import { expect, test } from 'vitest';
import { memberName, memberValue } from './conflict-member.ts';

test('the members of a conflict are named in words', () => {
    expect(['parameters.rollout', 'parameters.groupId', 'constraints', 'impressionData'].map(memberName)).toEqual([
        'rollout',
        'group id',
        'constraints',
        'impression data',
    ]);
});

test('the values of a conflict have units, and empty values are a dash', () => {
    expect(memberValue('parameters.rollout', '25')).toBe('25 %');
    expect(memberValue('parameters.stickiness', 'userId')).toBe('userId');
    expect(memberValue('disabled', false)).toBe('no');
    expect([null, '', []].map((value) => memberValue('constraints', value))).toEqual(['—', '—', '—']);
    expect(memberValue('segments', [1])).toBe('[1]');
});

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Strategy } from '../../api/types.ts';
import { type Draft, differ, draftOf, newDraft, rebase, toBody } from './draft.ts';

const draft = (changes: Partial<Draft> = {}): Draft => ({ ...newDraft('lantern', 'default'), ...changes });

test('a new strategy applies to everyone, and its group is the flag, if there is one', () => {
    expect(newDraft('lantern', 'userId').parameters).toEqual({
        rollout: '100',
        stickiness: 'userId',
        groupId: 'lantern',
    });
    expect(newDraft(undefined, 'userId').parameters).toEqual({ rollout: '100', stickiness: 'userId' });
});

test('a blank title is not sent', () => {
    expect(toBody(draft({ title: '  ' })).title).toBeNull();
    expect(toBody(draft({ title: ' Early ' })).title).toBe('Early');
    expect(differ(draft({ title: '' }), draft({ title: ' ' }))).toBe(false);
});

test('an unchanged draft is sent as it was loaded', () => {
    const strategy: Strategy = {
        id: 'a',
        name: 'flexibleRollout',
        title: 'Early',
        disabled: true,
        parameters: { rollout: '25' },
        constraints: [
            { contextName: 'country', operator: 'IN', values: ['NO'], inverted: false, caseInsensitive: false },
        ],
        segments: [3],
        variants: [],
        sortOrder: 2,
    } as unknown as Strategy;
    const { id: _id, sortOrder: _sortOrder, ...sent } = strategy;

    expect(toBody(draftOf(strategy))).toEqual(sent);
});

const anyDraft: fc.Arbitrary<Draft> = fc.record({
    name: fc.constantFrom('flexibleRollout', 'default'),
    title: fc.constantFrom('', 'Early', 'Late'),
    disabled: fc.boolean(),
    parameters: fc.dictionary(fc.constantFrom('rollout', 'groupId'), fc.constantFrom('1', '50'), {
        noNullPrototype: true,
    }),
    constraints: fc.constantFrom([], [{ contextName: 'country', operator: 'IN' as const, values: ['NO'] }]),
    segments: fc.uniqueArray(fc.integer({ min: 1, max: 3 })),
    variants: fc.constant([]),
});

test('concurrent edits are merged, and the draft wins for members that both changed', () => {
    fc.assert(
        fc.property(anyDraft, anyDraft, anyDraft, (base, mine, theirs) => {
            const result = rebase(mine, base, theirs);
            for (const member of Object.keys(base) as (keyof Draft)[]) {
                const isTouched = !isDeepStrictEqual(mine[member], base[member]);
                expect(result[member]).toEqual(isTouched ? mine[member] : theirs[member]);
            }
        }),
    );
});

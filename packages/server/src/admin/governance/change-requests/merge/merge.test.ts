import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ACTIONS } from '../../../../app/actions.ts';
import { registerActions } from '../../../../changes/action-registry.ts';
import { contentHashOf } from './content.ts';
import { type MergeChange, mergeChange } from './merge.ts';

registerActions(Object.values(ACTIONS));

const MEMBERS = ['title', 'disabled', 'segments', 'constraints', 'variants', 'rollout', 'stickiness'] as const;
type Member = (typeof MEMBERS)[number];

const json = (value: unknown) => JSON.stringify(value);
const text = fc.constantFrom('10', '25', '50', '75');
const VALUES: Record<Member, fc.Arbitrary<unknown>> = {
    title: fc.option(text),
    disabled: fc.boolean(),
    segments: fc.uniqueArray(fc.integer({ min: 1, max: 4 })).map((ids) => ids.sort()),
    // The order of constraints, of their values and of segments has no meaning.
    constraints: fc
        .array(
            fc.record({
                contextName: fc.constantFrom('userId', 'region'),
                operator: fc.constant('IN'),
                values: fc.uniqueArray(text, { minLength: 1, maxLength: 2 }).map((values) => values.sort()),
            }),
            { maxLength: 2 },
        )
        .map((constraints) => constraints.sort((one, other) => (json(one) < json(other) ? -1 : 1))),
    // In stored form: sorted by name. Weights that are not fixed are computed, so they are not compared.
    variants: fc
        .uniqueArray(fc.record({ name: text, weight: fc.constantFrom(500, 1000), weightType: fc.constant('fix') }), {
            maxLength: 2,
            selector: ({ name }) => name,
        })
        .map((variants) => variants.toSorted((a, b) => (a.name < b.name ? -1 : 1))),
    rollout: text,
    stickiness: fc.constantFrom('default', 'userId'),
};

const strategy = fc
    .record(VALUES)
    .map((members) => ({ id: 's', name: 'flexibleRollout', sortOrder: 1, ...unfold(members) }));
type Strategy = ReturnType<typeof unfold> & { id: string; name: string; sortOrder: number };

/** A strategy keeps two of the members among its parameters. */
function unfold({ rollout, stickiness, ...members }: Partial<Record<Member, unknown>>) {
    return { ...members, parameters: { rollout, stickiness } } as Record<string, unknown>;
}

const memberOf = (thing: Record<string, unknown>, member: Member): unknown =>
    member === 'rollout' || member === 'stickiness'
        ? (thing['parameters'] as Record<string, unknown>)[member]
        : thing[member];

function withValue(thing: Strategy, member: Member, value: unknown): Strategy {
    if (member !== 'rollout' && member !== 'stickiness') return { ...thing, [member]: value };
    return { ...thing, parameters: { ...(thing['parameters'] as object), [member]: value } } as Strategy;
}

const NAME: Record<Member, string> = {
    title: 'title',
    disabled: 'disabled',
    segments: 'segments',
    constraints: 'constraints',
    variants: 'variants',
    rollout: 'parameters.rollout',
    stickiness: 'parameters.stickiness',
};

const update = (payload: unknown, snapshot: unknown): MergeChange => ({ action: 'updateStrategy', payload, snapshot });

test('changes of different members by both sides are kept', () => {
    const split = fc.array(fc.boolean(), { minLength: MEMBERS.length, maxLength: MEMBERS.length });
    fc.assert(
        fc.property(strategy, strategy, split, (base, wished, isMine) => {
            const mine = MEMBERS.filter((_, index) => isMine[index]);
            const take = (members: readonly Member[]) =>
                members.reduce<Strategy>(
                    (thing, member) => withValue(thing, member, memberOf(wished, member)),
                    base as Strategy,
                );
            const theirs = MEMBERS.filter((_, index) => !isMine[index]);

            const { payload, conflict } = mergeChange(update(take(mine), base), { outside: take(theirs) });

            expect(conflict).toBeUndefined();
            for (const member of MEMBERS) {
                expect(memberOf(payload as Strategy, member)).toEqual(memberOf(wished, member));
            }
        }),
    );
});

test('different values for the same member are always a conflict, equal ones never', () => {
    fc.assert(
        fc.property(strategy, strategy, strategy, (base, mine, theirs) => {
            const { conflict } = mergeChange(update(mine, base), { outside: theirs });

            const clashing = MEMBERS.filter((member) => {
                const [was, wanted, found] = [base, mine, theirs].map((thing) => json(memberOf(thing, member)));
                return wanted !== was && found !== was && wanted !== found;
            });
            expect((conflict?.members ?? []).map(({ member }) => member).sort()).toEqual(
                clashing.map((member) => NAME[member]).sort(),
            );
        }),
    );
});

test('merging is idempotent', () => {
    fc.assert(
        fc.property(strategy, strategy, strategy, (base, mine, theirs) => {
            const change = update(mine, base);
            const first = mergeChange(change, { outside: theirs });
            const second = mergeChange(change, { outside: first.payload });

            expect(second).toEqual({ payload: first.payload, isDone: true });
        }),
    );
});

test('a change with an expected state accepts that state and its base', () => {
    fc.assert(
        fc.property(strategy, strategy, strategy, (base, mine, foreseen) => {
            const change = { ...update(mine, base), expected: foreseen };

            expect(mergeChange(change, { outside: foreseen }).conflict).toBeUndefined();
            expect(mergeChange(change, { outside: base }).conflict).toBeUndefined();
        }),
    );
});

test('the order of constraints and of their values, and default values, are neither edits nor conflicts', () => {
    const [one, other] = [
        { contextName: 'userId', operator: 'IN', values: ['1', '2'] },
        { contextName: 'region', operator: 'IN', values: ['eu'] },
    ];
    const snapshot = { id: 's', name: 'default', parameters: {}, constraints: [one, other] };
    const equal = [
        { ...other, inverted: false },
        { ...one, values: ['2', '1'] },
    ];
    const edited = update({ ...snapshot, constraints: [] }, snapshot);

    expect(mergeChange(update({ ...snapshot, constraints: equal }, snapshot), { outside: snapshot }).isDone).toBe(true);
    expect(mergeChange(edited, { outside: { ...snapshot, constraints: equal } })).toMatchObject({
        payload: { constraints: [] },
        isDone: false,
    });
    expect(mergeChange(edited, { outside: { ...snapshot, constraints: equal } }).conflict).toBeUndefined();
    const inverted = { ...snapshot, constraints: [{ ...one, inverted: true }, other] };
    expect(mergeChange(edited, { outside: inverted }).conflict).toMatchObject({ members: [{ member: 'constraints' }] });
});

test('a change of a deleted strategy is a conflict, its removal is done', () => {
    const snapshot = { id: 's', name: 'default', parameters: {} };

    expect(mergeChange(update({ id: 's' }, snapshot), { outside: null }).conflict).toEqual({
        message: 'The strategy no longer exists.',
        members: [],
    });
    const removal = { action: 'deleteStrategy', payload: { id: 's' }, snapshot };
    expect(mergeChange(removal, { outside: null })).toEqual({ payload: { id: 's' }, isDone: true });
});

test('removing a strategy is a conflict if it was changed, but not if it was only reordered', () => {
    const snapshot = { id: 's', name: 'default', sortOrder: 1, parameters: { rollout: '10' } };
    const removal = { action: 'deleteStrategy', payload: { id: 's' }, snapshot };

    expect(mergeChange(removal, { outside: { ...snapshot, sortOrder: 5 } }).conflict).toBeUndefined();
    expect(mergeChange(removal, { outside: { ...snapshot, parameters: { rollout: '20' } } }).conflict).toMatchObject({
        members: [{ member: 'parameters.rollout', base: '10', current: '20', proposed: null }],
    });
});

test('earlier changes of a request do not conflict with its later changes', () => {
    const snapshot = { id: 's', name: 'default', parameters: { rollout: '10' } };
    const second = update({ id: 's', parameters: { rollout: '75' } }, snapshot);
    const current = { ...snapshot, parameters: { rollout: '50' }, constraints: [{ contextName: 'a' }] };

    const own = new Set(['parameters.rollout']);
    const ofBoth = { action: 'updateStrategy', payload: second.payload, snapshot: current };
    expect(mergeChange(ofBoth, { outside: snapshot, current, own }).conflict).toBeUndefined();

    const { payload, conflict } = mergeChange(second, { outside: snapshot, current });

    expect(conflict).toBeUndefined();
    expect(payload).toMatchObject({ parameters: { rollout: '75' }, constraints: [{ contextName: 'a' }] });
});

test('turning on a flag that someone else turned on is not a conflict; turning it off is', () => {
    const switched = (enabled: boolean, was: boolean) => ({
        action: 'updateEnabled',
        payload: { enabled },
        snapshot: { enabled: was },
    });

    expect(mergeChange(switched(true, false), { outside: { enabled: true } }).conflict).toBeUndefined();
    expect(mergeChange(switched(true, true), { outside: { enabled: false } }).conflict).toMatchObject({
        members: [{ member: 'enabled', base: true, current: false, proposed: true }],
    });
});

test('variants are merged as one list, and so is the order of strategies', () => {
    const red = { name: 'red', weight: 1000, weightType: 'variable', stickiness: 'default' };
    const patch = { action: 'patchVariant', payload: { variants: [red] }, snapshot: [] };
    expect(mergeChange(patch, { outside: [] })).toEqual({ payload: { variants: [red] }, isDone: false });
    expect(mergeChange(patch, { outside: [{ name: 'red', weight: 1000 }] }).isDone).toBe(true);
    expect(mergeChange(patch, { outside: [{ name: 'blue', weight: 1000 }] }).conflict).toBeDefined();

    const sort = {
        action: 'reorderStrategy',
        payload: [
            { id: 'a', sortOrder: 2 },
            { id: 'gone', sortOrder: 1 },
            { id: 'c', sortOrder: 3 },
        ],
        snapshot: [
            { id: 'a', sortOrder: 1 },
            { id: 'gone', sortOrder: 2 },
            { id: 'c', sortOrder: 3 },
        ],
    };
    const outside = [
        { id: 'a', sortOrder: 1 },
        { id: 'c', sortOrder: 9 },
    ];
    expect(mergeChange(sort, { outside })).toEqual({
        payload: [
            { id: 'a', sortOrder: 2 },
            { id: 'c', sortOrder: 9 },
        ],
        isDone: false,
    });
});

test('the content hash covers all effects of a change, including the activation of disabled strategies', () => {
    const hashOf = (payload: object) =>
        contentHashOf([{ feature: 'lantern', action: 'updateEnabled', payload, snapshot: { enabled: false } }]);

    const plain = hashOf({ enabled: true });
    expect(hashOf({ enabled: true, shouldActivateDisabledStrategies: false })).toBe(plain);
    expect(hashOf({ enabled: true, shouldActivateDisabledStrategies: true })).not.toBe(plain);
    expect(hashOf({ enabled: false })).not.toBe(plain);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Flag, FoundEvent, NewStrategy, Strategy } from '../../api/types.ts';
import { differences } from '../../components/differences.ts';
import type { FlagMembers, FlagRequests } from '../flags/flag-requests.ts';
import { draftOf, toBody } from '../strategies/draft.ts';
import { reverting } from './revert.ts';

const AT = { projectId: 'ship', featureName: 'lantern', environment: 'dev' };

interface Shape {
    enabled: boolean;
    strategies: Strategy[];
    members: FlagMembers;
}

const strategy = (id: string, given: Partial<Strategy> = {}): Strategy =>
    ({
        id,
        name: 'flexibleRollout',
        title: null,
        disabled: false,
        parameters: { rollout: '50' },
        constraints: [],
        segments: [],
        variants: [],
        sortOrder: 0,
        ...given,
    }) as unknown as Strategy;

const flagOf = ({ enabled, strategies, members }: Shape): Flag =>
    ({
        name: AT.featureName,
        project: AT.projectId,
        ...members,
        environments: [
            {
                name: AT.environment,
                enabled,
                strategies,
                hasStrategies: strategies.length > 0,
                hasEnabledStrategies: strategies.some(({ disabled }) => !disabled),
            },
        ],
    }) as unknown as Flag;

/** A service with one flag, by the rules of the real one as far as reverts meet them. */
function service(start: Shape) {
    const now = structuredClone(start);
    let made = 0;
    const settle = () => {
        if (now.strategies.every(({ disabled }) => disabled)) now.enabled = false;
    };
    const written = (id: string, body: NewStrategy) => strategy(id, { ...(body as Partial<Strategy>), id });
    const requests = {
        turnOn: async () => {
            now.strategies = now.strategies.map((each) => ({ ...each, disabled: false }));
            now.enabled = true;
        },
        turnOff: async () => {
            now.enabled = false;
        },
        addStrategy: async (_at: unknown, body: NewStrategy) => {
            now.strategies.splice(body.sortOrder ?? now.strategies.length, 0, written(`new-${made++}`, body));
        },
        replaceStrategy: async (_at: unknown, id: string, body: NewStrategy) => {
            now.strategies = now.strategies.map((each) =>
                each.id === id ? { ...written(id, body), sortOrder: each.sortOrder } : each,
            );
            settle();
        },
        removeStrategy: async (_at: unknown, id: string) => {
            now.strategies = now.strategies.filter((each) => each.id !== id);
            settle();
        },
        setMembers: async (_at: unknown, members: FlagMembers) => {
            Object.assign(now.members, members);
        },
    } as unknown as FlagRequests;
    return { now, requests };
}

const event = (type: string, given: { preData?: unknown; data?: unknown } = {}): FoundEvent =>
    ({
        type,
        project: AT.projectId,
        featureName: AT.featureName,
        environment: type === 'feature-metadata-updated' ? null : AT.environment,
        preData: null,
        data: null,
        ...given,
    }) as unknown as FoundEvent;

const bodies = (strategies: Strategy[]) => strategies.map((each) => toBody(draftOf(each)));

const anyStrategy = fc.record({
    disabled: fc.boolean(),
    title: fc.constantFrom(null, 'Early'),
    parameters: fc.record({ rollout: fc.constantFrom('0', '25', '100') }),
    segments: fc.uniqueArray(fc.integer({ min: 1, max: 3 })),
});

test('what an event did to a strategy is undone, and the difference shown is the difference made', async () => {
    await fc.assert(
        fc.asyncProperty(anyStrategy, anyStrategy, fc.boolean(), async (was, is, hasOther) => {
            const others = hasOther ? [strategy('other', { sortOrder: 0 })] : [];
            const [before, after] = [strategy('a', { ...was, sortOrder: 1 }), strategy('a', { ...is, sortOrder: 1 })];
            const strategies = [...others, after];
            const start = { enabled: strategies.some(({ disabled }) => !disabled), strategies, members: {} };
            const way = reverting(event('feature-strategy-update', { preData: before, data: after }));
            const { now, requests } = service(start);

            const shown = way?.difference(flagOf(start));
            await way?.run(requests);

            expect(bodies(now.strategies)).toEqual(bodies([...others, before]));
            const made = differences(
                { ...toBody(draftOf(after)), ...(start.enabled !== now.enabled && { on: start.enabled }) },
                { ...toBody(draftOf(before)), ...(start.enabled !== now.enabled && { on: now.enabled }) },
            );
            expect(differences(shown?.before, shown?.after)).toEqual(made);
        }),
    );
});

test('a strategy goes back to its place only where the event moved it', async () => {
    const [first, moved] = [strategy('a', { sortOrder: 0 }), strategy('a', { sortOrder: 5 })];
    const now = flagOf({ enabled: true, strategies: [strategy('a', { sortOrder: 7 })], members: {} });
    const placesIn = (preData: Strategy, data: Strategy) => {
        const shown = reverting(event('feature-strategy-update', { preData, data }))?.difference(now);
        return differences(shown?.before, shown?.after);
    };

    expect(placesIn(first, moved)).toEqual([{ path: 'sortOrder', before: 7, after: 0 }]);
    expect(placesIn(first, { ...first, title: 'Early' })).toEqual([]);
});

test('a removed strategy comes back at its place', async () => {
    const gone = strategy('b', { sortOrder: 1, title: 'Early' });
    const left = { enabled: true, strategies: [strategy('a'), strategy('c')], members: {} };
    const way = reverting(event('feature-strategy-remove', { preData: gone }));
    const { now, requests } = service(left);

    expect(way?.needs).toBe('CREATE_FEATURE_STRATEGY');
    expect(way?.difference(flagOf(left))).toEqual({ before: {}, after: toBody(draftOf(gone)) });
    await way?.run(requests);

    expect(bodies(now.strategies)[1]).toMatchObject({ title: 'Early' });
    expect(now.strategies.map(({ id }) => id)).toEqual(['a', 'new-0', 'c']);
});

test('an added strategy goes, which may turn the flag off', async () => {
    const added = strategy('a');
    const start = { enabled: true, strategies: [added], members: {} };
    const way = reverting(event('feature-strategy-add', { data: added }));
    const { now, requests } = service(start);

    expect(way?.difference(flagOf(start))).toEqual({
        before: { ...toBody(draftOf(added)), on: true },
        after: { on: false },
    });
    await way?.run(requests);

    expect(now).toMatchObject({ enabled: false, strategies: [] });
});

test('of a strategy that is gone there is nothing to revert', () => {
    const empty = flagOf({ enabled: false, strategies: [], members: {} });

    expect(reverting(event('feature-strategy-add', { data: strategy('a') }))?.difference(empty)).toBeUndefined();
    expect(reverting(event('feature-strategy-update', { preData: strategy('a') }))?.difference(empty)).toBeUndefined();
});

test('a switch is turned back, and says when that enables strategies', async () => {
    const off = { enabled: false, strategies: [strategy('a', { disabled: true })], members: {} };
    const way = reverting(event('feature-environment-disabled'));
    const { now, requests } = service(off);

    expect(way?.difference(flagOf(off))).toEqual({
        before: { on: false, strategies: 'disabled' },
        after: { on: true, strategies: 'enabled' },
    });
    await way?.run(requests);
    expect(now).toMatchObject({ enabled: true, strategies: [{ disabled: false }] });

    await reverting(event('feature-environment-enabled'))?.run(requests);
    expect(now.enabled).toBe(false);
});

const anyMembers = fc.record({
    description: fc.constantFrom(null, 'Old', 'New'),
    type: fc.constantFrom('release', 'experiment'),
    impressionData: fc.boolean(),
    stale: fc.boolean(),
}) as fc.Arbitrary<Required<FlagMembers>>;

test('of settings only what the event changed goes back; what others changed since stays', async () => {
    await fc.assert(
        fc.asyncProperty(anyMembers, anyMembers, anyMembers, async (before, after, since) => {
            const way = reverting(event('feature-metadata-updated', { preData: before, data: after }));
            const { now, requests } = service({ enabled: false, strategies: [], members: since });

            await way?.run(requests);

            for (const member of Object.keys(before) as (keyof FlagMembers)[]) {
                const isOfEvent = before[member] !== after[member];
                expect(now.members[member]).toBe(isOfEvent ? before[member] : since[member]);
            }
        }),
    );
});

test('what has more than one meaning, or none here, is not offered', () => {
    expect(reverting(event('feature-created'))).toBeUndefined();
    expect(reverting(event('feature-strategy-update', { data: strategy('a') }))).toBeUndefined();
    expect(reverting({ ...event('feature-strategy-add', { data: strategy('a') }), featureName: null })).toBeUndefined();
});

import { expect, test } from 'vitest';
import { compileFlags, decideAll, evaluate, onlyProjects, updateFlags } from '../src/index.ts';
import { runtime } from './helpers.ts';

const inSegment = (name: string, segments: number[] = []) => ({
    name,
    enabled: true,
    strategies: [{ name: 'default', segments }],
});
const segment = (id: number, plan: string) => ({
    id,
    name: `segment ${id}`,
    constraints: [{ contextName: 'plan', operator: 'IN', values: [plan] }],
});

test('changing one of 5,000 flags compiles only that flag', () => {
    const features = Array.from({ length: 5_000 }, (_, i) => inSegment(`flag-${i}`));
    const before = compileFlags({ features }, runtime);

    const after = updateFlags(before, { features: [{ ...inSegment('flag-7'), enabled: false }] });

    const changed = after.flags.filter((flag, i) => flag !== before.flags[i]).map(({ name }) => name);
    expect(changed).toEqual(['flag-7']);
    expect(evaluate(before, 'flag-7', {}).enabled).toBe(true);
    expect(evaluate(after, 'flag-7', {}).enabled).toBe(false);
});

test('changing a segment compiles the flags that use it', () => {
    const features = [inSegment('uses-1', [1]), inSegment('uses-2', [2]), inSegment('uses-none')];
    const before = compileFlags({ features, segments: [segment(1, 'free'), segment(2, 'free')] }, runtime);

    const after = updateFlags(before, { segments: [segment(1, 'pro')] });
    const without = updateFlags(after, { removedSegments: [2] });

    expect(after.flags.map((flag, i) => flag === before.flags[i])).toEqual([false, true, true]);
    expect(evaluate(after, 'uses-1', { plan: 'pro' }).enabled).toBe(true);
    expect(evaluate(without, 'uses-2', { plan: 'free' }).enabled).toBe(false);
});

test('unchanged definitions are not compiled again', () => {
    const rollout = (share: string) => ({
        name: 'flexibleRollout',
        parameters: { rollout: share, stickiness: 'userId', groupId: 'a' },
        variants: [{ name: 'one', weight: 1 }],
    });
    const features = [{ name: 'flag', enabled: true, strategies: [inSegment('', [1]).strategies[0], rollout('50')] }];
    const set = compileFlags({ features, segments: [segment(1, 'free')] }, runtime);
    const strategiesAfter = (changes: object) =>
        updateFlags(set, structuredClone(changes))
            .find('flag')!
            .plan.strategies.map((strategy, i) => strategy === set.find('flag')!.plan.strategies[i]);

    expect(strategiesAfter({ features: [{ ...features[0], enabled: false }] })).toEqual([true, true]);
    expect(strategiesAfter({ segments: [segment(1, 'pro')] })).toEqual([false, true]);
    const other = [features[0]!.strategies[0], rollout('51')];
    expect(strategiesAfter({ features: [{ ...features[0], strategies: other }] })).toEqual([true, false]);
    // Their results would be at other indexes.
    const variants = [{ name: 'two', weight: 1 }];
    expect(strategiesAfter({ features: [{ ...features[0], variants }] })).toEqual([true, false]);
});

test('a child follows the changes of its parent', () => {
    const child = { ...inSegment('child'), dependencies: [{ feature: 'parent' }] };
    const orphan = compileFlags({ features: [child] }, runtime);

    const adopted = updateFlags(orphan, { features: [inSegment('parent')] });
    const orphanAgain = updateFlags(adopted, { removedFeatures: ['parent'] });

    expect([orphan, adopted, orphanAgain].map((set) => evaluate(set, 'child', {}).enabled)).toEqual([
        false,
        true,
        false,
    ]);
});

test('a flag can use parents of other projects, which callers cannot see', () => {
    const parent = { ...inSegment('parent'), project: 'platform' };
    const child = { ...inSegment('child'), project: 'shop', dependencies: [{ feature: 'parent' }] };
    const shop = onlyProjects(compileFlags({ features: [parent, child] }, runtime), ['shop']);

    expect(shop.flags.map(({ name }) => name)).toEqual(['child']);
    expect(evaluate(shop, 'child', {}).enabled).toBe(true);
    expect(evaluate(shop, 'parent', {}).enabled).toBe(false);

    const later = updateFlags(shop, {
        features: [
            { ...parent, enabled: false },
            { ...inSegment('new'), project: 'shop' },
        ],
    });

    expect(later.flags.map(({ name }) => name)).toEqual(['child', 'new']);
    expect(evaluate(later, 'child', {}).enabled).toBe(false);
});

test('many changes of one flag do not increase memory use', () => {
    let set = compileFlags({ features: [inSegment('steady')] }, runtime);
    for (let i = 0; i < 2_000; i++) {
        const constraints = [{ contextName: `field-${i}`, operator: 'IN', values: [`value-${i}`] }];
        set = updateFlags(set, {
            features: [{ name: 'busy', enabled: true, strategies: [{ name: 'default', constraints }] }],
        });
    }

    expect(set.propertyIndex.constraints.length).toBeLessThan(600);
    expect(evaluate(set, 'busy', { 'field-1999': 'value-1999' }).enabled).toBe(true);
});

test('decideAll fills the given array with indexes of outcomes', () => {
    const variants = [{ name: 'red', weight: 1, payload: { type: 'string', value: '#f00' } }];
    const features = [{ ...inSegment('off'), enabled: false }, inSegment('on'), { ...inSegment('red'), variants }];
    const set = compileFlags({ features }, runtime);
    const into = new Int32Array(3);

    expect(decideAll(set, { userId: '1' }, into)).toBe(into);
    expect([...into]).toEqual([0, 1, 2]);
    expect(set.flags[2]?.outcomes[2]).toEqual({
        name: 'red',
        enabled: true,
        impressionData: false,
        variant: { name: 'red', enabled: true, payload: { type: 'string', value: '#f00' }, feature_enabled: true },
    });
});

test('without a stickiness value, random numbers decide', () => {
    const rollout = (stickiness: string) => ({
        name: stickiness,
        enabled: true,
        strategies: [{ name: 'flexibleRollout', parameters: { rollout: '50', stickiness, groupId: 'g' } }],
    });
    let state = 1;
    const random = () => {
        state = (state * 48271) % 2147483647;
        return state / 2147483647;
    };
    const set = compileFlags(
        { features: [rollout('random'), rollout('default'), rollout('plan')] },
        { ...runtime, random },
    );
    const on = [0, 0, 0];
    for (let i = 0; i < 1_000; i++) {
        for (const [flag, outcome] of decideAll(set, {}).entries()) on[flag]! += outcome;
    }

    const [byDefault, byPlan, byChance] = on;
    expect(byDefault).toBeGreaterThan(400);
    expect(byDefault).toBeLessThan(600);
    expect(byPlan).toBe(0);
    expect(byChance).toBeGreaterThan(400);
    expect(byChance).toBeLessThan(600);
});

test('sets derived from the same set are independent', () => {
    const origin = compileFlags({ features: [inSegment('a')] }, runtime);
    const one = updateFlags(origin, { features: [inSegment('b'), inSegment('c')] });
    const other = updateFlags(origin, { features: [inSegment('c'), inSegment('b')], removedFeatures: ['a'] });
    const names = ({ flags }: { flags: readonly { name: string }[] }) => flags.map(({ name }) => name);

    expect([origin, one, other].map(names)).toEqual([['a'], ['a', 'b', 'c'], ['b', 'c']]);
    expect([origin, one, other].map((set) => evaluate(set, 'a', {}).enabled)).toEqual([true, true, false]);
    expect([origin, one, other].map((set) => evaluate(set, 'b', {}).enabled)).toEqual([false, true, true]);
});

test('flags are sorted by name, regardless of the order of insertion', () => {
    const before = compileFlags({ features: [inSegment('b'), inSegment('a')] }, runtime);
    const without = updateFlags(before, { removedFeatures: ['a'] });
    const after = updateFlags(without, { features: [inSegment('a')] });

    expect(after.flags.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(evaluate(after, 'a', {}).enabled).toBe(true);
    expect(evaluate(before, 'a', {}).enabled).toBe(true);
    expect(evaluate(without, 'a', {}).enabled).toBe(false);
});

test('any number of names with the same ending are distinguished', () => {
    const names = Array.from({ length: 3_000 }, (_, i) => `team-${i}.enabled`);
    const half = names.filter((_, i) => i % 2 === 0);
    const all = compileFlags({ features: names.map((name) => inSegment(name)) }, runtime);
    const rest = updateFlags(all, { removedFeatures: half });

    expect(names.filter((name) => !evaluate(all, name, {}).enabled)).toEqual([]);
    expect(names.filter((name) => !evaluate(rest, name, {}).enabled)).toEqual(half);
});

test('many additions and removals of flags do not increase memory use', () => {
    let set = compileFlags({ features: [inSegment('steady')] }, runtime);
    for (let i = 0; i < 2_000; i++) {
        set = updateFlags(set, { features: [inSegment(`flag-${i}`)], removedFeatures: [`flag-${i - 1}`] });
    }

    expect(set.table.nameIndex.size).toBeLessThan(600);
    expect(set.flags.map(({ name }) => name)).toEqual(['flag-1999', 'steady']);
});

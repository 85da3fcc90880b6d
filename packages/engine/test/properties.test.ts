import fc from 'fast-check';
import murmurhash from 'murmurhash';
import { expect, test } from 'vitest';
import { hash, hashPrefix } from '../src/hashing.ts';
import {
    compileFlags,
    evaluate,
    evaluateAll,
    explain,
    type FlagDefinition,
    type FlagSet,
    onlyProjects,
    updateFlags,
    updateFlagsInSteps,
    warningsOf,
} from '../src/index.ts';
import { context, flag, runtime, segment, strategy } from './arbitraries.ts';

// More than 20,000 generated cases in total; PROPERTY_RUNS=10 multiplies them by ten.
const factor = Number(process.env['PROPERTY_RUNS'] ?? 1);
function check<Values>(cases: number, property: fc.IRawProperty<Values>): void {
    fc.assert(property, { numRuns: cases * factor });
}

const flags = fc.array(flag, { minLength: 1, maxLength: 2 });
const segments = fc.array(segment, { maxLength: 2 });
const change = fc.record({
    features: flags,
    segments,
    removedFeatures: fc.array(fc.constantFrom('flag-a', 'flag-b', '__proto__')),
    removedSegments: fc.array(fc.integer({ min: 1, max: 3 })),
});

function answersOf(set: FlagSet, who: Parameters<typeof evaluate>[2]) {
    return Object.fromEntries(set.flags.map(({ name }) => [`flag ${name}`, evaluate(set, name, who)]));
}

test('evaluate, evaluateAll and explain agree', () => {
    check(
        8000,
        fc.property(flags, segments, context, (features, someSegments, who) => {
            const set = compileFlags({ features, segments: someSegments }, runtime);
            const all = evaluateAll(set, who);
            set.flags.forEach(({ name }, i) => {
                const one = evaluate(set, name, who);
                const { enabled, variant, impressionData } = explain(set, name, who);
                // Results are shared objects, so equal results are the same object.
                expect(all[i]).toBe(one);
                expect(variant).toBe(one.variant);
                expect({ enabled, impressionData }).toEqual({
                    enabled: one.enabled,
                    impressionData: one.impressionData,
                });
            });
        }),
    );
});

test('compiling incrementally equals compiling from scratch', () => {
    const changes = fc.array(change, { minLength: 1, maxLength: 3 });
    check(
        1500,
        fc.property(flags, segments, changes, context, (features, someSegments, steps, who) => {
            let set = compileFlags({ features, segments: someSegments }, runtime);
            const latest = new Map(features.map((definition) => [definition.name, definition]));
            const latestSegments = new Map(someSegments.map((definition) => [definition.id, definition]));
            for (const step of steps) {
                set = updateFlags(set, step);
                for (const name of step.removedFeatures) latest.delete(name);
                for (const id of step.removedSegments) latestSegments.delete(id);
                for (const definition of step.features) latest.set(definition.name, definition);
                for (const definition of step.segments) latestSegments.set(definition.id, definition);
            }
            const scratch = compileFlags(
                { features: [...latest.values()], segments: [...latestSegments.values()] },
                runtime,
            );

            expect(answersOf(set, who)).toEqual(answersOf(scratch, who));
            expect(set.flags.map(({ name }) => name)).toEqual(scratch.flags.map(({ name }) => name));
            expect(warningsOf(set).length).toBe(warningsOf(scratch).length);
        }),
    );
});

test('after a partial change, a flag is explained as after a complete compilation', () => {
    type Edit = (definition: FlagDefinition) => FlagDefinition;
    const edit = fc.constantFrom<Edit>(
        (given) => ({ ...given, enabled: !given.enabled }),
        (given) => ({ ...given, variants: [] }),
        (given) => ({ ...given, variants: [{ name: 'new', weight: 1 }, ...(given.variants ?? [])] }),
        (given) => ({ ...given, strategies: given.strategies.slice(1) }),
        (given) => ({ ...given, strategies: given.strategies.toReversed() }),
        (given) => ({ ...given, strategies: given.strategies.map((each) => ({ ...each, disabled: !each.disabled })) }),
        (given) => ({ ...given, strategies: given.strategies.map((each) => ({ ...each, parameters: {} })) }),
        (given) => ({ ...given, strategies: given.strategies.map((each) => ({ ...each, segments: [1] })) }),
    );
    check(
        1000,
        fc.property(flag, edit, segments, segments, context, (definition, change, first, second, who) => {
            // As received from a server: equal in content, but a different object.
            const changed = JSON.parse(JSON.stringify(change(definition)));
            const before = compileFlags({ features: [definition], segments: first }, runtime);
            const explained = explain(before, definition.name, who);
            const after = updateFlags(before, { features: [changed], segments: second });
            const scratch = compileFlags({ features: [changed], segments: [...first, ...second] }, runtime);

            expect(explain(after, definition.name, who)).toEqual(explain(scratch, definition.name, who));
            expect(evaluateAll(after, who)).toEqual(evaluateAll(scratch, who));
            expect(evaluate(after, definition.name, who)).toEqual(evaluate(scratch, definition.name, who));
            expect(warningsOf(after)).toEqual(warningsOf(scratch));
            expect(explain(before, definition.name, who)).toEqual(explained);
        }),
    );
});

test('concurrent updates of the same set are independent', () => {
    check(
        500,
        fc.property(flags, segments, change, change, context, (features, someSegments, one, other, who) => {
            const set = compileFlags({ features, segments: someSegments }, runtime);
            const before = answersOf(set, who);
            const ways = [one, other].map((way) => ({ steps: updateFlagsInSteps(set, way), result: set, done: false }));
            while (ways.some(({ done }) => !done)) {
                for (const way of ways.filter(({ done }) => !done)) {
                    const { done, value } = way.steps.next();
                    if (done) Object.assign(way, { result: value, done });
                }
            }

            for (const [place, way] of [one, other].entries()) {
                const alone = updateFlags(compileFlags({ features, segments: someSegments }, runtime), way);
                expect(answersOf(ways[place]!.result, who)).toEqual(answersOf(alone, who));
            }
            expect(answersOf(set, who)).toEqual(before);
        }),
    );
});

test('a set limited to some projects returns the same results as the whole set for their flags', () => {
    check(
        500,
        fc.property(flags, segments, context, (features, someSegments, who) => {
            const whole = compileFlags({ features, segments: someSegments }, runtime);
            const part = onlyProjects(whole, ['other']);
            for (const { name, project } of whole.flags) {
                const expected = project === 'other' ? evaluate(whole, name, who) : { name, enabled: false };
                expect(evaluate(part, name, who)).toMatchObject(expected);
            }
        }),
    );
});

test('adding a strategy never turns a flag off', () => {
    check(
        3000,
        fc.property(flag, strategy, segments, context, (definition, added, someSegments, who) => {
            fc.pre(definition.strategies.length > 0);
            const wider = { ...definition, strategies: [...definition.strategies, added] };
            const before = compileFlags({ features: [definition], segments: someSegments }, runtime);
            const after = compileFlags({ features: [wider], segments: someSegments }, runtime);

            if (evaluate(before, definition.name, who).enabled) {
                expect(evaluate(after, definition.name, who).enabled).toBe(true);
            }
        }),
    );
});

test('a user in a rollout stays in it when the percentage grows', () => {
    const percentage = fc.integer({ min: 0, max: 100 });
    const rollout = (name: string, percent: number) => ({
        name: 'flag',
        enabled: true,
        strategies: [{ name, parameters: { rollout: String(percent), percentage: String(percent), groupId: 'group' } }],
    });
    const type = fc.constantFrom('flexibleRollout', 'gradualRolloutUserId', 'gradualRolloutRandom');
    check(
        2000,
        fc.property(type, percentage, percentage, fc.string(), (name, one, other, userId) => {
            const [smaller, greater] = [Math.min(one, other), Math.max(one, other)].map((percent) =>
                evaluate(compileFlags({ features: [rollout(name, percent)] }, runtime), 'flag', { userId }),
            );

            expect(Number(greater!.enabled)).toBeGreaterThanOrEqual(Number(smaller!.enabled));
        }),
    );
});

test('variants get their share of the users', () => {
    check(
        20,
        fc.property(
            fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 5 }),
            fc.uuid(),
            (weights, name) => {
                const total = weights.reduce((sum, weight) => sum + weight, 0);
                fc.pre(total > 0);
                const variants = weights.map((weight, i) => ({ name: `v${i}`, weight }));
                const set = compileFlags({ features: [{ name, enabled: true, strategies: [], variants }] }, runtime);
                const users = 4000;
                const counts = new Map<string, number>();
                for (let i = 0; i < users; i++) {
                    const { variant } = evaluate(set, name, { userId: `user-${i}` });
                    counts.set(variant.name, (counts.get(variant.name) ?? 0) + 1);
                }

                weights.forEach((weight, i) => {
                    const share = weight / total;
                    // Five standard deviations: wrong once in more than a million runs.
                    const tolerance = 5 * Math.sqrt(users * share * (1 - share));
                    expect(Math.abs((counts.get(`v${i}`) ?? 0) - users * share)).toBeLessThanOrEqual(tolerance);
                });
            },
        ),
    );
});

test('the hash is MurmurHash3 over UTF-8, regardless of the end of the prefix', () => {
    const anyText = fc.oneof(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20, unit: 'grapheme' }));
    check(
        3500,
        fc.property(anyText, anyText, fc.nat(), (prefix, id, seed) => {
            expect(hash(hashPrefix(prefix, seed), id) >>> 0).toBe(murmurhash.v3(prefix + id, seed));
        }),
    );
});

test('no definition and no context causes an exception', () => {
    const anything = fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withNullPrototype: true,
        maxDepth: 4,
    });
    const brokenFlag = fc.record({
        name: fc.constantFrom<unknown>('a', 'b', 3, ''),
        enabled: fc.oneof(fc.constant(true), anything),
        strategies: fc.oneof(fc.array(fc.oneof(strategy, anything), { maxLength: 3 }), anything),
        variants: anything,
        dependencies: anything,
    });
    check(
        1500,
        fc.property(fc.array(fc.oneof(brokenFlag, anything)), fc.array(anything), anything, (features, some, who) => {
            const set = compileFlags({ features, segments: some }, runtime);
            const next = updateFlags(set, { features, segments: some, removedFeatures: some as string[] });

            expect(evaluateAll(next, who as never)).toHaveLength(next.flags.length);
            for (const { name } of next.flags) expect(explain(next, name, who as never).name).toBe(name);
        }),
    );
});

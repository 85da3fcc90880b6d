import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileFlags, contextKey, decideAll, randomDrawsOf, updateFlags } from '../src/index.ts';
import { context, flag, segment } from './arbitraries.ts';

/** A clock that advances, and numbers of which no two consecutive ones are equal. */
function restless() {
    let asked = 0;
    return {
        now: () => Date.UTC(2025, 11, 1) + ++asked * 86_400_000 * 7,
        random: () => (++asked * 0.618) % 1,
    };
}

const flags = fc.array(flag, { minLength: 1, maxLength: 3 });
const segments = fc.array(segment, { maxLength: 2 });

test('contexts with the same key get the same results, unless time or random numbers are involved', () => {
    const seen = { repeated: 0, drawn: 0, told: 0 };
    fc.assert(
        fc.property(flags, segments, flags, context, context, (features, some, changes, one, other) => {
            const before = compileFlags({ features, segments: some }, restless());
            const set = updateFlags(before, { features: changes });
            for (const next of [one, other, { ...one, nobodyAsks: 'x' }, { ...one, sessionId: 'another' }, {}]) {
                const drawn = randomDrawsOf(set);
                const outcomes = decideAll(set, one);
                if (drawn !== randomDrawsOf(set)) seen.drawn++;
                else if (contextKey(set, one) !== contextKey(set, next)) seen.told++;
                else {
                    seen.repeated++;
                    expect(decideAll(set, next)).toEqual(outcomes);
                }
            }
        }),
        { numRuns: 1_500 },
    );
    // Every case occurs often enough to be meaningful.
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(300);
});

test('random draws are counted after a complete recompilation', () => {
    const runtime = restless();
    const random = {
        name: 'flag',
        enabled: true,
        strategies: [{ name: 'gradualRolloutRandom', parameters: { percentage: '50' } }],
    };
    let set = compileFlags({ features: [random] }, runtime);
    for (let i = 0; i < 1_000; i++) {
        const constraints = [{ contextName: `field-${i}`, operator: 'IN', values: ['x'] }];
        set = updateFlags(set, {
            features: [{ name: 'other', enabled: true, strategies: [{ name: 'default', constraints }] }],
        });
    }
    const drawn = randomDrawsOf(set);
    decideAll(set, {});
    expect(randomDrawsOf(set)).toBe(drawn + 1);
});

import { expect, test } from 'vitest';
import { readOptions } from './options.ts';
import { type PlanInput, planSize } from './plan.ts';

const budget = { rounds: 3, warmUpMs: 800, roundMs: 400, budgetMs: 15 * 60_000 };
const outlook: PlanInput = {
    flags: 5_000,
    isTable: false,
    rows: 9,
    peerIsThere: true,
    peerFlags: 1_000,
    peerPerSecond: 25,
    elapsedMs: 6 * 60_000,
};

test('a size is measured at all servers while there is time to load it', () => {
    expect(planSize(outlook, budget)).toEqual({ measure: true, withPeer: true });
});

test('Unleash is omitted first', () => {
    expect(planSize({ ...outlook, flags: 20_000 }, budget)).toEqual({
        measure: true,
        withPeer: false,
        why: 'not loaded: importing would have taken 13 more min',
    });
    expect(planSize({ ...outlook, peerIsThere: false }, budget)).toMatchObject({ measure: true, withPeer: false });
});

test('the size of the table is measured even when the time is up', () => {
    const late = { ...outlook, elapsedMs: budget.budgetMs };
    expect(planSize(late, budget)).toEqual({ measure: false, why: 'the time was up' });
    expect(planSize({ ...late, isTable: true }, budget)).toEqual({ measure: true, withPeer: true });
});

test('options are parsed, and unknown ones are reported', () => {
    expect(readOptions([])).toMatchObject({
        sizes: [100, 1_000, 5_000, 20_000],
        tableFlags: 1_000,
        out: 'bench/peers',
    });
    expect(readOptions(['--sizes', '5000,200'])).toMatchObject({ sizes: [200, 5_000], tableFlags: 5_000 });
    // Partial results must not replace the published ones.
    expect(readOptions(['--quick'])).toMatchObject({ sizes: [100], rounds: 1, out: '.cache/peers' });
    expect(readOptions(['--only', 'search'])).toMatchObject({ out: '.cache/peers' });
    expect(() => readOptions(['--only', 'serch'])).toThrow('there is no serch');
    expect(() => readOptions(['--sizes', '10'])).toThrow('at least 100');
    expect(() => readOptions(['--rounds', 'x'])).toThrow('--rounds: x is not a whole number');
});

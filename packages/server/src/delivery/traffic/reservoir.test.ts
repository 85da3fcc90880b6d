import { expect, test } from 'vitest';
import { Reservoir } from './reservoir.ts';

const HOUR = 3_600_000;

/** Deterministic pseudo-random numbers. */
function numbers(seed: number): () => number {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return state / 2 ** 32;
    };
}

const reservoir = (given: { capacity?: number; characters?: number } = {}) =>
    new Reservoir<number>({ capacity: 1_000, characters: 1_000_000, random: numbers(7), ...given }, 0);

/** Offers the given number of items over an hour; returns how many were sampled. */
function see(into: Reservoir<number>, count: number, hour: number): number {
    let kept = 0;
    for (let i = 0; i < count; i++) {
        if (!into.isNext()) continue;
        kept++;
        into.keep('context', hour, (hour + i / count) * HOUR);
    }
    return kept;
}

test('everything is kept while there is room', () => {
    const samples = reservoir();
    see(samples, 1_000, 0);

    expect(samples.sample(HOUR)).toHaveLength(1_000);
});

test('memory stays constant however many items are offered, and nearly none is inspected', () => {
    const samples = reservoir();

    expect(see(samples, 2_000_000, 0)).toBeLessThan(15_000);
    const { length } = samples.sample(HOUR);
    expect(length).toBeLessThanOrEqual(1_000);
    expect(length).toBeGreaterThan(400);
    expect(samples.characters).toBeLessThanOrEqual(7_000);
});

test('long items leave less room', () => {
    const samples = reservoir({ characters: 700 });
    see(samples, 10_000, 0);

    expect(samples.characters).toBeLessThanOrEqual(700);
    expect(samples.sample(HOUR).length).toBeGreaterThan(40);
});

test.each([
    ['grows', (hour: number) => 500 * (hour + 1)],
    ['shrinks', (hour: number) => 500 * (24 - hour)],
    ['has a peak', (hour: number) => (hour === 9 ? 100_000 : 2_000)],
    ['stops for a while', (hour: number) => (hour < 6 || hour > 18 ? 8_000 : 0)],
])('it is uniform over the day where traffic %s', (_how, traffic) => {
    const totals = [0, 0, 0, 0];
    const found = [0, 0, 0, 0];
    const quarter = (hour: number) => Math.floor(hour / 6);
    for (let round = 0; round < 20; round++) {
        const samples = new Reservoir<number>({ capacity: 1_000, characters: 1e9, random: numbers(round + 1) }, 0);
        for (let hour = 0; hour < 24; hour++) {
            totals[quarter(hour)]! += traffic(hour);
            see(samples, traffic(hour), hour);
            samples.turn((hour + 1) * HOUR);
        }
        for (const { mark } of samples.sample(24 * HOUR - 1)) found[quarter(mark)]!++;
    }
    const share = (list: number[]) => list.map((count) => count / list.reduce((sum, one) => sum + one, 0));

    for (const [at, wanted] of share(totals).entries()) expect(share(found)[at]).toBeCloseTo(wanted, 1);
    expect(found.reduce((sum, count) => sum + count, 0) / 20).toBeGreaterThan(200);
});

test('items older than a day are dropped, and their memory with them', () => {
    const samples = reservoir();
    see(samples, 5_000, 0);
    see(samples, 10, 20);

    expect(samples.sample(26 * HOUR).every(({ mark }) => mark === 20)).toBe(true);
    samples.turn(50 * HOUR);
    expect(samples.sample(50 * HOUR)).toEqual([]);
    expect(samples.characters).toBe(0);
});

test('after a busy period the threshold rises again', () => {
    const samples = reservoir();
    see(samples, 1_000_000, 0);
    for (let hour = 1; hour < 60; hour++) {
        samples.turn(hour * HOUR);
        see(samples, 30, hour);
    }

    expect(samples.sample(60 * HOUR).length).toBeGreaterThan(300);
});

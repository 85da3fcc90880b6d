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

const reservoir = (options: { capacity?: number; characters?: number } = {}) =>
    new Reservoir<number>({ capacity: 1_000, characters: 1_000_000, random: numbers(7), ...options }, 0);

/** Offers the specified number of items over an hour; returns the number of sampled items. */
function offer(target: Reservoir<number>, count: number, hour: number): number {
    let sampled = 0;
    for (let i = 0; i < count; i++) {
        if (!target.isNext()) continue;
        sampled++;
        target.add('context', hour, (hour + i / count) * HOUR);
    }
    return sampled;
}

test('all items are retained while the capacity is not exceeded', () => {
    const samples = reservoir();
    offer(samples, 1_000, 0);

    expect(samples.sample(HOUR)).toHaveLength(1_000);
});

test('memory stays constant however many items are offered, and nearly none is inspected', () => {
    const samples = reservoir();

    expect(offer(samples, 2_000_000, 0)).toBeLessThan(15_000);
    const { length } = samples.sample(HOUR);
    expect(length).toBeLessThanOrEqual(1_000);
    expect(length).toBeGreaterThan(400);
    expect(samples.characters).toBeLessThanOrEqual(7_000);
});

test('long items reduce the number of retained items', () => {
    const samples = reservoir({ characters: 700 });
    offer(samples, 10_000, 0);

    expect(samples.characters).toBeLessThanOrEqual(700);
    expect(samples.sample(HOUR).length).toBeGreaterThan(40);
});

test.each([
    ['grows', (hour: number) => 500 * (hour + 1)],
    ['shrinks', (hour: number) => 500 * (24 - hour)],
    ['has a peak', (hour: number) => (hour === 9 ? 100_000 : 2_000)],
    ['stops for a while', (hour: number) => (hour < 6 || hour > 18 ? 8_000 : 0)],
])('the sample is uniform over the day if traffic %s', (_case, traffic) => {
    const totals = [0, 0, 0, 0];
    const counts = [0, 0, 0, 0];
    const quarter = (hour: number) => Math.floor(hour / 6);
    for (let round = 0; round < 20; round++) {
        const samples = new Reservoir<number>({ capacity: 1_000, characters: 1e9, random: numbers(round + 1) }, 0);
        for (let hour = 0; hour < 24; hour++) {
            totals[quarter(hour)]! += traffic(hour);
            offer(samples, traffic(hour), hour);
            samples.rotate((hour + 1) * HOUR);
        }
        for (const { mark } of samples.sample(24 * HOUR - 1)) counts[quarter(mark)]!++;
    }
    const share = (list: number[]) => list.map((count) => count / list.reduce((sum, one) => sum + one, 0));

    for (const [index, expected] of share(totals).entries()) expect(share(counts)[index]).toBeCloseTo(expected, 1);
    expect(counts.reduce((sum, count) => sum + count, 0) / 20).toBeGreaterThan(200);
});

test('items older than a day are dropped, and their memory with them', () => {
    const samples = reservoir();
    offer(samples, 5_000, 0);
    offer(samples, 10, 20);

    expect(samples.sample(26 * HOUR).every(({ mark }) => mark === 20)).toBe(true);
    samples.rotate(50 * HOUR);
    expect(samples.sample(50 * HOUR)).toEqual([]);
    expect(samples.characters).toBe(0);
});

test('after a busy period the threshold rises again', () => {
    const samples = reservoir();
    offer(samples, 1_000_000, 0);
    for (let hour = 1; hour < 60; hour++) {
        samples.rotate(hour * HOUR);
        offer(samples, 30, hour);
    }

    expect(samples.sample(60 * HOUR).length).toBeGreaterThan(300);
});

import { expect, test } from 'vitest';
import { compute } from '../src/index.ts';

/** A reproducible generator (mulberry32). */
function randomFrom(seed: number): () => number {
    let state = seed;
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let t = Math.imul(state ^ (state >>> 15), 1 | state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
    };
}

const RUNS = 1_000;
const LOOKS = 100;
const PER_LOOK = 100;

/** Returns the share of experiments in which `isAlarm` was true at any of the looks. */
function alarms(
    rates: readonly [number, number],
    isAlarm: (sums: readonly [number, number], n: number) => boolean,
): number {
    const random = randomFrom(7);
    let found = 0;
    for (let run = 0; run < RUNS; run++) {
        const sums: [number, number] = [0, 0];
        for (let look = 1; look <= LOOKS; look++) {
            for (const arm of [0, 1] as const) {
                for (let unit = 0; unit < PER_LOOK; unit++) if (random() < rates[arm]) sums[arm] += 1;
            }
            if (sums[0] === 0 || sums[1] === 0 || !isAlarm(sums, look * PER_LOOK)) continue;
            found++;
            break;
        }
    }
    return found / RUNS;
}

const arms = ([control, treatment]: readonly [number, number], n: number) => ({
    control: { type: 'proportion' as const, n, sum: control },
    treatment: { type: 'proportion' as const, n, sum: treatment },
});

test('1,000 experiments without an effect, each looked at 100 times, raise at most 5 % false alarms', () => {
    const isAlarm = (sums: readonly [number, number], n: number) =>
        compute('asymptotic-cs', {
            ...arms(sums, n),
            difference: 'relative',
            alternative: 'two-sided',
            alpha: 0.05,
            tuning: 5000,
        }).p < 0.05;
    expect(alarms([0.2, 0.2], isAlarm)).toBeLessThanOrEqual(0.05);
});

test('a test for one planned look would raise many, which the confidence sequence is for', () => {
    const isAlarm = (sums: readonly [number, number], n: number) =>
        compute('welch', { ...arms(sums, n), difference: 'relative', alternative: 'two-sided', alpha: 0.05 }).p < 0.05;
    expect(alarms([0.2, 0.2], isAlarm)).toBeGreaterThan(0.25);
});

test('an increase from 20 % to 22 % is found in most experiments of 10,000 units per arm', () => {
    const isAlarm = (sums: readonly [number, number], n: number) =>
        compute('asymptotic-cs', {
            ...arms(sums, n),
            difference: 'relative',
            alternative: 'greater',
            alpha: 0.05,
            tuning: 5000,
        }).ci[0]! > 0;
    expect(alarms([0.2, 0.22], isAlarm)).toBeGreaterThan(0.7);
});

test('a split of 50:50 is flagged in at most 1 of 1,000 experiments, one of 52:48 in many', () => {
    const flagged = (share: number) => {
        const random = randomFrom(11);
        let found = 0;
        for (let run = 0; run < RUNS; run++) {
            const counts: [number, number] = [0, 0];
            for (let look = 0; look < LOOKS; look++) {
                for (let unit = 0; unit < 2 * PER_LOOK; unit++) counts[random() < share ? 0 : 1] += 1;
                if (compute('srm-sequential', { counts, theta: [0.5, 0.5], concentration: 1000 }).p >= 0.001) continue;
                found++;
                break;
            }
        }
        return found / RUNS;
    };
    expect(flagged(0.5)).toBeLessThanOrEqual(0.001);
    expect(flagged(0.52)).toBeGreaterThan(0.8);
});

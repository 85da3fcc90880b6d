import { compute } from '@halyard/stats';
import type { SafeguardState } from '../../../../storage/tables/safeguards.ts';
import type { ComputedNumber } from '../comparison/decide-comparison.ts';

/** With fewer steps that contain events, their over-dispersion is not known. */
export const MIN_STEPS = 12;
/** Suits large differences of small numbers of events. */
const CONCENTRATION = 100;

/** Which difference of the rates is harm. */
export interface CountSettings {
    /** The desired direction of the events. */
    direction: 'up' | 'down';
    /** How much worse the rate with the feature may be, relative to the rate without it. */
    margin: number;
    /** Events of both arms. */
    minimumEvents: number;
}

/** The counts of a step of time. */
export interface CountStep {
    /** Evaluations for which the flag was off, and on. */
    exposure: [off: number, on: number];
    events: [off: number, on: number];
}

export interface CountResult {
    state: SafeguardState;
    reason?: string;
    events: { control: number; treatment: number };
    evaluations: { control: number; treatment: number };
    /** The variance of the events, divided by that of independent ones. All counts are divided by it. */
    dispersion: number | null;
    /** The rate of events with the feature, relative to that without it, minus 1. */
    effect: number | null;
    difference: 'relative';
    bounds: [low: number | null, high: number | null];
    vectors: ComputedNumber[];
}

interface CountInput {
    rule: CountSettings;
    steps: readonly CountStep[];
    alpha: number;
    version: string;
}

/**
 * Compares the rates of events per evaluation. Given their sum, the events of two arms with equal rates are distributed as the
 * evaluations are (R4.6), which is tested at every look. Events of one user are correlated: all counts are divided by the measured
 * over-dispersion. Pure.
 */
export function decideCounts({ rule, steps, alpha, version }: CountInput): CountResult {
    const [exposure, events] = [sumOf(steps, 'exposure'), sumOf(steps, 'events')];
    const base = {
        events: { control: events[0], treatment: events[1] },
        evaluations: { control: exposure[0], treatment: exposure[1] },
        ...{ dispersion: null, effect: null, difference: 'relative' as const, vectors: [] },
        bounds: [null, null] as [null, null],
    };
    if (exposure[0] === 0 || exposure[1] === 0) {
        return { ...base, state: 'no data', reason: 'The flag was not evaluated both on and off in this milestone.' };
    }
    const total = events[0] + events[1];
    if (total === 0) {
        // Nothing bad happened; but if nothing good happened either, events may not be reported at all.
        return rule.direction === 'down'
            ? { ...base, state: 'healthy so far' }
            : { ...base, state: 'no data', reason: 'No event was reported.' };
    }
    const counted = steps.filter(({ events: [off, on] }) => off + on > 0);
    if (total < rule.minimumEvents || counted.length < MIN_STEPS) {
        const reason =
            total < rule.minimumEvents
                ? `Less than ${rule.minimumEvents} events.`
                : `Events in less than ${MIN_STEPS} intervals, so their over-dispersion is not known.`;
        return { ...base, state: 'too little', reason };
    }
    const dispersion = dispersionOf(counted, exposure, events);
    const counts: [number, number] = [events[0] / dispersion, events[1] / dispersion];
    const testAt = (margin: number) => ({
        counts,
        exposure: [exposure[0], exposure[1] * (1 + margin)] as [number, number],
        concentration: CONCENTRATION,
    });
    const isExcluded = (margin: number) => compute('poisson-sequential', testAt(margin)).p < alpha;
    const ratio = events[1] / exposure[1] / (events[0] / exposure[0]);
    const limit = rule.direction === 'down' ? rule.margin : -rule.margin;
    const input = testAt(limit);
    const output = compute('poisson-sequential', input);
    const isAbove = ratio - 1 > limit;
    const isHarmful = isAbove === (rule.direction === 'down');
    const state = output.p >= alpha ? 'healthy so far' : isHarmful ? 'harm shown' : 'harm excluded';
    return {
        ...{ ...base, dispersion, state },
        effect: Number.isFinite(ratio) ? ratio - 1 : null,
        bounds: boundsOf(ratio, isExcluded),
        vectors: [{ family: 'poisson-sequential', input, output, version }],
    };
}

const sumOf = (steps: readonly CountStep[], name: keyof CountStep): [number, number] =>
    steps.reduce<[number, number]>((sum, step) => [sum[0] + step[name][0], sum[1] + step[name][1]], [0, 0]);

/** R4.6: how much more the shares of the steps vary than those of independent events; at least 1. */
function dispersionOf(steps: readonly CountStep[], exposure: [number, number], events: [number, number]): number {
    const rates = [events[0] / exposure[0], events[1] / exposure[1]] as const;
    let [squares, variance, used] = [0, 0, 0];
    for (const { exposure: ofStep, events: counted } of steps) {
        const expected = [rates[0] * ofStep[0], rates[1] * ofStep[1]] as const;
        const share = expected[1] / (expected[0] + expected[1]);
        if (!(share > 0 && share < 1)) continue;
        const sum = counted[0] + counted[1];
        squares += (counted[1] - share * sum) ** 2;
        variance += sum * share * (1 - share);
        used++;
    }
    if (used < 2 || variance === 0) return 1;
    // The share was estimated from the same steps.
    return Math.max(1, (squares / variance) * (used / (used - 1)));
}

const MAX_EFFECT = 1e6;

/** The effects that are not excluded. Null: this side has no bound. */
function boundsOf(ratio: number, isExcluded: (effect: number) => boolean): [low: number | null, high: number | null] {
    const inside = Number.isFinite(ratio) ? ratio - 1 : MAX_EFFECT;
    const smallest = -1 + 1e-9;
    return [
        isExcluded(smallest) && inside > smallest ? boundaryOf(smallest, inside, isExcluded) : -1,
        isExcluded(MAX_EFFECT) ? boundaryOf(MAX_EFFECT, Math.max(inside, smallest), isExcluded) : null,
    ];
}

/** Bisects between an effect that is excluded and one that is not. */
function boundaryOf(excluded: number, included: number, isExcluded: (effect: number) => boolean): number {
    let [outside, inside] = [excluded, included];
    for (let step = 0; step < 32; step++) {
        // In between on a logarithmic scale of the ratio.
        const middle = Math.sqrt((outside + 1) * (inside + 1)) - 1;
        if (isExcluded(middle)) outside = middle;
        else inside = middle;
    }
    return inside;
}

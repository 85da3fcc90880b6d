import { compute } from '@halyard/stats';
import { TUNING } from '../results/stats-recorder.ts';
import type { MetricPlan, PlanPoint } from './experiment-plan.schemas.ts';

/** A metric before the experiment. */
export interface Baseline {
    mean: number;
    variance: number;
}

export interface PowerOptions {
    power: number;
    alpha: number;
    effect: number | undefined;
    /** The shares of the arms, which add up to 1. */
    weights: readonly number[];
    /** The units that are enrolled within a number of days. */
    unitsAfter: (days: number) => number;
}

const CURVE_DAYS = [1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 28, 42, 56, 70, 84];
const MAX_DAYS = 365;

/** Plans a metric for intervals of both kinds. Pure. */
export function planMetric(baseline: Baseline, options: PowerOptions): Pick<MetricPlan, 'curve' | 'daysNeeded'> {
    const { effect } = options;
    const curve = CURVE_DAYS.map((days): PlanPoint => {
        const units = Math.floor(options.unitsAfter(days));
        const mde = { fixedHorizon: mdeOf(baseline, units, options), alwaysValid: null as number | null };
        mde.alwaysValid = mdeOf(baseline, units, { ...options, sequentialTuning: TUNING });
        return { days, units, mde };
    });
    if (effect === undefined) return { curve };
    return {
        curve,
        daysNeeded: {
            fixedHorizon: daysToFind(effect, baseline, options),
            alwaysValid: daysToFind(effect, baseline, { ...options, sequentialTuning: TUNING }),
        },
    };
}

type DesignOptions = PowerOptions & { sequentialTuning?: number };

/** Two arms of different sizes tell as much as two of their harmonic mean. The smallest treatment is planned. */
function designOf({ mean, variance }: Baseline, units: number, { weights, alpha, sequentialTuning }: DesignOptions) {
    const [control = 0, ...treatments] = weights;
    const perArm = 2 / (1 / control + 1 / Math.min(...treatments));
    const variations = weights.length;
    return {
        ...{ mean, variance, usersTotal: units * perArm * variations, variations, alpha },
        ...(sequentialTuning !== undefined && { sequentialTuning }),
    };
}

const mdeOf = (baseline: Baseline, units: number, options: DesignOptions): number | null =>
    units === 0 ? null : compute('mde', { ...designOf(baseline, units, options), power: options.power }).mde;

function daysToFind(effect: number, baseline: Baseline, options: DesignOptions): number | null {
    for (let days = 1; days <= MAX_DAYS; days++) {
        const units = Math.floor(options.unitsAfter(days));
        if (units === 0) continue;
        const { power } = compute('power', { ...designOf(baseline, units, options), effectRelative: effect });
        if (power >= options.power) return days;
    }
    return null;
}

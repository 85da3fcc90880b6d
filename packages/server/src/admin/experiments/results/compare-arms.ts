import type { Arm, CupedArm, Effect, RatioArm } from '@halyard/stats';
import type { ArmSums } from '../../observations/assignments/assignment.queries.ts';
import type { ExperimentMetric } from '../metrics/experiment-metric.schemas.ts';
import { addSums } from './metric-strata.ts';
import type { ArmResult, EffectResult, EffectState } from './results.schemas.ts';
import type { StatsRecorder, ViewOptions } from './stats-recorder.ts';

/** Fewer units are not judged. */
export const MIN_UNITS = 100;

interface ArmInput {
    metric: ExperimentMetric;
    /** By stratum. */
    sums: readonly ArmSums[];
    view: ViewOptions;
    recorder: StatsRecorder;
}

/** The rate or mean of an arm with its interval: its difference from a constant 0. */
export function estimateArm({ metric, sums, view, recorder }: ArmInput): Pick<ArmResult, 'estimate' | 'ci'> {
    const total = addSums(sums);
    const { n } = total;
    if (n === 0) return { estimate: null, ci: null };
    if (metric.kind === 'conversion') {
        return { estimate: total.sum / n, ci: rateInterval({ successes: total.sum, trials: n }, view, recorder) };
    }
    const divisor = metric.kind === 'ratio' ? total.denSum : n;
    if (divisor === 0) return { estimate: null, ci: null };
    const isAlwaysValid = view.view === 'always-valid';
    const common = { difference: 'absolute' as const, alpha: recorder.alpha };
    const tuning = isAlwaysValid && { tuning: recorder.tuning };
    const effect =
        metric.kind === 'ratio'
            ? recorder.tryToRecord('ratio-delta', {
                  ...{ control: zeroRatio(n), treatment: toRatio(total), ...common, ...tuning },
              })
            : isAlwaysValid
              ? recorder.tryToRecord('asymptotic-cs', {
                    ...{ control: zeroMean(n), treatment: toMean(total), ...common, tuning: recorder.tuning },
                })
              : recorder.tryToRecord('welch', { control: zeroMean(n), treatment: toMean(total), ...common });
    return { estimate: total.sum / divisor, ci: effect?.ci ?? null };
}

function rateInterval(
    { successes, trials }: { successes: number; trials: number },
    { view }: ViewOptions,
    recorder: StatsRecorder,
): ArmResult['ci'] {
    const { alpha, tuning } = recorder;
    if (view === 'always-valid') {
        const cs = recorder.tryToRecord('bernoulli-cs', { successes, trials, alpha, tOpt: tuning, alphaOpt: alpha });
        return cs ? [cs.lower, cs.upper] : null;
    }
    const level = 1 - alpha;
    const interval =
        view === 'bayesian'
            ? recorder.tryToRecord('beta-interval', { successes, trials, prior: [1, 1], level })
            : recorder.tryToRecord('proportion-interval', { count: successes, n: trials, level, method: 'wilson' });
    return interval?.ci ?? null;
}

const zeroMean = (n: number): Arm => ({ type: 'mean', n, sum: 0, sumSquares: 0 });
const zeroRatio = (n: number): RatioArm => ({
    ...{ n, numSum: 0, numSumSquares: 0, denSum: n, denSumSquares: n, crossSum: 0 },
});

const toMean = ({ n, sum, sumSquares }: ArmSums): Arm => ({ type: 'mean', n, sum, sumSquares });
const toRatio = ({ n, sum, sumSquares, denSum, denSumSquares, denCrossSum }: ArmSums): RatioArm => ({
    ...{ n, numSum: sum, numSumSquares: sumSquares, denSum, denSumSquares, crossSum: denCrossSum },
});
const toCuped = (type: 'mean' | 'proportion', sums: ArmSums): CupedArm => {
    const { n, sum, sumSquares, preSum, preSumSquares, preCrossSum } = sums;
    return { type, n, sum, sumSquares, preSum, preSumSquares, crossSum: preCrossSum };
};

export interface EffectInput {
    metric: ExperimentMetric;
    strata: readonly { control: ArmSums; treatment: ArmSums }[];
    /** The units of the smaller arm. */
    smallest: number;
    /** Whether any arm has an outcome. */
    hasOutcome: boolean;
    view: ViewOptions;
    recorder: StatsRecorder;
}

/** Compares a variant with the control, within each stratum. */
export function compareArms(input: EffectInput): Omit<EffectResult, 'variant'> {
    const { metric, smallest, hasOutcome, view, recorder } = input;
    const effect = effectOf(input);
    const { difference } = view;
    if (!effect) {
        return { ...{ effect: null, difference, ci: null, p: null }, state: hasOutcome ? 'too little' : 'no data' };
    }
    const towards = metric.direction === 'up' ? 1 : -1;
    const { value } = recorder.record('special-function', {
        fn: 'normCdf',
        args: [(towards * effect.effect) / effect.se],
    });
    const state = smallest < MIN_UNITS ? 'too little' : judge(effect, metric);
    const p = view.view === 'bayesian' ? null : effect.p;
    return { effect: effect.effect, difference, ci: effect.ci, p, chanceToWin: value, state };
}

function effectOf({ metric, strata, view: { view, difference }, recorder }: EffectInput): Effect | undefined {
    const { alpha, tuning } = recorder;
    const isSequential = view === 'always-valid';
    const common = { difference, alpha, ...(isSequential && { tuning }) };
    const type = metric.kind === 'conversion' ? ('proportion' as const) : ('mean' as const);
    const toArm = ({ n, sum, sumSquares }: ArmSums): Arm =>
        type === 'proportion' ? { type, n, sum } : { type, n, sum, sumSquares };
    const hasBefore = strata.some(({ control, treatment }) => control.preSumSquares + treatment.preSumSquares > 0);
    const isAdjusted = metric.kind !== 'ratio' && hasBefore;
    const toInput = (sums: ArmSums) =>
        metric.kind === 'ratio' ? toRatio(sums) : isAdjusted ? toCuped(type, sums) : toArm(sums);
    const [only] = strata;
    // Each stratum has an effect of its own: sums over several would mix their difference with the effect.
    if (strata.length !== 1 || !only) {
        const arms = strata.map(({ control, treatment }) => ({
            ...{ control: toInput(control), treatment: toInput(treatment) },
        }));
        return recorder.tryToRecord('stratified', { strata: arms, ...common });
    }
    const { control, treatment } = only;
    if (metric.kind === 'ratio') {
        const arms = { control: toRatio(control), treatment: toRatio(treatment) };
        return recorder.tryToRecord('ratio-delta', { ...arms, ...common });
    }
    if (isAdjusted) {
        const arms = { control: toCuped(type, control), treatment: toCuped(type, treatment) };
        return recorder.tryToRecord('cuped', { ...arms, ...common });
    }
    const arms = { control: toArm(control), treatment: toArm(treatment) };
    if (isSequential) return recorder.tryToRecord('asymptotic-cs', { ...arms, difference, alpha, tuning });
    if (view === 'fixed-horizon') return recorder.tryToRecord('welch', { ...arms, difference, alpha });
    const posterior = recorder.tryToRecord('bayes-normal', { ...arms, difference, prior: null, alpha });
    return posterior && { effect: posterior.expected, se: posterior.stddev, p: 1, ci: posterior.ci };
}

function judge({ ci: [low, high] }: Effect, { role, direction, margin = 0 }: ExperimentMetric): EffectState {
    const isUp = direction === 'up';
    if (role === 'guard') {
        // A guard may get worse by its margin.
        if (isUp ? high! < -margin : low! > margin) return 'harm shown';
        if (isUp ? low! > -margin : high! < margin) return 'harm excluded';
    }
    if (low! > 0) return isUp ? 'better' : 'worse';
    if (high! < 0) return isUp ? 'worse' : 'better';
    return 'undecided';
}

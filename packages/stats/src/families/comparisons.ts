import {
    type Arm,
    type CupedArm,
    momentsOf,
    type RatioArm,
    ratioMomentsOf,
    sampleCovariance,
    sampleVariance,
    unitsOf,
} from '../arms.ts';
import {
    type AlternativeHypothesis,
    DIFFERENCES,
    type Difference,
    type Effect,
    type Estimate,
    effectOf,
    estimateOf,
    normalEffect,
    optionsOf,
    sequentialEffect,
} from '../effects.ts';
import { alphaOf, fieldsOf, invalid, listOf, numberOf, oneOf, tuningOf } from '../input.ts';

export interface ArmComparison {
    control: Arm;
    treatment: Arm;
    difference: Difference;
    alternative?: AlternativeHypothesis;
    alpha?: number;
}

/** R4.2: Welch's test, for one planned look. */
export const welch = (input: ArmComparison): Effect =>
    effectOf(estimateOfArms(input), { ...optionsOf({ ...input }), tuning: undefined });

/** R4.3: an interval that is valid at every look. */
export function asymptoticCs(input: ArmComparison & { tuning: number }): Effect {
    const tuning = numberOf(input.tuning, 'tuning', { above: 0 });
    return sequentialEffect(estimateOfArms(input), { ...optionsOf({ ...input }), tuning });
}

const estimateOfArms = ({ control, treatment, difference }: ArmComparison): Estimate =>
    estimateOf(
        momentsOf(control, 'control'),
        momentsOf(treatment, 'treatment'),
        oneOf(difference, 'difference', DIFFERENCES),
    );

interface Arms<A> {
    control: A;
    treatment: A;
    difference: Difference;
    alternative?: AlternativeHypothesis;
    alpha?: number;
    tuning?: number;
}

/** R4.9: a ratio of two sums per arm. */
export const ratioDelta = (input: Arms<RatioArm>): Effect => {
    const options = optionsOf({ ...input });
    const control = ratioMomentsOf(input.control, 'control');
    return effectOf(estimateOf(control, ratioMomentsOf(input.treatment, 'treatment'), options.difference), options);
};

type StratumArm = Arm | RatioArm | CupedArm;

export interface Stratified {
    strata: { control: StratumArm; treatment: StratumArm }[];
    difference: Difference;
    alpha?: number;
    tuning?: number;
}

/**
 * The phases of one experiment, in which the split differs: effects are combined by inverse variance, because sums over phases would
 * mix the difference of the phases with the effect.
 */
export function stratified(input: Stratified): Effect {
    const difference = oneOf(input.difference, 'difference', DIFFERENCES);
    const alpha = alphaOf(input.alpha);
    const tuning = tuningOf(input.tuning);
    const estimates = listOf(input.strata, 'strata').flatMap((stratum, index) => {
        const arms = fieldsOf(stratum, `strata[${index}]`);
        return computable(() => stratumEstimate(arms['control'], arms['treatment'], difference));
    });
    const weight = estimates.reduce((sum, { variance }) => sum + 1 / variance, 0);
    if (!(weight > 0)) invalid('strata', 'contain no effect that can be computed');
    const effect = estimates.reduce((sum, each) => sum + each.effect / each.variance, 0) / weight;
    const units = estimates.reduce((sum, each) => sum + each.units, 0);
    const combined = { effect, variance: 1 / weight, units, degrees: Number.POSITIVE_INFINITY };
    return tuning === undefined
        ? normalEffect(combined, alpha)
        : sequentialEffect(combined, { alpha, alternative: 'two-sided', tuning });
}

function stratumEstimate(control: unknown, treatment: unknown, difference: Difference): Estimate {
    if ('preSum' in fieldsOf(control, 'control')) {
        fieldsOf(treatment, 'treatment');
        return cupedEstimate(control as CupedArm, treatment as CupedArm, difference);
    }
    return estimateOf(stratumMoments(control, 'control'), stratumMoments(treatment, 'treatment'), difference);
}

const stratumMoments = (arm: unknown, name: string) =>
    'denSum' in fieldsOf(arm, name) ? ratioMomentsOf(arm, name) : momentsOf(arm, name);

/** A stratum without an effect, such as one without units in an arm, is left out. */
function computable(estimate: () => Estimate): Estimate[] {
    try {
        return [estimate()];
    } catch (error) {
        if (error instanceof RangeError) return [];
        throw error;
    }
}

/** The moments of an arm before and after the start, and their covariance. */
interface Paired {
    n: number;
    mean: number;
    variance: number;
    preMean: number;
    preVariance: number;
    covariance: number;
}

/** R4.8: variance reduction by the outcomes of the same units before the start. */
export function cuped(input: Arms<CupedArm>): Effect {
    const options = optionsOf({ ...input });
    return effectOf(cupedEstimate(input.control, input.treatment, options.difference), options);
}

function cupedEstimate(controlArm: CupedArm, treatmentArm: CupedArm, difference: Difference): Estimate {
    const [control, treatment] = [pairedOf(controlArm, 'control'), pairedOf(treatmentArm, 'treatment')];
    const theta = pooledTheta(controlArm, treatmentArm);
    const adjusted = (arm: Paired) => ({
        n: arm.n,
        mean: arm.mean - theta * arm.preMean,
        variance: Math.max(0, arm.variance + theta ** 2 * arm.preVariance - 2 * theta * arm.covariance),
    });
    const estimate = estimateOf(adjusted(control), adjusted(treatment), 'absolute');
    if (difference === 'absolute') return estimate;
    if (control.mean === 0) invalid('control.sum', 'must not be 0 for a relative difference');
    const ratio = treatment.mean / control.mean;
    const ofControl =
        control.variance * ratio ** 2 - 2 * theta * control.covariance * ratio + theta ** 2 * control.preVariance;
    const variance =
        adjusted(treatment).variance / treatment.n / control.mean ** 2 + ofControl / control.n / control.mean ** 2;
    if (!(variance > 0)) invalid('control, treatment', 'have no variance, so that there is no interval');
    return { ...estimate, effect: estimate.effect / Math.abs(control.mean), variance };
}

function pairedOf(value: unknown, name: string): Paired {
    const arm = fieldsOf(value, name);
    const n = unitsOf(arm['n'], name);
    const read = (member: keyof CupedArm) => numberOf(arm[member], `${name}.${member}`);
    const [sum, preSum, crossSum] = [read('sum'), read('preSum'), read('crossSum')];
    const [mean, preMean] = [sum / n, preSum / n];
    if (arm['type'] === 'proportion') {
        const covariance = crossSum / n - mean * preMean;
        return { n, mean, preMean, variance: mean * (1 - mean), preVariance: preMean * (1 - preMean), covariance };
    }
    return {
        n,
        mean,
        preMean,
        variance: sampleVariance(n, sum, read('sumSquares'), `${name}.sumSquares`),
        preVariance: sampleVariance(n, preSum, read('preSumSquares'), `${name}.preSumSquares`),
        covariance: sampleCovariance(n, sum, preSum, crossSum),
    };
}

/** The slope of the outcomes on those before, over the units of both arms together. */
function pooledTheta(control: CupedArm, treatment: CupedArm): number {
    const joint = {
        ...control,
        n: control.n + treatment.n,
        sum: control.sum + treatment.sum,
        sumSquares: control.sumSquares + treatment.sumSquares,
        preSum: control.preSum + treatment.preSum,
        preSumSquares: control.preSumSquares + treatment.preSumSquares,
        crossSum: control.crossSum + treatment.crossSum,
    };
    const { covariance, preVariance } = pairedOf(joint, 'control, treatment');
    return preVariance > 0 ? covariance / preVariance : 0;
}

import { type Arm, compute, type Effect, type Family } from '@halyard/stats';
import type { SafeguardState } from '../../../../storage/tables/safeguards.ts';

/** Wrongly stopped releases without harm, per plan, over all of its comparing safeguards and milestones. */
export const ALPHA = 0.05;
/** The sample for which the interval is narrowest. */
const TUNING = 5_000;
const SRM_CONCENTRATION = 1_000;
const SRM_ALPHA = 0.001;
/** With fewer units, an arm is not compared with its share. */
const SRM_MIN_UNITS = 8;

/** The compared values, and how much worse the treatment may be. */
export interface ComparisonSettings {
    kind: 'conversion' | 'count' | 'mean';
    /** The desired direction of the outcome. */
    direction: 'up' | 'down';
    difference: 'absolute' | 'relative';
    margin: number;
    /** Units per arm. */
    minimumSample: number;
}

export interface ArmInput {
    n: number;
    sum: number;
    sumSquares: number;
}

/** Units that are comparable. */
export interface StratumInput {
    control: ArmInput;
    treatment: ArmInput;
    /** The share of the units that get the treatment. */
    share: number;
}

/** A computed number with everything that is needed to compute it again. */
export interface ComputedNumber {
    family: Family;
    input: object;
    output: object;
    version: string;
}

export interface ComparisonResult {
    state: SafeguardState;
    reason?: string;
    units: { control: number; treatment: number };
    /** The treatment minus the control. */
    effect: number | null;
    difference: 'absolute' | 'relative';
    /** The bounds of the one-sided intervals: the effect is above the first, and below the second. */
    bounds: [low: number | null, high: number | null];
    sampleRatio: { p: number; mismatch: boolean } | null;
    vectors: ComputedNumber[];
}

interface ComparisonInput {
    rule: ComparisonSettings;
    strata: readonly StratumInput[];
    alpha: number;
    version: string;
}

/** Decides about the treatment. Pure; valid at every look. Only `harm shown` acts. */
export function decideComparison({ rule, strata, alpha, version }: ComparisonInput): ComparisonResult {
    const vectors: ComputedNumber[] = [];
    const record = <F extends Family>(family: F, input: Parameters<typeof compute<F>>[1]) => {
        const output = compute(family, input);
        vectors.push({ family, input, output, version });
        return output;
    };
    const comparable = strata.filter(({ share }) => share > 0 && share < 1);
    const units = {
        control: sumOf(comparable, ({ control }) => control.n),
        treatment: sumOf(comparable, ({ treatment }) => treatment.n),
    };
    const base = { units, effect: null, difference: rule.difference, bounds: [null, null] as [null, null], vectors };
    try {
        const sampleRatio = sampleRatioOf(comparable, record);
        const known = { ...base, sampleRatio };
        if (units.control + units.treatment === 0) {
            return { ...known, state: 'no data', reason: 'No unit met the flag in this milestone.' };
        }
        if (Math.min(units.control, units.treatment) < Math.max(rule.minimumSample, 2)) {
            return { ...known, state: 'too little', reason: `Less than ${rule.minimumSample} units in an arm.` };
        }
        if (sumOf(comparable, (each) => each.control.sumSquares + each.treatment.sumSquares) === 0) {
            // Nothing bad happened; but if nothing good happened either, outcomes may not be reported at all.
            return rule.direction === 'down'
                ? { ...known, state: 'healthy so far', effect: 0 }
                : { ...known, state: 'no data', reason: 'No unit has an outcome.' };
        }
        return { ...known, ...boundsOf(comparable, rule, alpha, record) };
    } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return { ...base, sampleRatio: null, state: 'failed', reason: error.message };
    }
}

type Record = <F extends Family>(family: F, input: Parameters<typeof compute<F>>[1]) => ReturnType<typeof compute<F>>;

function sampleRatioOf(strata: readonly StratumInput[], record: Record): ComparisonResult['sampleRatio'] {
    const phases = strata
        .filter(
            ({ control, treatment }) =>
                Math.min(control.n, treatment.n) >= SRM_MIN_UNITS || control.n + treatment.n >= 100,
        )
        .map(({ control, treatment, share }) => ({ counts: [control.n, treatment.n], theta: [1 - share, share] }));
    if (phases.length === 0) return null;
    const { p } = record('srm-sequential', { phases, concentration: SRM_CONCENTRATION });
    return { p, mismatch: p < SRM_ALPHA };
}

/** Compares the arms. A control without any outcome has no relative difference: then every harm counts. */
function boundsOf(strata: readonly StratumInput[], rule: ComparisonSettings, alpha: number, record: Record) {
    const isControlEmpty = sumOf(strata, ({ control }) => Math.abs(control.sum)) === 0;
    const isAgainstZero = isControlEmpty && rule.difference === 'relative';
    const difference = isAgainstZero ? 'absolute' : rule.difference;
    const margin = isAgainstZero ? 0 : rule.margin;
    const { effect, low, high } = intervalOf(strata, { rule, difference, alpha, record });
    const [isHarmShown, isHarmExcluded] =
        rule.direction === 'down' ? [low > margin, high < margin] : [high < -margin, low > -margin];
    const state: SafeguardState = isHarmShown ? 'harm shown' : isHarmExcluded ? 'harm excluded' : 'healthy so far';
    return { state, effect, difference, bounds: [low, high] as [number, number] };
}

function intervalOf(
    strata: readonly StratumInput[],
    {
        rule,
        difference,
        alpha,
        record,
    }: { rule: ComparisonSettings; difference: 'absolute' | 'relative'; alpha: number; record: Record },
): { effect: number; low: number; high: number } {
    const arms = strata.map(({ control, treatment }) => ({
        control: toArm(control, rule.kind),
        treatment: toArm(treatment, rule.kind),
    }));
    const [only] = arms;
    if (arms.length === 1 && only) {
        const common = { ...only, difference, alpha, tuning: TUNING };
        const above: Effect = record('asymptotic-cs', { ...common, alternative: 'greater' });
        const below: Effect = record('asymptotic-cs', { ...common, alternative: 'less' });
        return { effect: above.effect, low: above.ci[0]!, high: below.ci[1]! };
    }
    // Both sides of the two-sided interval hold at once, so each of them holds.
    const { effect, ci } = record('stratified', { strata: arms, difference, alpha, tuning: TUNING });
    return { effect, low: ci[0]!, high: ci[1]! };
}

const toArm = ({ n, sum, sumSquares }: ArmInput, kind: ComparisonSettings['kind']): Arm =>
    kind === 'conversion' ? { type: 'proportion', n, sum } : { type: 'mean', n, sum, sumSquares };

const sumOf = (strata: readonly StratumInput[], select: (stratum: StratumInput) => number) =>
    strata.reduce((sum, stratum) => sum + select(stratum), 0);

/** Standard normal quantile of 0.9. */
const Z_90 = 1.2815515655446004;
const MAX_UNITS = 100_000_000;

/**
 * The units of both arms after which harm of twice the margin is shown in 90 % of the releases, for an outcome with this mean and
 * variance per unit. Undefined: not with any practical number, for example without a margin.
 */
export function promisedSample({
    rule: { difference, margin, direction },
    alpha,
    share,
    mean,
    variance,
}: {
    rule: Pick<ComparisonSettings, 'difference' | 'margin' | 'direction'>;
    alpha: number;
    share: number;
    mean: number;
    variance: number;
}): number | undefined {
    const scale = difference === 'relative' ? Math.abs(mean) : 1;
    const harm = 2 * margin * scale * (direction === 'down' ? 1 : -1);
    if (margin <= 0 || variance <= 0) return undefined;
    const isEnough = (total: number) => {
        const arm = (n: number, m: number) => ({
            type: 'mean' as const,
            n,
            sum: n * m,
            sumSquares: n * m ** 2 + (n - 1) * variance,
        });
        const { se, ci, effect } = compute('asymptotic-cs', {
            control: arm(Math.max(2, Math.round(total * (1 - share))), mean),
            treatment: arm(Math.max(2, Math.round(total * share)), mean + harm),
            ...{ difference, alpha, tuning: TUNING, alternative: direction === 'down' ? 'greater' : 'less' },
        });
        const bound = direction === 'down' ? ci[0]! - margin : -margin - ci[1]!;
        return effect !== 0 && bound >= Z_90 * se;
    };
    let [low, high] = [10, 20];
    while (!isEnough(high)) {
        if (high > MAX_UNITS) return undefined;
        [low, high] = [high, high * 2];
    }
    while (high - low > Math.max(1, low / 200)) {
        const middle = Math.round((low + high) / 2);
        if (isEnough(middle)) high = middle;
        else low = middle;
    }
    return high;
}

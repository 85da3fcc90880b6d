import type { AssignmentSummary, Stratum } from '../../observations/assignments/assignment.queries.ts';
import type { ArmWeight } from '../experiments/experiment.queries.ts';
import type { ExperimentMetric } from '../metrics/experiment-metric.schemas.ts';
import { compareArms, type EffectInput, estimateArm } from './compare-arms.ts';
import { armSums, type MetricStratum } from './metric-strata.ts';
import type { ArmResult, EffectResult, ExperimentResults, MetricResult, StatsVector } from './results.schemas.ts';
import { StatsRecorder, type ViewOptions } from './stats-recorder.ts';

const SRM_CONCENTRATION = 1_000;
const SRM_ALPHA = 0.001;
const SRM_METHOD = 'srm-sequential';

interface ResultsInput {
    metrics: readonly ExperimentMetric[];
    /** The control first. */
    arms: readonly ArmWeight[];
    summary: AssignmentSummary;
    view: ViewOptions;
    /** The version of this build. */
    version: string;
}

export type ComputedResults = Pick<
    ExperimentResults,
    'units' | 'reportedArms' | 'arms' | 'sampleRatio' | 'metrics' | 'vectors'
>;

/** Computes the results of an experiment from the sums of its arms. Pure. */
export function computeResults({ metrics, arms: planned, summary, view, version }: ResultsInput): ComputedResults {
    const vectors: StatsVector[] = [];
    const recorder = new StatsRecorder(vectors, version);
    const { strata, undecidable, multiple, unenrolled } = summary;
    const arms = allArms(planned, strata).map(({ variant, weight }) => ({
        ...{ variant, weight },
        units: strata.reduce((sum, { units }) => sum + (units[variant] ?? 0), 0),
    }));
    const sampleRatio = sampleRatioOf(strata, recorder);
    const computed = metrics.map((metric) => resultOf(metric, { arms, strata, view, recorder }));
    adjustSecondary(computed, recorder);
    return {
        units: { total: arms.reduce((sum, { units }) => sum + units, 0), undecidable, multiple, unenrolled },
        reportedArms: strata
            .filter(({ isReported }) => isReported)
            .reduce((sum, { units }) => sum + Object.values(units).reduce((all, each) => all + each, 0), 0),
        ...{ arms, sampleRatio, metrics: computed, vectors },
    };
}

/** The arms at the start, and those that were added since. The weights are those of the last split. */
function allArms(planned: readonly ArmWeight[], strata: readonly Stratum[]): ArmWeight[] {
    const shares = strata.findLast(({ isReported }) => !isReported)?.shares;
    const names = new Set([
        ...planned.map(({ variant }) => variant),
        ...strata.flatMap(({ units }) => Object.keys(units)),
    ]);
    return [...names].map((variant) => ({
        variant,
        weight: shares ? (shares[variant] ?? 0) : (planned.find((arm) => arm.variant === variant)?.weight ?? 0),
    }));
}

function sampleRatioOf(strata: readonly Stratum[], recorder: StatsRecorder): ComputedResults['sampleRatio'] {
    const phases = strata
        .filter(({ isReported }) => !isReported)
        .map(({ shares, units }) => {
            const names = Object.keys(shares);
            return { counts: names.map((name) => units[name] ?? 0), theta: names.map((name) => shares[name]!) };
        });
    const { p } = recorder.record(SRM_METHOD, { phases, concentration: SRM_CONCENTRATION });
    return { p, method: SRM_METHOD, mismatch: p < SRM_ALPHA };
}

interface MetricContext {
    arms: readonly (ArmWeight & { units: number })[];
    strata: readonly Stratum[];
    view: ViewOptions;
    recorder: StatsRecorder;
}

function resultOf(metric: ExperimentMetric, { arms, strata, view, recorder }: MetricContext): MetricResult {
    const sumsOf = (variant: string): MetricStratum[] => strata.map((stratum) => armSums(stratum, metric.key, variant));
    const armResults = arms.map(({ variant, units }): ArmResult => {
        const all = sumsOf(variant).map(({ sums }) => sums);
        const total = (member: 'sum' | 'sumSquares') => all.reduce((sum, each) => sum + each[member], 0);
        return {
            ...{ variant, n: units, sum: total('sum'), sumSquares: total('sumSquares') },
            ...estimateArm({ metric, sums: all, view, recorder }),
        };
    });
    const [control, ...treatments] = arms;
    const hasOutcome = armResults.some(({ sumSquares }) => sumSquares > 0);
    const effects = treatments.map((treatment): EffectResult => {
        const pairs = sumsOf(control!.variant).flatMap((ofControl, index): EffectInput['strata'] => {
            const ofTreatment = sumsOf(treatment.variant)[index]!;
            const isCompared = ofControl.share !== 0 && ofTreatment.share !== 0;
            return isCompared ? [{ control: ofControl.sums, treatment: ofTreatment.sums }] : [];
        });
        const smallest = Math.min(control!.units, treatment.units);
        const compared = compareArms({ metric, strata: pairs, smallest, hasOutcome, view, recorder });
        return { variant: treatment.variant, ...compared };
    });
    const { key, role } = metric;
    return { key, role, arms: armResults, effects };
}

/** Secondary metrics are many, so the share of false discoveries among them is limited. */
function adjustSecondary(metrics: readonly MetricResult[], recorder: StatsRecorder): void {
    const effects = metrics.flatMap(({ role, effects: each }) => (role === 'secondary' ? each : []));
    const tested = effects.filter(({ p }) => p !== null);
    if (tested.length === 0) return;
    const { adjusted } = recorder.record('benjamini-hochberg', { p: tested.map(({ p }) => Math.min(1, p!)) });
    for (const [index, effect] of tested.entries()) {
        effect.adjustedP = adjusted[index]!;
        const isShown = effect.state === 'better' || effect.state === 'worse';
        if (isShown && effect.adjustedP >= recorder.alpha) effect.state = 'undecided';
    }
}

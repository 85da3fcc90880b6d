import { ratioMomentsOf, sampleVariance } from '@halyard/stats';
import { invalid } from '../../../core/errors/errors.ts';
import type { AssignmentInterest } from '../../../delivery/assignments/interests/assignment-interest.ts';
import type { PastMeasurement } from '../../../delivery/reports/stores/measure-past.ts';
import type { Db } from '../../../storage/database.ts';
import { findExperimentSettings } from '../../catalogue/outcomes/outcome-settings.queries.ts';
import { readContent } from '../experiments/experiment.commands.ts';
import { armsOf, readSplit, servedShare } from '../experiments/experiment-arms.ts';
import type { ExperimentMetric } from '../metrics/experiment-metric.schemas.ts';
import { MIN_UNITS } from '../results/compare-arms.ts';
import type { ExperimentPlan, ExperimentPlanInput, MetricPlan, PlanState } from './experiment-plan.schemas.ts';
import { type Baseline, type PowerOptions, planMetric } from './plan-metric.ts';

interface PlanningDependencies {
    db: Db;
    now: Date;
    measure: (interest: AssignmentInterest) => Promise<PastMeasurement>;
}

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 14;

/** Plans how long an experiment takes, from stored outcomes or from an assumed baseline. */
export async function planExperiment(
    { db, now, measure }: PlanningDependencies,
    project: string,
    input: ExperimentPlanInput,
): Promise<ExperimentPlan> {
    const { feature, environment, population = 'recomputed', control = null, days = DEFAULT_DAYS, baseline } = input;
    const { power = 0.8, alpha = 0.05, effect } = input;
    const draft = {
        ...{ feature, environment, unit: input.unit, population },
        metrics: input.metrics,
        name: feature,
        control,
    };
    const { unit, enrol, metrics } = await readContent({ tx: db, now: now.toISOString() }, project, {
        ...draft,
        ...(input.enrol && { enrol: input.enrol }),
    });
    const split = (await readSplit(db, { feature, environment }))!;
    const arms = input.arms === undefined ? weighted(armsOf(split, control)) : equalArms(input.arms);
    const common = { arms, power, alpha, effect: effect ?? null };
    const options = { power, alpha, effect, weights: arms.map(({ weight }) => weight) };
    const share = servedShare(split);
    if (baseline !== undefined) {
        const { unitsPerDay: perDay } = baseline;
        const units = { measured: null, perDay, share: 1, sampled: 1 };
        const plans = metrics.map((metric) =>
            metric.role === 'primary'
                ? planned(metric, assumedBaseline(metric, baseline), {
                      ...options,
                      unitsAfter: (time) => time * perDay,
                  })
                : without(metric, 'no data', 'Only the primary metric has an assumed baseline.'),
        );
        return { source: 'assumed', from: null, to: null, units, ...common, metrics: plans };
    }
    const { keepOutcomesDays } = await findExperimentSettings(db, project);
    if (keepOutcomesDays === 0) {
        const reason = `Project ${project} stores no outcomes of users, so its past is unknown. Set keepOutcomesDays in the settings of its experiments, or send a baseline.`;
        const units = { measured: null, perDay: null, share, sampled: 1 };
        const plans = metrics.map((metric) => without(metric, 'withheld', reason));
        return { source: 'outcomes', from: null, to: null, units, ...common, metrics: plans };
    }
    const since = new Date(now.getTime() - Math.min(days, keepOutcomesDays) * DAY_MS);
    const past = await measure({
        ...{ id: '', flag: feature, project, environment, unit, enrol, metrics, arms: 'variants' },
        ...{ onlyExposed: population === 'exposed', startedAt: since.getTime(), endedAt: null },
    });
    const growth = growthOf(past, now, share);
    return {
        ...{ source: 'outcomes', from: since.toISOString(), to: now.toISOString() },
        units: {
            measured: Math.round(past.enrolledAt.length / past.share),
            perDay: past.enrolledAt.length === 0 ? null : growth.perDay,
            ...{ share, sampled: past.share },
        },
        ...common,
        metrics: metrics.map((metric) =>
            planFromPast(metric, past, { ...options, unitsAfter: growth.unitsAfter }, { enrol, growth }),
        ),
    };
}

const equalArms = (count: number) => Array.from({ length: count }, () => ({ variant: null, weight: 1 / count }));

/** The arms that units can get. */
function weighted(all: readonly { variant: string; weight: number }[]) {
    const arms = all.filter(({ weight }) => weight > 0);
    const total = arms.reduce((sum, { weight }) => sum + weight, 0);
    // A draft may be planned before its flag has two variants.
    return arms.length < 2 ? equalArms(2) : arms.map(({ variant, weight }) => ({ variant, weight: weight / total }));
}

interface Growth {
    /** How many days there are enrolments. */
    days: number;
    perDay: number;
    unitsAfter: (days: number) => number;
}

/** Users return, so fewer new ones come on later days: beyond the measured time, those of its second half are continued. */
function growthOf({ enrolledAt, share: sampled }: PastMeasurement, now: Date, served: number): Growth {
    const first = enrolledAt[0] ?? now.getTime();
    const span = now.getTime() - first;
    const days = span / DAY_MS;
    const scale = served / sampled;
    const laterPerDay = enrolledAt.filter((at) => at >= first + span / 2).length / (days / 2);
    return {
        days,
        perDay: (scale * enrolledAt.length) / days,
        unitsAfter: (time) => {
            if (time > days) return scale * (enrolledAt.length + (time - days) * laterPerDay);
            return scale * enrolledAt.filter((at) => at < first + time * DAY_MS).length;
        },
    };
}

const hours = (days: number) => `${Math.floor(days * 24)} hours`;

function planFromPast(
    metric: ExperimentMetric,
    { enrolledAt, sums }: PastMeasurement,
    options: PowerOptions,
    { enrol, growth }: { enrol: readonly string[]; growth: Growth },
): MetricPlan {
    if (enrolledAt.length === 0) {
        const signals = [...enrol, 'exposures'].join(', ');
        return without(metric, 'no data', `Nobody was enrolled (${signals}). Send one of these for every user.`);
    }
    if (growth.days < 1) {
        return without(
            metric,
            'too little',
            `Users were enrolled for ${hours(growth.days)} only. Plan again after a day.`,
        );
    }
    if (enrolledAt.length < MIN_UNITS) {
        return without(
            metric,
            'too little',
            `Only ${enrolledAt.length} users were enrolled, and ${MIN_UNITS} are needed.`,
        );
    }
    const { sum, sum_squares: sumSquares, ...den } = sums.get(metric.key)!;
    if (sum === 0 && sumSquares === 0) {
        return without(metric, 'no data', `No enrolled user has the outcome ${metric.outcome}. Report it first.`);
    }
    const n = enrolledAt.length;
    if (metric.kind === 'ratio' && den.den_sum === 0) {
        return without(metric, 'no data', `No enrolled user has the outcome ${metric.denominator}. Report it first.`);
    }
    const baseline =
        metric.kind === 'conversion'
            ? rateBaseline(sum / n)
            : metric.kind === 'ratio'
              ? ratioMomentsOf(
                    {
                        ...{ n, numSum: sum, numSumSquares: sumSquares, denSum: den.den_sum },
                        ...{ denSumSquares: den.den_sum_squares, crossSum: den.den_cross_sum },
                    },
                    metric.key,
                )
              : { mean: sum / n, variance: sampleVariance(n, sum, sumSquares, metric.key) };
    return planned(metric, baseline, options);
}

const rateBaseline = (rate: number): Baseline => ({ mean: rate, variance: rate * (1 - rate) });

function assumedBaseline(
    { kind, key }: ExperimentMetric,
    { mean, variance }: NonNullable<ExperimentPlanInput['baseline']>,
): Baseline {
    if (kind === 'conversion') {
        if (mean <= 0 || mean >= 1)
            throw invalid('The rate of a conversion is between 0 and 1.', '/body/baseline/mean');
        return rateBaseline(mean);
    }
    if (mean === 0) throw invalid('The mean must not be 0, because effects are relative.', '/body/baseline/mean');
    if (variance === undefined) {
        throw invalid(`Metric ${key} of kind ${kind} needs a variance.`, '/body/baseline/variance');
    }
    return { mean, variance };
}

const about = ({ key, role, kind, outcome }: ExperimentMetric) => ({ key, role, kind, outcome });

function planned(metric: ExperimentMetric, { mean, variance }: Baseline, options: PowerOptions): MetricPlan {
    if (mean === 0) return without(metric, 'too little', 'The mean is 0, and effects are relative to it.');
    if (variance === 0) return without(metric, 'too little', 'All users have the same value.', mean);
    const plan = planMetric({ mean, variance }, options);
    return { ...about(metric), state: 'planned', reason: null, baseline: mean, variance, ...plan };
}

const without = (
    metric: ExperimentMetric,
    state: Exclude<PlanState, 'planned'>,
    reason: string,
    baseline: number | null = null,
): MetricPlan => ({ ...about(metric), state, reason, baseline, variance: null, curve: [] });

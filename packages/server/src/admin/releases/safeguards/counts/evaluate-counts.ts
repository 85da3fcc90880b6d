import type { Db } from '../../../../storage/database.ts';
import { listDependenciesOf } from '../../../flags/dependencies/dependency.queries.ts';
import type { CountRule, StoredSafeguard } from '../../../flags/safeguards/safeguard.queries.ts';
import type { CountComparison } from '../../../flags/safeguards/safeguard.schemas.ts';
import { listStrategiesOf } from '../../../flags/strategies/strategy.queries.ts';
import { EVALUATIONS } from '../../../observations/readable-series/evaluation-series.ts';
import { readableSeries } from '../../../observations/readable-series/readable-series.ts';
import { aggregate } from '../../../observations/series-queries/aggregate.ts';
import { labelsOf, matchesSelectors } from '../../../observations/series-queries/label-selectors.ts';
import { isFineFrom, type Steps } from '../../../observations/series-queries/steps.ts';
import { alphaOf } from '../alpha.ts';
import { type HoldingEvaluation, holdOf } from '../comparison/hold.ts';
import { findActiveMilestone } from '../comparison/plan-interests.ts';
import { type MetricDependencies, readerFor } from '../metric-value.ts';
import { type CountStep, decideCounts } from './decide-counts.ts';

const CAVEAT =
    'Evaluations are not users: a user who is evaluated more often counts more. Compare outcomes of users where you can.';

const HOUR = 3_600;
const DAY = 86_400;
/** The steps in which events are counted, as long as minutes are stored. */
const STEP = 900;

/** Values of the label beyond the limit of series are stored as this one, so their arm is unknown. */
const OTHER = '(other)';

type CountSafeguard = StoredSafeguard & { rule: CountRule };

/** Compares the events per evaluation of the active milestone, for which the flag was on, with those for which it was off. */
export async function evaluateCounts(
    dependencies: MetricDependencies,
    safeguard: CountSafeguard,
    { at, version }: { at: Date; version: string },
): Promise<HoldingEvaluation> {
    const { db } = dependencies;
    const { counts } = safeguard.rule;
    const base = { at: at.toISOString(), caveat: CAVEAT };
    const milestone = safeguard.planId === null ? undefined : await findActiveMilestone(db, safeguard.planId);
    const obstacle = milestone ? await obstacleOf(db, safeguard, milestone) : 'The plan has no active milestone.';
    if (!milestone || obstacle !== undefined) return { ...base, state: 'no data', reason: obstacle!, hold: null };
    // Half of it for the hours of the first days, the other half for the days after that, which have another start.
    const alpha = (await alphaOf(db, safeguard, milestone)) / 2;
    const now = at.getTime() / 1_000;
    const since = Date.parse(milestone.startedAt) / 1_000;
    const width = isFineFrom(since, now) ? HOUR : DAY;
    // Evaluations are counted by the hour, or by the day: the first one that lies in this milestone as a whole.
    const start = Math.ceil(since / width) * width;
    const counted = start < now ? await countSteps(dependencies, safeguard, { start, now }) : [];
    const result =
        'failure' in counted
            ? { state: 'failed' as const, reason: counted.failure }
            : decideCounts({ rule: counts, steps: counted, alpha, version });
    return {
        ...{ ...base, milestone: milestone.id, alpha, from: new Date(start * 1_000).toISOString() },
        ...result,
        hold: holdOf(result, now < start + counts.graceMinutes * 60),
    };
}

/** Why the evaluations with and without the feature are not comparable in this milestone; undefined: they are. */
async function obstacleOf(
    db: Db,
    { featureName, environment }: CountSafeguard,
    { name, isComparable }: { name: string; isComparable: boolean },
): Promise<string | undefined> {
    if (!isComparable) return `Milestone ${name} leaves nobody out by a percentage, so there is no control group.`;
    const strategies = await listStrategiesOf(db, featureName, environment, { withMilestones: true });
    const isSelective = strategies.some(
        ({ disabled, constraints, segments = [] }) => !disabled && constraints.length + segments.length > 0,
    );
    const parents = await listDependenciesOf(db, [featureName]);
    if (!isSelective && parents.length === 0) return undefined;
    return `Flag ${featureName} has constraints, segments or parent flags in milestone ${name}: counts do not say who was left out by the percentage. Compare outcomes of users instead.`;
}

async function countSteps(
    dependencies: MetricDependencies,
    { project, environment, featureName: flag, rule: { counts } }: CountSafeguard,
    { start, now }: { start: number; now: number },
): Promise<CountStep[] | { failure: string }> {
    const readable = readableSeries(dependencies, await readerFor(dependencies.db, project));
    const range = { from: new Date(start * 1_000), to: new Date(now * 1_000), environment };
    const evaluations = await readable.read({ name: EVALUATIONS.name, ...range, flags: [flag] });
    const events = await readable.read({ name: counts.metricName, ...range });
    const arms = armsOf(events.series, flag, counts);
    if (events.hasOther || arms.some((series) => series.some(({ labels }) => labels[counts.armLabel] === OTHER))) {
        return { failure: `${counts.metricName} has more values of labels than are stored, so events are missing.` };
    }
    if (arms.flat().some(({ kind }) => kind === 'gauge')) {
        return { failure: `${counts.metricName} is a gauge, which counts no events. Use a counter or a histogram.` };
    }
    const steps = (step: number): Steps => ({ start, step, count: Math.ceil((now - start) / step), end: now });
    const wide = steps(evaluations.width);
    const exposure = (['false', 'true'] as const).map((enabled) =>
        aggregate(
            evaluations.series.filter(({ labels }) => labels['enabled'] === enabled),
            'count',
            wide,
        ),
    );
    const narrow = steps(events.width === 60 ? STEP : HOUR);
    const values = arms.map((series) => aggregate(series, 'count', narrow));
    const ofEach = wide.step / narrow.step;
    return Array.from({ length: narrow.count }, (_, index): CountStep => {
        const row = Math.floor(index / ofEach);
        // The evaluations of an hour, distributed evenly over its steps until now.
        const begun = Math.min(ofEach, narrow.count - row * ofEach);
        const pair = ([off, on]: (number | undefined)[], divisor = 1): [number, number] => [
            (off || 0) / divisor,
            (on || 0) / divisor,
        ];
        return {
            exposure: pair(
                exposure.map((each) => each[row]),
                begun,
            ),
            events: pair(values.map((each) => each[index])),
        };
    });
}

/** The series of the events without the feature, and with it. */
function armsOf<S extends Parameters<typeof labelsOf>[0]>(
    all: readonly S[],
    flag: string,
    { armLabel, controlValues, labelSelectors }: CountComparison,
): [S[], S[]] {
    const selected = all.filter(
        (series) =>
            Object.hasOwn(series.labels, armLabel) &&
            (series.labels['feature_flag_key'] ?? flag) === flag &&
            matchesSelectors(labelsOf(series), labelSelectors),
    );
    const isControl = ({ labels }: S) => controlValues.includes(labels[armLabel]!);
    return [selected.filter(isControl), selected.filter((series) => !isControl(series))];
}

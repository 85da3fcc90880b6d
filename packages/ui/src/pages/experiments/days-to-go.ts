import { count } from '../../components/text/numbers.ts';
import type { Effect, Experiment, Plan, PlanInput, Results } from './experiment.queries.ts';
import { daysRunning } from './verdict.ts';

/** The known values of a running experiment without a result, as the baseline of a plan; undefined: too few. */
export function remainingPlan(experiment: Experiment, results: Results, now: number): PlanInput | undefined {
    const { feature, environment, unit, population, enrol, control, metrics } = experiment;
    const days = daysRunning(experiment, now);
    const found = results.metrics.find(({ role }) => role === 'primary');
    const metric = metrics.find(({ role }) => role === 'primary');
    const [ofControl] = found?.arms ?? [];
    const leading = leadingEffect(found?.effects ?? []);
    // The sums of a ratio do not contain those of its denominator.
    if (!days || !metric || metric.kind === 'ratio' || !ofControl?.estimate || !leading?.effect) return undefined;
    const { n, sum, sumSquares, estimate: mean } = ofControl;
    const variance = (sumSquares - sum ** 2 / n) / (n - 1);
    const effect = Math.abs(leading.difference === 'relative' ? leading.effect : leading.effect / mean);
    if (!(variance > 0) || !(effect > 0) || effect > 100) return undefined;
    return {
        ...{ feature, environment, unit, population, enrol, control, metrics },
        // Rounded, so that it is not planned again for every new user.
        effect: rounded(effect),
        baseline: {
            mean: rounded(mean),
            unitsPerDay: rounded(results.units.total / days),
            ...(metric.kind !== 'conversion' && { variance: rounded(variance) }),
        },
    };
}

/** Such as “About 6 days to go if the effect stays as it is.” */
export function describeRemaining(plan: Plan | undefined, days: number): string {
    const needed = plan?.metrics.find(({ role }) => role === 'primary')?.daysNeeded;
    if (needed === undefined) return 'How long it will take is not known yet.';
    if (needed.alwaysValid === null) return 'More than a year to go if the effect stays as it is.';
    const left = Math.max(1, Math.ceil(needed.alwaysValid - days));
    return `About ${count(left, 'day')} to go if the effect stays as it is.`;
}

const leadingEffect = (effects: readonly Effect[]) =>
    effects.toSorted((a, b) => (b.chanceToWin ?? 0) - (a.chanceToWin ?? 0))[0];

const rounded = (value: number) => Number(value.toPrecision(2));

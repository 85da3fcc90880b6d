import type { NewPlanSafeguard, Safeguard } from './safeguard.queries.ts';

export type Comparison = Required<
    Pick<
        NonNullable<NewPlanSafeguard['comparison']>,
        'outcome' | 'kind' | 'direction' | 'difference' | 'margin' | 'minimumSample' | 'graceMinutes' | 'backendOnly'
    >
>;

export type Counts = Required<NonNullable<NewPlanSafeguard['counts']>>;

export type PlanAction = NonNullable<NewPlanSafeguard['action']>['type'];

export const ACTION_LABELS: Record<PlanAction, string> = {
    returnToPreviousMilestone: 'Go back to the previous milestone, and pause',
    pauseReleasePlanProgressions: 'Pause the release',
    disableFeatureEnvironment: 'Turn the flag off',
};

/** The actions at the start of a sentence. */
export const ACTION_SENTENCES: Record<PlanAction, string> = {
    returnToPreviousMilestone: 'Goes back to the previous milestone',
    pauseReleasePlanProgressions: 'Pauses the release',
    disableFeatureEnvironment: 'Turns the flag off',
};

/** The comparison of a safeguard that exists, or the start of a new one: one in a hundred users more with an error is harm. */
export function initialComparison(safeguard: Safeguard | undefined): Comparison {
    const stored = safeguard?.comparison;
    return {
        outcome: stored?.outcome ?? '',
        kind: stored?.kind ?? 'conversion',
        direction: stored?.direction ?? 'down',
        difference: stored?.difference ?? 'absolute',
        margin: stored?.margin ?? 0.01,
        minimumSample: stored?.minimumSample ?? 100,
        graceMinutes: stored?.graceMinutes ?? 60,
        backendOnly: stored?.backendOnly ?? false,
    };
}

/** The comparison of counts of a safeguard that exists, or the start of a new one. */
export function initialCounts(safeguard: Safeguard | undefined): Counts {
    return (
        safeguard?.counts ?? {
            metricName: '',
            // As OpenTelemetry names the result of an evaluation.
            armLabel: 'feature_flag_result_variant',
            controlValues: ['disabled'],
            labelSelectors: {},
            direction: 'down',
            margin: 0.2,
            minimumEvents: 50,
            graceMinutes: 120,
        }
    );
}

interface ComparedStrategy {
    disabled?: boolean | null | undefined;
    parameters?: Record<string, string> | undefined;
    constraints?: readonly unknown[] | null | undefined;
    segments?: readonly unknown[] | null | undefined;
}

export interface ComparedMilestone {
    name: string;
    strategies?: readonly ComparedStrategy[] | null | undefined;
}

/** The milestones in which nobody is left out by the percentage alone, so that there is nobody to compare with. */
export const milestonesWithoutControl = (milestones: readonly ComparedMilestone[]): string[] =>
    milestones.filter(({ strategies }) => !(strategies ?? []).some(hasControl)).map(({ name }) => name);

function hasControl({ disabled, parameters }: ComparedStrategy): boolean {
    const share = Number(parameters?.['rollout'] ?? parameters?.['percentage'] ?? Number.NaN);
    return !disabled && share > 0 && share < 100;
}

/** The milestones in which counts cannot be compared. */
export const milestonesWithoutCounts = (milestones: readonly ComparedMilestone[]): string[] =>
    milestones
        .filter(({ strategies }) => !(strategies ?? []).some(hasControl) || (strategies ?? []).some(isSelective))
        .map(({ name }) => name);

const isSelective = ({ disabled, constraints, segments }: ComparedStrategy) =>
    !disabled && (constraints ?? []).length + (segments ?? []).length > 0;

/** Outcomes that are harm, as far as their names say. */
export const isHarmful = (outcome: string) =>
    /error|fail|exception|crash|timeout|abort|declin|reject|rage/i.test(outcome);

/** Missing data holds the release before its shortest interval, an hour, has passed. */
export const returnOnHarm = (outcome: string): NewPlanSafeguard => ({
    comparison: { ...initialComparison(undefined), outcome, graceMinutes: 30 },
    action: { type: 'returnToPreviousMilestone' },
});

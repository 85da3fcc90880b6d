import { invalid } from '../../../core/errors/errors.ts';
import { areSameVariants, isSameStrategy } from '../../../core/flags/normal-form.ts';
import type { PastStrategy } from '../../flags/past/past-definition.ts';
import type { CurrentFlag, EnvironmentState, FlagState } from '../../flags/reconcile/flag-state.ts';
import type { FlagComparison, FlagComparisonInput } from './comparison.ts';
import { desiredStrategies, toVariants } from './desired-strategies.ts';
import type { FileEnvironment } from './file.schemas.ts';
import { toFileStrategy, toFileVariants } from './file-strategies.ts';

/** The configuration of a new flag. */
const NOTHING: EnvironmentState = { enabled: false, variants: [], strategies: [] };

/** Returns the desired configuration of a flag by environment; environments that are missing in the file stay unchanged. */
export function environmentsOf(
    input: FlagComparisonInput,
    comparison: FlagComparison,
    before: CurrentFlag | undefined,
): FlagState['environments'] {
    const { file, currentState, path } = input;
    const states: FlagState['environments'] = new Map(before?.environments);
    for (const [environment, specified] of Object.entries(file.environments ?? {})) {
        const at = `${path}/environments/${environment}`;
        if (!currentState.projects.get(file.project)!.environments.has(environment)) {
            throw invalid(
                `Project ${file.project} has no environment ${environment}. Add it to the project, or leave it out.`,
                at,
            );
        }
        const now = states.get(environment) ?? NOTHING;
        states.set(environment, stateOf(input, comparison, { environment, specified, now, at }));
    }
    return states;
}

interface InEnvironment {
    environment: string;
    specified: FileEnvironment;
    now: EnvironmentState;
    at: string;
}

function stateOf(
    input: FlagComparisonInput,
    comparison: FlagComparison,
    { environment, specified, now, at }: InEnvironment,
): EnvironmentState {
    const location = ['environments', environment];
    const { enabled = now.enabled } = specified;
    const isApplied =
        specified.enabled !== undefined &&
        comparison.takes([...location, 'enabled'], {
            isSame: enabled === now.enabled,
            shown: () => ({ onService: now.enabled, inFile: enabled }),
        });
    const state = {
        enabled: isApplied ? enabled : now.enabled,
        strategies: strategiesOf(input, comparison, { environment, specified, now, at }),
        variants: variantsOf(comparison, { environment, specified, now, at }),
    };
    const hasPlan = specified.releasePlan === undefined ? now.isOnByPlan : specified.releasePlan !== null;
    const needsStrategy = state.enabled && !hasPlan;
    if (needsStrategy && specified.strategies && state.strategies.every(({ disabled }) => disabled)) {
        comparison.problems.push({
            message: `${input.file.flag} is on in ${environment}, and a flag that is on has an enabled strategy. Keep one, leave "strategies" out, or turn it off.`,
            path: `${at}/strategies`,
        });
    }
    return state;
}

function strategiesOf(
    { file, currentState, segmentId, segmentName }: FlagComparisonInput,
    comparison: FlagComparison,
    { environment, specified, now, at }: InEnvironment,
) {
    if (specified.strategies === undefined) return now.strategies;
    const desired = desiredStrategies(specified.strategies, now.strategies, {
        flag: file.flag,
        stickiness: currentState.projects.get(file.project)!.stickiness,
        segmentId,
        segmentName,
        path: `${at}/strategies`,
    });
    const inFileForm = (strategies: typeof desired) =>
        strategies.map((strategy) => toFileStrategy(strategy, segmentName));
    const isApplied = comparison.takes(['environments', environment, 'strategies'], {
        isSame: areSameStrategies(now.strategies, desired),
        shown: () => ({ onService: inFileForm(now.strategies), inFile: inFileForm(desired) }),
    });
    return isApplied ? desired : now.strategies;
}

/** Matched strategies are returned as they are, so most are not compared. */
const areSameStrategies = (now: readonly PastStrategy[], desired: readonly PastStrategy[]) =>
    now.length === desired.length &&
    now.every((strategy, index) => strategy === desired[index] || isSameStrategy(strategy, desired[index]));

function variantsOf(comparison: FlagComparison, { environment, specified, now, at }: InEnvironment) {
    if (specified.variants === undefined) return now.variants;
    const desired = toVariants(specified.variants, `${at}/variants`);
    const isApplied = comparison.takes(['environments', environment, 'variants'], {
        isSame: areSameVariants(now.variants, desired),
        shown: () => ({ onService: toFileVariants(now.variants), inFile: toFileVariants(desired) }),
    });
    return isApplied ? desired : now.variants;
}

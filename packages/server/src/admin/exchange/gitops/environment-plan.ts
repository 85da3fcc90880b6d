import { invalid } from '../../../core/errors/errors.ts';
import { areSameVariants, isSame, normalStrategy } from '../../../core/flags/normal-form.ts';
import type { CurrentFlag, EnvironmentState, FlagState } from '../../governance/revert/flag-state.ts';
import type { FlagComparison, FlagComparisonInput } from './comparison.ts';
import { toVariants, wantedStrategies } from './desired-strategies.ts';
import { toFileStrategy, toFileVariants } from './file-form.ts';
import type { FileEnvironment } from './gitops.schemas.ts';

/** The desired configuration of a new flag. */
const NOTHING: EnvironmentState = { enabled: false, variants: [], strategies: [] };

/** The desired configuration of a flag per environment; environments missing from the file are unchanged. */
export function environmentsOf(
    asked: FlagComparisonInput,
    comparison: FlagComparison,
    before: CurrentFlag | undefined,
): FlagState['environments'] {
    const { file, world, path } = asked;
    const states: FlagState['environments'] = new Map(before?.environments);
    for (const [environment, said] of Object.entries(file.environments ?? {})) {
        const at = `${path}/environments/${environment}`;
        if (!world.projects.get(file.project)!.environments.has(environment)) {
            throw invalid(
                `Project ${file.project} has no environment ${environment}. Add it to the project, or leave it out.`,
                at,
            );
        }
        const now = states.get(environment) ?? NOTHING;
        states.set(environment, stateOf(asked, comparison, { environment, said, now, at }));
    }
    return states;
}

interface InEnvironment {
    environment: string;
    said: FileEnvironment;
    now: EnvironmentState;
    at: string;
}

function stateOf(
    asked: FlagComparisonInput,
    comparison: FlagComparison,
    { environment, said, now, at }: InEnvironment,
): EnvironmentState {
    const place = ['environments', environment];
    const { enabled = now.enabled } = said;
    const isTaken =
        said.enabled !== undefined &&
        comparison.takes([...place, 'enabled'], {
            isSame: enabled === now.enabled,
            onService: now.enabled,
            inFile: enabled,
        });
    const state = {
        enabled: isTaken ? enabled : now.enabled,
        strategies: strategiesOf(asked, comparison, { environment, said, now, at }),
        variants: variantsOf(comparison, { environment, said, now, at }),
    };
    if (state.enabled && said.strategies && state.strategies.every(({ disabled }) => disabled)) {
        comparison.problems.push({
            message: `${asked.file.flag} is on in ${environment}, and a flag that is on has an enabled strategy. Keep one, leave "strategies" out, or turn it off.`,
            path: `${at}/strategies`,
        });
    }
    return state;
}

function strategiesOf(
    { file, world, segmentId, segmentName }: FlagComparisonInput,
    comparison: FlagComparison,
    { environment, said, now, at }: InEnvironment,
) {
    if (said.strategies === undefined) return now.strategies;
    const wanted = wantedStrategies(said.strategies, now.strategies, {
        flag: file.flag,
        stickiness: world.projects.get(file.project)!.stickiness,
        segmentId,
        path: `${at}/strategies`,
    });
    const shown = (strategies: typeof wanted) => strategies.map((strategy) => toFileStrategy(strategy, segmentName));
    const isTaken = comparison.takes(['environments', environment, 'strategies'], {
        isSame: isSame(now.strategies.map(normalStrategy), wanted.map(normalStrategy)),
        onService: shown(now.strategies),
        inFile: shown(wanted),
    });
    return isTaken ? wanted : now.strategies;
}

function variantsOf(comparison: FlagComparison, { environment, said, now, at }: InEnvironment) {
    if (said.variants === undefined) return now.variants;
    const wanted = toVariants(said.variants, `${at}/variants`);
    const isTaken = comparison.takes(['environments', environment, 'variants'], {
        isSame: areSameVariants(now.variants, wanted),
        onService: toFileVariants(now.variants),
        inFile: toFileVariants(wanted),
    });
    return isTaken ? wanted : now.variants;
}

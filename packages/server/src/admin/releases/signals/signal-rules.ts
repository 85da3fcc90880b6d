import { constraintProblem, findOperator } from '@halyard/engine';
import type { Change } from '../../../changes/change.ts';
import { demandOneOf } from '../../../core/access/demand.ts';
import type { Permission } from '../../../core/access/permissions.ts';
import { exceedsLimit, invalid } from '../../../core/errors/errors.ts';
import type { StoredSignalRule } from '../../../storage/tables/signals.ts';
import { findFlag, findFlagEnvironment } from '../../flags/flags/flag.queries.ts';
import type { SignalRule } from './signal-endpoint.schemas.ts';

export const PERMISSION_OF = {
    pauseReleasePlanProgressions: 'UPDATE_FEATURE_STRATEGY',
    disableFeatureEnvironment: 'UPDATE_FEATURE_ENVIRONMENT',
} as const satisfies Record<StoredSignalRule['action'], Permission>;

/** Rejects an actor who could not do what the rules do. */
export function demandPermissions(
    { actor }: Pick<Change, 'actor'>,
    project: string,
    rules: readonly StoredSignalRule[],
): void {
    for (const { action, environment } of rules) demandOneOf(actor, [PERMISSION_OF[action]], { project, environment });
}

/** Checks rules before they are stored. */
export async function checkedRules(
    change: Change,
    project: string,
    rules: readonly SignalRule[],
): Promise<StoredSignalRule[]> {
    const { limits } = change;
    if (rules.length > limits.actionSetsPerProject) {
        throw exceedsLimit('rules of a signal endpoint', limits.actionSetsPerProject);
    }
    for (const [index, rule] of rules.entries()) await checkRule(change, project, rule, `/body/rules/${index}`);
    demandPermissions(change, project, rules);
    return [...rules];
}

async function checkRule({ tx, limits }: Change, project: string, rule: SignalRule, path: string): Promise<void> {
    const { feature, environment, filters } = rule;
    const flag = await findFlag(tx, feature);
    if (flag?.project !== project) {
        throw invalid(`There is no flag ${feature} in project ${project}. Name another one.`, `${path}/feature`);
    }
    if (!(await findFlagEnvironment(tx, feature, environment))) {
        throw invalid(`Project ${project} has no environment ${environment}. Name another one.`, `${path}/environment`);
    }
    if (filters.length > limits.actionSetFilters) throw exceedsLimit('filters of a rule', limits.actionSetFilters);
    const parameters = new Set<string>();
    for (const [index, filter] of filters.entries()) {
        const { parameter, operator, value, values = [] } = filter;
        const at = `${path}/filters/${index}`;
        if (parameters.has(parameter)) {
            throw invalid(`A rule has one filter for each parameter, and ${parameter} has two. Merge them.`, at);
        }
        parameters.add(parameter);
        if (values.length > limits.actionSetFilterValues) {
            throw exceedsLimit('values of a filter', limits.actionSetFilterValues);
        }
        const isEmpty = findOperator(operator)?.takes === 'values' ? values.length === 0 : !value?.trim();
        const problem = isEmpty ? 'it has no value' : constraintProblem({ ...filter, values, contextName: parameter });
        if (problem) throw invalid(`The filter of ${parameter} cannot be used: ${problem}.`, at);
    }
}

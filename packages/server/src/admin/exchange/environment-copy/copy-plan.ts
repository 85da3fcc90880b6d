import { randomUUID } from 'node:crypto';
import type { ProposedStep } from '../../../changes/proposable.ts';
import { invalid, notFound } from '../../../core/errors/errors.ts';
import { areSameVariants, isSameStrategy } from '../../../core/flags/normal-form.ts';
import type { Db } from '../../../storage/database.ts';
import { findProjectEnvironment, getProject } from '../../catalogue/projects/project.queries.ts';
import { listFlagNames } from '../../flags/flags/flag.queries.ts';
import type { PastStrategy } from '../../flags/past/past-definition.ts';
import { type CurrentFlag, currentFlags, type EnvironmentState } from '../../flags/reconcile/flag-state.ts';
import { type FlagTarget, stepsFor } from '../../flags/reconcile/flag-steps.ts';
import { MAX_STEPS } from '../../governance/revert/revert-plan.ts';

/** The source and the target environment of a project, and the flags to copy; undefined: all flags. */
export interface EnvironmentCopy {
    project: string;
    from: string;
    to: string;
    features?: readonly string[] | undefined;
}

/** Returns the steps that copy the flag configuration of one environment to another, and the remaining differences. */
export async function planCopy(db: Db, copy: EnvironmentCopy): Promise<{ steps: ProposedStep[]; notes: string[] }> {
    const notes = await listDefaultStrategyDifferences(db, copy);
    const { project, from, to } = copy;
    const names = copy.features ? [...new Set(copy.features)] : await listFlagNames(db, project);
    const flags = await currentFlags(db, names);
    const releasedOnly = names.filter((name) => flags.get(name)?.environments.get(from)?.isOnByPlan);
    if (releasedOnly.length > 0) notes.push(describeReleasedOnly(releasedOnly, from));
    const steps = await stepsFor(
        project,
        names.map((name): FlagTarget => {
            const flag = flags.get(name);
            if (flag?.project !== project || flag.isArchived) throw notFound(`flag ${name} in project ${project}`);
            return { name, now: flag, target: likeIn(flag, from, to) };
        }),
    );
    if (steps.length === 0)
        throw invalid(`There is nothing to copy: ${to} already has the configuration of ${from}.`, '/body');
    if (steps.length > MAX_STEPS) {
        throw invalid(`The copy needs more than ${MAX_STEPS} steps. Copy fewer flags at a time.`, '/body/features');
    }
    return { steps, notes };
}

/**
 * Lists the differences between the project's default strategies of the two environments. They belong to no flag, so the copy
 * does not change them. The error for an unknown environment says which of the two is missing.
 */
export async function listDefaultStrategyDifferences(
    db: Db,
    { project, from, to }: EnvironmentCopy,
): Promise<string[]> {
    if (from === to) throw invalid('The source and the target are the same environment. Use another `source`.');
    await getProject(db, project);
    const [source, target] = await Promise.all([from, to].map((each) => findProjectEnvironment(db, project, each)));
    if (!source) throw notFound(`environment ${from} in project ${project}`);
    if (!target) throw notFound(`environment ${to} in project ${project}`);
    return isSameStrategy(source.default_strategy, target.default_strategy)
        ? []
        : [`The default strategy of the project in ${to} differs from the one in ${from} and is not copied.`];
}

function likeIn(flag: CurrentFlag, from: string, to: string): CurrentFlag {
    const [source, target] = [flag.environments.get(from), flag.environments.get(to)];
    const copied = source &&
        !source.isOnByPlan &&
        target && { ...source, strategies: withIdsOf(target.strategies, source.strategies) };
    return { ...flag, environments: new Map(copied ? [[to, copied]] : []) };
}

const MAX_NAMES = 20;

function describeReleasedOnly(names: readonly string[], environment: string): string {
    const listed = names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ' and others' : '');
    return `Flags that only a release plan serves in ${environment} are not copied: ${listed}. Add a plan to them in the other environment.`;
}

/** Whether the configuration of a flag is equal in two environments, ignoring strategy ids. */
export const isSameConfiguration = (left: EnvironmentState, right: EnvironmentState): boolean =>
    left.enabled === right.enabled &&
    areSameVariants(left.variants, right.variants) &&
    left.strategies.length === right.strategies.length &&
    left.strategies.every((strategy, index) => isSameStrategy(strategy, right.strategies[index]));

/**
 * Returns the source strategies with the ids of existing ones: an equal strategy is kept, one of the same type is updated, so that its
 * history continues, and others are new.
 */
function withIdsOf(existing: readonly PastStrategy[], source: readonly PastStrategy[]): PastStrategy[] {
    const free = new Set(existing);
    const ids = new Map<PastStrategy, string | undefined>();
    const take = (strategy: PastStrategy, fits: (one: PastStrategy) => boolean) => {
        if (ids.has(strategy)) return;
        const match = [...free].find(fits);
        if (!match) return;
        free.delete(match);
        ids.set(strategy, match.id);
    };
    for (const strategy of source) take(strategy, (one) => isSameStrategy(one, strategy));
    for (const strategy of source) take(strategy, ({ name }) => name === strategy.name);
    return source.map((strategy) => ({ ...strategy, id: ids.get(strategy) ?? randomUUID() }));
}

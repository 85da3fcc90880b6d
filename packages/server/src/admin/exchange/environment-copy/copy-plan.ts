import { randomUUID } from 'node:crypto';
import { invalid, notFound } from '../../../core/errors/errors.ts';
import { areSameVariants, isSameStrategy } from '../../../core/flags/normal-form.ts';
import type { Db } from '../../../storage/database.ts';
import { findProjectEnvironment, getProject } from '../../catalogue/projects/project.queries.ts';
import type { PastStrategy } from '../../flags/past/past-definition.ts';
import type { ProposedStep } from '../../governance/proposals/proposal.schemas.ts';
import { type CurrentFlag, currentFlags, type EnvironmentState } from '../../governance/revert/flag-state.ts';
import { MAX_STEPS } from '../../governance/revert/revert-plan.ts';
import { type FlagTarget, stepsFor } from '../../governance/revert/revert-steps.ts';

/** From which environment of a project into which, and of which flags; undefined: of all. */
export interface Copy {
    project: string;
    from: string;
    to: string;
    features?: readonly string[] | undefined;
}

/** The steps that copy the flag configuration of one environment to another, and the remaining differences. */
export async function planCopy(db: Db, copy: Copy): Promise<{ steps: ProposedStep[]; notes: string[] }> {
    const notes = await otherDefaults(db, copy);
    const { project, from, to } = copy;
    const names = copy.features ? [...new Set(copy.features)] : await liveFlags(db, project);
    const flags = await currentFlags(db, names);
    const steps = stepsFor(
        project,
        names.map((name): FlagTarget => {
            const flag = flags.get(name);
            if (flag?.project !== project || flag.isArchived) throw notFound(`flag ${name} in project ${project}`);
            return { name, now: flag, target: likeIn(flag, from, to) };
        }),
    );
    if (steps.length === 0) throw invalid(`There is nothing to copy: ${to} is as ${from} is already.`, '/body');
    if (steps.length > MAX_STEPS) {
        throw invalid(`That takes more than ${MAX_STEPS} steps. Copy fewer flags at a time.`, '/body/features');
    }
    return { steps, notes };
}

/**
 * Lists the differences between the project's default strategies of the two environments. They belong to no flag, so the copy
 * does not change them. The error for an unknown environment says which of the two is missing.
 */
export async function otherDefaults(db: Db, { project, from, to }: Copy): Promise<string[]> {
    if (from === to) throw invalid('An environment is always like itself. Name another one as `source`.');
    await getProject(db, project);
    const [source, target] = await Promise.all([from, to].map((each) => findProjectEnvironment(db, project, each)));
    if (!source) throw notFound(`environment ${from} in project ${project}`);
    if (!target) throw notFound(`environment ${to} in project ${project}`);
    return isSameStrategy(source.default_strategy, target.default_strategy)
        ? []
        : [`The project's default strategy in ${to} is another than in ${from}, and stays as it is.`];
}

async function liveFlags(db: Db, project: string): Promise<string[]> {
    const rows = await db
        .selectFrom('flags')
        .select('name')
        .where('project', '=', project)
        .where('archived_at', 'is', null)
        .orderBy('name')
        .execute();
    return rows.map(({ name }) => name);
}

function likeIn(flag: CurrentFlag, from: string, to: string): CurrentFlag {
    const [source, target] = [flag.environments.get(from), flag.environments.get(to)];
    const wanted = source && target && { ...source, strategies: withIdsOf(target.strategies, source.strategies) };
    return { ...flag, environments: new Map(wanted ? [[to, wanted]] : []) };
}

/** Whether the configuration of a flag is equal in two environments, ignoring strategy ids. */
export const saysTheSame = (one: EnvironmentState, other: EnvironmentState): boolean =>
    one.enabled === other.enabled &&
    areSameVariants(one.variants, other.variants) &&
    one.strategies.length === other.strategies.length &&
    one.strategies.every((strategy, place) => isSameStrategy(strategy, other.strategies[place]));

/**
 * The wanted strategies with ids of those that are there: one that says the same stays, one of the same type is changed into what
 * is wanted, so that its history goes on, and others are new.
 */
function withIdsOf(there: readonly PastStrategy[], wanted: readonly PastStrategy[]): PastStrategy[] {
    const free = new Set(there);
    const ids = new Map<PastStrategy, string | undefined>();
    const take = (strategy: PastStrategy, fits: (one: PastStrategy) => boolean) => {
        if (ids.has(strategy)) return;
        const found = [...free].find(fits);
        if (!found) return;
        free.delete(found);
        ids.set(strategy, found.id);
    };
    for (const strategy of wanted) take(strategy, (one) => isSameStrategy(one, strategy));
    for (const strategy of wanted) take(strategy, ({ name }) => name === strategy.name);
    return wanted.map((strategy) => ({ ...strategy, id: ids.get(strategy) ?? randomUUID() }));
}

import type { Change } from '../../../changes/change.ts';
import { conflict, invalid, notFound } from '../../../core/errors/errors.ts';
import type { StoredDefaultStrategy } from '../../../storage/tables/strategies.ts';
import { saveApprovals } from '../approval-rules/change-request-config.commands.ts';
import { findEnvironment } from '../environments/environment.queries.ts';
import type { NewStrategy } from '../strategy-rules/strategy.schemas.ts';
import { validateConfiguration } from '../strategy-rules/strategy-rules.ts';
import { findProjectEnvironment, getProject, listProjectEnvironments } from './project.queries.ts';
import type { NewProjectEnvironment } from './project-environment.schemas.ts';
import { restoreFlags, withdrawFlags } from './withdrawn-flags.ts';

/**
 * Adds an environment to a project. Its flags are restored if the project had the environment before, and otherwise
 * off.
 */
export async function addProjectEnvironment(
    change: Change,
    {
        projectId: project,
        environment,
        defaultStrategy,
        changeRequestsEnabled,
    }: NewProjectEnvironment & { projectId: string },
): Promise<void> {
    const { tx, record } = change;
    await getProject(tx, project);
    const known = await findEnvironment(tx, environment);
    if (!known) {
        throw invalid(`There is no environment ${environment}.`, '/body/environment');
    }
    if (await findProjectEnvironment(tx, project, environment)) {
        throw conflict(`Project ${project} already has environment ${environment}.`);
    }
    const strategy = defaultStrategy ? await checkedDefaultStrategy(change, project, defaultStrategy) : null;
    await tx
        .insertInto('project_environments')
        .values({ project, environment, default_strategy: strategy && JSON.stringify(strategy) })
        .execute();
    await restoreFlags(tx, project, environment);
    record({ type: 'project-environment-added', project, environment, data: describe(environment, strategy) });
    const requiredApprovals = known.required_approvals;
    if (changeRequestsEnabled ?? requiredApprovals !== null) {
        await saveApprovals(change, { project, environment }, { changeRequestsEnabled: true, requiredApprovals });
    }
}

/**
 * Removes an environment from a project. A missing environment is not an error. The configuration of flags is stored,
 * so adding the environment again restores it.
 */
export async function removeProjectEnvironment(
    { tx, record }: Change,
    { projectId: project, environment }: { projectId: string; environment: string },
): Promise<void> {
    await getProject(tx, project);
    const environments = await listProjectEnvironments(tx, project);
    const removed = environments.find((known) => known.environment === environment);
    if (!removed) return;
    if (environments.length === 1) {
        throw invalid(`${environment} is the last environment of project ${project}. Add another one first.`);
    }
    await withdrawFlags(tx, project, environment);
    await tx
        .deleteFrom('project_environments')
        .where('project', '=', project)
        .where('environment', '=', environment)
        .execute();
    record({
        type: 'project-environment-removed',
        project,
        environment,
        preData: describe(environment, removed.default_strategy),
    });
}

const describe = (environment: string, strategy: StoredDefaultStrategy | null) => ({
    environment,
    ...(strategy && { defaultStrategy: strategy }),
});

/** Sets the strategy that flags without a strategy get when they are turned on in the environment. */
export async function setDefaultStrategy(
    change: Change,
    { projectId: project, environment, strategy }: { projectId: string; environment: string; strategy: NewStrategy },
): Promise<StoredDefaultStrategy> {
    const { tx, record } = change;
    await getProject(tx, project);
    const before = await findProjectEnvironment(tx, project, environment);
    if (!before) throw notFound(`environment ${environment} in project ${project}`);
    const after = await checkedDefaultStrategy(change, project, strategy);
    await tx
        .updateTable('project_environments')
        .set({ default_strategy: JSON.stringify(after) })
        .where('project', '=', project)
        .where('environment', '=', environment)
        .execute();
    record({
        type: 'default-strategy-updated',
        project,
        environment,
        data: after,
        ...(before.default_strategy && { preData: before.default_strategy }),
    });
    return after;
}

async function checkedDefaultStrategy(
    change: Change,
    project: string,
    strategy: NewStrategy,
): Promise<StoredDefaultStrategy> {
    if (strategy.name !== 'flexibleRollout') {
        throw invalid('A default strategy is a gradual rollout: name it flexibleRollout.', '/body/name');
    }
    const { title, disabled, sortOrder } = strategy;
    // Without a name, no defaults are set: stickiness and group come from the flag that gets the strategy.
    const { parameters, ...configuration } = await validateConfiguration(change, {
        ...strategy,
        project,
        name: undefined,
        featureName: '',
    });
    const { groupId, ...others } = parameters;
    return {
        name: strategy.name,
        ...(title !== undefined && { title }),
        ...(disabled !== undefined && { disabled }),
        ...(sortOrder !== undefined && { sortOrder }),
        ...configuration,
        // With an empty group, all flags would roll out to the same users first.
        parameters: groupId ? parameters : others,
    };
}

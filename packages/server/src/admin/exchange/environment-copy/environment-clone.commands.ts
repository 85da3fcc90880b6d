import { randomUUID } from 'node:crypto';
import type { Change } from '../../../changes/change.ts';
import { invalid } from '../../../core/errors/errors.ts';
import { copyEnvironmentPermissions } from '../../../identity/accounts/roles/role.commands.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { StoredDefaultStrategy } from '../../../storage/tables/strategies.ts';
import { createEnvironment } from '../../catalogue/environments/environment.commands.ts';
import { getEnvironment } from '../../catalogue/environments/environment.queries.ts';
import type { ClonedEnvironment, Environment } from '../../catalogue/environments/environment.schemas.ts';
import { findReleasedOnly } from '../../flags/release-plans/released-only.queries.ts';
import { insertStrategies } from '../../flags/strategies/strategy.commands.ts';
import { listStrategies } from '../../flags/strategies/strategy.queries.ts';

interface Copy {
    from: string;
    to: string;
}

/**
 * Creates an environment with the flag configuration of another one, for some or all projects:
 * docs/decisions/0033-specification-gaps.md.
 */
export async function cloneEnvironment(
    change: Change,
    { source, name, type, projects, clonePermissions }: ClonedEnvironment & { source: string },
): Promise<Environment> {
    const original = await getEnvironment(change.tx, source);
    const projectsOfCopy = await projectsToCopy(change, source, projects);
    const { required_approvals: requiredApprovals } = original;
    const environment = await createEnvironment(change, { name, type, requiredApprovals });
    const copy = { from: source, to: name };
    for (const target of projectsOfCopy) await copyProject(change, copy, target);
    if (clonePermissions) await copyEnvironmentPermissions(change, copy);
    return environment;
}

interface ProjectWithDefaultStrategy {
    project: string;
    default_strategy: StoredDefaultStrategy | null;
}

/** Returns the requested projects that have the environment; all such projects if none are requested. */
async function projectsToCopy(
    { tx }: Change,
    source: string,
    requested: string[] | undefined,
): Promise<ProjectWithDefaultStrategy[]> {
    const rows = await tx
        .selectFrom('project_environments')
        .select(['project', 'default_strategy'])
        .where('environment', '=', source)
        .orderBy('project')
        .execute();
    if (requested === undefined) return rows;
    const known = new Set(rows.map(({ project }) => project));
    for (const [index, project] of requested.entries()) {
        if (!known.has(project)) {
            throw invalid(
                `There is no project ${project} that has environment ${source}. Leave it out, or add the environment to it first.`,
                `/body/projects/${index}`,
            );
        }
    }
    return rows.filter(({ project }) => requested.includes(project));
}

/** Copies the configuration of a project in the environment: its default strategy and its flags, including archived ones. */
async function copyProject(
    change: Change,
    { from, to }: Copy,
    { project, default_strategy }: ProjectWithDefaultStrategy,
): Promise<void> {
    const { tx, record } = change;
    await tx
        .insertInto('project_environments')
        .values({ project, environment: to, default_strategy: default_strategy && JSON.stringify(default_strategy) })
        .execute();
    record({
        type: 'project-environment-added',
        project,
        environment: to,
        data: { environment: to, ...(default_strategy && { defaultStrategy: default_strategy }) },
    });
    const originals = await tx
        .selectFrom('flag_environments')
        .innerJoin('flags', 'flags.name', 'flag_environments.flag')
        .select(['flags.name', 'flag_environments.enabled', 'flag_environments.variants'])
        .where('flags.project', '=', project)
        .where('flag_environments.environment', '=', from)
        .orderBy('flags.name')
        .execute();
    const isReleasedOnly = await findReleasedOnly(
        tx,
        originals.map(({ name }) => name),
    );
    const flags = originals.map(({ enabled, ...flag }) => ({
        ...flag,
        enabled: enabled && !isReleasedOnly({ flag: flag.name, environment: from }),
    }));
    const rows = flags.map(({ name, enabled, variants }) => ({
        flag: name,
        environment: to,
        enabled,
        variants: JSON.stringify(variants),
        last_seen_at: null,
    }));
    for (const chunk of chunked(rows)) await tx.insertInto('flag_environments').values(chunk).execute();
    const names = flags.map(({ name }) => name);
    await copyStrategies(change, { from, to, project, flags: names });
    for (const { name: featureName, enabled, variants } of flags) {
        const at = { project, featureName, environment: to };
        if (variants.length > 0) {
            const type = 'feature-environment-variants-updated';
            record({ type, ...at, preData: { variants: [] }, data: { variants } });
        }
        if (enabled) record({ type: 'feature-environment-enabled', ...at });
    }
}

async function copyStrategies(
    change: Change,
    { from, to, project, flags }: Copy & { project: string; flags: string[] },
): Promise<void> {
    const originals = await listStrategies(change.tx, flags, from);
    const strategies = flags.flatMap((featureName) =>
        (originals.get(featureName)?.get(from) ?? []).map((strategy) => ({
            featureName,
            environment: to,
            strategy: { ...strategy, id: randomUUID() },
        })),
    );
    await insertStrategies(change, strategies);
    for (const { featureName, strategy } of strategies) {
        change.record({ type: 'feature-strategy-add', project, featureName, environment: to, data: strategy });
    }
}

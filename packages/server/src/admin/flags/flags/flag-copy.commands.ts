import type { Change } from '../../../changes/change.ts';
import { forIndependentItems } from '../../../changes/independent-items.ts';
import { forgetProjectApplications, noteProjectApplications } from '../../../changes/project-applications.ts';
import { withPermissionCheck } from '../../../changes/with-permission-check.ts';
import { notAllowed } from '../../../core/errors/errors.ts';
import { settingsOf } from '../../../core/flags/flag-settings.ts';
import { findProjectSegmentOf } from '../../../storage/strategies/strategy-uses.ts';
import { getProject, listProjectEnvironments } from '../../catalogue/projects/project.queries.ts';
import { addDependency } from '../dependencies/dependency.commands.ts';
import { listChildrenOf, listDependenciesOf, toDependency } from '../dependencies/dependency.queries.ts';
import { addStrategy } from '../strategies/strategy.commands.ts';
import { listStrategies } from '../strategies/strategy.queries.ts';
import { mayMoveTo } from './flag.access.ts';
import { createFlag, getProjectForFlags, requireRoom } from './flag.commands.ts';
import { type FlagAddress, getFlag } from './flag.queries.ts';
import type { ClonedFlag, FlagMetadata } from './flag.schemas.ts';

/** Copies a flag with its configuration in all environments. The copy is off in all of them. */
export async function cloneFlag(
    change: Change,
    { project, name, copy }: FlagAddress & { copy: ClonedFlag },
): Promise<FlagMetadata> {
    const { tx } = change;
    const original = await getFlag(tx, { project, name });
    const created = await createFlag(change, {
        project,
        name: copy.name,
        ...settingsOf(original),
    });
    await copyVariants(change, { from: original.name, to: copy.name, project });
    const strategies = (await listStrategies(tx, [name])).get(name) ?? new Map();
    const environments = await listProjectEnvironments(tx, project);
    await forIndependentItems(change, environments, async (own, some) => {
        for (const { environment } of some) {
            for (const { id: _, parameters, ...strategy } of strategies.get(environment) ?? []) {
                const groupId = copy.replaceGroupId !== false && parameters['groupId'] !== undefined && copy.name;
                await addStrategy(own, {
                    ...strategy,
                    parameters: { ...parameters, ...(groupId && { groupId }) },
                    project,
                    featureName: copy.name,
                    environment,
                });
            }
        }
    });
    await forIndependentItems(change, await listDependenciesOf(tx, [name]), async (own, some) => {
        for (const dependency of some) {
            await addDependency(own, { project, name: copy.name, ...toDependency(dependency) });
        }
    });
    return created;
}

async function copyVariants(
    change: Change,
    { from, to, project }: { from: string; to: string; project: string },
): Promise<void> {
    const environments = await change.tx
        .selectFrom('flag_environments')
        .select(['environment', 'variants'])
        .where('flag', '=', from)
        .orderBy('environment')
        .execute();
    const filled = environments.filter(({ variants }) => variants.length > 0);
    await forIndependentItems(change, filled, async ({ tx, record }, some) => {
        for (const { environment, variants } of some) {
            await tx
                .updateTable('flag_environments')
                .set({ variants: JSON.stringify(variants) })
                .where('flag', '=', to)
                .where('environment', '=', environment)
                .execute();
            record({
                type: 'feature-environment-variants-updated',
                featureName: to,
                project,
                environment,
                preData: { variants: [] },
                data: { variants },
            });
        }
    });
}

/** Moves a flag with its configuration. Everything that it refers to must exist in the other project as well. */
export const moveFlag = withPermissionCheck(mayMoveTo, moveToProject);

async function moveToProject(
    change: Change,
    { project, name, newProject }: FlagAddress & { newProject: string },
): Promise<void> {
    const { tx, record } = change;
    await getFlag(tx, { project, name });
    const source = await getProject(tx, project);
    const target = await getProjectForFlags(tx, newProject);
    if (newProject === project) return;
    await requireRoom(change, target, 1);
    const family = [...(await listDependenciesOf(tx, [name])), ...(await listChildrenOf(tx, [name]))];
    if (family.length > 0) {
        throw notAllowed(
            `Flag ${name} depends on other flags, or other flags depend on it. Remove these dependencies first.`,
        );
    }
    await requireSameEnvironments(change, project, newProject);
    await requireNoSegmentsOf(change, name, project);
    await tx.updateTable('flags').set({ project: newProject }).where('name', '=', name).execute();
    const usage = await tx
        .selectFrom('usage')
        .select(['environment', 'app'])
        .distinct()
        .where('flag', '=', name)
        .execute();
    await noteProjectApplications(
        tx,
        usage.map((row) => ({ ...row, project: newProject })),
    );
    await forgetProjectApplications(tx, project);
    // Configuration withdrawn from environments of the former project must not be restored in the new project.
    await tx.deleteFrom('withdrawn_flag_environments').where('flag', '=', name).execute();
    record({
        type: 'feature-project-change',
        featureName: name,
        project: newProject,
        // The event belongs to the new project. Its readers must not learn the name of a private project.
        data: { ...(source.mode !== 'private' && { oldProject: project }), newProject },
    });
}

async function requireSameEnvironments({ tx }: Change, project: string, newProject: string): Promise<void> {
    const namesIn = async (id: string) =>
        (await listProjectEnvironments(tx, id)).map(({ environment }) => environment).join(', ');
    const [source, target] = [await namesIn(project), await namesIn(newProject)];
    if (source !== target) {
        throw notAllowed(
            `The environments of project ${newProject} (${target}) differ from those of project ${project} (${source}). Make them equal first.`,
        );
    }
}

async function requireNoSegmentsOf({ tx }: Change, flag: string, project: string): Promise<void> {
    const segment = await findProjectSegmentOf(tx, flag, project);
    if (segment) {
        throw notAllowed(
            `Flag ${flag} uses segment ${segment.name}, which belongs to project ${project}. Make the segment global first.`,
        );
    }
}

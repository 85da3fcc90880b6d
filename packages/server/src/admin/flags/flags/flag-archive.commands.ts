import type { Change } from '../../../changes/change.ts';
import { forIndependentItems } from '../../../changes/independent-items.ts';
import { forgetProjectApplications } from '../../../changes/project-applications.ts';
import { notAllowed, notFound } from '../../../core/errors/errors.ts';
import { chunked } from '../../../storage/chunked.ts';
import { listTagsByFlag } from '../../catalogue/tags/tag.queries.ts';
import { removeDependencies } from '../dependencies/dependency.commands.ts';
import { listParentsInUse } from '../dependencies/dependency.queries.ts';
import { enterStage, restartLifecycle } from '../lifecycle/stage.commands.ts';
import { getProjectForFlags, requireRoom } from './flag.commands.ts';
import {
    type FlagAddress,
    type FlagRow,
    findFlag,
    getFlagOrArchived,
    listFlagsOf,
    toMetadata,
} from './flag.queries.ts';

interface FlagsOfProject {
    project: string;
    names: readonly string[];
}

/** Archives a flag; doing it again changes nothing. */
export async function archiveFlag(change: Change, { project, name }: FlagAddress): Promise<void> {
    await getFlagOrArchived(change.tx, { project, name });
    await archiveFlags(change, { project, names: [name] });
}

/** Hides flags from SDKs and lists until they are revived. Flags that do not exist are ignored. */
export async function archiveFlags(change: Change, { project, names }: FlagsOfProject): Promise<void> {
    const { tx, now, record } = change;
    const flags = await listFlagsOf(tx, change.actor, { project, names });
    const active = flags.filter(({ archived_at }) => archived_at === null).map(({ name }) => name);
    const [parent] = await listParentsInUse(tx, active);
    if (parent !== undefined) {
        throw notAllowed(
            `Other flags depend on flag ${parent}. Remove their dependencies, or archive them together with it.`,
        );
    }
    await removeDependencies(change, { project, children: active });
    for (const chunk of chunked(active)) {
        await tx.updateTable('flags').set({ archived_at: now }).where('name', 'in', chunk).execute();
    }
    await enterStage(tx, active, 'archived', now);
    for (const featureName of active) record({ type: 'feature-archived', featureName, project });
}

/** Revives an archived flag. If a project is specified, the flag must be in it. */
export async function reviveFlag(change: Change, { name, project }: { name: string; project?: string }): Promise<void> {
    const flag = await getArchivedFlag(change, name);
    if (project !== undefined && flag.project !== project)
        throw notFound(`archived flag ${name} in project ${project}`);
    await reviveFlags(change, { project: flag.project, names: [name] });
}

async function getArchivedFlag({ tx }: Change, name: string): Promise<FlagRow> {
    const flag = await findFlag(tx, name);
    if (!flag || flag.archived_at === null) throw notFound(`archived flag ${name}`);
    return flag;
}

/** Revives archived flags, off in all environments. Flags that are not archived are ignored. */
export const reviveFlags = (change: Change, { project, names }: FlagsOfProject): Promise<void> =>
    forIndependentItems(change, names, (own, some) => reviveTogether(own, { project, names: some }));

async function reviveTogether(change: Change, { project, names }: FlagsOfProject): Promise<void> {
    const { tx, now, record } = change;
    const flags = await listFlagsOf(tx, change.actor, { project, names });
    const archived = flags.filter(({ archived_at }) => archived_at !== null).map(({ name }) => name);
    if (archived.length === 0) return;
    await requireRoom(change, await getProjectForFlags(tx, project), archived.length);
    for (const chunk of chunked(archived)) {
        await tx.updateTable('flags').set({ archived_at: null }).where('name', 'in', chunk).execute();
        // Off everywhere, including environments that were removed from the project and may be added back.
        for (const table of ['flag_environments', 'withdrawn_flag_environments'] as const) {
            await tx.updateTable(table).set({ enabled: false }).where('flag', 'in', chunk).execute();
        }
    }
    await restartLifecycle(tx, archived, now);
    for (const featureName of archived) record({ type: 'feature-revived', featureName, project });
}

/** Permanently deletes archived flags with all their data. Flags that are not archived are ignored. */
export async function deleteFlags(change: Change, { project, names }: FlagsOfProject): Promise<void> {
    const { tx, record } = change;
    const flags = await listFlagsOf(tx, change.actor, { project, names });
    const archived = flags.filter(({ archived_at }) => archived_at !== null);
    const tags = await listTagsByFlag(
        tx,
        archived.map(({ name }) => name),
    );
    for (const chunk of chunked(archived)) {
        await tx
            .deleteFrom('flags')
            .where(
                'name',
                'in',
                chunk.map(({ name }) => name),
            )
            .execute();
    }
    if (archived.length > 0) await forgetProjectApplications(tx, project);
    for (const flag of archived) {
        record({
            type: 'feature-deleted',
            featureName: flag.name,
            project,
            preData: toMetadata(flag),
            tags: tags.get(flag.name) ?? [],
        });
    }
}

/** Permanently deletes an archived flag. Does nothing if the flag does not exist or is not archived. */
export async function deleteFlag(change: Change, { name }: { name: string }): Promise<void> {
    const flag = await findFlag(change.tx, name);
    if (flag) await deleteFlags(change, { project: flag.project, names: [name] });
}

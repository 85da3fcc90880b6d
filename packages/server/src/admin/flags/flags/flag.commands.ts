import type { Change } from '../../../changes/change.ts';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { nameExists, noSuchProject, notAllowed, wouldExceedLimit } from '../../../core/errors/errors.ts';
import { columnsOf } from '../../../core/flags/flag-settings.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { insertRows } from '../../../storage/insert-rows.ts';
import { flagNameChecker } from '../../catalogue/projects/feature-naming.ts';
import { countFlags } from '../../catalogue/projects/flag-count.queries.ts';
import { findProject, namingOf, type ProjectRow } from '../../catalogue/projects/project.queries.ts';
import { tagFlag } from '../flag-tags/flag-tag.commands.ts';
import { startLifecycle } from '../lifecycle/stage.commands.ts';
import { type FlagRow, toMetadata } from './flag.queries.ts';
import type { FlagMetadata, NewFlag } from './flag.schemas.ts';
import { checkSettings } from './flag-member.schemas.ts';

export async function createFlag(
    change: Change,
    { project, ...flag }: NewFlag & { project: string },
): Promise<FlagMetadata> {
    const [created] = await createFlags(change, { project, flags: [flag] });
    return created!;
}

/** Creates flags in a project, off in all of its environments: all of them, or none. */
export async function createFlags(
    change: Change,
    { project: id, flags }: { project: string; flags: readonly (NewFlag & { createdAt?: string; stale?: boolean })[] },
): Promise<FlagMetadata[]> {
    const { tx, now, actor, record } = change;
    const project = await getProjectForFlags(tx, id);
    const names = flags.map(({ name }) => name);
    await rejectUsedNames(tx, names);
    await mapYielding(names, flagNameChecker(namingOf(project)));
    await requireRoom(change, project, flags.length);
    await checkSettings(tx, flags);
    const rows = await mapYielding(
        flags,
        (flag): FlagRow => ({
            name: flag.name,
            project: id,
            ...columnsOf(flag),
            stale: flag.stale ?? null,
            potentially_stale: false,
            created_at: flag.createdAt ?? now,
            created_by_user_id: actor.id,
            archived_at: null,
        }),
    );
    await insertRows(tx, 'flags', rows);
    await addToEnvironments(change, id, names);
    await startLifecycle(tx, names, now);
    const created = rows.map(toMetadata);
    for (const flag of created) record({ type: 'feature-created', featureName: flag.name, project: id, data: flag });
    for (const { name: featureName, tags = [] } of flags) {
        for (const tag of tags) await tagFlag(change, { featureName, ...tag });
    }
    return created;
}

/** Returns the project, or throws if it cannot contain active flags. */
export async function getProjectForFlags(db: Db, id: string): Promise<ProjectRow> {
    const project = await findProject(db, id);
    if (!project || project.archived_at !== null) throw noSuchProject(id);
    return project;
}

/** Throws if a name is taken. A name belongs to one flag until the flag is deleted: archived flags keep their names. */
export async function rejectUsedNames(db: Db, names: readonly string[]): Promise<void> {
    const seen = new Set<string>();
    for (const name of names) {
        if (seen.has(name)) throw nameExists(`Flag ${name}`);
        seen.add(name);
    }
    for (const chunk of chunked(names)) {
        const existing = await db
            .selectFrom('flags')
            .select(['name', 'archived_at'])
            .where('name', 'in', chunk)
            .orderBy('name')
            .executeTakeFirst();
        if (existing)
            throw nameExists(
                existing.archived_at === null ? `Flag ${existing.name}` : `Archived flag ${existing.name}`,
            );
    }
}

/** Throws if more flags would exceed the limit of the project or of the instance. */
export async function requireRoom({ tx, limits }: Change, project: ProjectRow, more: number): Promise<void> {
    const { feature_limit: limit, id } = project;
    if (limit !== null && (await countFlags(tx, id)) + more > limit) {
        throw notAllowed(
            `Project ${id} is limited to ${limit} flags. Archive some, or ask the project's owner to raise the limit.`,
        );
    }
    const total = (await countFlags(tx)) + more;
    if (total > limits.featureFlags) throw wouldExceedLimit(total, 'flags', limits.featureFlags);
}

async function addToEnvironments({ tx }: Change, project: string, flags: readonly string[]): Promise<void> {
    const environments = await tx
        .selectFrom('project_environments')
        .select('environment')
        .where('project', '=', project)
        .execute();
    const rows = flags.flatMap((flag) =>
        environments.map(({ environment }) => ({
            flag,
            environment,
            enabled: false,
            variants: '[]',
            last_seen_at: null,
        })),
    );
    await insertRows(tx, 'flag_environments', rows);
}

import { type AdminActor, may, mayKnowOf } from '../../core/access/actor.ts';
import { chunked } from '../../storage/chunked.ts';
import type { Db } from '../../storage/database.ts';

/** The past objects that an actor may see. */
export interface VisiblePast {
    project(id: string | null): boolean;
    /** `project` is the project of the flag at that moment. */
    flag(flag: { name: string; project: string }): boolean;
    segment(segment: { id: number; project: string | null }): boolean;
}

/**
 * Returns the past objects that the actor may see. Current permissions apply to the past. Objects are hidden if they were in a
 * project that is now hidden from the actor, have moved to such a project, or were in a private project that was deleted later.
 */
export async function knownAt(db: Db, actor: AdminActor, revision: number): Promise<VisiblePast> {
    const deleted = may(actor, 'ADMIN') ? new Set<string>() : await deletedPrivateAt(db, revision);
    const project = (id: string | null) => id === null || (mayKnowOf(actor, id) && !deleted.has(id));
    const moved = await listProjectsHiddenLater(db, actor.hiddenProjects);
    return {
        project,
        flag: (flag) => project(flag.project) && !moved.flags.has(flag.name),
        segment: (segment) => project(segment.project) && !moved.segments.has(segment.id),
    };
}

/** Returns the projects that were private when they were deleted, and were deleted after the revision. */
async function deletedPrivateAt(db: Db, revision: number): Promise<Set<string>> {
    const rows = await db
        .selectFrom('deleted_private_projects')
        .select('project')
        .where((row) => row.or([row('up_to', 'is', null), row('up_to', '>=', revision)]))
        .execute();
    return new Set(rows.map((row) => row.project));
}

async function listProjectsHiddenLater(db: Db, projects: readonly string[]) {
    const flags = new Set<string>();
    const segments = new Set<number>();
    for (const chunk of chunked(projects)) {
        const names = await db.selectFrom('flags').select('name').where('project', 'in', chunk).execute();
        for (const { name } of names) flags.add(name);
        const ids = await db.selectFrom('segments').select('id').where('project', 'in', chunk).execute();
        for (const { id } of ids) segments.add(id);
    }
    return { flags, segments };
}

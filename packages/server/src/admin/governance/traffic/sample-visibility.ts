import { type AdminActor, may, mayKnowOf } from '../../../core/access/actor.ts';
import type { SampleOrigin } from '../../../core/settings/sample-origin.ts';
import type { Db } from '../../../storage/database.ts';

/** The visibility of a sampled context for a caller: none, only as a part of rounded counts, or the context itself. */
type SampleVisibility = 'none' | 'aggregate' | 'full';

/** The caller's access to a set of projects. All samples that were evaluated for the same projects share it. */
interface Membership {
    knowsAll: boolean;
    hasPermissionInAll: boolean;
    /** Creation time of the youngest of the projects; infinity if one of them was deleted. */
    youngest: number;
}

/**
 * Returns a function that determines the visibility of each sample for a caller who requests one project. A sample is personal data of
 * every project whose flags were evaluated with it, so the caller needs the permission in all of them. A project that is younger than
 * the sample, even if it reuses the id of a deleted project, has no access to it.
 */
export async function sampleVisibility(
    db: Db,
    actor: AdminActor,
    project: string,
): Promise<(sample: SampleOrigin) => SampleVisibility> {
    const rows = await db.selectFrom('projects').select(['id', 'created_at']).execute();
    const creation = new Map(rows.map(({ id, created_at }) => [id, Date.parse(created_at)]));
    const createdAt = (id: string) => creation.get(id) ?? Number.POSITIVE_INFINITY;
    const hasRootPermission = may(actor, 'READ_TRAFFIC_EXAMPLES');
    const membershipIn = (projects: readonly string[]): Membership => ({
        knowsAll: projects.every((id) => mayKnowOf(actor, id)),
        hasPermissionInAll: projects.every((id) => may(actor, 'READ_TRAFFIC_EXAMPLES', { project: id })),
        youngest: Math.max(0, ...projects.map(createdAt)),
    });
    const own = membershipIn([project]);
    const memberships = new Map<readonly string[], Membership>();
    const membershipOf = (projects: readonly string[]) => {
        const known = memberships.get(projects) ?? membershipIn(projects);
        memberships.set(projects, known);
        return known;
    };
    return ({ seesAll, evaluated, at }) => {
        if (!own.knowsAll || own.youngest >= at) return 'none';
        if (!seesAll && !evaluated.includes(project)) return 'none';
        const all = membershipOf(evaluated);
        if (!all.knowsAll) return 'none';
        if (hasRootPermission) return 'full';
        // A deleted project has no members, so nobody has access through it.
        if (all.youngest >= at) return 'none';
        return own.hasPermissionInAll && all.hasPermissionInAll ? 'full' : 'aggregate';
    };
}

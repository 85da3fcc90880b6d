import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import type { Db } from '../../../storage/database.ts';
import type { ResourceUser } from '../../../storage/strategies/strategy-uses.ts';
import type { StoredDefaultStrategy } from '../../../storage/tables/strategies.ts';

/** The maximum number of names in a message. */
const MAX_NAMES = 5;

/** Describes the users of a resource, by kind, limited to what the actor can see. Undefined if there are no users. */
export function describeUsers(actor: AdminActor, users: Record<string, readonly ResourceUser[]>): string | undefined {
    const parts = Object.entries(users).flatMap(([kind, list]) => {
        const names = new Set(list.filter(({ project }) => mayKnowOf(actor, project)).map(({ name }) => name));
        if (names.size === 0) return [];
        return [`${kind} ${[...names].slice(0, MAX_NAMES).join(', ')}${names.size > MAX_NAMES ? ' and others' : ''}`];
    });
    const isHidden = ({ project }: ResourceUser) => !mayKnowOf(actor, project);
    if (Object.values(users).some((list) => list.some(isHidden))) {
        parts.push('an object in a project that you cannot see');
    }
    return parts.join(' and ') || undefined;
}

/** Lists the projects with a matching default strategy in any environment. */
export async function projectsWithDefault(
    db: Db,
    matches: (strategy: StoredDefaultStrategy) => boolean,
): Promise<ResourceUser[]> {
    const rows = await db
        .selectFrom('project_environments')
        .select(['project', 'default_strategy'])
        .where('default_strategy', 'is not', null)
        .orderBy('project')
        .execute();
    return rows.flatMap(({ project, default_strategy }) =>
        default_strategy && matches(default_strategy) ? [{ name: project, project }] : [],
    );
}

import type { Change } from '../../../changes/change.ts';
import { wrongKindOfCaller } from '../../../core/errors/errors.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import { type FlagAddress, getFlag } from '../flags/flag.queries.ts';

/** Favourites belong to users: a token without a user cannot have any. */
function userOf({ actor }: Change): number {
    if (actor.userId !== undefined) return actor.userId;
    throw wrongKindOfCaller(
        'Favourites belong to users, and this token does not belong to a user. Sign in, or use a personal access token.',
    );
}

export async function addFavoriteFlag(change: Change, { project, name }: FlagAddress): Promise<void> {
    const { tx, record } = change;
    const user_id = userOf(change);
    await getFlag(tx, { project, name });
    const added = await tx
        .insertInto('favorite_flags')
        .values({ user_id, flag: name })
        .onConflict((conflict) => conflict.doNothing())
        .returning('flag')
        .executeTakeFirst();
    if (added) record({ type: 'feature-favorited', featureName: name, project, data: { feature: name } });
}

export async function removeFavoriteFlag(change: Change, { project, name }: FlagAddress): Promise<void> {
    const { tx, record } = change;
    const user_id = userOf(change);
    await getFlag(tx, { project, name });
    const removed = await tx
        .deleteFrom('favorite_flags')
        .where('user_id', '=', user_id)
        .where('flag', '=', name)
        .returning('flag')
        .executeTakeFirst();
    if (removed) record({ type: 'feature-unfavorited', featureName: name, project, data: { feature: name } });
}

export async function addFavoriteProject(change: Change, { project }: { project: string }): Promise<void> {
    const { tx, record } = change;
    const user_id = userOf(change);
    await getProject(tx, project);
    const added = await tx
        .insertInto('favorite_projects')
        .values({ user_id, project })
        .onConflict((conflict) => conflict.doNothing())
        .returning('project')
        .executeTakeFirst();
    if (added) record({ type: 'project-favorited', project, data: { project } });
}

export async function removeFavoriteProject(change: Change, { project }: { project: string }): Promise<void> {
    const { tx, record } = change;
    const user_id = userOf(change);
    await getProject(tx, project);
    const removed = await tx
        .deleteFrom('favorite_projects')
        .where('user_id', '=', user_id)
        .where('project', '=', project)
        .returning('project')
        .executeTakeFirst();
    if (removed) record({ type: 'project-unfavorited', project, data: { project } });
}

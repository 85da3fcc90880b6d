import { chunked } from '../../storage/chunked.ts';
import type { Db } from '../../storage/database.ts';

/** Which of these flags the user has marked. Callers without a user have no favourites. */
export async function favoriteFlagsAmong(
    db: Db,
    userId: number | undefined,
    flags: readonly string[],
): Promise<Set<string>> {
    const favorites = new Set<string>();
    if (userId === undefined) return favorites;
    for (const names of chunked(flags)) {
        const rows = await db
            .selectFrom('favorite_flags')
            .select('flag')
            .where('user_id', '=', userId)
            .where('flag', 'in', names)
            .execute();
        for (const { flag } of rows) favorites.add(flag);
    }
    return favorites;
}

/** The projects that the user has marked. */
export async function listFavoriteProjects(db: Db, userId: number | undefined): Promise<string[]> {
    if (userId === undefined) return [];
    const rows = await db
        .selectFrom('favorite_projects')
        .select('project')
        .where('user_id', '=', userId)
        .orderBy('project')
        .execute();
    return rows.map(({ project }) => project);
}

import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';

/** Returns those of the flags that the user has marked as favourites. Callers without a user have none. */
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

/** Returns the users who marked these flags, or any flags, as favourites. The map has no entries for other flags. */
export async function listFavoritesByFlag(db: Db, flags?: readonly string[]): Promise<Map<string, number[]>> {
    const users = new Map<string, number[]>();
    const add = (rows: readonly { flag: string; user_id: number }[]) => {
        for (const { flag, user_id } of rows) {
            const list = users.get(flag);
            if (list) list.push(user_id);
            else users.set(flag, [user_id]);
        }
    };
    if (flags === undefined) add(await selectFavorites(db).execute());
    else for (const names of chunked(flags)) add(await favoritesOf(db, { names }));
    return users;
}

const selectFavorites = (db: Db) => db.selectFrom('favorite_flags').selectAll().orderBy('user_id');

const favoritesOf = prepared((db: Db, { names }: { names: readonly string[] }) =>
    selectFavorites(db).where('flag', 'in', names),
);

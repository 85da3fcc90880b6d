import { parseOwner } from '../../../core/flags/flag-owner.ts';
import type { Db } from '../../../storage/database.ts';

/** Returns the ids of the users who own a flag: one, or the members of a group. */
export async function peopleOfOwner(db: Db, text: string): Promise<number[]> {
    const owner = parseOwner(text);
    if (owner?.type === 'user') return [owner.id];
    if (!owner) return [];
    const members = await db
        .selectFrom('group_users')
        .select('user_id')
        .where('group_id', '=', owner.id)
        .orderBy('user_id')
        .execute();
    return members.map(({ user_id }) => user_id);
}

import { ADMIN_TOKEN_USER_ID, SYSTEM_ACTOR } from '../../../core/access/actor.ts';
import { imageUrl } from '../../../identity/accounts/users/user.queries.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { FlagPerson } from './flag-overview.schemas.ts';

const SPECIAL_ACTORS = new Map([
    [ADMIN_TOKEN_USER_ID, 'an admin token'],
    [SYSTEM_ACTOR.id, SYSTEM_ACTOR.name],
]);

/** Returns the users with these ids. Each id has an entry, including deleted users and tokens. */
export async function findPeople(db: Db, ids: readonly number[]): Promise<Map<number, FlagPerson>> {
    const people = new Map<number, FlagPerson>(
        ids.map((id) => [id, { id, name: SPECIAL_ACTORS.get(id) ?? `user ${id}` }]),
    );
    for (const chunk of chunked([...people.keys()])) {
        for (const user of await usersBy(db, { ids: chunk })) {
            const name = user.name ?? user.username ?? user.email;
            if (name !== null) people.set(user.id, { id: user.id, name, imageUrl: imageUrl(user) });
        }
    }
    return people;
}

const usersBy = prepared((db: Db, { ids }: { ids: readonly number[] }) =>
    db
        .selectFrom('users')
        .select(['id', 'name', 'username', 'email'])
        .where('id', 'in', ids)
        .where('deleted_at', 'is', null),
);

/** The maximum number of users in a response; the latest come first. */
const MAX_COLLABORATORS = 100;

/** Returns the users who have changed a flag, optionally only up to a revision. */
export async function listCollaborators(db: Db, flag: string, until?: number): Promise<FlagPerson[]> {
    const rows = await db
        .selectFrom('events')
        .select('created_by_user_id')
        .where('feature_name', '=', flag)
        .where('created_by_user_id', '>', 0)
        .$if(until !== undefined, (query) => query.where('id', '<=', until!))
        .groupBy('created_by_user_id')
        .orderBy(({ fn }) => fn.max('id'), 'desc')
        .limit(MAX_COLLABORATORS)
        .execute();
    const ids = rows.map((row) => row.created_by_user_id);
    const people = await findPeople(db, ids);
    return ids.map((id) => people.get(id)!);
}

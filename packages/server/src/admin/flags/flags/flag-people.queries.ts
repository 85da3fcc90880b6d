import { sql } from 'kysely';
import { ADMIN_TOKEN_USER_ID, SYSTEM_ACTOR } from '../../../core/access/actor.ts';
import { imageUrl } from '../../../identity/accounts/users/user.queries.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { FlagRow } from './flag.queries.ts';
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

/** Returns the creator of each flag. Only the event of the creation contains the name of an admin token. */
export async function findCreators(
    db: Db,
    flags: readonly Pick<FlagRow, 'name' | 'created_by_user_id'>[],
): Promise<(flag: Pick<FlagRow, 'name' | 'created_by_user_id'>) => FlagPerson> {
    const people = await findPeople(
        db,
        flags.map((flag) => flag.created_by_user_id),
    );
    const ofTokens = flags.filter((flag) => flag.created_by_user_id === ADMIN_TOKEN_USER_ID);
    const tokens = new Map<string, FlagPerson>();
    const creators = new Map<string, FlagPerson>();
    for (const chunk of chunked(ofTokens.map(({ name }) => name))) {
        // A flag may have been deleted and created again: the last event counts.
        for (const { feature_name: flag, created_by: name } of await creationsByTokens(db, { flags: chunk })) {
            const token = tokens.get(name) ?? { id: ADMIN_TOKEN_USER_ID, name };
            tokens.set(name, token);
            creators.set(flag!, token);
        }
    }
    return ({ name, created_by_user_id: id }) => (id === ADMIN_TOKEN_USER_ID && creators.get(name)) || people.get(id)!;
}

// Expressions instead of columns: SQLite would use the index of one of them, and read all events of the type or of all admin tokens.
const creationsByTokens = prepared((db: Db, { flags }: { flags: readonly string[] }) =>
    db
        .selectFrom('events')
        .select(['feature_name', 'created_by'])
        .where('feature_name', 'in', flags)
        .where(sql`coalesce(type, '')`, '=', 'feature-created')
        .where(sql`coalesce(created_by_user_id, 0)`, '=', ADMIN_TOKEN_USER_ID)
        .orderBy('id'),
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

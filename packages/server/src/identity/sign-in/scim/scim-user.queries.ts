import { invalid, notFound } from '../../../core/errors/errors.ts';
import { asciiLower } from '../../../core/text/ascii-case.ts';
import type { Db } from '../../../storage/database.ts';
import type { UserRow } from '../../accounts/users/user.queries.ts';
import type { ScimCondition } from './scim-filter.ts';
import { SCHEMA, type ScimPage } from './scim-protocol.ts';
import type { ScimUser } from './scim-user.schemas.ts';

/** Only users managed by the directory. */
const managedUsers = (db: Db) =>
    db.selectFrom('users').where('scim_id', 'is not', null).where('deleted_at', 'is', null);

export async function getScimUser(db: Db, scimId: string): Promise<UserRow> {
    const user = await managedUsers(db).selectAll().where('scim_id', '=', scimId).executeTakeFirst();
    if (!user) throw notFound(`user ${scimId}`);
    return user;
}

export async function listScimUsers(db: Db, conditions: readonly ScimCondition[], { startIndex, count }: ScimPage) {
    let query = managedUsers(db);
    for (const condition of conditions) query = addCondition(query, condition);
    const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const users = await query
        .selectAll()
        .orderBy('id')
        .limit(count)
        .offset(startIndex - 1)
        .execute();
    return { total, users };
}

type UserQuery = ReturnType<typeof managedUsers>;

function addCondition(query: UserQuery, { attribute, value }: ScimCondition): UserQuery {
    switch (attribute) {
        case 'id':
            return query.where('scim_id', '=', value);
        case 'username':
            return query.where(({ eb, fn }) => eb(fn<string>('lower', ['username']), '=', asciiLower(value)));
        case 'externalid':
            return query.where('external_id', '=', value);
        case 'emails':
        case 'emails.value':
            return query.where('email', '=', asciiLower(value));
        case 'displayname':
        case 'name.formatted':
            return query.where('name', '=', value);
        case 'active':
            return query.where('disabled_at', value === 'true' ? 'is' : 'is not', null);
        default:
            throw invalid(`Users cannot be found by ${attribute}. Use e.g. userName or externalId.`, '/query/filter');
    }
}

export const toScimUser = (user: UserRow, publicUrl: string): ScimUser => ({
    schemas: [SCHEMA.user],
    id: user.scim_id!,
    ...(user.external_id !== null && { externalId: user.external_id }),
    userName: user.username ?? user.email ?? '',
    ...(user.name !== null && { displayName: user.name, name: { formatted: user.name } }),
    emails: user.email === null ? [] : [{ value: user.email, type: 'work', primary: true }],
    active: user.disabled_at === null,
    meta: {
        resourceType: 'User',
        created: user.created_at,
        location: `${publicUrl}/scim/v2/Users/${user.scim_id}`,
    },
});

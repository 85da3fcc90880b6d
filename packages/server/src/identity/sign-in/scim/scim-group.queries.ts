import { invalid, notFound } from '../../../core/errors/errors.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import type { GroupRow } from '../../accounts/groups/group.queries.ts';
import type { ScimCondition } from './scim-filter.ts';
import type { ScimGroup } from './scim-group.schemas.ts';
import { SCHEMA, type ScimPage } from './scim-protocol.ts';

/** Only groups managed by the directory. */
const managedGroups = (db: Db) => db.selectFrom('groups').where('groups.scim_id', 'is not', null);

export async function getScimGroup(db: Db, scimId: string): Promise<GroupRow> {
    const group = await managedGroups(db).selectAll().where('scim_id', '=', scimId).executeTakeFirst();
    if (!group) throw notFound(`group ${scimId}`);
    return group;
}

export async function listScimGroups(db: Db, conditions: readonly ScimCondition[], { startIndex, count }: ScimPage) {
    let query = managedGroups(db);
    for (const condition of conditions) query = addCondition(query, condition);
    const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const groups = await query
        .selectAll()
        .orderBy('id')
        .limit(count)
        .offset(startIndex - 1)
        .execute();
    return { total, groups };
}

type GroupQuery = ReturnType<typeof managedGroups>;

function addCondition(query: GroupQuery, { attribute, value }: ScimCondition): GroupQuery {
    switch (attribute) {
        case 'id':
            return query.where('groups.scim_id', '=', value);
        case 'displayname':
            return query.where('groups.name', '=', value);
        case 'externalid':
            return query.where('groups.external_id', '=', value);
        case 'members':
        case 'members.value':
            return query.where('groups.id', 'in', (eb) =>
                eb
                    .selectFrom('group_users')
                    .innerJoin('users', 'users.id', 'group_users.user_id')
                    .select('group_users.group_id')
                    .where('users.scim_id', '=', value),
            );
        default:
            throw invalid(`Groups cannot be found by ${attribute}. Use displayName or externalId.`, '/query/filter');
    }
}

interface Member {
    group_id: number;
    scim_id: string;
    display: string;
}

/** The members that the directory also manages. */
export async function listScimMembers(db: Db, groupIds: readonly number[]): Promise<Member[]> {
    const members: Member[] = [];
    for (const chunk of chunked(groupIds)) {
        const rows = await db
            .selectFrom('group_users')
            .innerJoin('users', 'users.id', 'group_users.user_id')
            .select(['group_id', 'scim_id', 'username', 'email'])
            .where('group_id', 'in', chunk)
            .where('scim_id', 'is not', null)
            .orderBy('group_id')
            .orderBy('users.id')
            .execute();
        for (const { group_id, scim_id, username, email } of rows) {
            members.push({ group_id, scim_id: scim_id!, display: username ?? email ?? '' });
        }
    }
    return members;
}

/** Returns the ids of the users with these SCIM ids; rejects unknown SCIM ids. */
export async function userIdsOf(db: Db, scimIds: readonly string[]): Promise<number[]> {
    const ids: number[] = [];
    for (const chunk of chunked(scimIds)) {
        const rows = await db
            .selectFrom('users')
            .select(['id', 'scim_id'])
            .where('scim_id', 'in', chunk)
            .where('deleted_at', 'is', null)
            .execute();
        const missing = chunk.find((scimId) => !rows.some(({ scim_id }) => scim_id === scimId));
        if (missing !== undefined) throw invalid(`There is no user ${missing}.`, '/body/members');
        ids.push(...rows.map(({ id }) => id));
    }
    return ids;
}

/** Omits the members if they are undefined. */
export const toScimGroup = (group: GroupRow, members: readonly Member[] | undefined, publicUrl: string): ScimGroup => ({
    schemas: [SCHEMA.group],
    id: group.scim_id!,
    ...(group.external_id !== null && { externalId: group.external_id }),
    displayName: group.name,
    ...(members && { members: members.map(({ scim_id, display }) => ({ value: scim_id, display })) }),
    meta: {
        resourceType: 'Group',
        created: group.created_at,
        location: `${publicUrl}/scim/v2/Groups/${group.scim_id}`,
    },
});

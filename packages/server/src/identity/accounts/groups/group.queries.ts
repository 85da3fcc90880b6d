import type { Selectable } from 'kysely';
import { notFound } from '../../../core/errors/errors.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { Tables } from '../../../storage/tables.ts';
import { SHOWN_COLUMNS, toUser } from '../users/user.queries.ts';
import type { Group } from './group.schemas.ts';

export type GroupRow = Selectable<Tables['groups']>;

export async function getGroupRow(db: Db, id: number): Promise<GroupRow> {
    const group = await db.selectFrom('groups').selectAll().where('id', '=', id).executeTakeFirst();
    if (!group) throw notFound(`group ${id}`);
    return group;
}

export async function getGroup(db: Db, id: number): Promise<Group> {
    const [group] = await listGroups(db, { id });
    if (!group) throw notFound(`group ${id}`);
    return group;
}

interface GroupSelection {
    id?: number;
    project?: string;
}

export const listGroups = async (db: Db, only: GroupSelection): Promise<Group[]> =>
    (await Array.fromAsync(readGroups(db, only))).flat();

/** The members of all groups at once would block other requests for too long. */
const GROUPS_PER_QUERY = 10;

/** Reads groups with their members in batches: all groups, one, or those with a role in a project. */
export async function* readGroups(db: Db, only: GroupSelection = {}): AsyncGenerator<Group[]> {
    const rows = db
        .selectFrom('groups')
        .$if(only.id !== undefined, (query) => query.where('groups.id', '=', only.id!))
        .$if(only.project !== undefined, (query) =>
            query.where('groups.id', 'in', (eb) =>
                eb.selectFrom('group_roles').select('group_roles.group_id').where('project', '=', only.project!),
            ),
        );
    const groups = await rows.selectAll().orderBy('groups.name').execute();
    const projects = await db
        .selectFrom('group_roles')
        .select(['group_id', 'project'])
        .distinct()
        .where('group_id', 'in', rows.select('groups.id'))
        .orderBy('project')
        .execute();
    const projectsOf = Map.groupBy(projects, ({ group_id }) => group_id);
    for (const batch of chunked(groups, GROUPS_PER_QUERY)) {
        const members = await membersOfGroups(db, { ids: batch.map(({ id }) => id) });
        const membersOf = Map.groupBy(members, ({ group_id }) => group_id);
        for (const group of batch) {
            const users = (membersOf.get(group.id) ?? []).map((row) => ({
                joinedAt: row.joined_at,
                createdBy: row.created_by,
                user: toUser(row),
            }));
            const item = {
                id: group.id,
                name: group.name,
                description: group.description,
                mappingsSSO: group.mappings_sso,
                rootRole: group.root_role_id,
                createdBy: group.created_by,
                createdAt: group.created_at,
                users,
                projects: (projectsOf.get(group.id) ?? []).map(({ project }) => project),
                userCount: users.length,
                scimId: group.scim_id,
            };
            yield [item];
        }
    }
}

const membersOfGroups = prepared((db: Db, { ids }: { ids: readonly number[] }) =>
    db
        .selectFrom('group_users')
        .innerJoin('users', 'users.id', 'group_users.user_id')
        .select([...SHOWN_COLUMNS, 'group_users.group_id', 'group_users.joined_at', 'group_users.created_by'])
        .where('group_users.group_id', 'in', ids)
        .orderBy('users.id'),
);

/** Returns all groups without their members. */
export async function listGroupNames(db: Db) {
    const rows = await db
        .selectFrom('groups')
        .select(({ selectFrom, fn }) => [
            'id',
            'name',
            'description',
            selectFrom('group_users')
                .select(fn.countAll<number>().as('count'))
                .whereRef('group_users.group_id', '=', 'groups.id')
                .as('count'),
        ])
        .orderBy('name')
        .execute();
    return rows.map(({ count, ...group }) => ({ ...group, userCount: count ?? 0 }));
}

import type { Db } from '../../../storage/database.ts';

/** Selects the roles of users in projects, assigned directly or through a group, with the time of the assignment. */
const memberships = (db: Db) =>
    db
        .selectFrom('user_roles')
        .select(({ ref }) => [
            ref('user_roles.project').$castTo<string>().as('project'),
            'user_roles.user_id',
            ref('user_roles.created_at').as('since'),
        ])
        .where('user_roles.project', 'is not', null)
        .unionAll(
            db
                .selectFrom('group_roles')
                .innerJoin('group_users', 'group_users.group_id', 'group_roles.group_id')
                .select(({ ref, eb }) => [
                    'group_roles.project',
                    'group_users.user_id',
                    eb
                        .case()
                        .when('group_users.joined_at', '>', ref('group_roles.created_at'))
                        .then(ref('group_users.joined_at'))
                        .else(ref('group_roles.created_at'))
                        .end()
                        .as('since'),
                ]),
        )
        .as('memberships');

/** Counts the users with a role in the project; with `since`, only users whose first role is newer. */
export async function countMembers(db: Db, project: string, since?: string): Promise<number> {
    const members = db
        .selectFrom(memberships(db))
        .select('user_id')
        .where('project', '=', project)
        .groupBy('user_id')
        .$if(since !== undefined, (query) => query.having(({ fn }) => fn.min('since'), '>', since!))
        .as('members');
    const row = await db
        .selectFrom(members)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
    return row.count;
}

export async function countMembersByProject(db: Db): Promise<Map<string, number>> {
    const rows = await db
        .selectFrom(memberships(db))
        .select(({ fn }) => ['project', fn.count<number>('user_id').distinct().as('count')])
        .groupBy('project')
        .execute();
    return new Map(rows.map(({ project, count }) => [project, count]));
}

import { may } from '../../../../core/access/actor.ts';
import type { ProjectEnvironment } from '../../../../core/access/project-environment.ts';
import { findActor } from '../../../../identity/accounts/users/actor.queries.ts';
import { administrators } from '../../../../identity/accounts/users/grant.queries.ts';
import { toListedUser } from '../../../../identity/accounts/users/user.queries.ts';
import type { Db } from '../../../../storage/database.ts';

const PERMISSION = 'APPROVE_CHANGE_REQUEST';

/** Returns the users who may approve changes in an environment. */
export async function listReviewers(db: Db, { project, environment }: ProjectEnvironment) {
    const [admins, others] = await candidatesFor(db, project);
    const able = await Promise.all(
        others.map(async (user) => {
            const actor = await findActor(db, user.id);
            return actor && may(actor, PERMISSION, { project, environment }) ? [user] : [];
        }),
    );
    const users = new Map([...admins, ...able.flat()].map((user) => [user.id, user]));
    return [...users.values()].sort((a, b) => a.id - b.id).map(toReviewer);
}

export const toReviewer = (user: Parameters<typeof toListedUser>[0]) => ({
    ...toListedUser(user),
    email: user.email ?? '',
});

/** Returns the administrators, and the users with a role that includes the permission, in the project or globally. */
async function candidatesFor(db: Db, project: string) {
    const roles = db.selectFrom('role_permissions').select('role_id').where('permission', '=', PERMISSION);
    return Promise.all([
        administrators(db).select(['id', 'name', 'username', 'email']).where('is_service', '=', false).execute(),
        db
            .selectFrom('users')
            .select(['id', 'name', 'username', 'email'])
            .where('deleted_at', 'is', null)
            .where('is_service', '=', false)
            .where(({ or, eb }) =>
                or([
                    eb('id', 'in', ({ selectFrom }) =>
                        selectFrom('user_roles')
                            .select('user_roles.user_id')
                            .where('role_id', 'in', roles)
                            .where(({ or, eb }) => or([eb('project', 'is', null), eb('project', '=', project)])),
                    ),
                    eb('id', 'in', ({ selectFrom }) =>
                        selectFrom('group_users')
                            .innerJoin('group_roles', 'group_roles.group_id', 'group_users.group_id')
                            .select('group_users.user_id')
                            .where('group_roles.role_id', 'in', roles)
                            .where('group_roles.project', '=', project),
                    ),
                    eb('id', 'in', ({ selectFrom }) =>
                        selectFrom('group_users')
                            .innerJoin('groups', 'groups.id', 'group_users.group_id')
                            .select('group_users.user_id')
                            .where('groups.root_role_id', 'in', roles),
                    ),
                ]),
            )
            .execute(),
    ]);
}

/** Returns the requested reviewers who are still active. */
export async function listRequestedApprovers(db: Db, request: number) {
    const users = await db
        .selectFrom('change_request_approvers')
        .innerJoin('users', 'users.id', 'change_request_approvers.user_id')
        .select(['users.id', 'users.name', 'users.username', 'users.email'])
        .where('change_request_approvers.request', '=', request)
        .where('users.deleted_at', 'is', null)
        .orderBy('users.id')
        .execute();
    return users.map(toReviewer);
}

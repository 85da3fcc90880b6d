import { ADMIN_TOKEN_USER_ID, type AdminActor, SYSTEM_ACTOR } from '../../../../core/access/actor.ts';
import type { ProjectEnvironment } from '../../../../core/access/project-environment.ts';
import { findActor } from '../../../../identity/accounts/users/actor.queries.ts';
import { chunked } from '../../../../storage/chunked.ts';
import type { Db } from '../../../../storage/database.ts';
import {
    type EnvironmentApprovalSettings,
    findSettings,
} from '../../../catalogue/approval-rules/change-request-config.queries.ts';
import type { StoredRequest } from '../request/change-request.queries.ts';
import { type ApprovalContext, type ApprovalStatus, approvalsStand } from './approvals.ts';
import { changedFlagFacts } from './changed-flags.ts';

/** A place that asks for no approvals, as a request for it does: one, so that a proposal is never its own approval. */
export const asking = ({ project, environment }: ProjectEnvironment): EnvironmentApprovalSettings => ({
    project,
    environment,
    requiredApprovals: 1,
    rules: {},
});

/** The current approval settings of a request's environment. */
export async function settingsFor(
    db: Db,
    { project, environment }: ProjectEnvironment,
): Promise<EnvironmentApprovalSettings> {
    return (await findSettings(db, { project, environment })) ?? asking({ project, environment });
}

/** Whether the request has the approvals that its place asks for now. */
export async function standingOf(db: Db, request: StoredRequest): Promise<ApprovalStatus> {
    const [settings, now] = await Promise.all([settingsFor(db, request), circumstancesOf(db, request)]);
    return approvalsStand(request, settings, now);
}

/** All that approvals depend on beside the request itself, in its project and, with `in`, in others that it reaches. */
export async function circumstancesOf(
    db: Db,
    request: StoredRequest,
): Promise<ApprovalContext & { in(project: string): ApprovalContext }> {
    const ids = request.reviews.map(({ created_by_user_id }) => created_by_user_id);
    const [actors, memberships, groups, factsIn] = await Promise.all([
        Promise.all(ids.map(async (id) => [id, await actorBehind(db, id)] as const)),
        groupsOf(db, ids),
        db.selectFrom('groups').select(['id', 'name']).execute(),
        changedFlagFacts(db, request.changes),
    ]);
    const reviewers = actors.flatMap(([id, actor]) =>
        actor ? [[id, { actor, groups: memberships.get(id) ?? [] }] as const] : [],
    );
    const people = {
        reviewers: new Map(reviewers),
        groupNames: new Map(groups.map(({ id, name }) => [id, name])),
    };
    return {
        ...people,
        ...factsIn(request.project),
        in: (project) => ({ ...people, ...factsIn(project) }),
    };
}

/** The user with this id and their current permissions. */
export async function actorBehind(db: Db, id: number): Promise<AdminActor | undefined> {
    // Admin tokens are administrators, and who nobody asks for a name is, too.
    if (id === ADMIN_TOKEN_USER_ID || id === SYSTEM_ACTOR.id) return { ...SYSTEM_ACTOR, id };
    return findActor(db, id);
}

/** The groups that these users are in. */
export async function groupsOf(db: Db, users: readonly number[]): Promise<Map<number, number[]>> {
    const groups = new Map<number, number[]>();
    for (const ids of chunked(users)) {
        const rows = await db
            .selectFrom('group_users')
            .select(['user_id', 'group_id'])
            .where('user_id', 'in', ids)
            .execute();
        for (const { user_id, group_id } of rows) groups.set(user_id, [...(groups.get(user_id) ?? []), group_id]);
    }
    return groups;
}

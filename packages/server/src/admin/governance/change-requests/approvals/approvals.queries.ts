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
import { type ApprovalContext, type ApprovalStatus, approvalStatusOf } from './approvals.ts';
import { changedFlagFacts } from './changed-flags.ts';

/**
 * The settings of an environment without approval rules: a request for it needs one approval, so that a proposal is never its own
 * approval.
 */
export const defaultApprovalSettings = ({ project, environment }: ProjectEnvironment): EnvironmentApprovalSettings => ({
    project,
    environment,
    requiredApprovals: 1,
    rules: {},
});

/** Returns the current approval settings of a request's environment. */
export async function settingsFor(
    db: Db,
    { project, environment }: ProjectEnvironment,
): Promise<EnvironmentApprovalSettings> {
    return (await findSettings(db, { project, environment })) ?? defaultApprovalSettings({ project, environment });
}

/** Returns whether the request has the approvals that its environment requires now. */
export async function loadApprovalStatus(db: Db, request: StoredRequest): Promise<ApprovalStatus> {
    const [settings, now] = await Promise.all([settingsFor(db, request), loadApprovalContext(db, request)]);
    return approvalStatusOf(request, settings, now);
}

/** Reads all data that approvals depend on besides the request, for its project and, with `in`, for other projects that it affects. */
export async function loadApprovalContext(
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

/** Returns the user with this id and their current permissions. */
export async function actorBehind(db: Db, id: number): Promise<AdminActor | undefined> {
    // Admin tokens have all permissions, and so does the actor of instances without sign-in.
    if (id === ADMIN_TOKEN_USER_ID || id === SYSTEM_ACTOR.id) return { ...SYSTEM_ACTOR, id };
    return findActor(db, id);
}

/** Returns the groups of these users. */
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

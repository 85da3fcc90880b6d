import type { PermissionCheck } from '../../../changes/change.ts';
import { may } from '../../../core/access/actor.ts';
import { ROLE_ID } from '../../../core/access/permissions.ts';
import { notAllowed } from '../../../core/errors/errors.ts';
import { listHeldRoles } from '../users/grant.queries.ts';
import { listProjectRoleAssignments } from './project-access.queries.ts';
import { assignmentChanges, type RoleAssignment } from './role-assignments.ts';

/** Only administrators and owners of the project may assign or remove roles that they do not have themselves. */
export const mayGive =
    <Input>(
        after: (before: RoleAssignment[], input: Input) => RoleAssignment[],
    ): PermissionCheck<Input & { projectId: string }> =>
    async ({ tx, actor }, input) => {
        if (may(actor, 'ADMIN')) return;
        const before = await listProjectRoleAssignments(tx, input.projectId);
        const { added, removed } = assignmentChanges(before, after(before, input));
        const changed = [...added, ...removed];
        if (changed.length === 0) return;
        const assigned = actor.userId === undefined ? [] : await listHeldRoles(tx, actor.userId);
        const own = new Set(
            assigned.filter(({ project }) => project === input.projectId).map(({ role_id }) => role_id),
        );
        if (own.has(ROLE_ID.owner) || changed.every(({ roleId }) => own.has(roleId))) return;
        throw notAllowed('You can only assign and remove roles that you have yourself. Ask an owner of the project.');
    };

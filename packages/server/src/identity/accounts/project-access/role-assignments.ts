import { invalid } from '../../../core/errors/errors.ts';
import type { ProjectRoleAssignment } from './project-access.queries.ts';
import type { NewProjectAccess, ProjectAccessUpdate } from './project-access.schemas.ts';

/** A role of a user or group in the current project. */
export type RoleAssignment = Omit<ProjectRoleAssignment, 'addedAt'>;

export interface RolesInProject extends Pick<ProjectRoleAssignment, 'holder' | 'id'> {
    roles: number[];
}

/** The limit per request, because the roles are checked and written in one transaction. */
const MAX_ASSIGNMENTS = 10_000;

/** Returns the role assignments after every user and group gets every role in addition to existing ones. */
export const addAssignments = (
    before: readonly RoleAssignment[],
    { roles, users, groups }: NewProjectAccess,
): RoleAssignment[] => [...before, ...assignmentsOf([...new Set(roles)].map((id) => ({ id, users, groups })))];

export const replaceAssignments = (
    _before: readonly RoleAssignment[],
    { roles }: ProjectAccessUpdate,
): RoleAssignment[] => assignmentsOf(roles);

export function setRolesOfHolder(
    before: readonly RoleAssignment[],
    { holder, id, roles }: RolesInProject,
): RoleAssignment[] {
    const isOfHolder = isAssignedTo({ holder, id });
    const others = before.filter((assignment) => !isOfHolder(assignment));
    return [...others, ...roles.map((roleId): RoleAssignment => ({ holder, id, roleId }))];
}

export const isAssignedTo =
    ({ holder, id }: Pick<ProjectRoleAssignment, 'holder' | 'id'>) =>
    (assignment: RoleAssignment) =>
        assignment.holder === holder && assignment.id === id;

/** Returns every user and group with each of their roles. */
function assignmentsOf(roles: ProjectAccessUpdate['roles']): RoleAssignment[] {
    const count = roles.reduce((sum, { users = [], groups = [] }) => sum + users.length + groups.length, 0);
    if (count > MAX_ASSIGNMENTS) {
        throw invalid(
            `${count} roles of users and groups are more than ${MAX_ASSIGNMENTS}. Use groups, or several requests.`,
        );
    }
    return roles.flatMap(({ id: roleId, users = [], groups = [] }) => [
        ...users.map((id): RoleAssignment => ({ holder: 'user', id, roleId })),
        ...groups.map((id): RoleAssignment => ({ holder: 'group', id, roleId })),
    ]);
}

/** Returns the assignments to add and remove so that exactly these remain. */
export function assignmentChanges(before: readonly RoleAssignment[], requested: readonly RoleAssignment[]) {
    const beforeKeys = new Set(before.map(keyOf));
    const after = [...new Map(requested.map((assignment) => [keyOf(assignment), assignment])).values()].sort(byHolder);
    const afterKeys = new Set(after.map(keyOf));
    return {
        added: after.filter((assignment) => !beforeKeys.has(keyOf(assignment))),
        removed: before.filter((assignment) => !afterKeys.has(keyOf(assignment))),
        after,
    };
}

const keyOf = ({ holder, id, roleId }: RoleAssignment) => `${holder} ${id} ${roleId}`;

const byHolder = (a: RoleAssignment, b: RoleAssignment) =>
    a.holder === b.holder ? a.id - b.id || a.roleId - b.roleId : a.holder === 'user' ? -1 : 1;

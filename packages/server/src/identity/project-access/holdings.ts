import { invalid } from '../../core/errors.ts';
import type { Holding } from './project-access.queries.ts';
import type { NewProjectAccess, ProjectAccessUpdate } from './project-access.schemas.ts';

/** A role of a user or group in the project at hand. */
export type Wanted = Omit<Holding, 'addedAt'>;

export interface RolesInProject extends Pick<Holding, 'holder' | 'id'> {
    roles: number[];
}

/** In one request: they are checked and written in one go. */
const MAX_GIVEN = 10_000;

/** Who has which role once every user and group has every role, in addition to what they have. */
export const afterAdding = (before: readonly Wanted[], { roles, users, groups }: NewProjectAccess): Wanted[] => [
    ...before,
    ...wantedFrom([...new Set(roles)].map((id) => ({ id, users, groups }))),
];

export const afterReplacing = (_before: readonly Wanted[], { roles }: ProjectAccessUpdate): Wanted[] =>
    wantedFrom(roles);

export function afterSettingRoles(before: readonly Wanted[], { holder, id, roles }: RolesInProject): Wanted[] {
    const isTheirs = isOf({ holder, id });
    const others = before.filter((holding) => !isTheirs(holding));
    return [...others, ...roles.map((roleId): Wanted => ({ holder, id, roleId }))];
}

export const isOf =
    ({ holder, id }: Pick<Holding, 'holder' | 'id'>) =>
    (holding: Wanted) =>
        holding.holder === holder && holding.id === id;

/** Every user and group with every role of theirs. */
function wantedFrom(roles: ProjectAccessUpdate['roles']): Wanted[] {
    const count = roles.reduce((sum, { users = [], groups = [] }) => sum + users.length + groups.length, 0);
    if (count > MAX_GIVEN) {
        throw invalid(
            `${count} roles of users and groups are more than ${MAX_GIVEN}. Use groups, or several requests.`,
        );
    }
    return roles.flatMap(({ id: roleId, users = [], groups = [] }) => [
        ...users.map((id): Wanted => ({ holder: 'user', id, roleId })),
        ...groups.map((id): Wanted => ({ holder: 'group', id, roleId })),
    ]);
}

/** What is to be given and taken so that these, each once, are all there is. */
export function difference(before: readonly Wanted[], wanted: readonly Wanted[]) {
    const beforeKeys = new Set(before.map(keyOf));
    const after = [...new Map(wanted.map((holding) => [keyOf(holding), holding])).values()].sort(byHolder);
    const afterKeys = new Set(after.map(keyOf));
    return {
        added: after.filter((holding) => !beforeKeys.has(keyOf(holding))),
        removed: before.filter((holding) => !afterKeys.has(keyOf(holding))),
        after,
    };
}

const keyOf = ({ holder, id, roleId }: Wanted) => `${holder} ${id} ${roleId}`;

const byHolder = (a: Wanted, b: Wanted) =>
    a.holder === b.holder ? a.id - b.id || a.roleId - b.roleId : a.holder === 'user' ? -1 : 1;

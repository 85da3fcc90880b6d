import type { ListedEvent } from '../../api/types.ts';
import { addedAndRemoved, asRecord, type Fact, list, type NameLookup } from './reading.ts';

/** Returns the roles of a project that users and groups gained or lost. */
export function accessFacts({ data, preData }: Pick<ListedEvent, 'data' | 'preData'>, names: NameLookup): Fact[] {
    return addedAndRemoved(roleAssignments(asRecord(preData), names), roleAssignments(asRecord(data), names));
}

/** Returns “Ada Lovelace: Owner” for each role of each user and group. */
function roleAssignments(state: Record<string, unknown>, names: NameLookup): string[] {
    const person = (id: unknown) => names.person(Number(id)) ?? `user ${id}`;
    const group = (id: unknown) => names.group(Number(id)) ?? `group ${id}`;
    const role = (id: unknown) => names.role(Number(id)) ?? `role ${id}`;
    const roles = list(state['roles']);
    if ('userId' in state) return roles.map((id) => `${person(state['userId'])}: ${role(id)}`);
    if ('groupId' in state) return roles.map((id) => `${group(state['groupId'])}: ${role(id)}`);
    return roles.flatMap((each) => {
        const { roleId, userIds, groupIds } = asRecord(each);
        return [...list(userIds).map(person), ...list(groupIds).map(group)].map((who) => `${who}: ${role(roleId)}`);
    });
}

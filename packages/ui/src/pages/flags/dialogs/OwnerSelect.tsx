import { Select, type SelectProps } from '@mantine/core';
import type { FlagOwner } from '../../../api/types.ts';
import { useAccessCandidates } from '../../projects/project.queries.ts';

interface Props extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
    /** The format of `toText`. */
    value: string;
    /** The current owner, shown while the list of users loads or if the owner is not in it. */
    known?: { type: 'user' | 'group'; id: number; name: string } | undefined;
    onChange: (value: string) => void;
}

export function OwnerSelect({ value, known, onChange, ...props }: Props) {
    const { users = [], groups = [] } = useAccessCandidates().data ?? {};
    const people = users.map(({ id, name, username, email }) => ({
        value: `user:${id}`,
        label: name || username || email || `user ${id}`,
    }));
    const teams = groups.map(({ id, name }) => ({ value: `group:${id}`, label: name }));
    const isListed = [...people, ...teams].some((each) => each.value === toText(known));
    return (
        <Select
            label="Owner"
            description="Responsible for the flag and for removing it"
            placeholder="Nobody"
            clearable
            searchable
            {...props}
            data={[
                ...(known && !isListed ? [{ value: toText(known), label: known.name }] : []),
                { group: 'People', items: people },
                { group: 'Groups', items: teams },
            ]}
            value={value || null}
            onChange={(next) => onChange(next ?? '')}
        />
    );
}

/** The text form of an owner in fields and filters: `user:5`; empty without an owner. */
export const toText = (owner: FlagOwner | null | undefined) => (owner ? `${owner.type}:${owner.id}` : '');

export function toOwner(text: string): FlagOwner | null {
    const [type, id] = text.split(':');
    return type === 'user' || type === 'group' ? { type, id: Number(id) } : null;
}

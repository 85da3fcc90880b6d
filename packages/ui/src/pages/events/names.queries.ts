import { useMemo } from 'react';
import { useMay } from '../../components/access/may.ts';
import { useRoles } from '../admin/role.queries.ts';
import { useAccessCandidates } from '../projects/project.queries.ts';
import { useSegments } from '../segments/segment.queries.ts';
import type { NameLookup } from './reading.ts';

/** The current names of users, groups, roles and segments that the reader may see. */
export function useNames(): NameLookup {
    const may = useMay();
    const { data: known } = useAccessCandidates();
    const { data: roles } = useRoles(may('READ_ROLE'));
    const { data: segments } = useSegments();
    return useMemo(() => {
        const people = new Map(known?.users.map(({ id, name, username, email }) => [id, name || username || email]));
        const groups = new Map(known?.groups.map(({ id, name }) => [id, name]));
        const roleNames = new Map(roles?.map(({ id, name }) => [id, name]));
        const segmentNames = new Map(segments?.map(({ id, name }) => [id, name]));
        return {
            person: (id) => people.get(id) ?? undefined,
            group: (id) => groups.get(id),
            role: (id) => roleNames.get(id),
            segment: (id) => segmentNames.get(id),
        };
    }, [known, roles, segments]);
}

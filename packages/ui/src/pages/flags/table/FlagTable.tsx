import { useMemo } from 'react';
import type { FlagOverview } from '../../../api/types.ts';
import { useMayChange, useProtected } from '../../change-requests/approvals/use-protection.ts';
import { pendingByFlag } from '../../change-requests/lists/pending.ts';
import { useProjectRequests } from '../../change-requests/request/change-request.queries.ts';
import { useFlagSwitch } from '../use-flag-switch.tsx';
import { FlagRows } from './FlagRows.tsx';
import type { FlagSearch } from './flag-search.ts';
import { useRowActions } from './use-row-actions.ts';

interface Props {
    projectId: string;
    flags: FlagOverview[];
    environments: { name: string; type: string }[];
    search: FlagSearch;
    onChange: (changes: FlagSearch) => void;
    selected: ReadonlySet<string>;
    onSelect: (names: ReadonlySet<string>) => void;
}

/** All flags of a project. */
export function FlagTable({ projectId, flags, environments, search, onChange, selected, onSelect }: Props) {
    const mayChange = useMayChange(projectId);
    const names = environments.map(({ name }) => name).filter((name) => mayChange('UPDATE_FEATURE_ENVIRONMENT', name));
    // The set keeps its identity while its content is unchanged, because rows render again when it changes.
    // biome-ignore lint/correctness/useExhaustiveDependencies: see above
    const allowed = useMemo(() => new Set(names), [names.join('\n')]);
    const guarded = useProtected({ project: projectId });
    const { data: requests } = useProjectRequests(projectId);
    const pending = useMemo(() => pendingByFlag(requests ?? []), [requests]);
    const { switchFlag, dialog } = useFlagSwitch(projectId);
    const actions = useRowActions({
        selected,
        onSelect,
        onFilter: ({ tag }) => onChange({ tag }),
        onSwitch: ({ name, environments: own }, environment, enabled) => {
            const inEnvironment = own.find((each) => each.name === environment);
            if (inEnvironment) switchFlag({ featureName: name, environment: inEnvironment, enabled });
        },
    });
    return (
        <>
            <FlagRows
                flags={flags}
                environments={environments}
                guarded={guarded}
                sorting={search}
                onSort={onChange}
                selected={selected}
                onSelect={onSelect}
                allowedFor={() => allowed}
                pendingFor={({ name }) => pending.get(name)}
                actions={actions}
            />
            {dialog}
        </>
    );
}

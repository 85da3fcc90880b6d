import { Button, Select } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { ListedFlag } from '../../api/types.ts';
import { useMay } from '../../components/access/may.ts';
import { formatNumber } from '../../components/text/numbers.ts';
import { useMayChangeAnywhere } from '../change-requests/approvals/use-protection.ts';
import { useEnvironments } from '../environments/environment.queries.ts';
import { BulkBar } from '../flags/table/BulkBar.tsx';
import type { ShownFlag } from '../flags/table/FlagRow.tsx';
import { FlagRows } from '../flags/table/FlagRows.tsx';
import type { FlagSearch } from '../flags/table/flag-search.ts';
import { useRowActions } from '../flags/table/use-row-actions.ts';
import { useSwitchAnywhere } from '../flags/table/use-switch-anywhere.tsx';
import { useEveryFlag } from './search.queries.ts';

interface Props {
    flags: ListedFlag[];
    /** The search, including its order. */
    search: FlagSearch;
    /** The number of matching flags on all pages. */
    total: number;
    isArchive: boolean;
    onChange: (changes: FlagSearch) => void;
}

/** The table of a project, for flags of all projects. */
export function AllFlags({ flags, search, total, isArchive, onChange }: Props) {
    const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
    // For "select all", the flags of other pages are loaded, and stay loaded while some of them may be selected.
    const [isEvery, setIsEvery] = useState(false);
    const every = useEveryFlag(search, isEvery);
    const known = useMemo(
        () => new Map([...(every.data?.features ?? []), ...flags].map((flag) => [flag.name, flag])),
        [every.data, flags],
    );
    // Other users may have archived some selected flags, or another page is shown.
    const selected = useMemo(() => new Set([...chosen].filter((name) => known.has(name))), [chosen, known]);
    const [isSelectingAll, setIsSelectingAll] = useState(false);
    useEffect(() => {
        if (!isSelectingAll || !every.data) return;
        setIsSelectingAll(false);
        setChosen(new Set(every.data.features.map(({ name }) => name)));
    }, [isSelectingAll, every.data]);
    const { data: all = [] } = useEnvironments();
    const environments = useMemo(() => {
        const used = new Set(flags.flatMap((flag) => flag.environments.map(({ name }) => name)));
        return all.filter(({ name }) => used.has(name));
    }, [all, flags]);
    const pending = useMemo(
        () =>
            new Map(
                flags
                    .filter((flag) => flag.environments.some(({ changeRequestIds }) => changeRequestIds.length > 0))
                    .map((flag) => [flag.name, describeEnvironments(flag)]),
            ),
        [flags],
    );
    const allowedFor = useSwitchableEnvironments(flags, environments, isArchive);
    const { switchFlag, dialog } = useSwitchAnywhere();
    const actions = useRowActions({
        selected,
        onSelect: setChosen,
        onFilter: onChange,
        onSwitch: ({ project, name, environments: own }, environment, enabled) => {
            const inEnvironment = own.find((each) => each.name === environment);
            if (inEnvironment) switchFlag({ project, featureName: name, environment: inEnvironment, enabled });
        },
    });
    return (
        <>
            <FlagRows
                flags={flags}
                environments={environments}
                sorting={search}
                onSort={onChange}
                selected={selected}
                onSelect={isArchive ? undefined : setChosen}
                allowedFor={allowedFor}
                pendingFor={({ name }) => pending.get(name)}
                actions={actions}
                isAcross
            />
            {dialog}
            {selected.size > 0 && !isArchive && (
                <SelectionBar
                    flags={[...selected].flatMap((name) => known.get(name) ?? [])}
                    environments={environments}
                    onDone={(done) => setChosen(new Set([...selected].filter((name) => !done.includes(name))))}
                    more={
                        total > flags.length &&
                        selected.size < total &&
                        flags.every(({ name }) => selected.has(name)) && (
                            <Button
                                size="compact-xs"
                                variant="subtle"
                                loading={isSelectingAll && !every.isError}
                                onClick={() => {
                                    setIsEvery(true);
                                    setIsSelectingAll(true);
                                }}
                            >
                                Select all {formatNumber(total)} that match
                            </Button>
                        )
                    }
                />
            )}
        </>
    );
}

/** The projects in which the user may turn flags on and off, or propose it. */
function useSwitchableEnvironments(
    flags: readonly ListedFlag[],
    environments: readonly { name: string }[],
    isArchive: boolean,
) {
    const projects = [...new Set(flags.map(({ project }) => project))].sort();
    const may = useMay();
    // Projects in which the user has all permissions need no check for proposals.
    const inDoubt = projects.filter((project) =>
        environments.some(({ name: environment }) => !may('UPDATE_FEATURE_ENVIRONMENT', { project, environment })),
    );
    const mayChange = useMayChangeAnywhere(isArchive ? [] : inDoubt);
    return useMemo(() => {
        const byProject = new Map<string, ReadonlySet<string>>();
        return ({ project }: ShownFlag): ReadonlySet<string> => {
            const known = byProject.get(project);
            if (known) return known;
            const names = environments
                .map(({ name }) => name)
                .filter(
                    (environment) => !isArchive && mayChange('UPDATE_FEATURE_ENVIRONMENT', { project, environment }),
                );
            const allowed = new Set(names);
            byProject.set(project, allowed);
            return allowed;
        };
    }, [environments, mayChange, isArchive]);
}

function describeEnvironments({ environments }: ListedFlag): string {
    const requests = new Set(environments.flatMap(({ changeRequestIds }) => changeRequestIds));
    return requests.size === 1 ? '1 change request' : `${requests.size} change requests`;
}

interface SelectionBarProps {
    flags: readonly ListedFlag[];
    environments: { name: string; type: string }[];
    /** Called with the flags to deselect. */
    onDone: (names: readonly string[]) => void;
    /** The control that selects the flags of other pages, too. */
    more: ReactNode;
}

/** The bulk actions on the selected flags, project by project, because each has its own approval rules. */
function SelectionBar({ flags, environments, onDone, more }: SelectionBarProps) {
    const [selected, setSelected] = useState<string>();
    const [isArchiving, setIsArchiving] = useState(false);
    const byProject = Map.groupBy(flags, ({ project }) => project);
    const projects = [...byProject.keys()];
    const project = selected !== undefined && byProject.has(selected) ? selected : projects[0];
    if (project === undefined) return null;
    const names = (byProject.get(project) ?? []).map(({ name }) => name);
    return (
        <BulkBar
            key={project}
            projectId={project}
            names={names}
            total={flags.length}
            environments={environments}
            continuesArchiving={isArchiving}
            otherActions={
                <>
                    {more}
                    {projects.length > 1 && (
                        <Select
                            size="xs"
                            w={190}
                            aria-label="Selected flags of project"
                            allowDeselect={false}
                            data={projects.map((id) => ({
                                value: id,
                                label: `of ${id} (${byProject.get(id)?.length})`,
                            }))}
                            value={project}
                            onChange={(next) => {
                                setIsArchiving(false);
                                setSelected(next ?? undefined);
                            }}
                        />
                    )}
                </>
            }
            onDone={(action) => {
                setIsArchiving(action === 'archived');
                onDone(names);
            }}
        />
    );
}

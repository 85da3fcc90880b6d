import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { FoundFlag } from '../../api/types.ts';
import { useMay } from '../../components/may.ts';
import { useEnvironments } from '../environments/environment.queries.ts';
import { BulkBar } from '../flags/BulkBar.tsx';
import type { ShownFlag } from '../flags/FlagRow.tsx';
import { FlagRows } from '../flags/FlagRows.tsx';
import { useRowActions } from '../flags/use-row-actions.ts';
import { useSwitchAnywhere } from '../flags/use-switch-anywhere.tsx';
import type { FlagSearch } from './flag-search.ts';
import classes from './Search.module.css';

interface Props {
    flags: FoundFlag[];
    sorting: FlagSearch;
    isArchive: boolean;
    onChange: (changes: FlagSearch) => void;
}

/** The table of a project, for flags of all projects. */
export function AllFlags({ flags, sorting, isArchive, onChange }: Props) {
    const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
    // Others may have archived some since, or another page is shown.
    const selected = useMemo(
        () => new Set(flags.flatMap(({ name }) => (chosen.has(name) ? [name] : []))),
        [chosen, flags],
    );
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
                    .map((flag) => [flag.name, inWords(flag)]),
            ),
        [flags],
    );
    const allowedFor = useAllowed(environments, isArchive);
    const { turn, dialog } = useSwitchAnywhere();
    const actions = useRowActions({
        selected,
        onSelect: setChosen,
        onFilter: onChange,
        onTurn: ({ project, name, environments: own }, environment, enabled) => {
            const there = own.find((each) => each.name === environment);
            if (there) turn({ project, featureName: name, there, enabled });
        },
    });
    return (
        <div className={classes['frame']}>
            <FlagRows
                flags={flags}
                environments={environments}
                sorting={sorting}
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
                <Selected
                    flags={flags.filter(({ name }) => selected.has(name))}
                    environments={environments}
                    onDone={(done) => setChosen(new Set([...selected].filter((name) => !done.includes(name))))}
                />
            )}
        </div>
    );
}

/** Where the user may turn flags on and off, by project. Who may only propose it does so on the page of the flag. */
function useAllowed(environments: readonly { name: string }[], isArchive: boolean) {
    const may = useMay();
    return useMemo(() => {
        const byProject = new Map<string, ReadonlySet<string>>();
        return ({ project }: ShownFlag): ReadonlySet<string> => {
            const known = byProject.get(project);
            if (known) return known;
            const names = environments
                .map(({ name }) => name)
                .filter((environment) => !isArchive && may('UPDATE_FEATURE_ENVIRONMENT', { project, environment }));
            const allowed = new Set(names);
            byProject.set(project, allowed);
            return allowed;
        };
    }, [environments, may, isArchive]);
}

function inWords({ environments }: FoundFlag): string {
    const requests = new Set(environments.flatMap(({ changeRequestIds }) => changeRequestIds));
    return requests.size === 1 ? '1 change request' : `${requests.size} change requests`;
}

interface SelectedProps {
    flags: readonly FoundFlag[];
    environments: { name: string; type: string }[];
    /** These are no longer selected. */
    onDone: (names: readonly string[]) => void;
}

/** What can be done to the selected flags, project after project: each has its own rules, and its own people who agree. */
function Selected({ flags, environments, onDone }: SelectedProps) {
    const [wanted, setWanted] = useState<string>();
    const byProject = Map.groupBy(flags, ({ project }) => project);
    const projects = [...byProject.keys()];
    const project = wanted !== undefined && byProject.has(wanted) ? wanted : projects[0];
    if (project === undefined) return null;
    const names = (byProject.get(project) ?? []).map(({ name }) => name);
    return (
        <BulkBar
            key={project}
            projectId={project}
            names={names}
            environments={environments}
            beside={
                projects.length > 1 && (
                    <Select
                        size="xs"
                        w={190}
                        aria-label="Selected flags of project"
                        allowDeselect={false}
                        data={projects.map((id) => ({ value: id, label: `of ${id} (${byProject.get(id)?.length})` }))}
                        value={project}
                        onChange={(next) => setWanted(next ?? undefined)}
                    />
                )
            }
            onDone={() => onDone(names)}
        />
    );
}

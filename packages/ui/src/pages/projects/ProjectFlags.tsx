import { ActionIcon, Button, Menu } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconDotsVertical, IconFileExport, IconFileImport, IconFlag3, IconPlus } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import type { FlagOverview } from '../../api/types.ts';
import { SHORTCUTS } from '../../app/shortcuts.ts';
import { useMay } from '../../components/access/may.ts';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { Empty, QueryContent, Rows } from '../../components/layout/States.tsx';
import { compareValues } from '../../components/lists/order.ts';
import { count, formatNumber } from '../../components/text/numbers.ts';
import { useEnvironments } from '../environments/environment.queries.ts';
import { useProjectFlags } from '../flags/flag.queries.ts';
import { FlagTable } from '../flags/table/FlagTable.tsx';
import classes from '../flags/table/FlagTools.module.css';
import { FlagTools } from '../flags/table/FlagTools.tsx';
import { filterFlags, sortFlags } from '../flags/table/flag-filter.ts';
import { type FlagSearch, isFiltered, readFlagSearch } from '../flags/table/flag-search.ts';
import { useFlagFilters } from '../flags/table/use-flag-filters.ts';
import { useProject } from './project.queries.ts';

const route = getRouteApi('/app/projects/$projectId');

const NewFlagDialog = lazyComponent(() => import('../flags/dialogs/NewFlagDialog.tsx'), 'NewFlagDialog');
const BulkBar = lazyComponent(() => import('../flags/table/BulkBar.tsx'), 'BulkBar');

export function ProjectFlags({ projectId }: { projectId: string }) {
    const flags = useProjectFlags(projectId);
    const [isCreating, dialog] = useDisclosure();
    return (
        <>
            <QueryContent query={flags} skeleton={<Rows count={10} height={40} />}>
                {(list) =>
                    list.length === 0 ? (
                        <Empty
                            title="No flags yet"
                            icon={<IconFlag3 size={22} />}
                            action={
                                <PermissionControl to="CREATE_FEATURE" project={projectId}>
                                    <Button leftSection={<IconPlus size={15} />} onClick={dialog.open}>
                                        Create the first flag
                                    </Button>
                                </PermissionControl>
                            }
                        >
                            A flag answers one question in your code: “is this on, for this user?” Create a flag, then
                            decide here who gets it.
                        </Empty>
                    ) : (
                        <Flags key={projectId} projectId={projectId} flags={list} onCreate={dialog.open} />
                    )
                }
            </QueryContent>
            {isCreating && (
                <Suspense fallback={null}>
                    <NewFlagDialog projectId={projectId} onClose={dialog.close} />
                </Suspense>
            )}
        </>
    );
}

function Flags({ projectId, flags, onCreate }: { projectId: string; flags: FlagOverview[]; onCreate: () => void }) {
    const search = route.useSearch();
    const navigate = useNavigate();
    const may = useMay();
    const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
    // Other users may have archived some of the selected flags.
    const selected = useMemo(
        () => new Set(flags.flatMap(({ name }) => (chosen.has(name) ? [name] : []))),
        [chosen, flags],
    );
    const tags = useMemo(
        () =>
            [...new Set(flags.flatMap((flag) => flag.tags?.map(({ type, value }) => `${type}:${value}`) ?? []))].sort(
                compareValues,
            ),
        [flags],
    );
    const { data: project } = useProject(projectId);
    const { data: all } = useEnvironments();
    const environments = useMemo(() => {
        const names = new Set(project?.environments.map(({ environment }) => environment));
        return all?.filter(({ name }) => names.has(name)) ?? [];
    }, [all, project]);
    const { sort, isDown } = search;
    // Without the open tab and panels.
    const filter = readFlagSearch({ ...search });
    // Memoised separately from the filter, which changes with every key press.
    const sorted = useMemo(() => sortFlags(flags, { sort, isDown }), [flags, sort, isDown]);
    const shown = useMemo(() => filterFlags(sorted, search), [sorted, search]);
    const change = (changes: FlagSearch) =>
        void navigate({
            to: '/projects/$projectId',
            params: { projectId },
            search: { ...search, ...changes },
            replace: true,
        });
    useHotkeys([[SHORTCUTS.create.keys, () => may('CREATE_FEATURE', { project: projectId }) && onCreate()]]);
    return (
        <div className={classes['frame']}>
            <FlagTools
                search={filter}
                filters={useFlagFilters(filter, { tags, environments: environments.map(({ name }) => name) })}
                views={`project.${projectId}`}
                count={
                    isFiltered(filter)
                        ? `${formatNumber(shown.length)} of ${formatNumber(flags.length)}`
                        : count(flags.length, 'flag')
                }
                onChange={change}
            >
                <TransferMenu projectId={projectId} />
                <PermissionControl to="CREATE_FEATURE" project={projectId}>
                    <Button leftSection={<IconPlus size={15} />} onClick={onCreate}>
                        New flag
                    </Button>
                </PermissionControl>
            </FlagTools>
            {shown.length === 0 ? (
                <div className={classes['none']}>No flag matches these filters.</div>
            ) : (
                <FlagTable
                    projectId={projectId}
                    flags={shown}
                    environments={environments}
                    search={search}
                    onChange={change}
                    selected={selected}
                    onSelect={setChosen}
                />
            )}
            {selected.size > 0 && (
                <Suspense fallback={null}>
                    <BulkBar
                        projectId={projectId}
                        names={[...selected]}
                        environments={environments}
                        onDone={() => setChosen(new Set())}
                    />
                </Suspense>
            )}
        </div>
    );
}

function TransferMenu({ projectId }: { projectId: string }) {
    return (
        <Menu>
            <Menu.Target>
                <ActionIcon size={32} variant="default" aria-label="More">
                    <IconDotsVertical size={16} />
                </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
                <Menu.Item
                    renderRoot={(props) => <Link to="/transfer" search={{ project: projectId }} {...props} />}
                    leftSection={<IconFileImport size={15} />}
                >
                    Import flags…
                </Menu.Item>
                <Menu.Item
                    renderRoot={(props) => (
                        <Link to="/transfer" search={{ project: projectId, export: true }} {...props} />
                    )}
                    leftSection={<IconFileExport size={15} />}
                >
                    Export flags…
                </Menu.Item>
            </Menu.Dropdown>
        </Menu>
    );
}

import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFlag3, IconPlus } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import type { FlagOverview } from '../../api/types.ts';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { Empty, QueryContent, Rows } from '../../components/layout/States.tsx';
import { useEnvironments } from '../environments/environment.queries.ts';
import { useProjectFlags } from '../flags/flag.queries.ts';
import { FlagTable } from '../flags/table/FlagTable.tsx';
import { type FlagFilter, filterFlags, sortFlags } from '../flags/table/flag-filter.ts';
import { FlagTools } from './FlagTools.tsx';
import classes from './ProjectFlags.module.css';
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
    const filter = route.useSearch();
    const navigate = useNavigate();
    const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
    // Other users may have archived some of the selected flags.
    const selected = useMemo(
        () => new Set(flags.flatMap(({ name }) => (chosen.has(name) ? [name] : []))),
        [chosen, flags],
    );
    const { data: project } = useProject(projectId);
    const { data: all } = useEnvironments();
    const environments = useMemo(() => {
        const names = new Set(project?.environments.map(({ environment }) => environment));
        return all?.filter(({ name }) => names.has(name)) ?? [];
    }, [all, project]);
    const { sort, isDown } = filter;
    // Memoised separately from the filter, which changes with every key press.
    const sorted = useMemo(() => sortFlags(flags, { sort, isDown }), [flags, sort, isDown]);
    const shown = useMemo(() => filterFlags(sorted, filter), [sorted, filter]);
    const change = (changes: FlagFilter) =>
        void navigate({
            to: '/projects/$projectId',
            params: { projectId },
            search: { ...filter, ...changes },
            replace: true,
        });
    const names = environments.map(({ name }) => name);
    return (
        <div className={classes['frame']}>
            <FlagTools
                projectId={projectId}
                flags={flags}
                shown={shown.length}
                environments={names}
                filter={filter}
                onFilter={change}
                onCreate={onCreate}
            />
            {shown.length === 0 ? (
                <div className={classes['none']}>No flag matches these filters.</div>
            ) : (
                <FlagTable
                    projectId={projectId}
                    flags={shown}
                    environments={environments}
                    filter={filter}
                    onFilter={change}
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

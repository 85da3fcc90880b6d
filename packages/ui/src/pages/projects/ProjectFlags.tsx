import { ActionIcon, Button, CloseButton, Menu, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure, useHotkeys, useLocalStorage } from '@mantine/hooks';
import {
    IconBookmark,
    IconDotsVertical,
    IconFileExport,
    IconFileImport,
    IconFlag3,
    IconPlus,
    IconSearch,
    IconTrash,
} from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { FlagOverview } from '../../api/types.ts';
import { Allowed } from '../../components/Allowed.tsx';
import { Empty, Loaded, Rows } from '../../components/States.tsx';
import { useEnvironments } from '../environments/environment.queries.ts';
import { BulkBar } from '../flags/BulkBar.tsx';
import { FlagTable } from '../flags/FlagTable.tsx';
import { useFlagTypes, useProjectFlags } from '../flags/flag.queries.ts';
import { applyFlagFilter, type FlagFilter } from '../flags/flag-filter.ts';
import { NewFlagDialog } from '../flags/NewFlagDialog.tsx';
import classes from './ProjectFlags.module.css';
import { useProject } from './project.queries.ts';

const route = getRouteApi('/app/projects/$projectId');

export function ProjectFlags({ projectId }: { projectId: string }) {
    const flags = useProjectFlags(projectId);
    const [isCreating, dialog] = useDisclosure();
    return (
        <>
            <Loaded query={flags} skeleton={<Rows count={10} height={40} />}>
                {(list) =>
                    list.length === 0 ? (
                        <Empty
                            title="No flags yet"
                            icon={<IconFlag3 size={22} />}
                            action={
                                <Allowed to="CREATE_FEATURE" project={projectId}>
                                    <Button leftSection={<IconPlus size={15} />} onClick={dialog.open}>
                                        Create the first flag
                                    </Button>
                                </Allowed>
                            }
                        >
                            A flag is a question your code asks: “is this on, for this user?” Create one, then decide
                            here who gets a yes.
                        </Empty>
                    ) : (
                        <Flags projectId={projectId} flags={list} onCreate={dialog.open} />
                    )
                }
            </Loaded>
            <NewFlagDialog projectId={projectId} opened={isCreating} onClose={dialog.close} />
        </>
    );
}

function Flags({ projectId, flags, onCreate }: { projectId: string; flags: FlagOverview[]; onCreate: () => void }) {
    const filter = route.useSearch();
    const navigate = useNavigate();
    const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
    const search = useRef<HTMLInputElement>(null);
    const types = useFlagTypes();
    const { data: project } = useProject(projectId);
    const { data: all } = useEnvironments();
    const environments = useMemo(() => {
        const names = new Set(project?.environments.map(({ environment }) => environment));
        return all?.filter(({ name }) => names.has(name)) ?? [];
    }, [all, project]);
    const shown = useMemo(() => applyFlagFilter(flags, filter), [flags, filter]);
    const tags = useMemo(
        () =>
            [...new Set(flags.flatMap((flag) => flag.tags?.map(({ type, value }) => `${type}:${value}`) ?? []))].sort(),
        [flags],
    );
    const change = (changes: FlagFilter) =>
        void navigate({
            to: '/projects/$projectId',
            params: { projectId },
            search: { ...filter, ...changes },
            replace: true,
        });
    const changeQuery = useDebouncedCallback((q: string) => change({ q: q || undefined }), 120);
    useHotkeys([
        ['/', () => search.current?.focus()],
        ['c', onCreate],
    ]);
    const isFiltered = Boolean(filter.q || filter.type || filter.state || filter.tag || filter.status);
    const clear = () => {
        if (search.current) search.current.value = '';
        change({ q: undefined, type: undefined, state: undefined, tag: undefined, status: undefined });
    };

    return (
        <div className={classes['frame']}>
            <div className={classes['tools']}>
                <TextInput
                    ref={search}
                    className={classes['search']}
                    aria-label="Search flags"
                    placeholder="Search name, description, tags   ( / )"
                    leftSection={<IconSearch size={15} />}
                    defaultValue={filter.q ?? ''}
                    onChange={(event) => changeQuery(event.currentTarget.value)}
                />
                <Select
                    w={130}
                    aria-label="Type"
                    placeholder="Any type"
                    clearable
                    data={(types.data ?? []).map(({ id }) => id)}
                    value={filter.type ?? null}
                    onChange={(type) => change({ type: type ?? undefined })}
                />
                <Select
                    w={120}
                    aria-label="State"
                    placeholder="Any state"
                    clearable
                    data={['active', 'stale']}
                    value={filter.state ?? null}
                    onChange={(state) => change({ state: state === 'active' || state === 'stale' ? state : undefined })}
                />
                <Select
                    w={150}
                    aria-label="On or off where"
                    placeholder="On or off"
                    clearable
                    data={environments.map(({ name }) => ({
                        group: name,
                        items: [`${name}:on`, `${name}:off`].map((value) => ({
                            value,
                            label: value.replace(':', ' is '),
                        })),
                    }))}
                    value={filter.status ?? null}
                    onChange={(status) => change({ status: status ?? undefined })}
                />
                {(tags.length > 0 || filter.tag) && (
                    <Select
                        w={140}
                        aria-label="Tag"
                        placeholder="Any tag"
                        clearable
                        searchable
                        data={tags}
                        value={filter.tag ?? null}
                        onChange={(tag) => change({ tag: tag ?? undefined })}
                    />
                )}
                <SavedViews
                    projectId={projectId}
                    filter={filter}
                    onApply={(view) => change({ ...EVERYTHING, ...view })}
                />
                <div className={classes['end']}>
                    <Menu>
                        <Menu.Target>
                            <ActionIcon size={32} variant="default" aria-label="More">
                                <IconDotsVertical size={16} />
                            </ActionIcon>
                        </Menu.Target>
                        <Menu.Dropdown>
                            <Menu.Item
                                renderRoot={(props) => (
                                    <Link to="/transfer" search={{ project: projectId }} {...props} />
                                )}
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
                    <Allowed to="CREATE_FEATURE" project={projectId}>
                        <Button leftSection={<IconPlus size={15} />} onClick={onCreate}>
                            New flag
                        </Button>
                    </Allowed>
                </div>
            </div>
            <div className={classes['count']} aria-live="polite">
                <Text size="xs" c="dimmed">
                    {isFiltered
                        ? `${shown.length} of ${flags.length} flags`
                        : `${flags.length} ${flags.length === 1 ? 'flag' : 'flags'}`}
                </Text>
                {isFiltered && (
                    <Button size="compact-xs" variant="subtle" onClick={clear}>
                        Clear filters
                    </Button>
                )}
            </div>
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
                    onSelect={setSelected}
                />
            )}
            {selected.size > 0 && (
                <BulkBar
                    projectId={projectId}
                    names={[...selected]}
                    environments={environments.map(({ name }) => name)}
                    onDone={() => setSelected(new Set())}
                />
            )}
        </div>
    );
}

const EVERYTHING: FlagFilter = {
    q: undefined,
    type: undefined,
    state: undefined,
    tag: undefined,
    status: undefined,
    sort: undefined,
    isDown: undefined,
};

interface SavedView {
    name: string;
    filter: FlagFilter;
}

/** Filters that someone comes back to, kept in this browser. */
function SavedViews({
    projectId,
    filter,
    onApply,
}: {
    projectId: string;
    filter: FlagFilter;
    onApply: (filter: FlagFilter) => void;
}) {
    const [views, setViews] = useLocalStorage<SavedView[]>({ key: `halyard.views.${projectId}`, defaultValue: [] });
    const [name, setName] = useState('');
    const save = () => {
        const { tab: _tab, panel: _panel, strategy: _strategy, ...rest } = filter;
        setViews((before) => [...before.filter((view) => view.name !== name), { name, filter: rest }]);
        setName('');
    };
    return (
        <Menu width={240} closeOnItemClick={false}>
            <Menu.Target>
                <ActionIcon size={32} variant="default" aria-label="Saved views">
                    <IconBookmark size={16} />
                </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
                <Menu.Label>Saved views</Menu.Label>
                {views.length === 0 && (
                    <Text size="xs" c="dimmed" px={12} pb={8}>
                        Filter and sort the table, then save it under a name.
                    </Text>
                )}
                {views.map((view) => (
                    <Menu.Item
                        key={view.name}
                        onClick={() => onApply(view.filter)}
                        rightSection={
                            <CloseButton
                                component="span"
                                size="xs"
                                icon={<IconTrash size={13} />}
                                aria-label={`Forget ${view.name}`}
                                onClick={(event: React.MouseEvent) => {
                                    event.stopPropagation();
                                    setViews((before) => before.filter((each) => each.name !== view.name));
                                }}
                            />
                        }
                    >
                        {view.name}
                    </Menu.Item>
                ))}
                <form
                    className={classes['save']}
                    onSubmit={(event) => {
                        event.preventDefault();
                        if (name.trim()) save();
                    }}
                >
                    <TextInput
                        size="xs"
                        placeholder="Save the current one as…"
                        aria-label="Name of the view"
                        value={name}
                        onChange={(event) => setName(event.currentTarget.value)}
                    />
                    <Button size="xs" type="submit" disabled={!name.trim()}>
                        Save
                    </Button>
                </form>
            </Menu.Dropdown>
        </Menu>
    );
}

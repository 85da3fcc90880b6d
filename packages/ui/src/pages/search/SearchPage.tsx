import { Badge, Group, Select, Text } from '@mantine/core';
import { IconFlag3 } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Page } from '../../components/Page.tsx';
import { FlagPages, usePage } from '../../components/Pages.tsx';
import { SearchBox } from '../../components/SearchBox.tsx';
import { EnvironmentMark } from '../../components/SignalFlag.tsx';
import { Empty, Loaded } from '../../components/States.tsx';
import { Table } from '../../components/Table.tsx';
import { When } from '../../components/time.tsx';
import { FlagTypeMark } from '../flags/FlagTypeMark.tsx';
import { useFlagTypes } from '../flags/flag.queries.ts';
import { STAGES, stageOf } from '../flags/stages.ts';
import { useProjects } from '../projects/project.queries.ts';
import classes from './Search.module.css';
import { FLAGS_PER_PAGE, type FlagSearch, useFlagSearch } from './search.queries.ts';

const route = getRouteApi('/app/search');

export function SearchPage() {
    const search = route.useSearch();
    const navigate = useNavigate();
    const [page, turn] = usePage(JSON.stringify(search));
    const { data: projects = [] } = useProjects();
    const types = useFlagTypes();
    const flags = useFlagSearch(search, page);
    const change = (changes: FlagSearch) =>
        void navigate({ to: '/search', search: { ...search, ...changes }, replace: true });
    return (
        <Page title="All flags" about="Flags of all projects you can see.">
            <Group gap={8} mb="md">
                <SearchBox
                    aria-label="Search flags"
                    placeholder="Name, description or tag"
                    value={search.query}
                    onSearch={(query) => change({ query })}
                    w={260}
                />
                <Select
                    aria-label="Project"
                    placeholder="Any project"
                    clearable
                    searchable
                    w={170}
                    data={projects.map(({ id, name }) => ({ value: id, label: name }))}
                    value={search.project ?? null}
                    onChange={(project) => change({ project: project ?? undefined })}
                />
                <Select
                    aria-label="Type"
                    placeholder="Any type"
                    clearable
                    w={140}
                    data={(types.data ?? []).map(({ id }) => id)}
                    value={search.type ?? null}
                    onChange={(type) => change({ type: type ?? undefined })}
                />
                <Select
                    aria-label="Lifecycle"
                    placeholder="Any stage"
                    clearable
                    w={140}
                    data={STAGES.map(({ stage, label }) => ({ value: stage, label }))}
                    value={search.lifecycle ?? null}
                    onChange={(lifecycle) => change({ lifecycle: lifecycle ?? undefined })}
                />
                <Select
                    aria-label="State"
                    placeholder="Any state"
                    clearable
                    w={150}
                    data={[
                        { value: 'active', label: 'Active' },
                        { value: 'stale', label: 'Marked as stale' },
                        { value: 'potentially-stale', label: 'Past its lifetime' },
                    ]}
                    value={search.state ?? null}
                    onChange={(state) => change({ state: state ?? undefined })}
                />
                <Select
                    aria-label="Active or archived"
                    w={120}
                    data={[
                        { value: 'false', label: 'Active' },
                        { value: 'true', label: 'Archived' },
                    ]}
                    value={String(search.archived ?? false)}
                    onChange={(archived) => change({ archived: archived === 'true' ? true : undefined })}
                />
            </Group>
            <Loaded query={flags}>
                {({ features, total }) =>
                    total === 0 ? (
                        <Empty title="No flag matches" icon={<IconFlag3 size={22} />}>
                            Try fewer filters.
                        </Empty>
                    ) : (
                        <>
                            <Table
                                label="Flags"
                                rows={features}
                                rowKey={({ project, name }) => `${project}/${name}`}
                                columns={[
                                    {
                                        title: 'Flag',
                                        isMain: true,
                                        cell: ({ name, project, stale, tags = [] }) => (
                                            <Group gap={6}>
                                                <Link
                                                    to="/projects/$projectId/features/$featureName"
                                                    params={{ projectId: project, featureName: name }}
                                                    className={classes['name']}
                                                >
                                                    {name}
                                                </Link>
                                                {stale && (
                                                    <Badge size="xs" color="brass">
                                                        stale
                                                    </Badge>
                                                )}
                                                {tags.map(({ type, value }) => (
                                                    <Badge key={`${type}:${value}`} size="xs" color="gray">
                                                        {value}
                                                    </Badge>
                                                ))}
                                            </Group>
                                        ),
                                    },
                                    {
                                        title: 'Project',
                                        cell: ({ project }) => (
                                            <Link
                                                to="/projects/$projectId"
                                                params={{ projectId: project }}
                                                className={classes['project']}
                                            >
                                                {project}
                                            </Link>
                                        ),
                                    },
                                    { title: 'Type', width: 60, cell: ({ type }) => <FlagTypeMark type={type} /> },
                                    {
                                        title: 'On in',
                                        cell: ({ environments }) => (
                                            <Group gap={10}>
                                                {environments
                                                    .filter(({ enabled }) => enabled)
                                                    .map(({ name, type }) => (
                                                        <span key={name} className={classes['environment']}>
                                                            <EnvironmentMark type={type} width={12} />
                                                            {name}
                                                        </span>
                                                    ))}
                                                {environments.every(({ enabled }) => !enabled) && (
                                                    <Text size="sm" c="dimmed">
                                                        nowhere
                                                    </Text>
                                                )}
                                            </Group>
                                        ),
                                    },
                                    {
                                        title: 'Lifecycle',
                                        width: 130,
                                        cell: ({ lifecycle }) => (
                                            <Text size="sm" c="dimmed">
                                                {stageOf(lifecycle?.stage)?.label ?? ''}
                                            </Text>
                                        ),
                                    },
                                    {
                                        title: 'Last seen',
                                        width: 110,
                                        cell: ({ lastSeenAt }) => <When at={lastSeenAt} c="dimmed" />,
                                    },
                                ]}
                            />
                            <FlagPages total={total} perPage={FLAGS_PER_PAGE} page={page} onTurn={turn} />
                        </>
                    )
                }
            </Loaded>
        </Page>
    );
}

import { ActionIcon, Button, SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconFolders, IconLayoutGrid, IconList, IconPlus, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { ListedProject } from '../../api/types.ts';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { HealthRing } from '../../components/charts/HealthRing.tsx';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { Page } from '../../components/layout/Page.tsx';
import { Empty, QueryContent } from '../../components/layout/States.tsx';
import { compareValues } from '../../components/lists/order.ts';
import { Table } from '../../components/lists/Table.tsx';
import { formatNumber } from '../../components/text/numbers.ts';
import { RelativeTime } from '../../components/time/time.tsx';
import { FavoriteButton, Mode, ProjectCards } from './ProjectCards.tsx';
import classes from './Projects.module.css';
import { useProjects } from './project.queries.ts';

const NewProjectDialog = lazyComponent(() => import('./NewProjectDialog.tsx'), 'NewProjectDialog');

export function ProjectsPage() {
    const [isArchive, setIsArchive] = useState(false);
    const projects = useProjects({ archived: isArchive });
    const [isCreating, dialog] = useDisclosure();
    const [view, setView] = useLocalStorage<'cards' | 'list'>({ key: 'halyard.projects.view', defaultValue: 'cards' });
    const [query, setQuery] = useState('');
    const matching = (list: ListedProject[]) =>
        list
            .filter(({ name, id }) => `${name} ${id}`.toLowerCase().includes(query.toLowerCase()))
            .sort((a, b) => Number(b.favorite) - Number(a.favorite) || compareValues(a.name, b.name));

    return (
        <Page
            title="Projects"
            about="A project contains the flags of one product or team and controls who can change them."
            actions={
                <PermissionControl to="CREATE_PROJECT">
                    <Button leftSection={<IconPlus size={15} />} onClick={dialog.open}>
                        New project
                    </Button>
                </PermissionControl>
            }
        >
            <div className={classes['tools']}>
                <TextInput
                    aria-label="Search projects"
                    placeholder="Search projects"
                    leftSection={<IconSearch size={15} />}
                    value={query}
                    onChange={(event) => setQuery(event.currentTarget.value)}
                    className={classes['search']}
                />
                <SegmentedControl
                    size="xs"
                    value={isArchive ? 'archived' : 'active'}
                    onChange={(value) => setIsArchive(value === 'archived')}
                    data={[
                        { value: 'active', label: 'Active' },
                        { value: 'archived', label: 'Archived' },
                    ]}
                    aria-label="Which projects"
                />
                <ActionIcon.Group>
                    <ActionIcon
                        size={30}
                        variant={view === 'cards' ? 'light' : 'default'}
                        color="tide"
                        aria-label="Show as cards"
                        aria-pressed={view === 'cards'}
                        onClick={() => setView('cards')}
                    >
                        <IconLayoutGrid size={16} />
                    </ActionIcon>
                    <ActionIcon
                        size={30}
                        variant={view === 'list' ? 'light' : 'default'}
                        color="tide"
                        aria-label="Show as a list"
                        aria-pressed={view === 'list'}
                        onClick={() => setView('list')}
                    >
                        <IconList size={16} />
                    </ActionIcon>
                </ActionIcon.Group>
            </div>
            <QueryContent query={projects} skeleton={<CardSkeletons />}>
                {(list) => {
                    const shown = matching(list);
                    if (shown.length === 0) {
                        return (
                            <Empty
                                title={query ? 'No project matches' : 'No projects here'}
                                icon={<IconFolders size={22} />}
                            >
                                {isArchive
                                    ? 'Archived projects and their flags stay here until they are restored or deleted.'
                                    : 'Create a project, then its first flag.'}
                            </Empty>
                        );
                    }
                    if (view === 'list') return <ProjectList projects={shown} />;
                    return <ProjectCards projects={shown} />;
                }}
            </QueryContent>
            <Suspense fallback={null}>{isCreating && <NewProjectDialog onClose={dialog.close} />}</Suspense>
        </Page>
    );
}

function ProjectList({ projects }: { projects: ListedProject[] }) {
    return (
        <Table
            label="Projects"
            rows={projects}
            rowKey={({ id }) => id}
            columns={[
                {
                    title: 'Name',
                    isMain: true,
                    sort: ({ name }) => name,
                    cell: (project) => (
                        <>
                            <Link
                                to="/projects/$projectId"
                                params={{ projectId: project.id }}
                                className={classes['name']}
                            >
                                {project.name}
                            </Link>{' '}
                            <Mode mode={project.mode} />
                        </>
                    ),
                },
                {
                    title: 'Health',
                    width: 90,
                    sort: ({ health }) => health,
                    cell: ({ health }) => <HealthRing health={health} />,
                },
                {
                    title: 'Flags',
                    width: 80,
                    sort: ({ featureCount }) => featureCount,
                    cell: ({ featureCount }) => formatNumber(featureCount),
                },
                {
                    title: 'Members',
                    width: 90,
                    sort: ({ memberCount }) => memberCount,
                    cell: ({ memberCount }) => formatNumber(memberCount),
                },
                {
                    title: 'Changed',
                    width: 130,
                    sort: ({ lastUpdatedAt }) => lastUpdatedAt,
                    cell: ({ lastUpdatedAt }) => <RelativeTime at={lastUpdatedAt} c="dimmed" />,
                },
                {
                    title: 'Favourite',
                    isHiddenTitle: true,
                    width: 50,
                    cell: (project) => <FavoriteButton project={project} />,
                },
            ]}
        />
    );
}

function CardSkeletons() {
    return (
        <div className={classes['cards']} aria-busy="true">
            {['a', 'b', 'c'].map((key) => (
                <Skeleton key={key} height={142} radius="lg" />
            ))}
        </div>
    );
}

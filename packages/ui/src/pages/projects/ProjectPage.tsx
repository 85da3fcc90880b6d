import { Tabs, UnstyledButton } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { HealthRing } from '../../components/charts/HealthRing.tsx';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { Page } from '../../components/layout/Page.tsx';
import { QueryContent, Rows } from '../../components/layout/States.tsx';
import classes from './Projects.module.css';
import { ProjectTabs } from './ProjectTabs.tsx';
import { useProject } from './project.queries.ts';

const route = getRouteApi('/app/projects/$projectId');

const TABS = {
    flags: 'Flags',
    'change-requests': 'Change requests',
    releases: 'Releases',
    experiments: 'Experiments',
    archive: 'Archive',
    access: 'Access',
    tokens: 'API tokens',
    environments: 'Environments',
    targeting: 'Targeting',
    metrics: 'Metrics',
    events: 'Events',
    settings: 'Settings',
};

const ProjectFlags = lazyComponent(() => import('./ProjectFlags.tsx'), 'ProjectFlags');
const StatusDrawer = lazyComponent(() => import('./StatusDrawer.tsx'), 'StatusDrawer');

export function ProjectPage() {
    const { projectId } = route.useParams();
    const search = route.useSearch();
    const { tab = 'flags', panel } = search;
    const navigate = useNavigate();
    // Its code is loaded together with the data.
    if (tab === 'flags') void ProjectFlags.preload();
    const project = useProject(projectId);
    const showPanel = (shown: string | undefined) =>
        void navigate({ to: '/projects/$projectId', params: { projectId }, search: { ...search, panel: shown } });
    return (
        <Page
            title={project.data?.name ?? projectId}
            trail={[
                <Link key="projects" to="/projects">
                    Projects
                </Link>,
            ]}
            actions={
                project.data && (
                    <UnstyledButton className={classes['health']} onClick={() => showPanel('status')}>
                        <span className="visually-hidden">Project status, health </span>
                        <HealthRing health={project.data.health} />
                    </UnstyledButton>
                )
            }
            about={project.data?.description || undefined}
            tabs={
                <Tabs
                    value={tab}
                    mt="xs"
                    onChange={(value) =>
                        void navigate({
                            to: '/projects/$projectId',
                            params: { projectId },
                            search: { tab: value === 'flags' ? undefined : (value ?? undefined) },
                        })
                    }
                >
                    <Tabs.List>
                        {Object.entries(TABS).map(([value, label]) => (
                            <Tabs.Tab key={value} value={value}>
                                {label}
                            </Tabs.Tab>
                        ))}
                    </Tabs.List>
                </Tabs>
            }
        >
            <QueryContent query={project} skeleton={<FlagsPlaceholder />}>
                {(data) => (
                    <Suspense fallback={tab === 'flags' ? <FlagsPlaceholder /> : <Rows />}>
                        {tab === 'flags' ? (
                            <ProjectFlags projectId={projectId} />
                        ) : (
                            <ProjectTabs tab={tab} projectId={projectId} project={data} />
                        )}
                    </Suspense>
                )}
            </QueryContent>
            {panel === 'status' && (
                <Suspense fallback={null}>
                    <StatusDrawer projectId={projectId} onClose={() => showPanel(undefined)} />
                </Suspense>
            )}
        </Page>
    );
}

const FlagsPlaceholder = () => <Rows count={10} height={40} />;

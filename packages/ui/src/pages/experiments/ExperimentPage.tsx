import { ActionIcon, Button, Menu, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCode, IconDotsVertical, IconPencil, IconPlayerStop, IconTrash } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { PermissionControl, PermissionMenuItem } from '../../components/access/PermissionControl.tsx';
import { Confirm, ConfirmDialog } from '../../components/forms/Confirm.tsx';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { Page } from '../../components/layout/Page.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { QueryContent, Rows } from '../../components/layout/States.tsx';
import { RelativeTime } from '../../components/time/time.tsx';
import { useProject } from '../projects/project.queries.ts';
import { DecideMenu } from './DecideMenu.tsx';
import { ExperimentBadge } from './ExperimentBadge.tsx';
import {
    DEFAULT_VIEW,
    type Experiment,
    type ExperimentAt,
    type ResultsView,
    useDeleteExperiment,
    useExperiment,
    useResults,
    useStopExperiment,
} from './experiment.queries.ts';
import { FlagLink } from './FlagLink.tsx';

const route = getRouteApi('/app/projects/$projectId/experiments/$experimentId');

const SetUp = lazyComponent(() => import('./setup/SetUp.tsx'), 'SetUp');
const ResultsTab = lazyComponent(() => import('./results/ResultsTab.tsx'), 'ResultsTab');
const CodeDialog = lazyComponent(() => import('./setup/CodeDialog.tsx'), 'CodeDialog');
const RenameDialog = lazyComponent(() => import('./RenameDialog.tsx'), 'RenameDialog');

/** An experiment: its set-up as long as it is a draft, then its results. The key gives each experiment input of its own. */
export function ExperimentPage() {
    const { projectId, experimentId: id } = route.useParams();
    const { feature, environment } = route.useSearch();
    if (id === 'new') {
        return (
            <Frame projectId={projectId} title="New experiment" isNarrow>
                <Section fallback={<Rows />}>
                    <SetUp projectId={projectId} start={{ feature, environment }} />
                </Section>
            </Frame>
        );
    }
    return <ExistingExperiment key={id} at={{ projectId, id }} />;
}

function ExistingExperiment({ at }: { at: ExperimentAt }) {
    const query = useExperiment(at);
    const experiment = query.data;
    const search = route.useSearch();
    const navigate = route.useNavigate();
    const view: ResultsView = {
        view: search.view ?? DEFAULT_VIEW.view,
        difference: search.difference ?? DEFAULT_VIEW.difference,
    };
    const setSearch = (members: Partial<typeof search>) =>
        void navigate({
            to: '/projects/$projectId/experiments/$experimentId',
            params: { projectId: at.projectId, experimentId: at.id },
            search: { ...search, ...members },
            replace: true,
            resetScroll: false,
        });
    return (
        <Frame
            projectId={at.projectId}
            title={experiment?.name ?? 'Experiment'}
            isNarrow={experiment?.state === 'Draft'}
            extra={experiment && <ExperimentBadge state={experiment.state} />}
            about={experiment && <Summary experiment={experiment} />}
            actions={experiment && <Actions experiment={experiment} onCode={() => setSearch({ shows: 'code' })} />}
        >
            <QueryContent query={query}>
                {(data) => (
                    <Section fallback={<Rows />}>
                        {data.state === 'Draft' ? (
                            <SetUp key={data.id} projectId={at.projectId} experiment={data} />
                        ) : (
                            <ResultsTab experiment={data} view={view} onView={setSearch} />
                        )}
                        {search.shows === 'code' && (
                            <Suspense fallback={null}>
                                <CodeDialog experiment={data} onClose={() => setSearch({ shows: undefined })} />
                            </Suspense>
                        )}
                    </Section>
                )}
            </QueryContent>
        </Frame>
    );
}

interface FrameProps {
    projectId: string;
    title: string;
    isNarrow?: boolean;
    extra?: ReactNode;
    about?: ReactNode;
    actions?: ReactNode;
    children: ReactNode;
}

function Frame({ projectId, title, isNarrow = false, extra, about, actions, children }: FrameProps) {
    const { data: project } = useProject(projectId);
    return (
        <Page
            title={title}
            narrow={isNarrow}
            titleExtra={extra}
            about={about}
            actions={actions}
            trail={[
                <Link key="projects" to="/projects">
                    Projects
                </Link>,
                <Link key="project" to="/projects/$projectId" params={{ projectId }}>
                    {project?.name ?? projectId}
                </Link>,
                <Link key="experiments" to="/projects/$projectId" params={{ projectId }} search={EXPERIMENTS}>
                    Experiments
                </Link>,
            ]}
        >
            {children}
        </Page>
    );
}

const EXPERIMENTS = { tab: 'experiments' };

function Summary({ experiment }: { experiment: Experiment }) {
    const { project, feature, environment, hypothesis, startedAt, stoppedAt, decidedAt, from } = experiment;
    return (
        <Stack gap={2}>
            {hypothesis && <Text size="sm">{hypothesis}</Text>}
            <span>
                <FlagLink projectId={project} feature={feature}>
                    {feature}
                </FlagLink>{' '}
                in {environment}
                {startedAt && (
                    <>
                        {' · started '}
                        <RelativeTime at={startedAt} c="dimmed" />
                    </>
                )}
                {from && (
                    <>
                        {', counts since '}
                        <RelativeTime at={from} c="dimmed" />
                    </>
                )}
                {(decidedAt ?? stoppedAt) && (
                    <>
                        {decidedAt ? ' · decided ' : ' · stopped '}
                        <RelativeTime at={decidedAt ?? stoppedAt} c="dimmed" />
                    </>
                )}
            </span>
        </Stack>
    );
}

function Actions({ experiment, onCode }: { experiment: Experiment; onCode: () => void }) {
    const { project, id, name, state } = experiment;
    const at = { projectId: project, id };
    const stop = useStopExperiment(at);
    const remove = useDeleteExperiment(at);
    const navigate = useNavigate();
    const [isRenaming, renaming] = useDisclosure();
    const [isDeleting, deleting] = useDisclosure();
    return (
        <>
            {state === 'Running' && (
                <Confirm
                    title={`Stop ${name}?`}
                    verb="Stop"
                    action={() => stop.mutateAsync({ name })}
                    trigger={
                        <PermissionControl to="UPDATE_EXPERIMENT" project={project}>
                            <Button variant="default" leftSection={<IconPlayerStop size={15} />}>
                                Stop
                            </Button>
                        </PermissionControl>
                    }
                >
                    Nobody is enrolled afterwards, and later outcomes do not count. It cannot be started again. Nothing
                    changes for users: decide to ship a variant.
                </Confirm>
            )}
            {(state === 'Running' || state === 'Stopped') && <Decide experiment={experiment} />}
            <Menu position="bottom-end">
                <Menu.Target>
                    <ActionIcon size={32} variant="default" aria-label="More actions">
                        <IconDotsVertical size={16} />
                    </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                    <Menu.Item leftSection={<IconCode size={15} />} onClick={onCode}>
                        Lines to copy
                    </Menu.Item>
                    {state !== 'Draft' && (
                        <PermissionMenuItem
                            to="UPDATE_EXPERIMENT"
                            project={project}
                            leftSection={<IconPencil size={15} />}
                            onClick={renaming.open}
                        >
                            Change name or hypothesis
                        </PermissionMenuItem>
                    )}
                    <PermissionMenuItem
                        to="DELETE_EXPERIMENT"
                        project={project}
                        color="red"
                        leftSection={<IconTrash size={15} />}
                        onClick={deleting.open}
                    >
                        Delete
                    </PermissionMenuItem>
                </Menu.Dropdown>
            </Menu>
            {isRenaming && (
                <Suspense fallback={null}>
                    <RenameDialog experiment={experiment} onClose={renaming.close} />
                </Suspense>
            )}
            <ConfirmDialog
                title={`Delete ${name}?`}
                verb="Delete"
                opened={isDeleting}
                onClose={deleting.close}
                action={async () => {
                    await remove.mutateAsync({ name });
                    await navigate({ to: '/projects/$projectId', params: { projectId: project }, search: EXPERIMENTS });
                }}
            >
                The experiment and its results are deleted. What users get does not change.
            </ConfirmDialog>
        </>
    );
}

function Decide({ experiment }: { experiment: Experiment }) {
    const { data } = useResults(
        { projectId: experiment.project, id: experiment.id },
        { ...DEFAULT_VIEW, isRunning: experiment.state === 'Running' },
    );
    return data && data.arms.length > 0 ? <DecideMenu experiment={experiment} results={data} /> : null;
}

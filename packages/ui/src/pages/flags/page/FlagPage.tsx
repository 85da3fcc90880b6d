import { ActionIcon, Badge, Button, Menu, Skeleton, Tabs, Text, Tooltip } from '@mantine/core';
import { useClipboard, useDisclosure } from '@mantine/hooks';
import {
    IconAdjustmentsHorizontal,
    IconArchive,
    IconArrowBackUp,
    IconArrowsLeftRight,
    IconClockPause,
    IconCopy,
    IconCopyPlus,
    IconDotsVertical,
    IconFolderShare,
    IconStar,
    IconStarFilled,
} from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Flag } from '../../../api/types.ts';
import { PermissionControl, PermissionMenuItem } from '../../../components/access/PermissionControl.tsx';
import { lazyComponent } from '../../../components/layout/lazy.tsx';
import { Page } from '../../../components/layout/Page.tsx';
import { Section } from '../../../components/layout/Section.tsx';
import { QueryContent, Rows } from '../../../components/layout/States.tsx';
import { useProject } from '../../projects/project.queries.ts';
import { useSegmentName } from '../../segments/segment.queries.ts';
import { useReview } from '../../strategies/Review.tsx';
import { useBulk } from '../bulk.queries.ts';
import { archivingWithWarnings, reviving } from '../dialogs/archiving.ts';
import { flagState, isEvaluated } from '../environment-state.ts';
import { useFavoriteFlag, useFlag } from '../flag.queries.ts';
import type { FlagAt } from '../flag-requests.ts';
import { FlagTypeMark } from '../table/FlagTypeMark.tsx';

const route = getRouteApi('/app/projects/$projectId/features/$featureName');

const Overview = lazyComponent(() => import('./FlagOverviewTab.tsx'), 'FlagOverviewTab');
const Usage = lazyComponent(() => import('../usage/FlagUsage.tsx'), 'FlagUsage');
const Charts = lazyComponent(() => import('../../metrics/MetricCharts.tsx'), 'MetricCharts');
const History = lazyComponent(() => import('../../events/EventList.tsx'), 'EventList');
const CloneDialog = lazyComponent(() => import('../dialogs/CloneDialog.tsx'), 'CloneDialog');
const MoveDialog = lazyComponent(() => import('../dialogs/MoveDialog.tsx'), 'MoveDialog');
const NextStep = lazyComponent(() => import('../../welcome/NextStep.tsx'), 'NextStep');
const FlagPastStates = lazyComponent(() => import('../../past/FlagPastStates.tsx'), 'FlagPastStates');
const FlagSettings = lazyComponent(() => import('./FlagSettings.tsx'), 'FlagSettings');

/** The key remounts the page for each flag, so that input, dialogs and undo never apply to another flag. */
export function FlagPage() {
    const at = route.useParams();
    return <FlagPageContent key={`${at.projectId} ${at.featureName}`} at={at} />;
}

function FlagPageContent({ at }: { at: FlagAt }) {
    const { asOf, tab = asOf === undefined ? 'overview' : 'history' } = route.useSearch();
    // Past states are read-only.
    const isPast = tab === 'history' && asOf !== undefined;
    const flag = useFlag(at);
    // Its code is loaded together with the data.
    if (tab === 'overview') void Overview.preload();
    const { data: project } = useProject(at.projectId);
    const navigate = useNavigate();
    return (
        <Page
            title={at.featureName}
            trail={[
                <Link key="projects" to="/projects">
                    Projects
                </Link>,
                <Link key="project" to="/projects/$projectId" params={{ projectId: at.projectId }}>
                    {project?.name ?? at.projectId}
                </Link>,
            ]}
            titleExtra={flag.data && <FlagStatus flag={flag.data} />}
            about={<About flag={flag.data} />}
            actions={flag.data && !isPast && <Actions flag={flag.data} />}
            tabs={
                <Tabs
                    value={tab}
                    mt="xs"
                    onChange={(value) =>
                        void navigate({
                            to: '/projects/$projectId/features/$featureName',
                            params: at,
                            search: { tab: value === 'overview' ? undefined : (value ?? undefined) },
                        })
                    }
                >
                    <Tabs.List>
                        <Tabs.Tab value="overview">Overview</Tabs.Tab>
                        <Tabs.Tab value="usage">Usage</Tabs.Tab>
                        <Tabs.Tab value="metrics">Metrics</Tabs.Tab>
                        <Tabs.Tab value="history">History</Tabs.Tab>
                        <Tabs.Tab value="settings">Settings</Tabs.Tab>
                    </Tabs.List>
                </Tabs>
            }
        >
            {tab === 'overview' && flag.data && !flag.data.archived && !isEvaluated(flag.data) && (
                <Suspense fallback={null}>
                    <NextStep flag={at.featureName} />
                </Suspense>
            )}
            {tab === 'history' && flag.data && (
                // The placeholder has the height of the content, so that the layout does not shift.
                <Section fallback={<Skeleton height={108} mb="md" aria-busy="true" />}>
                    <FlagPastStates at={at} asOf={asOf} />
                </Section>
            )}
            <QueryContent query={flag} skeleton={<Rows count={5} height={90} />}>
                {(data) => (
                    <Suspense fallback={<Rows />}>
                        {tab === 'usage' && <Usage at={at} />}
                        {tab === 'metrics' && <Charts place={at} />}
                        {tab === 'history' && !isPast && <History filter={{ feature: at.featureName }} isFlagHistory />}
                        {tab === 'settings' && <FlagSettings at={at} flag={data} />}
                        {tab === 'overview' && <Overview at={at} flag={data} />}
                    </Suspense>
                )}
            </QueryContent>
        </Page>
    );
}

/** The state and the description. The line of the state is reserved while the flag is loading. */
function About({ flag }: { flag: Flag | undefined }) {
    const segmentName = useSegmentName();
    if (!flag) return <span aria-hidden="true">&nbsp;</span>;
    return (
        <>
            <Text size="md" c="var(--h-text)" component="p" m={0}>
                {flag.archived ? 'Archived: off for everyone.' : flagState(flag.environments, segmentName)}
            </Text>
            {flag.description}
        </>
    );
}

function FlagStatus({ flag }: { flag: Flag }) {
    const clipboard = useClipboard();
    return (
        <>
            {/* Browsers allow copying only on HTTPS pages. */}
            {window.isSecureContext && (
                <Tooltip label={clipboard.copied ? 'Copied' : 'Copy the name'}>
                    <ActionIcon size="sm" aria-label="Copy the name" onClick={() => clipboard.copy(flag.name)}>
                        <IconCopy size={14} />
                    </ActionIcon>
                </Tooltip>
            )}
            <FlagTypeMark type={flag.type} withName />
            {flag.archived && <Badge color="gray">archived</Badge>}
            {flag.stale && <Badge color="brass">stale</Badge>}
        </>
    );
}

function Actions({ flag }: { flag: Flag }) {
    const favorite = useFavoriteFlag();
    const { archive, revive, stale, trialOf } = useBulk(flag.project);
    const [isCloning, clone] = useDisclosure();
    const [isMoving, move] = useDisclosure();
    const { openReview, dialog } = useReview(flag.project);
    const { project } = flag;
    const names = [flag.name];
    const openArchiveDialog = async () => {
        const confirmation = await archivingWithWarnings(project, names);
        openReview({ ...confirmation, run: (mode) => archive.mutateAsync(names, { mode }) });
    };
    return (
        <>
            <Tooltip label={flag.favorite ? 'Remove from favourites' : 'Add to favourites'}>
                <ActionIcon
                    size={32}
                    variant="default"
                    aria-label={flag.favorite ? 'Remove from favourites' : 'Add to favourites'}
                    aria-pressed={flag.favorite}
                    onClick={() =>
                        favorite.mutate({
                            projectId: flag.project,
                            featureName: flag.name,
                            isFavorite: !flag.favorite,
                        })
                    }
                >
                    {flag.favorite ? (
                        <IconStarFilled size={16} color="var(--mantine-color-brass-5)" />
                    ) : (
                        <IconStar size={16} />
                    )}
                </ActionIcon>
            </Tooltip>
            {!flag.archived && (
                <Tooltip label="Evaluate this flag in every environment, and see why">
                    <Button
                        variant="default"
                        leftSection={<IconAdjustmentsHorizontal size={15} />}
                        renderRoot={(props) => (
                            <Link
                                to="/playground"
                                search={{
                                    projects: [project],
                                    environments: flag.environments.map(({ name }) => name),
                                    context: { userId: 'ada' },
                                    find: flag.name,
                                }}
                                {...props}
                            />
                        )}
                    >
                        Evaluate
                    </Button>
                </Tooltip>
            )}
            {flag.archived ? (
                <PermissionControl to="UPDATE_FEATURE" project={project}>
                    <Button
                        variant="default"
                        leftSection={<IconArrowBackUp size={15} />}
                        onClick={() =>
                            openReview({
                                ...reviving(project, names, trialOf('revive', names)),
                                run: (mode) => revive.mutateAsync(names, { mode }),
                            })
                        }
                    >
                        Restore
                    </Button>
                </PermissionControl>
            ) : (
                <PermissionControl to="DELETE_FEATURE" project={project}>
                    <Button
                        variant="default"
                        leftSection={<IconArchive size={15} />}
                        onClick={() => void openArchiveDialog()}
                    >
                        Archive
                    </Button>
                </PermissionControl>
            )}
            <Menu>
                <Menu.Target>
                    <ActionIcon size={32} variant="default" aria-label="More actions">
                        <IconDotsVertical size={16} />
                    </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                    <PermissionMenuItem
                        to="CREATE_FEATURE"
                        project={project}
                        leftSection={<IconCopyPlus size={15} />}
                        onClick={clone.open}
                    >
                        Clone…
                    </PermissionMenuItem>
                    <PermissionMenuItem
                        to="UPDATE_FEATURE"
                        project={project}
                        leftSection={<IconClockPause size={15} />}
                        onClick={() => stale.mutate({ features: names, stale: !flag.stale })}
                    >
                        {flag.stale ? 'Mark as active' : 'Mark as stale'}
                    </PermissionMenuItem>
                    {flag.environments.length > 1 && !flag.archived && (
                        <Menu.Item
                            leftSection={<IconArrowsLeftRight size={15} />}
                            renderRoot={(props) => (
                                <Link {...props} to="/compare" search={{ project, source: '', feature: flag.name }} />
                            )}
                        >
                            Compare environments…
                        </Menu.Item>
                    )}
                    <PermissionMenuItem
                        to="MOVE_FEATURE_TOGGLE"
                        project={project}
                        leftSection={<IconFolderShare size={15} />}
                        onClick={move.open}
                    >
                        Move to another project…
                    </PermissionMenuItem>
                </Menu.Dropdown>
            </Menu>
            {isCloning && (
                <Suspense fallback={null}>
                    <CloneDialog flag={flag} onClose={clone.close} />
                </Suspense>
            )}
            {isMoving && (
                <Suspense fallback={null}>
                    <MoveDialog flag={flag} onClose={move.close} />
                </Suspense>
            )}
            {dialog}
        </>
    );
}

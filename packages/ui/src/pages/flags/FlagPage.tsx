import { ActionIcon, Badge, Button, Menu, Tabs, Tooltip } from '@mantine/core';
import { useClipboard, useDisclosure } from '@mantine/hooks';
import {
    IconArchive,
    IconArrowBackUp,
    IconClockPause,
    IconCopy,
    IconCopyPlus,
    IconDotsVertical,
    IconStar,
    IconStarFilled,
} from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Flag } from '../../api/types.ts';
import { Confirm } from '../../components/Confirm.tsx';
import { useMay } from '../../components/may.ts';
import { notify } from '../../components/notify.tsx';
import { Page } from '../../components/Page.tsx';
import { Loaded, Rows } from '../../components/States.tsx';
import { CloneDialog } from './CloneDialog.tsx';
import { FlagOverviewTab } from './FlagOverviewTab.tsx';
import { FlagTypeMark } from './FlagTypeMark.tsx';
import { useBulk, useFavoriteFlag, useFlag } from './flag.queries.ts';

const route = getRouteApi('/app/projects/$projectId/features/$featureName');

const Usage = lazy(() => import('./FlagUsage.tsx').then((module) => ({ default: module.FlagUsage })));
const History = lazy(() => import('../events/EventList.tsx').then((module) => ({ default: module.EventList })));
const Settings = lazy(() => import('./FlagSettings.tsx').then((module) => ({ default: module.FlagSettings })));

export function FlagPage() {
    const at = route.useParams();
    const { tab = 'overview' } = route.useSearch();
    const flag = useFlag(at);
    const navigate = useNavigate();
    return (
        <Page
            title={at.featureName}
            trail={[
                <Link key="projects" to="/projects">
                    Projects
                </Link>,
                <Link key="project" to="/projects/$projectId" params={{ projectId: at.projectId }}>
                    {at.projectId}
                </Link>,
            ]}
            beside={flag.data && <Beside flag={flag.data} />}
            about={flag.data?.description || undefined}
            actions={flag.data && <Actions flag={flag.data} />}
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
                        <Tabs.Tab value="history">History</Tabs.Tab>
                        <Tabs.Tab value="settings">Settings</Tabs.Tab>
                    </Tabs.List>
                </Tabs>
            }
        >
            <Loaded query={flag} skeleton={<Rows count={5} height={90} />}>
                {(data) => (
                    <Suspense fallback={<Rows />}>
                        {tab === 'usage' && <Usage at={at} />}
                        {tab === 'history' && <History filter={{ feature: at.featureName }} />}
                        {tab === 'settings' && <Settings at={at} flag={data} />}
                        {tab === 'overview' && <FlagOverviewTab at={at} flag={data} />}
                    </Suspense>
                )}
            </Loaded>
        </Page>
    );
}

function Beside({ flag }: { flag: Flag }) {
    const clipboard = useClipboard();
    return (
        <>
            <Tooltip label={clipboard.copied ? 'Copied' : 'Copy the name'}>
                <ActionIcon size="sm" aria-label="Copy the name" onClick={() => clipboard.copy(flag.name)}>
                    <IconCopy size={14} />
                </ActionIcon>
            </Tooltip>
            <FlagTypeMark type={flag.type} withName />
            {flag.archived && <Badge color="gray">archived</Badge>}
            {flag.stale && <Badge color="brass">stale</Badge>}
        </>
    );
}

function Actions({ flag }: { flag: Flag }) {
    const favorite = useFavoriteFlag(flag.project);
    const { archive, revive, stale } = useBulk(flag.project);
    const [isCloning, clone] = useDisclosure();
    const may = useMay();
    const mayUpdate = may('UPDATE_FEATURE', { project: flag.project });
    const names = [flag.name];
    return (
        <>
            <Tooltip label={flag.favorite ? 'Remove from your favourites' : 'Make it a favourite'}>
                <ActionIcon
                    size={32}
                    variant="default"
                    aria-label={flag.favorite ? 'Remove from your favourites' : 'Make it a favourite'}
                    aria-pressed={flag.favorite}
                    onClick={() => favorite.mutate({ featureName: flag.name, isFavorite: !flag.favorite })}
                >
                    {flag.favorite ? (
                        <IconStarFilled size={16} color="var(--mantine-color-brass-5)" />
                    ) : (
                        <IconStar size={16} />
                    )}
                </ActionIcon>
            </Tooltip>
            {flag.archived ? (
                <Button
                    variant="default"
                    leftSection={<IconArrowBackUp size={15} />}
                    onClick={() => revive.mutate(names)}
                    disabled={!mayUpdate}
                >
                    Bring back
                </Button>
            ) : (
                <Confirm
                    title={`Archive ${flag.name}?`}
                    verb="Archive flag"
                    action={async () => {
                        await archive.mutateAsync(names);
                        notify(`${flag.name} is in the archive`, () => revive.mutate(names));
                    }}
                    trigger={
                        <Button
                            variant="default"
                            leftSection={<IconArchive size={15} />}
                            disabled={!may('DELETE_FEATURE', { project: flag.project })}
                        >
                            Archive
                        </Button>
                    }
                >
                    SDKs stop receiving it, and code that asks for it gets the default. It can be brought back.
                </Confirm>
            )}
            <Menu>
                <Menu.Target>
                    <ActionIcon size={32} variant="default" aria-label="More actions">
                        <IconDotsVertical size={16} />
                    </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                    <Menu.Item
                        leftSection={<IconCopyPlus size={15} />}
                        onClick={clone.open}
                        disabled={!may('CREATE_FEATURE', { project: flag.project })}
                    >
                        Clone…
                    </Menu.Item>
                    <Menu.Item
                        leftSection={<IconClockPause size={15} />}
                        disabled={!mayUpdate}
                        onClick={() => stale.mutate({ features: names, stale: !flag.stale })}
                    >
                        {flag.stale ? 'Mark as active' : 'Mark as stale'}
                    </Menu.Item>
                </Menu.Dropdown>
            </Menu>
            <CloneDialog flag={flag} opened={isCloning} onClose={clone.close} />
        </>
    );
}

import {
    ActionIcon,
    Avatar,
    Badge,
    Kbd,
    Menu,
    Text,
    Tooltip,
    UnstyledButton,
    useMantineColorScheme,
} from '@mantine/core';
import {
    IconBook2,
    IconDeviceDesktop,
    IconKeyboard,
    IconLogout,
    IconMoon,
    IconSearch,
    IconSun,
    IconUser,
} from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Logo } from '../components/layout/Logo.tsx';
import { TrayButton } from '../pages/change-requests/draft/TrayButton.tsx';
import { useInbox } from '../pages/change-requests/request/change-request.queries.ts';
import { useSession, useSignOut, useUiConfig } from '../pages/session/session.queries.ts';
import { NAVIGATION } from './navigation.ts';
import { openPalette } from './open-palette.ts';
import classes from './Shell.module.css';
import { showShortcuts } from './show-shortcuts.ts';

export function Brand() {
    return (
        <Link to="/" className={classes['brand']} aria-label="Halyard, home">
            <Logo size={26} />
            <span>Halyard</span>
        </Link>
    );
}

/** The content of the navigation at the side, and of the drawer on small screens. */
export function Rail({ isInDrawer = false }: { isInDrawer?: boolean }) {
    const path = useRouterState({ select: (state) => state.location.pathname });
    return (
        <>
            {!isInDrawer && (
                <div className={classes['railTop']}>
                    <Brand />
                </div>
            )}
            <div className={classes['finder']}>
                <UnstyledButton className={classes['find']} onClick={openPalette}>
                    <IconSearch size={15} />
                    <span>Find anything</span>
                    <Kbd size="xs">{navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl'} K</Kbd>
                </UnstyledButton>
            </div>
            <div className={classes['scroll']}>
                <nav aria-label="Main">
                    {NAVIGATION.map(({ title, items }) => (
                        <div key={title ?? ''} className={classes['group']}>
                            {title && <div className={classes['groupTitle']}>{title}</div>}
                            {items.map(({ label, to, icon: Icon }) => (
                                <Link
                                    key={to}
                                    to={to}
                                    className={classes['item']}
                                    data-active={path === to || (to !== '/' && path.startsWith(`${to}/`)) || undefined}
                                >
                                    <Icon size={16} stroke={1.7} aria-hidden="true" />
                                    {label}
                                    {to === '/change-requests' && <WaitingCount />}
                                </Link>
                            ))}
                        </div>
                    ))}
                </nav>
            </div>
            <TrayButton />
            <UserMenu />
        </>
    );
}

/** The number of requests waiting for the signed-in user. */
function WaitingCount() {
    const { data } = useInbox();
    const waiting = data?.waitingForMe.length ?? 0;
    if (waiting === 0) return null;
    return (
        <Badge size="sm" variant="filled" ml="auto">
            {waiting}
            <span className="visually-hidden"> waiting for you</span>
        </Badge>
    );
}

function UserMenu() {
    const { data: session } = useSession();
    const { data: config } = useUiConfig();
    const signOut = useSignOut();
    const { colorScheme, setColorScheme } = useMantineColorScheme();
    const user = session?.user;
    const name = user?.name || user?.username || user?.email || 'You';
    const theme = (scheme: 'light' | 'dark' | 'auto', label: string, icon: ReactNode) => (
        <Tooltip label={label}>
            <ActionIcon
                variant={colorScheme === scheme ? 'light' : 'subtle'}
                color={colorScheme === scheme ? 'tide' : 'gray'}
                aria-label={label}
                aria-pressed={colorScheme === scheme}
                onClick={() => setColorScheme(scheme)}
            >
                {icon}
            </ActionIcon>
        </Tooltip>
    );
    return (
        <div className={classes['user']}>
            <Menu position="top-start" width={220}>
                <Menu.Target>
                    <UnstyledButton className={classes['userButton']}>
                        <Avatar name={name} size={26} color="tide" radius="xl" />
                        <span className={classes['userName']}>{name}</span>
                    </UnstyledButton>
                </Menu.Target>
                <Menu.Dropdown>
                    <Menu.Item component={Link} to="/profile" leftSection={<IconUser size={15} />}>
                        Your profile
                    </Menu.Item>
                    <Menu.Item
                        leftSection={<IconKeyboard size={15} />}
                        rightSection={<Kbd size="xs">?</Kbd>}
                        onClick={showShortcuts}
                    >
                        Keyboard shortcuts
                    </Menu.Item>
                    <Menu.Item component="a" href="docs/" target="_blank" leftSection={<IconBook2 size={15} />}>
                        Documentation
                    </Menu.Item>
                    <Menu.Divider />
                    <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => signOut.mutate(undefined)}>
                        Sign out
                    </Menu.Item>
                    <Text size="xs" c="dimmed" px={12} py={6}>
                        Halyard {config?.version}
                    </Text>
                </Menu.Dropdown>
            </Menu>
            <div className={classes['themes']}>
                {theme('light', 'Light', <IconSun size={15} />)}
                {theme('dark', 'Dark', <IconMoon size={15} />)}
                {theme('auto', 'System', <IconDeviceDesktop size={15} />)}
            </div>
        </div>
    );
}

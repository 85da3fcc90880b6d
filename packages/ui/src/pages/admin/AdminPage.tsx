import { Tabs } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import type { Permission } from '../../api/types.ts';
import { later } from '../../components/later.tsx';
import { useWhyNot } from '../../components/may.ts';
import { Page } from '../../components/Page.tsx';
import { Empty, Rows } from '../../components/States.tsx';

const route = getRouteApi('/app/admin');

interface Screen {
    label: string;
    screen: ComponentType;
    /** One of these is enough; ADMIN if nothing is said. */
    needs?: readonly Permission[];
}

const SCREENS = {
    users: { label: 'Users', screen: later(() => import('./Users.tsx'), 'Users') },
    groups: { label: 'Groups', screen: later(() => import('./Groups.tsx'), 'Groups') },
    roles: { label: 'Roles', screen: later(() => import('./Roles.tsx'), 'Roles') },
    services: {
        label: 'Service accounts',
        screen: later(() => import('./ServiceAccounts.tsx'), 'ServiceAccounts'),
    },
    invites: {
        label: 'Invite links',
        screen: later(() => import('./InviteLinks.tsx'), 'InviteLinks'),
    },
    'sign-in': {
        label: 'Signing in',
        screen: later(() => import('./SignInSettings.tsx'), 'SignInSettings'),
    },
    logins: {
        label: 'Login history',
        needs: ['ADMIN', 'READ_LOGS'],
        screen: later(() => import('./Logins.tsx'), 'Logins'),
    },
    instance: {
        label: 'Instance',
        screen: later(() => import('./Instance.tsx'), 'Instance'),
    },
} satisfies Record<string, Screen>;

type ScreenName = keyof typeof SCREENS;

const isScreen = (name: string): name is ScreenName => Object.hasOwn(SCREENS, name);

export function AdminPage() {
    const { tab = 'users' } = route.useSearch();
    const navigate = useNavigate();
    const whyNot = useWhyNot();
    const name = isScreen(tab) ? tab : 'users';
    const { screen: Screen, needs = ['ADMIN'] }: Screen = SCREENS[name];
    const refusal = whyNot(needs);
    return (
        <Page
            title="Administration"
            tabs={
                <Tabs
                    value={name}
                    mt="xs"
                    onChange={(value) => void navigate({ to: '/admin', search: { tab: value ?? undefined } })}
                >
                    <Tabs.List>
                        {Object.entries(SCREENS).map(([value, { label }]) => (
                            <Tabs.Tab key={value} value={value}>
                                {label}
                            </Tabs.Tab>
                        ))}
                    </Tabs.List>
                </Tabs>
            }
        >
            {refusal ? (
                <Empty title="For administrators">{refusal} Ask one of your administrators.</Empty>
            ) : (
                <Suspense fallback={<Rows />}>
                    <Screen />
                </Suspense>
            )}
        </Page>
    );
}

import { Tabs } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import { useMissingPermission } from '../../components/access/may.ts';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { Page } from '../../components/layout/Page.tsx';
import { Empty, Rows } from '../../components/layout/States.tsx';
import { ADMIN_TABS, type AdminTabName, isAdminTab, permissionsForTab } from './admin-tabs.ts';

const route = getRouteApi('/app/admin');

const SCREENS: Record<AdminTabName, ComponentType> = {
    users: lazyComponent(() => import('./Users.tsx'), 'Users'),
    groups: lazyComponent(() => import('./Groups.tsx'), 'Groups'),
    roles: lazyComponent(() => import('./Roles.tsx'), 'Roles'),
    services: lazyComponent(() => import('./ServiceAccounts.tsx'), 'ServiceAccounts'),
    invites: lazyComponent(() => import('./InviteLinks.tsx'), 'InviteLinks'),
    'sign-in': lazyComponent(() => import('./SignInSettings.tsx'), 'SignInSettings'),
    logins: lazyComponent(() => import('./Logins.tsx'), 'Logins'),
    agents: lazyComponent(() => import('./Agents.tsx'), 'Agents'),
    instance: lazyComponent(() => import('./Instance.tsx'), 'Instance'),
};

export function AdminPage() {
    const { tab = 'users' } = route.useSearch();
    const navigate = useNavigate();
    const whyNot = useMissingPermission();
    const name = isAdminTab(tab) ? tab : 'users';
    const Screen = SCREENS[name];
    const refusal = whyNot(permissionsForTab(name));
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
                        {Object.entries(ADMIN_TABS).map(([value, { label }]) => (
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

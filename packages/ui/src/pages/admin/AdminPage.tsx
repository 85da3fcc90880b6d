import { Tabs } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import { useWhyNot } from '../../components/access/may.ts';
import { later } from '../../components/layout/lazy.tsx';
import { Page } from '../../components/layout/Page.tsx';
import { Empty, Rows } from '../../components/layout/States.tsx';
import { ADMIN_TABS, type AdminTabName, isAdminTab, neededFor } from './admin-tabs.ts';

const route = getRouteApi('/app/admin');

const SCREENS: Record<AdminTabName, ComponentType> = {
    users: later(() => import('./Users.tsx'), 'Users'),
    groups: later(() => import('./Groups.tsx'), 'Groups'),
    roles: later(() => import('./Roles.tsx'), 'Roles'),
    services: later(() => import('./ServiceAccounts.tsx'), 'ServiceAccounts'),
    invites: later(() => import('./InviteLinks.tsx'), 'InviteLinks'),
    'sign-in': later(() => import('./SignInSettings.tsx'), 'SignInSettings'),
    logins: later(() => import('./Logins.tsx'), 'Logins'),
    agents: later(() => import('./Agents.tsx'), 'Agents'),
    instance: later(() => import('./Instance.tsx'), 'Instance'),
};

export function AdminPage() {
    const { tab = 'users' } = route.useSearch();
    const navigate = useNavigate();
    const whyNot = useWhyNot();
    const name = isAdminTab(tab) ? tab : 'users';
    const Screen = SCREENS[name];
    const refusal = whyNot(neededFor(name));
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

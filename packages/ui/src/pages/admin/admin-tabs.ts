import type { Permission } from '../../api/types.ts';

interface AdminTab {
    label: string;
    /** The required permissions, of which one is sufficient. The default is ADMIN. */
    needs?: readonly Permission[];
    /** Additional search terms for the palette. */
    keywords: string;
}

export const ADMIN_TABS = {
    users: { label: 'Users', keywords: 'people accounts' },
    groups: { label: 'Groups', keywords: 'teams' },
    roles: { label: 'Roles', keywords: 'permissions rights' },
    services: { label: 'Service accounts', keywords: 'machines tokens' },
    invites: { label: 'Invite links', keywords: 'sign up join' },
    'sign-in': { label: 'Signing in', keywords: 'single sign-on sso oidc saml scim password login' },
    logins: { label: 'Login history', needs: ['ADMIN', 'READ_LOGS'], keywords: 'audit failed' },
    agents: { label: 'Agents', keywords: 'mcp ai assistants models' },
    instance: { label: 'Instance', keywords: 'maintenance cors origins statistics version' },
} satisfies Record<string, AdminTab>;

export type AdminTabName = keyof typeof ADMIN_TABS;

export const isAdminTab = (name: string): name is AdminTabName => Object.hasOwn(ADMIN_TABS, name);

/** Returns the permissions of which one is required to open a tab. */
export function permissionsForTab(name: AdminTabName): readonly Permission[] {
    const { needs = ['ADMIN'] }: AdminTab = ADMIN_TABS[name];
    return needs;
}

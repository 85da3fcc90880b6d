import type { ServiceClient } from '../remote/service.ts';
import type { Instance } from './instance.ts';
import { countSame, type MigrationPlan } from './step.ts';

const at = (path: string) => `/api/admin/${path}`;

/** Who there is, who may do what, and what SDKs sign in with. Passwords cannot be read, so nobody has one at first. */
export function planPeople(plan: MigrationPlan, source: Instance, target: Instance): void {
    planRoles(plan, source, target);
    planUsers(plan, source, target);
    planGroups(plan, source, target);
    planAccess(plan, source, target);
    planTokens(plan, source);
}

function planRoles(plan: MigrationPlan, source: Instance, target: Instance): void {
    const there = new Set(target.roles.map(({ name }) => name));
    for (const { name, description, type, permissions } of source.roles) {
        if (there.has(name)) {
            countSame(plan, 'roles');
            continue;
        }
        plan.steps.push({
            kind: 'roles',
            name,
            count: 1,
            run: async (service) => {
                const known = await permissionsOf(service);
                const lost = permissions.filter((permission) => !known.has(permission.name));
                if (lost.length > 0) {
                    plan.notes.push(
                        `Role ${name} is without what is unknown here: ${lost.map((each) => each.name).join(', ')}.`,
                    );
                }
                const kept = permissions.filter((permission) => known.has(permission.name));
                await service.send('POST', at('roles'), { name, description, type, permissions: kept });
            },
        });
    }
}

async function permissionsOf(service: ServiceClient): Promise<Set<string>> {
    type Listed = { name: string }[];
    const { permissions } = await service.get<{
        permissions: { root: Listed; project: Listed; environments: { permissions: Listed }[] };
    }>(at('permissions'));
    const { root, project, environments } = permissions;
    const all = [...root, ...project, ...environments.flatMap((each) => each.permissions)];
    return new Set(all.map(({ name }) => name));
}

function planUsers(plan: MigrationPlan, source: Instance, target: Instance): void {
    const there = new Set(target.users.flatMap(({ email, username }) => [email?.toLowerCase(), username]));
    let created = 0;
    for (const { login, name, username, email, rootRole } of source.users) {
        if (there.has(email?.toLowerCase() ?? username)) {
            countSame(plan, 'users');
            continue;
        }
        created++;
        plan.steps.push({
            kind: 'users',
            name: login,
            count: 1,
            run: async (service) => {
                const body = { name, username: username && there.has(username) ? undefined : username, email };
                await service.send('POST', at('user-admin'), {
                    ...body,
                    rootRole: await roleId(service, rootRole),
                    sendEmail: false,
                });
            },
        });
    }
    if (created > 0) {
        plan.notes.push('Passwords cannot be read: people come by single sign-on, or ask for a new password.');
    }
}

function planGroups(plan: MigrationPlan, source: Instance, target: Instance): void {
    const there = new Set(target.groups.map(({ name }) => name));
    for (const { name, description, mappingsSSO, rootRole, users } of source.groups) {
        if (there.has(name)) {
            countSame(plan, 'groups');
            continue;
        }
        plan.steps.push({
            kind: 'groups',
            name,
            count: 1,
            run: async (service) => {
                const ids = await userIds(service);
                await service.send('POST', at('groups'), {
                    name,
                    description,
                    mappingsSSO,
                    rootRole: rootRole === null ? null : await roleId(service, rootRole),
                    users: users.flatMap((login) => ids.get(login.toLowerCase()) ?? []).map((id) => ({ user: { id } })),
                });
            },
        });
    }
}

function planAccess(plan: MigrationPlan, source: Instance, target: Instance): void {
    for (const { id, access } of source.projects) {
        const there = target.projects.find((project) => project.id === id)?.access ?? [];
        for (const { role, users, groups } of access) {
            const held = there.find((entry) => entry.role === role);
            const newUsers = users.filter((user) => !held?.users.includes(user));
            const newGroups = groups.filter((group) => !held?.groups.includes(group));
            const count = newUsers.length + newGroups.length;
            if (count === 0) {
                countSame(plan, 'members of projects', users.length + groups.length);
                continue;
            }
            plan.steps.push({
                kind: 'members of projects',
                name: `${role} of ${id}`,
                count,
                run: async (service) => {
                    const [people, teams] = [await userIds(service), await groupIds(service)];
                    await service.send('POST', at(`projects/${encodeURIComponent(id)}/access`), {
                        roles: [await roleId(service, role)],
                        users: newUsers.flatMap((login) => people.get(login.toLowerCase()) ?? []),
                        groups: newGroups.flatMap((name) => teams.get(name) ?? []),
                    });
                },
            });
        }
    }
}

/** Whether a token is there cannot be read: the target says so when it is brought. */
function planTokens(plan: MigrationPlan, { tokens }: Instance): void {
    const hidden = tokens.filter(({ secret }) => secret === undefined);
    if (hidden.length > 0) {
        const names = hidden.map(({ tokenName, environment }) => `${tokenName} (${environment})`);
        plan.notes.push(`Secrets of these tokens cannot be read. Make new ones: ${names.join(', ')}.`);
    }
    for (const { tokenName, type, environment, projects, expiresAt, secret } of tokens) {
        if (secret === undefined) continue;
        const body = { tokenName, type, environment, projects, secret, ...(expiresAt && { expiresAt }) };
        plan.steps.push({
            kind: 'tokens',
            name: `${tokenName} (${environment})`,
            count: 1,
            run: (service) => service.send('POST', at('api-tokens/carry-over'), body),
        });
    }
}

async function roleId(service: ServiceClient, name: string): Promise<number | string> {
    const { roles } = await service.get<{ roles: { id: number; name: string }[] }>(at('roles'));
    return roles.find((role) => role.name === name)?.id ?? name;
}

async function userIds(service: ServiceClient): Promise<Map<string, number>> {
    interface Person {
        id: number;
        email?: string;
        username?: string;
    }
    const { users } = await service.get<{ users: Person[] }>(at('user-admin'));
    return new Map(
        users.flatMap(({ id, email, username }) =>
            [email, username].flatMap((login) => (login ? [[login.toLowerCase(), id] as const] : [])),
        ),
    );
}

async function groupIds(service: ServiceClient): Promise<Map<string, number>> {
    const { groups } = await service.get<{ groups: { id: number; name: string }[] }>(at('groups'));
    return new Map(groups.map(({ id, name }) => [name, id]));
}

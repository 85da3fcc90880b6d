import { isDeepStrictEqual } from 'node:util';
import type { ServiceClient } from '../remote/service.ts';
import type { Instance, Token } from './instance.ts';
import { countSame, type MigrationPlan, postStep } from './step.ts';

const at = (path: string) => `/api/admin/${path}`;

/** Plans roles, users, groups, project access and tokens. Passwords cannot be read, so imported users have none at first. */
export function planPeople(plan: MigrationPlan, source: Instance, target: Instance): void {
    planRoles(plan, source, target);
    planUsers(plan, source, target);
    planGroups(plan, source, target);
    planAccess(plan, source, target);
    planTokens(plan, source, target);
}

function planRoles(plan: MigrationPlan, source: Instance, target: Instance): void {
    const existing = new Set(target.roles.map(({ name }) => name));
    for (const { name, description, type, permissions } of source.roles) {
        if (existing.has(name)) {
            countSame(plan, 'roles');
            continue;
        }
        const lost = permissions.filter((permission) => !target.permissions?.has(permission.name));
        if (lost.length > 0) {
            plan.notes.push(
                `Role ${name} is imported without permissions that do not exist here: ${lost.map((each) => each.name).join(', ')}.`,
            );
        }
        const input = { name, description, type, permissions: permissions.filter((each) => !lost.includes(each)) };
        plan.steps.push(postStep({ kind: 'roles', name, path: 'roles', action: 'createRole', input }));
    }
}

function planUsers(plan: MigrationPlan, source: Instance, target: Instance): void {
    const existing = new Set(target.users.flatMap(({ email, username }) => [email?.toLowerCase(), username]));
    let created = 0;
    for (const { login, name, username, email, rootRole } of source.users) {
        if (existing.has(email?.toLowerCase() ?? username)) {
            countSame(plan, 'users');
            continue;
        }
        created++;
        const freeUsername = username && existing.has(username) ? undefined : username;
        const input = { name, username: freeUsername, email, rootRole, sendEmail: false };
        plan.steps.push(postStep({ kind: 'users', name: login, path: 'user-admin', action: 'createUser', input }));
    }
    if (created > 0) {
        plan.notes.push(
            'Passwords cannot be imported: users sign in with single sign-on, or request a password reset.',
        );
    }
}

function planGroups(plan: MigrationPlan, source: Instance, target: Instance): void {
    const existing = new Set(target.groups.map(({ name }) => name));
    for (const { name, description, mappingsSSO, rootRole, users } of source.groups) {
        if (existing.has(name)) {
            countSame(plan, 'groups');
            continue;
        }
        plan.steps.push({
            kind: 'groups',
            name,
            objects: [name],
            rehearsal: [{ action: 'createGroup', input: { name, description, mappingsSSO, rootRole, users } }],
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
        const existing = target.projects.find((project) => project.id === id)?.access ?? [];
        for (const { role, users, groups } of access) {
            const held = existing.find((entry) => entry.role === role);
            const newUsers = users.filter((user) => !held?.users.includes(user));
            const newGroups = groups.filter((group) => !held?.groups.includes(group));
            const members = [...newUsers, ...newGroups];
            if (members.length === 0) {
                countSame(plan, 'members of projects', users.length + groups.length);
                continue;
            }
            plan.steps.push({
                kind: 'members of projects',
                name: `${role} of ${id}`,
                objects: members.map((member) => `${role} of ${id}: ${member}`),
                rehearsal: [
                    {
                        action: 'addAccessToProject',
                        input: { projectId: id, role, users: newUsers, groups: newGroups },
                    },
                ],
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

/** The target shows only the beginning of secrets. A token with the same name, scope and beginning exists already. */
function planTokens(plan: MigrationPlan, { tokens }: Instance, target: Instance): void {
    const hidden = tokens.filter(({ secret }) => secret === undefined);
    if (hidden.length > 0) {
        const names = hidden.map(({ tokenName, environment }) => `${tokenName} (${environment})`);
        plan.notes.push(`Secrets of these tokens cannot be read. Create new ones: ${names.join(', ')}.`);
    }
    for (const token of tokens) {
        const { tokenName, type, environment, projects, expiresAt, secret } = token;
        if (secret === undefined) continue;
        const name = `${tokenName} (${environment})`;
        const namesakes = target.tokens.filter((existing) => isSameScope(existing, token));
        if (namesakes.some(({ shownSecret }) => secret.startsWith(shownSecret))) {
            countSame(plan, 'tokens');
            continue;
        }
        if (namesakes.length > 0) {
            plan.notes.push(`Token ${name} exists here with another secret. The token of the source is added.`);
        }
        const input = { tokenName, type, environment, projects, secret, ...(expiresAt && { expiresAt }) };
        const [path, action] = ['api-tokens/carry-over', 'carryOverApiToken'] as const;
        plan.steps.push({ ...postStep({ kind: 'tokens', name, path, action, input }), objects: [secret] });
    }
}

const isSameScope = (a: Token, b: Token) =>
    a.tokenName === b.tokenName &&
    a.type === b.type &&
    a.environment === b.environment &&
    isDeepStrictEqual(a.projects.toSorted(), b.projects.toSorted());

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

import type { ServiceClient } from '../remote/service.ts';
import type { Instance, Token, UnleashGroup, UnleashRole, UnleashUser } from './instance.ts';

interface RawUser {
    id: number;
    name?: string | null;
    username?: string | null;
    email?: string | null;
    rootRole?: number;
}
interface RawRole {
    id: number;
    name: string;
    type: string;
    description?: string | null;
    permissions?: { name: string; environment?: string | null }[];
}
interface RawGroup {
    id: number;
    name: string;
    description?: string | null;
    mappingsSSO?: string[];
    rootRole?: number | null;
    users?: { user: RawUser }[];
}
interface RawAccess {
    users?: { id: number; roles?: number[]; roleId?: number }[];
    groups?: { id: number; roles?: number[]; roleId?: number }[];
    roles?: RawRole[];
}

const loginOf = ({ email, username, id }: RawUser) => email || username || `user ${id}`;

/** Reads users, roles, groups and access. Not every edition has roles and groups; their absence becomes a note. */
export async function readPeople(service: ServiceClient, instance: Instance): Promise<void> {
    const { users: rawUsers, rootRoles = [] } = await service.get<{ users: RawUser[]; rootRoles: RawRole[] }>(
        '/api/admin/user-admin',
    );
    const rawRoles = (await service.find<{ roles: RawRole[] }>('/api/admin/roles'))?.roles;
    if (!rawRoles)
        instance.notes.push(
            'Custom roles are not imported: this edition of Unleash has no API for them. Users keep their root roles.',
        );
    instance.permissions = await readPermissions(service);
    const roleNames = new Map([...rootRoles, ...(rawRoles ?? [])].map(({ id, name }) => [id, name]));
    instance.roles = await readRoles(service, rawRoles ?? []);
    instance.users = rawUsers.map(
        (user): UnleashUser => ({
            login: loginOf(user),
            name: user.name || undefined,
            username: user.username || undefined,
            email: user.email || undefined,
            rootRole: roleNames.get(user.rootRole ?? -1) ?? 'Viewer',
        }),
    );
    const rawGroups = (await service.find<{ groups: RawGroup[] }>('/api/admin/groups'))?.groups;
    if (!rawGroups)
        instance.notes.push(
            'Groups and members of projects are not imported: this edition of Unleash has no API for them.',
        );
    instance.groups = (rawGroups ?? []).map(
        (group): UnleashGroup => ({
            name: group.name,
            description: group.description ?? null,
            mappingsSSO: group.mappingsSSO ?? [],
            rootRole: (group.rootRole && roleNames.get(group.rootRole)) || null,
            users: (group.users ?? []).map(({ user }) => loginOf(user)),
        }),
    );
    const logins = new Map(rawUsers.map((user) => [user.id, loginOf(user)]));
    const groupNames = new Map((rawGroups ?? []).map(({ id, name }) => [id, name]));
    for (const project of instance.projects) {
        const path = `/api/admin/projects/${encodeURIComponent(project.id)}/access`;
        const access = await service.find<RawAccess>(path);
        if (access) project.access = accessOf(access, { roleNames, logins, groupNames });
    }
    const accounts = await service.find<{ serviceAccounts: RawUser[] }>('/api/admin/service-account');
    const names = (accounts?.serviceAccounts ?? []).map(({ name, username }) => name || username);
    if (names.length > 0) {
        instance.notes.push(`Tokens of service accounts cannot be read. Create new ones for: ${names.join(', ')}.`);
    }
}

async function readPermissions(service: ServiceClient): Promise<Set<string> | undefined> {
    type Permissions = { name: string }[];
    const response = await service.find<{
        permissions: { root: Permissions; project: Permissions; environments: { permissions: Permissions }[] };
    }>('/api/admin/permissions');
    if (!response) return undefined;
    const { root, project, environments } = response.permissions;
    return new Set([root, project, ...environments.map((each) => each.permissions)].flat().map(({ name }) => name));
}

/** Reads custom roles only; predefined roles exist in every instance. */
async function readRoles(service: ServiceClient, roles: readonly RawRole[]): Promise<UnleashRole[]> {
    const read: UnleashRole[] = [];
    for (const { id, name, type, description } of roles) {
        if (type !== 'custom' && type !== 'root-custom') continue;
        const { permissions = [] } = await service.get<RawRole>(`/api/admin/roles/${id}`);
        read.push({
            name,
            type,
            description: description ?? null,
            permissions: permissions.map(({ name: permission, environment }) => ({
                name: permission,
                ...(environment && { environment }),
            })),
        });
    }
    return read;
}

interface Names {
    roleNames: Map<number, string>;
    logins: Map<number, string>;
    groupNames: Map<number, string>;
}

function accessOf({ users = [], groups = [], roles = [] }: RawAccess, { roleNames, logins, groupNames }: Names) {
    const names = new Map([...roleNames, ...roles.map(({ id, name }) => [id, name] as const)]);
    const entries = new Map<string, { role: string; users: string[]; groups: string[] }>();
    const add = (kind: 'users' | 'groups', known: Map<number, string>, holders: typeof users) => {
        for (const { id, roles: ids, roleId } of holders) {
            for (const roleOf of ids ?? [roleId ?? -1]) {
                const [role, holder] = [names.get(roleOf), known.get(id)];
                if (role === undefined || holder === undefined) continue;
                const entry = entries.get(role) ?? { role, users: [], groups: [] };
                entry[kind].push(holder);
                entries.set(role, entry);
            }
        }
    };
    add('users', logins, users);
    add('groups', groupNames, groups);
    return [...entries.values()];
}

interface RawToken {
    tokenName?: string;
    username?: string;
    type: string;
    environment: string;
    projects?: string[];
    project?: string;
    expiresAt?: string | null;
    secret: string;
    secure?: boolean;
}

export async function readTokens(service: ServiceClient, instance: Instance): Promise<void> {
    const { tokens } = await service.get<{ tokens: RawToken[] }>('/api/admin/api-tokens');
    const now = new Date().toISOString();
    const admins: string[] = [];
    for (const token of tokens) {
        const name = token.tokenName ?? token.username ?? 'unnamed';
        const type = token.type.toLowerCase();
        if (type === 'admin') {
            admins.push(name);
            continue;
        }
        if (token.expiresAt && token.expiresAt < now) continue;
        instance.tokens.push({
            tokenName: name,
            type: type === 'frontend' ? 'frontend' : 'client',
            environment: token.environment,
            projects: token.projects ?? [token.project ?? '*'],
            expiresAt: token.expiresAt ?? null,
            secret: isWhole(token) ? token.secret : undefined,
            shownSecret: token.secret.replace(/…$/, ''),
        } satisfies Token);
    }
    if (admins.length > 0) {
        instance.notes.push(
            `Admin tokens are not imported, so that no forgotten one stays valid: ${admins.join(', ')}.`,
        );
    }
}

/** Of hardened tokens only the selector is shown, of Halyard tokens only the beginning. */
const isWhole = ({ secret, secure }: RawToken) => !secure && !secret.endsWith('…') && !/\.v2_[^_]+$/.test(secret);

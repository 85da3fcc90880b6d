import { hash } from '@node-rs/argon2';
import type { App } from '../../src/app/app.ts';
import { ROLE_ID } from '../../src/core/access/permissions.ts';

interface Http {
    /** Sends a request that must succeed, and returns the response body. */
    // biome-ignore lint/suspicious/noExplicitAny: tests read untyped bodies
    create(method: string, path: string, body?: unknown): Promise<any>;
    /** Signs in and returns the cookie of the session. */
    signIn(username: string, password: string): Promise<string>;
    services: App['services'];
}

type Role = keyof typeof ROLE_ID;

let counter = 0;
const unique = (kind: string) => `${kind}-${++counter}`;

/** Objects for tests. Each is created through the API, with defaults for everything that the test does not specify. */
export const factories = ({ create, signIn, services }: Http) => ({
    /**
     * A user who has signed in, as options for requests: `app.get(path, await app.has.user())`.
     * Root roles are Admin, Editor and Viewer; project roles are listed by project.
     */
    user: async ({
        rootRole = 'viewer',
        projectRoles = {},
    }: {
        rootRole?: Role;
        projectRoles?: Record<string, Role | Role[]>;
    } = {}) => {
        const username = unique('user');
        const roles = [
            { role: rootRole, project: null },
            ...Object.entries(projectRoles).flatMap(([project, names]) =>
                [names].flat().map((role) => ({ role, project })),
            ),
        ];
        const id = await insertUser(services, username, roles);
        const cookie = await signIn(username, USER_PASSWORD);
        return { id, username, token: null, headers: { cookie } };
    },

    environment: (
        input: {
            name?: string;
            type?: string;
            protected?: boolean;
            enabled?: boolean;
            requiredApprovals?: number;
        } = {},
    ) => create('POST', '/api/admin/environments', { name: unique('environment'), type: 'test', ...input }),

    project: async (input: { id?: string; name?: string; environments?: string[]; [member: string]: unknown } = {}) => {
        const id = input.id ?? unique('project');
        return create('POST', '/api/admin/projects', { id, name: id, ...input });
    },

    /** A flag; with `enabled`, it is enabled in these environments, or with `true` in development. */
    flag: async ({
        project = 'default',
        enabled = [],
        ...input
    }: {
        name?: string;
        project?: string;
        type?: string;
        enabled?: boolean | string[];
        [member: string]: unknown;
    } = {}) => {
        const flag = await create('POST', `/api/admin/projects/${project}/features`, {
            name: unique('flag'),
            ...input,
        });
        const environments = enabled === true ? ['development'] : enabled === false ? [] : enabled;
        for (const environment of environments) {
            await create('POST', `/api/admin/projects/${project}/features/${flag.name}/environments/${environment}/on`);
        }
        return flag;
    },

    strategy: ({
        flag,
        project = 'default',
        environment = 'development',
        ...input
    }: {
        flag: string;
        project?: string;
        environment?: string;
        name?: string;
        [member: string]: unknown;
    }) =>
        create('POST', `/api/admin/projects/${project}/features/${flag}/environments/${environment}/strategies`, {
            name: 'default',
            ...input,
        }),

    segment: (input: { name?: string; description?: string; project?: string; constraints?: unknown[] } = {}) =>
        create('POST', '/api/admin/segments', { name: unique('segment'), constraints: [], ...input }),

    token: (
        input: {
            tokenName?: string;
            type?: string;
            environment?: string;
            projects?: string[];
            expiresAt?: string;
        } = {},
    ) => create('POST', '/api/admin/api-tokens', { tokenName: unique('token'), type: 'client', ...input }),
});

export const USER_PASSWORD = 'A-password-of-tests-1';
/** Password hashing and verification are slow by design: users of tests need no protection. */
export const QUICK_HASH = { memoryCost: 8, timeCost: 1, parallelism: 1 };
let passwordHash: Promise<string> | undefined;

/** Inserts rows directly: most tests only need users that can sign in. */
async function insertUser(
    { recordObservation, clock }: App['services'],
    username: string,
    roles: readonly { role: Role; project: string | null }[],
): Promise<number> {
    passwordHash ??= hash(USER_PASSWORD, QUICK_HASH);
    const password_hash = await passwordHash;
    const created_at = clock().toISOString();
    return recordObservation(async (tx) => {
        const { id } = await tx
            .insertInto('users')
            .values({
                name: `Name of ${username}`,
                username,
                email: `${username}@example.com`,
                password_hash,
                is_service: false,
                login_attempts: 0,
                created_at,
                seen_at: null,
                scim_id: null,
                deleted_at: null,
            })
            .returning('id')
            .executeTakeFirstOrThrow();
        await tx
            .insertInto('user_roles')
            .values(roles.map(({ role, project }) => ({ user_id: id, role_id: ROLE_ID[role], project, created_at })))
            .execute();
        return id;
    });
}

import { describe, expect, test } from 'vitest';
import type { Scope } from '../src/core/access/actor.ts';
import { PERMISSIONS, type Permission } from '../src/core/access/permissions.ts';
import { isOfAdministration, type Route } from '../src/http/route/route.ts';
import { inTable, permissionsFor, ROUTES_IN_TABLE } from './support/access-table.ts';
import { addressOf, type Schema, sampleOf } from './support/samples.ts';
import { CLIENT_TOKEN, type RequestOptions, type TestResponse, testApp } from './support/test-app.ts';

// The test cases are the routes, so the app starts before the tests are listed.
const app = await testApp({
    until: 'file',
    environment: {
        CREATE_USER_RATE_LIMIT_PER_MINUTE: '1000000',
        SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000000',
        UNLEASH_PROJECTS_LIMIT: '100000',
        UNLEASH_SEGMENTS_LIMIT: '100000',
    },
});
const { secret: frontendToken } = await app.has.token({ type: 'frontend' });
const user = await app.has.user();
const role = await app.services.recordObservation((tx) =>
    tx
        .insertInto('roles')
        .values({ name: 'tested', type: 'custom', description: null })
        .returning('id')
        .executeTakeFirstOrThrow(),
);

const adminRoutes = app.routes
    .filter(({ path }) => isOfAdministration(path))
    .map((route) => ({ ...route, name: `${route.method} ${route.path}` }));
const guarded = adminRoutes
    .map((route) => ({ ...route, permissions: permissionsFor(route) }))
    .filter(({ permissions }) => permissions.length > 0);
const cases = guarded.flatMap((route) => route.permissions.map((permission) => ({ ...route, permission })));

/** Gives the user exactly this permission in this scope. */
async function allow(permission: Permission, { project, environment }: Scope): Promise<void> {
    await forbidAll();
    await app.services.recordObservation(async (tx) => {
        const isRoot = PERMISSIONS[permission].scope === 'root';
        await tx
            .insertInto('role_permissions')
            .values({ role_id: role.id, permission, environment: environment ?? null })
            .execute();
        await tx
            .insertInto('user_roles')
            .values({
                user_id: user.id,
                role_id: role.id,
                project: isRoot ? null : (project ?? null),
                created_at: new Date().toISOString(),
            })
            .execute();
    });
}

const forbidAll = () =>
    app.services.recordObservation(async (tx) => {
        await tx.deleteFrom('user_roles').where('user_id', '=', user.id).execute();
        await tx.deleteFrom('role_permissions').where('role_id', '=', role.id).execute();
    });

interface Stage {
    project: string;
    flag: string;
    segment: number;
    template: string;
    experiment: string;
}

let stages = 0;

/** Objects that no other case uses; for callers who are allowed and make a change. */
async function newStage(): Promise<Stage> {
    const project = `project-${++stages}`;
    const flag = `flag-of-project-${stages}`;
    await created('/api/admin/projects', { id: project, name: project });
    await created(`/api/admin/projects/${project}/features`, { name: flag });
    const segment = await created('/api/admin/segments', { name: `segment-${stages}`, project, constraints: [] });
    const milestones = [{ name: 'all', sortOrder: 0, strategies: [{ name: 'default' }] }];
    const templates = `/api/admin/projects/${project}/release-templates`;
    const template = await created(templates, { name: `template-${stages}`, milestones }, 200);
    const metric = { key: 'bought', role: 'primary', outcome: 'bought', kind: 'conversion', direction: 'up' };
    const experiment = await created(`/api/admin/projects/${project}/experiments`, {
        ...{ name: 'tested', feature: flag, environment: 'development', unit: 'userId' },
        ...{ population: 'recomputed', metrics: [metric] },
    });
    const ids = { template: template.body.id, experiment: experiment.body.id };
    return { project, flag, segment: segment.body.id, ...ids };
}

async function created(path: string, body: unknown, status = 201): Promise<TestResponse> {
    const response = await send({ method: 'POST', path }, path, body, {});
    expect(response.status, JSON.stringify(response.body)).toBe(status);
    return response;
}

function send({ method }: Pick<Route, 'method' | 'path'>, address: string, body: unknown, caller: RequestOptions) {
    const rawBody = body === undefined ? {} : { rawBody: JSON.stringify(body) };
    const headers = { ...caller.headers, ...(body !== undefined && { 'content-type': 'application/json' }) };
    return app.send(method, address, { ...caller, headers, ...rawBody });
}

/** Calls the route on the stage. Its body is invalid, so that only the permission is checked; unless the body contains the scope. */
function call(route: Route, stage: Stage, caller: RequestOptions): Promise<TestResponse> {
    const address = addressOf(route, {
        projectId: stage.project,
        featureName: stage.flag,
        environment: 'development',
        ...(route.path.startsWith('/api/admin/segments/') && { id: String(stage.segment) }),
        ...(route.path.startsWith('/api/admin/release-plan-templates/') && { id: stage.template }),
        ...(route.path.includes('/experiments/:id') && { id: stage.experiment }),
    });
    return send(route, address, route.body && (route.scopeInBody ? bodyOn(route, stage) : null), caller);
}

function bodyOn({ body }: Route, { project }: Stage): object {
    // The schema of a route is JSON Schema, and a body with a scope is an object.
    const schema = body as Schema;
    const there = { project, projectId: project, environment: 'development', environmentId: 'development' };
    const members = Object.entries(there).filter(([name]) => schema.properties?.[name]);
    return { ...(sampleOf(schema) as object), ...Object.fromEntries(members) };
}

/**
 * These permissions open no route. One decides how much detail a response contains (see privacy/what-if.test.ts). Those of change
 * requests are checked where the request, or the change about to be committed, decides.
 */
const CHECKED_OUTSIDE_ROUTES: Permission[] = [
    'READ_TRAFFIC_EXAMPLES',
    'APPROVE_CHANGE_REQUEST',
    'APPLY_CHANGE_REQUEST',
    'SKIP_CHANGE_REQUEST',
];

test('every offered permission is required by a route', async () => {
    const { body } = await app.get('/api/admin/permissions');
    const { root, project, environments } = body.permissions;
    const offered = [...root, ...project, ...environments[0].permissions].map(({ name }: { name: string }) => name);

    const needed = new Set([...adminRoutes.flatMap(permissionsFor), ...CHECKED_OUTSIDE_ROUTES]);
    expect(['ADMIN', ...offered].sort()).toEqual([...needed].sort());
});

/** Used for rejected callers, and for allowed callers that change nothing. */
const untouched = await newStage();
const acts = ({ method, body, scopeInBody }: Route) => method !== 'GET' && (!body || scopeInBody !== undefined);

const lacksAccess = { status: 403, body: { name: 'NoAccessError' } };

test('the access table contains every route once, and no others', () => {
    expect([...ROUTES_IN_TABLE].sort()).toEqual(adminRoutes.map(inTable).sort());
});

describe.each(adminRoutes)('$name', (route) => {
    const address = addressOf(route);

    test('rejects requests without valid credentials', async () => {
        for (const token of [null, 'garbage', '*:*.garbage-that-looks-like-a-token', 'user:garbage']) {
            expect(await app.send(route.method, address, { token })).toMatchObject({
                status: 401,
                body: { name: 'AuthenticationRequired' },
            });
        }
    });

    test('rejects SDK tokens', async () => {
        expect(await app.send(route.method, address, { token: CLIENT_TOKEN })).toMatchObject(lacksAccess);
        expect(await app.send(route.method, address, { token: frontendToken })).toMatchObject(lacksAccess);
    });
});

test.each(guarded)('$name rejects a user without permission, and names $permissions', async (route) => {
    await forbidAll();

    const response = await call(route, untouched, user);

    expect(response).toMatchObject({ ...lacksAccess, body: { permissions: route.permissions } });
    for (const permission of route.permissions) expect(response.body.message).toContain(`"${permission}"`);
});

test.each(cases)('$name allows a user with only $permission in the scope', async (route) => {
    const stage = acts(route) ? await newStage() : untouched;
    const isOfEnvironment = PERMISSIONS[route.permission].scope === 'environment';
    await allow(route.permission, { project: stage.project, ...(isOfEnvironment && { environment: 'development' }) });

    const response = await call(route, stage, user);

    expect(response).not.toMatchObject(lacksAccess);
    expect([401, 500]).not.toContain(response.status);
});

const ofProjects = cases.filter(({ permission }) => PERMISSIONS[permission].scope !== 'root');

test.each(ofProjects)('$name rejects a user with $permission in another project', async (route) => {
    await allow(route.permission, { project: 'default' });

    expect(await call(route, untouched, user)).toMatchObject(lacksAccess);
});

const ofEnvironments = cases.filter(
    ({ permission, path }) => PERMISSIONS[permission].scope === 'environment' && path.includes(':environment'),
);

test.each(ofEnvironments)('$name rejects a user with $permission in another environment', async (route) => {
    await allow(route.permission, { project: untouched.project, environment: 'production' });

    expect(await call(route, untouched, user)).toMatchObject(lacksAccess);
});

import { describe, expect, test } from 'vitest';
import { PERMISSIONS, type Permission, PREDEFINED_ROLES, ROLE_ID } from '../src/core/access/permissions.ts';
import { isOfAdministration, type Route } from '../src/http/route/route.ts';
import { permissionsFor } from './support/access-table.ts';
import { addressOf, type Schema, sampleOf } from './support/samples.ts';
import { type RequestOptions, type TestResponse, testApp } from './support/test-app.ts';

/*
 * The matrix role × project mode × route. The access table defines what a route requires; the permissions of each role are
 * derived here independently, from the roles as data, and compared with the responses of the service.
 */

const MODES = ['open', 'protected', 'private'] as const;
type Mode = (typeof MODES)[number];

const ENVIRONMENT = 'development';
const CUSTOM_ROLE = [
    { name: 'UPDATE_FEATURE' },
    { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: ENVIRONMENT },
    { name: 'CREATE_FEATURE_STRATEGY', environment: 'production' },
];

const app = await testApp({
    until: 'file',
    environment: { CREATE_USER_RATE_LIMIT_PER_MINUTE: '1000000', SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000000' },
});

/** The objects of the project of a mode, as route parameters. Every name contains its project. */
async function stage(mode: Mode) {
    const [projectId, featureName, contextField] = [`${mode}-project`, `${mode}-flag`, `${mode}-field`];
    await app.has.project({ id: projectId, mode });
    await app.has.flag({ name: featureName, project: projectId, enabled: true });
    const strategy = await app.has.strategy({ flag: featureName, project: projectId, environment: ENVIRONMENT });
    const segment = await app.has.segment({ name: `${mode}-segment`, project: projectId });
    await app.post(`/api/admin/projects/${projectId}/context`, { name: contextField });
    await app.has.token({ tokenName: `${mode}-token`, projects: [projectId] });
    return { projectId, featureName, contextField, strategyId: String(strategy.id), segmentId: String(segment.id) };
}

type Stage = Awaited<ReturnType<typeof stage>>;
const STAGES = { open: await stage('open'), protected: await stage('protected'), private: await stage('private') };
const NOWHERE: Stage = {
    projectId: 'nowhere-project',
    featureName: 'nowhere-flag',
    contextField: 'nowhere-field',
    strategyId: 'fa5e0000-0000-4000-8000-000000000000',
    segmentId: '999999',
};
const everywhere = <T>(role: T) => Object.fromEntries(MODES.map((mode) => [STAGES[mode].projectId, role]));

interface Person {
    as: RequestOptions;
    id: number;
    /** The permissions in all projects, and those in the fixture's projects; project permissions of root roles are not included. */
    everywhere: readonly Permission[];
    there: readonly Permission[];
    /** Whether the person is a member of the fixture's projects. */
    isMember: boolean;
}

const permissionsOfRole = (id: number): readonly Permission[] =>
    PREDEFINED_ROLES.find((role) => role.id === id)!.permissions;
const isRoot = (permission: Permission) => PERMISSIONS[permission].scope === 'root';

/** A person with a personal access token, which is cheaper than a session. */
async function person(user: { id: number } & RequestOptions, may: Partial<Person> = {}): Promise<Person> {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const { body } = await app.post('/api/admin/user/tokens', { description: 'matrix', expiresAt }, user);
    return { id: user.id, as: { token: body.secret }, everywhere: [], there: [], isMember: false, ...may };
}

async function people(): Promise<Record<string, Person>> {
    const { body: role } = await app.post('/api/admin/roles', {
        name: 'custom role of a project',
        type: 'custom',
        permissions: CUSTOM_ROLE,
    });
    const custom = await app.has.user();
    const grouped = await app.has.user();
    const { body: group } = await app.post('/api/admin/groups', {
        name: 'team',
        users: [{ user: { id: grouped.id } }],
    });
    for (const { projectId } of Object.values(STAGES)) {
        const path = `/api/admin/projects/${projectId}/access`;
        await app.post(path, { roles: [role.roles.id], users: [custom.id], groups: [] });
        await app.post(path, { roles: [ROLE_ID.member], users: [], groups: [group.id] });
    }
    const none = await app.has.user();
    const withoutRole = await person(none);
    await app.services.recordObservation((tx) => tx.deleteFrom('user_roles').where('user_id', '=', none.id).execute());

    const owner = await app.has.user({ projectRoles: everywhere('owner') });
    const member = await app.has.user({ projectRoles: everywhere('member') });
    return {
        Admin: await person(await app.has.user({ rootRole: 'admin' }), {
            everywhere: Object.keys(PERMISSIONS) as Permission[],
            isMember: true,
        }),
        Editor: await person(await app.has.user({ rootRole: 'editor' }), {
            everywhere: permissionsOfRole(ROLE_ID.editor).filter(isRoot),
        }),
        Viewer: await person(await app.has.user()),
        'project Owner': await person(owner, { there: permissionsOfRole(ROLE_ID.owner), isMember: true }),
        'project Member': await person(member, { there: permissionsOfRole(ROLE_ID.member), isMember: true }),
        'custom project role': await person(custom, {
            there: ['UPDATE_FEATURE', 'UPDATE_FEATURE_ENVIRONMENT'],
            isMember: true,
        }),
        'member of a group that has a role': await person(grouped, {
            there: permissionsOfRole(ROLE_ID.member),
            isMember: true,
        }),
        'no role': withoutRole,
    };
}

const PEOPLE = Object.entries(await people());

const adminRoutes = app.routes.filter(
    ({ path, responds }) => isOfAdministration(path) && responds.contentType !== 'text/event-stream',
);
/** The route parameters that name objects of a project, with their values in the fixture. */
function coordinatesOf({ path }: Route, { segmentId, featureName, ...known }: Stage): Record<string, string> {
    return {
        ...known,
        featureName,
        toggleName: featureName,
        environment: ENVIRONMENT,
        ...(path.startsWith('/api/admin/segments/') && { id: segmentId }),
        ...(path.startsWith('/api/admin/client-metrics/') && { name: featureName }),
    };
}
const parametersOf = ({ path }: Route) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
const requiredQueryOf = ({ query }: Route): string[] => (query as Schema | undefined)?.required ?? [];
const isOfProject = (route: Route) =>
    route.scopeInBody !== undefined ||
    requiredQueryOf(route).includes('project') ||
    parametersOf(route).some((name) => name !== 'environment' && name in coordinatesOf(route, NOWHERE));

/** Changes are sent with a body that is rejected after the permission check, so nothing is changed. */
function call(route: Route, stage: Stage, { id, as }: Person): Promise<TestResponse> {
    const isOfUsers = route.path.startsWith('/api/admin/user-admin/');
    const address = addressOf(route, { ...coordinatesOf(route, stage), ...(isOfUsers && { id: String(id) }) });
    if (route.method === 'GET') return app.send('GET', `${address}${queryOn(route, stage)}`, as);
    const [type, rawBody] = route.scopeInBody
        ? ['application/json', JSON.stringify(bodyOn(route, stage))]
        : ['text/plain', 'not JSON'];
    return app.send(route.method, address, { ...as, headers: { 'content-type': type }, rawBody });
}

const newest = await app.revision();

function queryOn(route: Route, { projectId }: Stage): string {
    const values = Object.entries({
        ...{ project: projectId, environment: ENVIRONMENT, from: newest, source: 'production' },
        ...{ metricName: 'flag_evaluations_total', range: 'hour' },
    });
    const required = values.filter(([name]) => requiredQueryOf(route).includes(name));
    return required.length === 0 ? '' : `?${required.map(([name, value]) => `${name}=${value}`).join('&')}`;
}

function bodyOn({ body }: Route, { projectId, strategyId }: Stage): object {
    // A route schema is JSON Schema; a body schema with a scope describes an object.
    const schema = body as Schema;
    const there = { project: projectId, projectId, strategyId, environment: ENVIRONMENT, environmentId: ENVIRONMENT };
    const members = Object.entries(there).filter(([name]) => schema.properties?.[name]);
    return { ...(sampleOf(schema) as object), ...Object.fromEntries(members) };
}

const describeResponse = ({ status, body }: TestResponse) => `${status} ${JSON.stringify(body).slice(0, 200)}`;

/** The error in a response to a user who can see the project; undefined for none. */
function faultOf(route: Route, response: TestResponse, { everywhere, there }: Person): string | undefined {
    const needed = permissionsFor(route);
    const isAllowed = needed.length === 0 || needed.some((name) => everywhere.includes(name) || there.includes(name));
    if (!isAllowed) {
        const names = needed.every((name) => response.body.message?.includes(`"${name}"`));
        return response.status === 403 && names ? undefined : `should be refused for lack of ${needed}`;
    }
    if ([401, 403, 500].includes(response.status)) return 'should be let in';
    if (route.method !== 'GET')
        return route.scopeInBody || response.status === 415 ? undefined : 'should read the body';
    const isThere = parametersOf(route).every((name) => name in coordinatesOf(route, NOWHERE));
    return isThere && response.status !== 200 ? 'should be seen' : undefined;
}

/** Calls all routes, several at a time, and returns the faults in their responses. */
async function faultsOf(
    routes: readonly Route[],
    check: (route: Route) => Promise<[answer: TestResponse, fault: string | undefined]>,
): Promise<string[]> {
    const faults: string[] = [];
    for (let start = 0; start < routes.length; start += 10) {
        const some = routes.slice(start, start + 10);
        const results = await Promise.all(some.map(async (route) => ({ route, result: await check(route) })));
        for (const { route, result } of results) {
            const [response, fault] = result;
            if (fault) faults.push(`${route.method} ${route.path} ${fault}, but answers ${describeResponse(response)}`);
        }
    }
    return faults;
}

const ofProjects = adminRoutes.filter(isOfProject);
const ofInstance = adminRoutes.filter((route) => !isOfProject(route));
const lists = adminRoutes.filter((route) => route.method === 'GET' && parametersOf(route).length === 0);

test('the matrix is not empty', () => {
    expect(ofProjects.length).toBeGreaterThan(90);
    expect(ofInstance.length).toBeGreaterThan(100);
    expect(lists.length).toBeGreaterThan(40);
});

describe.each(PEOPLE)('%s', (_role, person) => {
    for (const mode of MODES) {
        if (mode === 'private' && !person.isMember) {
            test('cannot distinguish objects of a private project from missing objects', async () => {
                const faults = await faultsOf(ofProjects, async (route) => {
                    const hidden = await call(route, STAGES.private, person);
                    const missing = await call(route, NOWHERE, person);
                    const isSame = withoutNames(hidden) === withoutNames(missing);
                    const isOpen = route.path.includes('/:projectId') && ![403, 404].includes(hidden.status);
                    return [hidden, isSame && !isOpen ? undefined : `should answer ${describeResponse(missing)}`];
                });

                expect(faults).toEqual([]);
            });
        } else {
            test(`has exactly the access of the role in the ${mode} project`, async () => {
                const faults = await faultsOf(ofProjects, async (route) => {
                    const response = await call(route, STAGES[mode], person);
                    return [response, faultOf(route, response, person)];
                });

                expect(faults).toEqual([]);
            });
        }
    }

    test('has exactly the access of the role in the instance', async () => {
        const faults = await faultsOf(ofInstance, async (route) => {
            const response = await call(route, NOWHERE, person);
            return [response, faultOf(route, response, { ...person, there: [] })];
        });

        expect(faults).toEqual([]);
    });

    test('finds in lists only objects of visible projects', async () => {
        const { body } = await app.send('GET', '/api/admin/projects', person.as);
        const faults = await faultsOf(lists, async (route) => {
            const response = await call(route, NOWHERE, person);
            const isRevealed = JSON.stringify(response.body).includes('private-');
            return [response, isRevealed && !person.isMember ? 'should not tell of the private project' : undefined];
        });

        const visible = MODES.filter((mode) => mode !== 'private' || person.isMember).map((mode) => `${mode}-project`);
        expect(body.projects.map(({ id }: { id: string }) => id).sort()).toEqual(['default', ...visible].sort());
        expect(faults).toEqual([]);
    });
});

test('an administrator finds the private project in many lists, so the comparison is meaningful', async () => {
    const [, admin] = PEOPLE[0]!;
    const responses = await Promise.all(lists.map((route) => call(route, NOWHERE, admin)));

    expect(responses.filter(({ body }) => JSON.stringify(body).includes('private-')).length).toBeGreaterThan(5);
});

/** The response without values from the request and without values that differ in each response. */
function withoutNames({ status, body }: TestResponse): string {
    const { private: hidden } = STAGES;
    const text = JSON.stringify(body, (name, value) => (name === 'id' ? undefined : value));
    return [hidden, NOWHERE]
        .flatMap((stage) => [
            ...Object.entries(stage)
                .filter(([name]) => name !== 'segmentId')
                .map(([name, value]) => [value, name] as const),
            [`segment ${stage.segmentId}`, 'segment'] as const,
        ])
        .reduce((all, [value, name]) => all.replaceAll(value, name), `${status} ${text}`);
}

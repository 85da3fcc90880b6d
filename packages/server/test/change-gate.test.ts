import { describe, expect, test } from 'vitest';
import { isAdminWrite, isOfAdministration, type Route, statusesOf } from '../src/http/route/route.ts';
import {
    buildStage,
    type Call,
    DECIDING,
    DESCRIBING,
    type GateStage,
    type Received,
    readCalls,
    STAGE_FLAGS,
    setupCalls,
    stageIn,
} from './support/gate-stage.ts';
import { protect } from './support/protect.ts';
import { addressOf, type Schema, sampleOf } from './support/samples.ts';
import { prepared, type RequestOptions, type TestResponse, testApp } from './support/test-app.ts';
import { wholeDatabase } from './support/whole-database.ts';

/*
 * Where approvals are required and cannot be bypassed, no route changes the decisions of SDKs, regardless of the caller. All existing routes are
 * called, so a new route is included automatically. The calls that would make a difference are written by hand, and also run where no
 * approval is required, so that the test is not empty.
 */

const { template, made } = await prepared((fresh) => buildStage(fresh, 'shop'));
const app = await testApp({
    until: 'file',
    template,
    environment: { CREATE_USER_RATE_LIMIT_PER_MINUTE: '1000000', SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000000' },
});
const stage = stageIn(app, made);
await protect(app, { project: stage.project, environment: stage.environment, rules: { bypass: 'nobody' } });

const routes = app.routes.filter((route) => isAdminWrite(route) && isOfAdministration(route.path));
const routeOf = (operationId: string) => routes.find((route) => route.operationId === operationId)!;

/** Bodies that would break later calls of the test. */
const HARMLESS: Record<string, unknown> = {
    setMaintenanceMode: { enabled: false },
    toggleMaintenance: { enabled: false },
};

function call(
    on: GateStage,
    { operationId, params, query = '', body }: Call,
    as: RequestOptions = {},
): Promise<TestResponse> {
    const route = routeOf(operationId);
    expect(route, `there is no route ${operationId}`).toBeDefined();
    const parameters = {
        projectId: on.project,
        environment: on.environment,
        featureName: on.name('lit'),
        strategyId: on.strategies.first,
        ...(route.path.startsWith('/api/admin/environments/') && { name: on.environment }),
        ...(route.path.startsWith('/api/admin/segments/') && { id: String(on.own) }),
        ...params,
    };
    const content = body ?? HARMLESS[operationId] ?? (route.body && bodyOn(route, on));
    return on.app.send(route.method, addressOf(route, parameters) + query, {
        ...as,
        ...(content !== undefined && {
            rawBody: JSON.stringify(content),
            headers: { ...as.headers, 'content-type': 'application/json' },
        }),
    });
}

function bodyOn({ body }: Route, on: GateStage): unknown {
    const schema = body as Schema;
    const sample = sampleOf(schema);
    if (typeof sample !== 'object' || sample === null || Array.isArray(sample)) return sample;
    const there = {
        project: on.project,
        projectId: on.project,
        environment: on.environment,
        features: [on.name('lit')],
    };
    const members = Object.entries(there).filter(([name]) => schema.properties?.[name]);
    return { ...sample, ...Object.fromEntries(members) };
}

async function callers(): Promise<Record<string, RequestOptions>> {
    const there = { [stage.project]: 'owner', [stage.outside]: 'owner' } as const;
    const personal = await app.has.user({ rootRole: 'editor', projectRoles: there });
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const { body: token } = await app.post('/api/admin/user/tokens', { description: 'gate', expiresAt }, personal);
    const { body: account } = await app.post('/api/admin/service-account', {
        name: 'robot',
        username: 'robot',
        rootRole: 1,
    });
    const { body: key } = await app.post(`/api/admin/service-account/${account.id}/token`, {
        description: 'gate',
        expiresAt,
    });
    const skipper = await app.has.user({ rootRole: 'editor', projectRoles: there });
    const { body: role } = await app.post('/api/admin/roles', {
        name: 'skipper',
        type: 'custom',
        permissions: [{ name: 'SKIP_CHANGE_REQUEST', environment: stage.environment }],
    });
    await app.post(`/api/admin/projects/${stage.project}/access`, {
        roles: [role.roles.id],
        users: [skipper.id],
        groups: [],
    });
    return {
        'a member': await app.has.user({ projectRoles: { [stage.project]: 'member', [stage.outside]: 'member' } }),
        'an owner': await app.has.user({ rootRole: 'editor', projectRoles: there }),
        'a personal token': { token: token.secret },
        'a service account': { token: key.secret },
        'a holder of SKIP_CHANGE_REQUEST': skipper,
        'an administrator': await app.has.user({ rootRole: 'admin' }),
        'an admin token': {},
    };
}

const CALLERS = Object.entries(await callers());
const before = await stage.seen();

const describeResponse = ({ status, body }: TestResponse) => `${status} ${JSON.stringify(body)?.slice(0, 200)}`;

test('the generated calls are not empty', () => {
    const { flags } = JSON.parse(before);

    expect(routes.length).toBeGreaterThan(130);
    expect(flags.map(({ name }: { name: string }) => name).sort()).toEqual(STAGE_FLAGS.map(stage.name));
});

// A new member of the SDK payload fails here until it is added to one of the two lists.
test('every member of the SDK payload is listed as affecting decisions or as descriptive', async () => {
    const { features = [], segments = [] } = await stage.received();
    const own = features.filter(({ project }) => project === stage.project);
    const membersOf = (list: readonly object[]) => [...new Set(list.flatMap((each) => Object.keys(each)))].sort();

    expect(membersOf(own)).toEqual([...DECIDING.flag, ...DESCRIBING.flag].sort());
    expect(membersOf(own.flatMap(({ strategies }) => strategies))).toEqual([...DECIDING.strategy].sort());
    expect(membersOf(segments)).toEqual([...DECIDING.segment, ...DESCRIBING.segment].sort());
});

/** The decision members of the SDK payload that a call changed. */
function changedMembers(before: Received, after: Received): string[] {
    const text = (value: unknown) => JSON.stringify(value);
    const changed: string[] = [];
    for (const flag of before.features ?? []) {
        const other = after.features?.find(({ name }) => name === flag.name);
        if (!other) continue;
        changed.push(...DECIDING.flag.filter((member) => text(flag[member]) !== text(other[member])).map(ofFlag));
        for (const [index, strategy] of flag.strategies.entries()) {
            const now = other.strategies[index];
            const differs = (member: string) => now && text(strategy[member]) !== text(now[member]);
            changed.push(...DECIDING.strategy.filter(differs).map(ofStrategy));
        }
    }
    for (const segment of before.segments ?? []) {
        const other = after.segments?.find(({ id }) => id === segment['id']);
        if (!other) continue;
        changed.push(
            ...DECIDING.segment.filter((member) => text(segment[member]) !== text(other[member])).map(ofSegment),
        );
    }
    return changed;
}

const ofFlag = (member: string) => `flag.${member}`;
const ofStrategy = (member: string) => `strategy.${member}`;
const ofSegment = (member: string) => `segment.${member}`;

// Runs first: later calls could cause other errors.
test('calls that would change the SDK payload are rejected because they need approval, and for no other reason', async () => {
    for (const [what, each] of Object.entries(readCalls(stage))) {
        const response = await call(stage, each);

        expect(response, `${what}: ${describeResponse(response)}`).toMatchObject({
            status: 403,
            body: {
                name: 'PermissionError',
                permissions: ['SKIP_CHANGE_REQUEST'],
                message: expect.stringContaining(`${stage.environment} of project ${stage.project}`),
            },
        });
    }
});

/** Without the next values of PostgreSQL sequences, which are not rolled back and not in use. */
async function allRows(): Promise<[table: string, rows: string[]][]> {
    return Object.entries(await wholeDatabase(app.services)).filter(([name]) => !name.endsWith('_id_seq'));
}

// If a route applied the change anyway, the caller would notice too late.
test('every route changes nothing when only its effect is requested', { timeout: 120_000 }, async () => {
    const untouched = await allRows();
    const generated = routes.map(({ operationId }): [string, Call] => [operationId, { operationId }]);
    const byHand = Object.entries({ ...readCalls(stage), ...setupCalls(stage) });
    const holes: string[] = [];

    for (const [what, each] of [...byHand, ...generated]) {
        const response = await call(stage, each, { headers: { prefer: 'what-if' } });
        const isTried = response.headers.get('preference-applied') === 'what-if';
        if (response.status < 400 && !isTried) holes.push(`${what} answered ${describeResponse(response)}`);
        if (what in readCalls(stage) && !isTried) holes.push(`${what} was not tried: ${describeResponse(response)}`);
    }

    expect(holes).toEqual([]);
    expect(await allRows()).toEqual(untouched);
});

describe.each(CALLERS)('%s', (_who, as) => {
    test('changes no decision of SDKs, whichever route is called', { timeout: 120_000 }, async () => {
        const generated = routes.map(({ operationId }): [string, Call] => [operationId, { operationId }]);
        const byHand = Object.entries({ ...readCalls(stage), ...setupCalls(stage) });
        const holes: string[] = [];

        for (const [what, each] of [...byHand, ...generated]) {
            const response = await call(stage, each, as);
            const route = routeOf(each.operationId);
            if (!statusesOf(route).includes(response.status))
                holes.push(`${what} answered ${describeResponse(response)}, undeclared`);
            // Refusals are checked together at the end.
            if (response.status < 400 && (await stage.seen()) !== before) {
                holes.push(`${what} (${route.method} ${route.path}) answered ${describeResponse(response)}`);
                break;
            }
        }

        expect(holes).toEqual([]);
        expect(await stage.seen()).toBe(before);
    });
});

describe('without approval rules, the same calls change the SDK payload', () => {
    const changed = new Set<string>();

    test.each(Object.keys(readCalls(stage)))('%s', async (what) => {
        const free = stageIn(await testApp({ template }), made);
        const [was, received] = [await free.seen(), await free.received()];

        const response = await call(free, readCalls(free)[what]!);

        expect(response.status, describeResponse(response)).toBeLessThan(300);
        expect(await free.seen()).not.toBe(was);
        for (const member of changedMembers(received, await free.received())) changed.add(member);
    });

    test('every decision member was changed by one of the calls', () => {
        expect([...changed].sort()).toEqual(
            [
                ...DECIDING.flag.map(ofFlag),
                ...DECIDING.strategy.map(ofStrategy),
                ...DECIDING.segment.map(ofSegment),
            ].sort(),
        );
    });
});

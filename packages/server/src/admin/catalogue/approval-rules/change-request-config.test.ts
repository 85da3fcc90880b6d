import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const CONFIGURED = 'change-request-configuration-updated';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
});

const configs = (project: string) => `/api/admin/projects/${project}/change-requests/config`;
const config = (project: string, environment = 'production') =>
    `/api/admin/projects/${project}/environments/${environment}/change-requests/config`;

async function project(members = {}): Promise<string> {
    return (await app.has.project(members)).id;
}

test('the configuration lists every environment of a project', async () => {
    const id = await project();
    await app.put(config(id), { changeRequestsEnabled: true, requiredApprovals: 2 });

    expect((await app.get(configs(id), await app.has.user())).body).toEqual([
        { environment: 'development', type: 'development', changeRequestEnabled: false, requiredApprovals: null },
        { environment: 'production', type: 'production', changeRequestEnabled: true, requiredApprovals: 2 },
    ]);
});

test.each([
    [undefined, 1],
    [null, 1],
    [0, 1],
    [1, 1],
    [10, 10],
    [11, 10],
    [99, 10],
])('%s required approvals become %s', async (requiredApprovals, stored) => {
    const id = await project();
    expect(await app.put(config(id), { changeRequestsEnabled: true, requiredApprovals })).toMatchObject({
        status: 200,
        body: '',
    });

    expect((await app.get(config(id))).body).toEqual({
        changeRequestsEnabled: true,
        requiredApprovals: stored,
        rules: {},
    });
});

test('omitted members keep their values', async () => {
    const id = await project();
    const former = { selfApproval: true, turnOffWithoutApproval: true };
    await app.put(config(id), { changeRequestsEnabled: true, requiredApprovals: 3, rules: former });

    await app.put(config(id), { changeRequestsEnabled: true, requiredApprovals: 4 });
    await app.put(config(id), { changeRequestsEnabled: true, rules: { reasonRequired: true } });

    expect((await app.get(config(id))).body).toEqual({
        changeRequestsEnabled: true,
        requiredApprovals: 4,
        rules: { reasonRequired: true, turnOffWithoutApproval: true },
    });
});

test('an update without a change needs no approval and changes nothing', async () => {
    const id = await project();
    const settings = { changeRequestsEnabled: true, requiredApprovals: 2, rules: { reasonRequired: true } };
    await app.put(config(id), settings);
    const owner = await app.has.user({ projectRoles: { [id]: 'owner' } });
    const prefer = { headers: { ...owner.headers, prefer: 'change-request' } };

    for (const by of [owner, prefer]) {
        expect(await app.put(config(id), settings, { ...by, changesNothing: true })).toMatchObject({ status: 200 });
    }
    expect(await app.put(config(id), { ...settings, requiredApprovals: 1 }, owner)).toMatchObject({ status: 403 });
    expect(await app.put(config(id), { ...settings, rules: {} }, owner)).toMatchObject({ status: 403 });
});

test('switching off accepts the values that tools send, and records an event only if it was on', async () => {
    const id = await project();
    const off = { changeRequestsEnabled: false, requiredApprovals: 0 };
    expect(await app.put(config(id), off, { changesNothing: true })).toMatchObject({ status: 200 });
    await app.put(config(id), { changeRequestsEnabled: true });

    expect(await app.put(config(id), off)).toMatchObject({ status: 200 });

    expect((await app.get(config(id))).body).toMatchObject({ changeRequestsEnabled: false, requiredApprovals: null });
    const { events } = (await app.get(`/api/admin/events?project=${id}`)).body;
    expect(events[0]).toMatchObject({
        type: 'change-request-configuration-updated',
        environment: 'production',
        preData: { changeRequestsEnabled: true, requiredApprovals: 1 },
        data: { changeRequestsEnabled: false },
    });
});

describe('rules', () => {
    test('are stored as sent', async () => {
        const id = await project();
        const group = (await app.post('/api/admin/groups', { name: 'Security' })).body.id;
        const rules = {
            selfApproval: false,
            bypass: 'break-glass',
            groups: [{ group, approvals: 1 }],
            excludedApprovers: { users: [1] },
            additionalApprovals: [{ when: { changesMoreThanPercent: 50 }, approvals: 3 }],
            frozen: [
                { timeZone: 'Europe/Oslo', days: [5], from: '16:00', to: '08:00' },
                { timeZone: 'UTC', from: '2026-12-20T00:00', to: '2027-01-04T00:00' },
            ],
        };

        await app.put(config(id), { changeRequestsEnabled: true, rules });

        expect((await app.get(config(id))).body.rules).toEqual({
            ...rules,
            notBy: { users: [1] },
            more: [{ when: { changesMoreThanPercent: 50 }, approvals: 3 }],
        });
    });

    const excluded = { users: [1] };
    const additional = [{ when: { flagType: 'kill-switch' }, approvals: 2 }];
    const bothNames = {
        excludedApprovers: excluded,
        additionalApprovals: additional,
        notBy: excluded,
        more: additional,
    };

    test('are accepted with the former names of members, and sent back unchanged', async () => {
        const id = await project();
        await app.put(config(id), { changeRequestsEnabled: true, rules: { notBy: excluded, more: additional } });
        const { rules } = (await app.get(config(id))).body;
        expect(rules).toEqual(bothNames);

        const again = { changeRequestsEnabled: true, rules };
        expect(await app.put(config(id), again, { changesNothing: true })).toMatchObject({ status: 200 });
        const [event] = (await app.get(`/api/admin/events?project=${id}&type=${CONFIGURED}`)).body.events;
        expect(event.data.rules).toEqual({ excludedApprovers: excluded, additionalApprovals: additional });
    });

    test.each([
        [{ excludedApprovers: excluded, notBy: { users: [2] } }, '/body/rules/notBy'],
        [{ additionalApprovals: additional, more: [] }, '/body/rules/more'],
    ])('%j with two different values is rejected', async (rules, path) => {
        expect(await app.put(config('default'), { changeRequestsEnabled: true, rules })).toMatchObject({
            status: 400,
            body: { details: [{ path }] },
        });
    });

    test('are stored with both names, because nodes of the previous release know only the former ones', async () => {
        const id = await project();
        await app.put(config(id), { changeRequestsEnabled: true, rules: { excludedApprovers: excluded } });
        const [row] = await app.services.db
            .selectFrom('change_request_settings')
            .select('rules')
            .where('project', '=', id)
            .execute();
        expect(row!.rules).toEqual({ excludedApprovers: excluded, notBy: excluded });
    });

    test.each([
        [{ groups: [{ group: 9_999, approvals: 1 }] }, '/body/rules/groups'],
        [{ excludedApprovers: { groups: [9_999] } }, '/body/rules/excludedApprovers/groups'],
        [{ additionalApprovals: [{ when: {}, approvals: 2 }] }, '/body/rules/additionalApprovals/0/when'],
        [
            { additionalApprovals: [{ when: { tag: 'a:b', flagType: 'release' }, approvals: 2 }] },
            '/body/rules/additionalApprovals/0/when',
        ],
        [
            { additionalApprovals: [{ when: { tag: 'a:b' }, approvals: 11 }] },
            '/body/rules/additionalApprovals/0/approvals',
        ],
        [{ frozen: [{ timeZone: 'Mars/Olympus', from: '1', to: '2' }] }, '/body/rules/frozen/0/timeZone'],
        [
            { frozen: [{ timeZone: 'UTC', days: [1], from: '2026-01-01T00:00', to: '08:00' }] },
            '/body/rules/frozen/0/from',
        ],
        [
            { frozen: [{ timeZone: 'UTC', from: '2026-02-30T00:00', to: '2026-03-01T00:00' }] },
            '/body/rules/frozen/0/from',
        ],
        [
            { frozen: [{ timeZone: 'UTC', from: '2026-02-02T00:00', to: '2026-02-01T00:00' }] },
            '/body/rules/frozen/0/to',
        ],
        [{ colour: 'red' }, '/body/rules/colour'],
    ])('%j is rejected with the path of the error', async (rules, path) => {
        expect(await app.put(config('default'), { changeRequestsEnabled: true, rules })).toMatchObject({
            status: 400,
            body: { details: [{ path }] },
        });
    });
});

describe('a new project', () => {
    test('requires approvals in the configured environments', async () => {
        const body = { id: 'told', name: 'Told', changeRequestEnvironments: [{ name: 'production' }] };

        expect((await app.post('/api/admin/projects', body)).body.changeRequestEnvironments).toEqual([
            { name: 'production', requiredApprovals: 1 },
        ]);

        expect((await app.get(configs('told'))).body[1]).toMatchObject({ requiredApprovals: 1 });
        expect((await app.post('/api/admin/projects', { name: 'Untold' })).body.changeRequestEnvironments).toEqual([]);
    });

    test.each(['nowhere', 'qa'])('cannot require approvals in %s, which it does not have', async (name) => {
        if (name === 'qa') await app.has.environment({ name: 'qa', enabled: false });
        const body = { name: 'x', environments: ['production'], changeRequestEnvironments: [{ name }] };

        expect(await app.post('/api/admin/projects', body)).toMatchObject({
            status: 400,
            body: { details: [{ path: '/body/changeRequestEnvironments' }] },
        });
    });

    test('inherits the approvals of its environments, also of environments that are added later', async () => {
        await app.has.environment({ name: 'staging', requiredApprovals: 99 });
        expect((await app.get('/api/admin/environments/staging')).body.requiredApprovals).toBe(10);
        const environments = '/api/admin/environments/update/staging';
        expect((await app.put(environments, { requiredApprovals: 2 })).body.requiredApprovals).toBe(2);
        const created = (await app.post('/api/admin/projects', { name: 'n', environments: ['staging', 'production'] }))
            .body;
        expect(created.changeRequestEnvironments).toEqual([{ name: 'staging', requiredApprovals: 2 }]);

        const later = await project({ environments: ['production'] });
        await app.post(`/api/admin/projects/${later}/environments`, { environment: 'staging' });
        expect((await app.get(config(later, 'staging'))).body.requiredApprovals).toBe(2);

        const never = await project({ environments: ['production'] });
        await app.post(`/api/admin/projects/${never}/environments`, {
            environment: 'staging',
            changeRequestsEnabled: false,
        });
        expect((await app.get(config(never, 'staging'))).body.changeRequestsEnabled).toBe(false);

        await app.put(environments, { requiredApprovals: null });
        expect((await app.get('/api/admin/environments')).body.environments).toContainEqual(
            expect.objectContaining({ name: 'staging', requiredApprovals: null }),
        );
    });

    test('can require approvals in an environment that is added', async () => {
        const id = await project({ environments: ['development'] });
        await app.post(`/api/admin/projects/${id}/environments`, {
            environment: 'production',
            changeRequestsEnabled: true,
        });

        expect((await app.get(config(id))).body).toMatchObject({ changeRequestsEnabled: true, requiredApprovals: 1 });
    });
});

test('an environment that is removed and added again still needs approvals', async () => {
    const id = await project();
    await app.put(config(id), { changeRequestsEnabled: true, requiredApprovals: 2 });
    await app.delete(`/api/admin/projects/${id}/environments/production`);
    await app.post(`/api/admin/projects/${id}/environments`, { environment: 'production' });

    expect((await app.get(config(id))).body.requiredApprovals).toBe(2);
});

test.each([
    ['GET', configs('nowhere')],
    ['GET', config('default', 'nowhere')],
    ['PUT', config('nowhere')],
    ['PUT', config('default', 'nowhere')],
])('%s %s returns 404', async (method, path) => {
    const response = method === 'GET' ? app.get(path) : app.put(path, { changeRequestsEnabled: false });

    expect(await response).toMatchObject({ status: 404, body: { name: 'NotFoundError' } });
});

test('users who can see the project can read the configuration, and users who may change the project can change it', async () => {
    const id = await project();
    const viewer = await app.has.user();
    const owner = await app.has.user({ projectRoles: { [id]: 'owner' } });

    expect(await app.get(configs(id), viewer)).toMatchObject({ status: 200 });
    expect(await app.get(config(id), viewer)).toMatchObject({ status: 200 });
    expect(await app.put(config(id), { changeRequestsEnabled: true }, viewer)).toMatchObject({ status: 403 });
    expect(await app.put(config(id), { changeRequestsEnabled: true }, owner)).toMatchObject({ status: 200 });
});

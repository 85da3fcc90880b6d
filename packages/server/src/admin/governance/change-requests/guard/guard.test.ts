import { describe, expect, test } from 'vitest';
import { protect } from '../../../../../test/support/protect.ts';
import { watchStatements, withoutBackgroundWork } from '../../../../../test/support/statements.ts';
import { type RequestOptions, type TestApp, testApp } from '../../../../../test/support/test-app.ts';

const FLAGS = '/api/admin/projects/default/features';
const DEVELOPMENT = `${FLAGS}/lantern/environments/development`;
const ON = `${DEVELOPMENT}/on`;
const BYPASSED = 'halyard-bypassed-approval';

/** A disabled flag in an environment that requires approvals, and a user with all permissions except to bypass them. */
async function world({ rules = {}, environments = ['development'] }: { rules?: object; environments?: string[] } = {}) {
    const app = await testApp();
    await app.has.flag({ name: 'lantern' });
    const member = await app.has.user({ rootRole: 'editor', projectRoles: { default: 'owner' } });
    for (const environment of environments) await protect(app, { environment, rules });
    return { app, member };
}

const newest = async (app: TestApp) => (await app.get('/api/admin/events')).body.events[0];
const prefers = ({ headers, ...as }: RequestOptions): RequestOptions => ({
    ...as,
    headers: { ...headers, prefer: 'respond-async, change-request' },
});

async function holderOfSkip(app: TestApp, environment: string) {
    const user = await app.has.user({ projectRoles: { default: 'member' } });
    const { body } = await app.post('/api/admin/roles', {
        name: `skips ${environment}`,
        type: 'custom',
        permissions: [{ name: 'SKIP_CHANGE_REQUEST', environment }],
    });
    await app.post('/api/admin/projects/default/access', { roles: [body.roles.id], users: [user.id], groups: [] });
    return user;
}

test('a refused change is proposed in the transaction that refused it', async () => {
    withoutBackgroundWork();
    const { app, member } = await world();
    const watched = watchStatements();

    expect(await app.post(ON, undefined, prefers(member))).toMatchObject({ status: 202 });

    // Every transaction that changes something reads the newest event.
    expect(
        watched.executed().filter((text) => text.startsWith('select "revision", "hash" from "event_head"')),
    ).toHaveLength(1);
    expect((await app.clientFeatures()).features).toMatchObject([{ name: 'lantern', enabled: false }]);
});

describe('bypassing approvals', () => {
    test('a direct write is refused and leaves no trace', async () => {
        const { app, member } = await world();

        expect(await app.post(ON, {}, member)).toMatchObject({
            status: 403,
            body: {
                name: 'PermissionError',
                permissions: ['SKIP_CHANGE_REQUEST'],
                message: expect.stringContaining('development of project default'),
            },
        });
        expect((await app.clientFeatures()).features).toMatchObject([{ enabled: false }]);
    });

    test('an administrator can bypass approvals, and the response and the event say so', async () => {
        const { app, member } = await world();

        const { status, headers } = await app.post(ON, {});
        expect({ status, header: headers.get(BYPASSED) }).toEqual({ status: 200, header: 'development' });
        expect(await newest(app)).toMatchObject({ type: 'feature-environment-enabled', bypass: true });

        const elsewhere = await app.post(ON.replace('development', 'production'), {});
        const refused = await app.post(ON.replace(/on$/, 'off'), {}, member);
        expect([elsewhere, refused].map((each) => [each.status, each.headers.get(BYPASSED)])).toEqual([
            [200, null],
            [403, null],
        ]);
    });

    test('responses with a format of Halyard name the environments whose approvals were bypassed', async () => {
        const { app } = await world({ environments: ['development', 'production'] });
        await app.post(ON, {});
        const { id } = await newest(app);
        const enabled = { enabled: false };
        const files = {
            flags: [
                { flag: 'lantern', project: 'default', environments: { development: enabled, production: enabled } },
            ],
            owned: ['enabled'],
        };

        const reverted = await app.post('/api/admin/projects/default/revert', { event: id });
        const unchanged = await app.post('/api/admin/gitops/apply', files, { changesNothing: true });
        await app.post(ON, {});
        const applied = await app.post('/api/admin/gitops/apply', files);

        expect(reverted).toMatchObject({ status: 200, body: { bypassedApproval: ['development'] } });
        expect(unchanged.body).not.toHaveProperty('bypassedApproval');
        expect(applied).toMatchObject({ status: 200, body: { bypassedApproval: ['development'] } });
        expect(applied.headers.get(BYPASSED)).toBe('development');
    });

    test('SKIP_CHANGE_REQUEST allows a bypass only in its environment', async () => {
        const { app } = await world();
        const [there, elsewhere] = [await holderOfSkip(app, 'development'), await holderOfSkip(app, 'production')];

        expect(await app.post(ON, {}, elsewhere)).toMatchObject({ status: 403, body: { name: 'PermissionError' } });
        expect(await app.post(ON, {}, there)).toMatchObject({ status: 200 });
        expect(await newest(app)).toMatchObject({ bypass: true, createdByUserId: there.id });
    });

    test.each(['break-glass', 'nobody'])(
        'an administrator cannot bypass approvals with the rule %s',
        async (bypass) => {
            const { app } = await world({ rules: { bypass } });

            expect(await app.post(ON, {})).toMatchObject({ status: 403, body: { name: 'PermissionError' } });
        },
    );

    test.each([
        { from: 'default', to: 'harbour' },
        { from: 'harbour', to: 'default' },
    ])('an enabled flag cannot be moved out of or into a protected project: $from to $to', async ({ from, to }) => {
        const app = await testApp();
        await app.has.project({ id: 'harbour' });
        await app.has.flag({ name: 'lantern', project: from, enabled: true });
        await protect(app, { project: 'default', rules: { bypass: 'nobody' } });

        expect(
            await app.post(`/api/admin/projects/${from}/features/lantern/changeProject`, { newProjectId: to }),
        ).toMatchObject({ status: 403, body: { message: expect.stringContaining('development of project default') } });
    });

    test('descriptive settings of a flag and new flags need no approval', async () => {
        const { app, member } = await world();

        expect(await app.put(`${FLAGS}/lantern`, { description: 'lights' }, member)).toMatchObject({ status: 200 });
        expect(await app.post(FLAGS, { name: 'new' }, member)).toMatchObject({ status: 201 });
        expect(await newest(app)).not.toHaveProperty('bypass');
    });

    test('changes that SDKs do not receive yet need approval: disabled strategies, and strategies of disabled flags', async () => {
        const { app, member } = await world({ environments: [] });
        const { id } = await app.has.strategy({ flag: 'lantern', name: 'flexibleRollout', disabled: true });
        await protect(app);
        const rollout = [{ op: 'replace', path: '/parameters/rollout', value: '1' }];

        for (const refused of [
            await app.patch(`${DEVELOPMENT}/strategies/${id}`, rollout, member),
            await app.delete(`${DEVELOPMENT}/strategies/${id}`, member),
            await app.post(`${DEVELOPMENT}/strategies`, { name: 'default' }, member),
        ]) {
            expect(refused).toMatchObject({ status: 403, body: { name: 'PermissionError' } });
        }
        const title = [{ op: 'replace', path: '/title', value: 'later' }];
        expect(await app.patch(`${DEVELOPMENT}/strategies/${id}`, title, member)).toMatchObject({ status: 200 });
    });

    test('a change of the rules is checked against the current rules, not the new ones', async () => {
        const { app } = await world({ rules: { bypass: 'nobody' } });
        const config = '/api/admin/projects/default/environments/development/change-requests/config';

        for (const body of [{ changeRequestsEnabled: false }, { changeRequestsEnabled: true, rules: {} }]) {
            expect(await app.put(config, body)).toMatchObject({
                status: 403,
                body: { changeRequest: { body: [{ action: 'updateChangeRequestConfig', payload: body }] } },
            });
        }
        expect((await app.get(config)).body).toMatchObject({ rules: { bypass: 'nobody' } });
    });
});

describe('reasons', () => {
    const because = (reason: string) => ({ headers: { 'change-reason': reason } });

    test('the reason is recorded in the events of any change', async () => {
        const app = await testApp();

        await app.post('/api/admin/tags', { type: 'simple', value: 'tidy' }, because('  tidying up '));
        expect(await newest(app)).toMatchObject({ type: 'tag-created', reason: 'tidying up' });
        const utf8 = Buffer.from('für Ünal 🚩', 'utf8').toString('latin1');
        await app.post('/api/admin/tags', { type: 'simple', value: 'other' }, because(utf8));
        expect(await newest(app)).toMatchObject({ reason: 'für Ünal 🚩' });
        expect((await app.get('/api/admin/events/verify')).body).toMatchObject({ valid: true });
    });

    test.each([' ', 'x'.repeat(501)])('a reason of the wrong length is refused', async (reason) => {
        const app = await testApp();

        expect(await app.post('/api/admin/tags', { type: 'simple', value: 'tidy' }, because(reason))).toMatchObject({
            status: 400,
            body: { details: [{ path: '/headers/change-reason' }] },
        });
    });

    test('a rule can require a reason for bypassing approvals', async () => {
        const { app } = await world({ rules: { reasonRequired: true } });

        expect(await app.post(ON, {})).toMatchObject({
            status: 400,
            body: { message: expect.stringContaining('Change-Reason') },
        });
        expect(await app.post(ON, {}, because('the shop is down'))).toMatchObject({ status: 200 });
        expect(await newest(app)).toMatchObject({ bypass: true, reason: 'the shop is down' });
    });
});

describe('the refusal contains a suggested change request', () => {
    const proposal = async (app: TestApp, member: RequestOptions, method: string, path: string, body?: unknown) => {
        const { status, body: response } = await app.send(method, path, {
            ...member,
            ...(body !== undefined && {
                rawBody: JSON.stringify(body),
                headers: { ...member.headers, 'content-type': 'application/json' },
            }),
        });
        expect(status, JSON.stringify(response)).toBe(403);
        return response;
    };

    test('the suggested change request can be sent unchanged', async () => {
        const { app, member } = await world();

        const { changeRequest } = await proposal(app, member, 'POST', ON);
        expect(changeRequest).toEqual({
            method: 'POST',
            path: '/api/admin/projects/default/environments/development/change-requests',
            body: [
                {
                    feature: 'lantern',
                    action: 'updateEnabled',
                    payload: {
                        enabled: true,
                        shouldActivateDisabledStrategies: false,
                        defaultStrategy: {
                            name: 'flexibleRollout',
                            title: null,
                            parameters: { rollout: '100', stickiness: 'default', groupId: 'lantern' },
                            constraints: [],
                            segments: [],
                            variants: [],
                        },
                    },
                },
            ],
        });
        expect(await app.post(changeRequest.path, changeRequest.body, member)).toMatchObject({
            status: 200,
            body: { state: 'Draft', features: [{ name: 'lantern', changes: [{ action: 'updateEnabled' }] }] },
        });
    });

    test('the suggestion is the difference if the route has no corresponding action', async () => {
        const { app } = await world({ environments: [] });
        const { id } = await app.has.strategy({ flag: 'lantern' });
        await app.has.flag({ name: 'buoy', enabled: true });
        await protect(app);
        const member = await app.has.user({ rootRole: 'editor', projectRoles: { default: 'owner' } });
        const stepsOf = (response: { changeRequest: { body: object[] } }) =>
            response.changeRequest.body.map((change) => change as { action: string; feature: string });

        const patched = await proposal(app, member, 'PATCH', `${DEVELOPMENT}/strategies/${id}`, [
            { op: 'replace', path: '/title', value: 'all' },
            { op: 'replace', path: '/disabled', value: true },
        ]);
        expect(stepsOf(patched)).toMatchObject([
            { action: 'updateStrategy', feature: 'lantern', payload: { id, title: 'all', disabled: true } },
        ]);
        const bulk = await proposal(
            app,
            member,
            'POST',
            '/api/admin/projects/default/bulk_features/environments/development/off',
            {
                features: ['lantern', 'buoy'],
            },
        );
        expect(stepsOf(bulk)).toEqual([{ action: 'updateEnabled', feature: 'buoy', payload: { enabled: false } }]);
        const archived = await proposal(app, member, 'POST', '/api/admin/projects/default/archive', {
            features: ['lantern', 'buoy'],
        });
        expect(
            stepsOf(archived)
                .map(({ action, feature }) => `${action} ${feature}`)
                .sort(),
        ).toEqual(['archiveFeature buoy', 'archiveFeature lantern']);
        const cloned = await proposal(app, member, 'POST', `${FLAGS}/buoy/clone`, { name: 'copy' });
        expect(stepsOf(cloned).map(({ action }) => action)).toEqual(
            expect.arrayContaining(['createFeature', 'addStrategy']),
        );
        for (const { changeRequest } of [patched, bulk, archived, cloned]) {
            expect(await app.post(changeRequest.path, changeRequest.body, member)).toMatchObject({ status: 200 });
            const [draft] = (await app.get('/api/admin/projects/default/change-requests/pending', member)).body;
            await app.delete(`/api/admin/projects/default/change-requests/${draft.id}`, member);
        }
    });

    test('the refusal names the required permission if no change request can contain the change', async () => {
        const { app } = await world({ environments: [] });
        await app.post(ON);
        await app.has.project({ id: 'harbour', environments: ['development', 'production'] });
        const member = await app.has.user({ rootRole: 'editor', projectRoles: { default: 'owner', harbour: 'owner' } });
        await protect(app);

        const response = await proposal(app, member, 'POST', `${FLAGS}/lantern/changeProject`, {
            newProjectId: 'harbour',
        });
        expect(response).not.toHaveProperty('changeRequest');
        expect(response.message).toContain('SKIP_CHANGE_REQUEST');
    });

    test('the refusal does not reveal hidden projects', async () => {
        const app = await testApp();
        const segment = await app.has.segment({ name: 'all', constraints: [] });
        await app.has.project({ id: 'covert', mode: 'private' });
        await app.has.flag({ name: 'secret', project: 'covert' });
        await app.has.strategy({ flag: 'secret', project: 'covert', segments: [segment.id] });
        await protect(app, { project: 'covert' });
        const editor = await app.has.user({ rootRole: 'editor' });

        const constraints = [{ contextName: 'userId', operator: 'IN', values: ['1'] }];
        const response = await proposal(app, editor, 'PUT', `/api/admin/segments/${segment.id}`, {
            name: 'all',
            constraints,
        });
        expect(JSON.stringify(response)).not.toContain('covert');
        expect(response).not.toHaveProperty('changeRequest');
    });
});

describe('with the preference to propose', () => {
    test.each([
        ['a header', ON, prefers],
        ['the address', `${ON}?propose=true`, (as: RequestOptions) => as],
    ])('by %s', async (_how, path, as) => {
        const { app, member } = await world();

        const response = await app.post(path, undefined, as(member));

        expect(response).toMatchObject({
            status: 202,
            body: {
                state: 'Draft',
                environment: 'development',
                features: [{ name: 'lantern', changes: [{ action: 'updateEnabled', payload: { enabled: true } }] }],
            },
        });
        expect(response.headers.get('preference-applied')).toBe('change-request');
        expect((await app.clientFeatures()).features).toMatchObject([{ enabled: false }]);
    });

    test('a repeated proposal is stored once, unless another change came after it', async () => {
        const { app, member } = await world();
        const propose = (more: object = {}) => app.post(ON, undefined, { ...prefers(member), ...more });
        const states = async () => {
            const { body } = await app.get('/api/admin/projects/default/change-requests/1', member);
            return body.features[0].changes.map(({ payload }: { payload: { enabled: boolean } }) => payload.enabled);
        };

        await propose();
        await propose({ changesNothing: true });
        expect(await states()).toEqual([true]);
        const off = { action: 'updateEnabled', feature: 'lantern', payload: { enabled: false } };
        await app.post('/api/admin/projects/default/environments/development/change-requests', off, member);
        await propose();

        expect(await states()).toEqual([true, false, true]);
    });

    test('a user who may bypass approvals also gets a change request', async () => {
        const { app } = await world();

        expect(await app.post(ON, undefined, prefers({}))).toMatchObject({ status: 202, body: { state: 'Draft' } });
        expect((await app.clientFeatures()).features).toMatchObject([{ enabled: false }]);
        expect(await app.post(ON)).toMatchObject({ status: 200 });
    });

    test('a change that needs no approval is applied directly', async () => {
        const { app, member } = await world({ environments: ['production'] });

        const response = await app.post(ON, {}, prefers(member));

        expect(response).toMatchObject({ status: 200 });
        expect(response.headers.get('preference-applied')).toBeNull();
    });

    test('an import creates its flags immediately, and proposes their configuration', async () => {
        const { app, member } = await world();
        const data = {
            features: [{ name: 'imported', description: 'from elsewhere' }],
            featureStrategies: [{ featureName: 'imported', name: 'flexibleRollout', parameters: { rollout: '7' } }],
            featureEnvironments: [{ name: 'imported', featureName: 'imported', enabled: true }],
            featureTags: [{ featureName: 'imported', tagType: 'simple', tagValue: 'kept' }],
            tagTypes: [],
        };

        const response = await app.post(
            '/api/admin/features-batch/import',
            { project: 'default', environment: 'development', data },
            prefers(member),
        );

        expect(response).toMatchObject({ status: 202, body: { features: [{ name: 'imported' }] } });
        const changes = response.body.features[0].changes.map(({ action }: { action: string }) => action);
        expect(changes).toEqual(['addStrategy', 'updateEnabled']);
        const { body: flag } = await app.get(`${FLAGS}/imported`);
        expect(flag).toMatchObject({ description: 'from elsewhere', tags: [{ value: 'kept' }] });
        const features: { name: string }[] = (await app.clientFeatures()).features;
        expect(features.find(({ name }) => name === 'imported')).toMatchObject({ enabled: false, strategies: [] });
    });

    test('environments that need no approval are changed immediately', async () => {
        const { app, member } = await world({ environments: ['production'] });
        const variants = [{ name: 'red', weight: 1000, weightType: 'variable', stickiness: 'default' }];

        const response = await app.put(
            `${FLAGS}/lantern/variants-batch`,
            { environments: ['development', 'production'], variants },
            prefers(member),
        );

        expect(response).toMatchObject({ status: 202, body: { environment: 'production' } });
        expect((await app.clientFeatures()).features).toMatchObject([{ variants: [{ name: 'red' }] }]);
        const { body } = await app.get(`${FLAGS}/lantern/environments/production/variants`);
        expect(body.variants).toEqual([]);
    });

    test('archiving many flags proposes to archive each one, including disabled and empty flags', async () => {
        const { app } = await world({ environments: [] });
        await app.post(ON);
        await app.has.strategy({ flag: 'lantern', title: 'kept' });
        await app.has.flag({ name: 'empty' });
        const { features: before } = await app.clientFeatures();
        await protect(app);
        const member = await app.has.user({ projectRoles: { default: 'owner' } });

        const response = await app.post(
            '/api/admin/projects/default/archive',
            { features: ['lantern', 'empty'] },
            prefers(member),
        );

        expect(response).toMatchObject({
            status: 202,
            body: {
                features: [
                    { name: 'empty', changes: [{ action: 'archiveFeature' }] },
                    { name: 'lantern', changes: [{ action: 'archiveFeature' }] },
                ],
            },
        });
        expect((await app.clientFeatures()).features).toEqual(before);
    });

    test('a copy of a flag is created, and its protected environments are proposed', async () => {
        const { app, member } = await world({ environments: [] });
        await app.has.flag({ name: 'parent' });
        for (const environment of ['development', 'production']) {
            await app.has.strategy({ flag: 'lantern', environment, title: environment });
        }
        await app.post(`${FLAGS}/lantern/dependencies`, { feature: 'parent' });
        await protect(app, { environment: 'production' });

        const response = await app.post(`${FLAGS}/lantern/clone`, { name: 'copy' }, prefers(member));

        expect(response).toMatchObject({
            status: 202,
            body: {
                environment: 'production',
                features: [{ name: 'copy', changes: [{ action: 'addStrategy' }, { action: 'addDependency' }] }],
            },
        });
        const strategiesIn = async (environment: string) =>
            (await app.get(`${FLAGS}/copy/environments/${environment}/strategies`)).body;
        expect(await strategiesIn('development')).toMatchObject([{ title: 'development' }]);
        expect(await strategiesIn('production')).toEqual([]);
    });

    test('flags that need no approval are revived immediately', async () => {
        const { app, member } = await world({ environments: [] });
        await app.has.flag({ name: 'empty' });
        await app.has.strategy({ flag: 'lantern' });
        const names = { features: ['lantern', 'empty'] };
        await app.post('/api/admin/projects/default/archive', names);
        await protect(app);

        const response = await app.post('/api/admin/projects/default/revive', names, prefers(member));

        expect(response).toMatchObject({
            status: 202,
            body: { features: [{ name: 'lantern', changes: [{ action: 'reviveFeature' }] }] },
        });
        expect((await app.clientFeatures()).features).toMatchObject([{ name: 'empty' }]);
    });

    test('a part that depends on a refused part is not applied: the whole change is proposed', async () => {
        const { app, member } = await world({ environments: [] });
        for (const environment of ['development', 'production']) {
            await app.has.strategy({ flag: 'lantern', environment });
        }
        await app.post(ON);
        const to = String(await app.revision());
        await app.delete(`${FLAGS}/lantern`);
        await protect(app, { environment: 'production' });

        const response = await app.post(
            '/api/admin/projects/default/revert',
            { to, feature: 'lantern' },
            prefers(member),
        );

        expect(response).toMatchObject({
            status: 202,
            body: { environment: 'production', features: [{ changes: [{ action: 'reviveFeature' }] }] },
        });
        expect((await app.clientFeatures()).features).toEqual([]);
    });

    test('a change that needs approval in several environments is proposed in each', async () => {
        const { app, member } = await world({ environments: ['development', 'production'] });
        const variants = [{ name: 'red', weight: 1000, weightType: 'variable', stickiness: 'default' }];
        const body = { environments: ['development', 'production'], variants };

        const response = await app.put(`${FLAGS}/lantern/variants-batch`, body, prefers(member));

        expect(response).toMatchObject({
            status: 202,
            body: { changeRequests: [{ environment: 'production' }, { environment: 'development' }] },
        });
    });

    test('a change is refused as a whole if no change request can contain one of its parts', async () => {
        const { app, member } = await world();
        const { id } = await app.has.segment({ name: 'all', constraints: [] });
        await app.has.project({ id: 'covert', mode: 'private' });
        await app.has.flag({ name: 'secret', project: 'covert' });
        await app.has.strategy({ flag: 'secret', project: 'covert', segments: [id] });
        await protect(app, { project: 'covert' });
        const documents = {
            segments: [{ segment: 'all', constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }] }],
            flags: [
                {
                    flag: 'lantern',
                    project: 'default',
                    environments: { development: { enabled: true, strategies: [{ name: 'default' }] } },
                },
            ],
        };

        const response = await app.post('/api/admin/gitops/apply', documents, prefers(member));

        expect(response).toMatchObject({ status: 403 });
        expect((await app.get('/api/admin/projects/default/change-requests')).body).toEqual([]);
        expect((await app.get(`/api/admin/segments/${id}`)).body).toMatchObject({ constraints: [] });
    });

    test('a change that no change request can contain is refused', async () => {
        const { app } = await world({ environments: [] });
        await app.post(ON);
        await protect(app);
        const member = await app.has.user({ projectRoles: { default: 'owner' } });
        const environment = '/api/admin/projects/default/environments/development';

        expect(await app.delete(environment, prefers(member))).toMatchObject({ status: 403 });
    });
});

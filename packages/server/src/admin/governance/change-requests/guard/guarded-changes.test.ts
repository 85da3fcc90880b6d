import { describe, expect, test } from 'vitest';
import { agentOf, allowAgents, tokenOf } from '../../../../../test/support/agents.ts';
import { addRollout, protectedProject, requestsOf, turnOn } from '../../../../../test/support/change-requests.ts';
import { protect } from '../../../../../test/support/protect.ts';
import { CLIENT_TOKEN, type RequestOptions, type TestApp, testApp } from '../../../../../test/support/test-app.ts';

const FLAGS = '/api/admin/projects/default/features';
const CONFIG = '/api/admin/projects/default/environments/development/change-requests/config';
const REFUSED = { status: 403, body: { name: 'PermissionError', permissions: ['SKIP_CHANGE_REQUEST'] } };
const NOBODY = { bypass: 'nobody', turnOffWithoutApproval: false };

const config = (payload: object) => ({ feature: null, action: 'updateChangeRequestConfig', payload });
const isOn = async (app: TestApp, name: string) =>
    (await app.clientFeatures()).features.find((flag: { name: string }) => flag.name === name)?.enabled;
const prefersProposal = ({ headers, ...as }: RequestOptions): RequestOptions => ({
    ...as,
    headers: { ...headers, prefer: 'change-request' },
});

describe('the approval rules at the start of a transaction apply to the whole transaction', () => {
    const MINUTE = 60_000;

    test('a schedule that turns the rules off, changes a flag and turns the rules on again fails', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'lantern' });
        const scheduledAt = new Date(app.services.clock().getTime() + 10 * MINUTE).toISOString();
        const { status, body } = await app.post('/api/admin/projects/default/environments/development/schedules', {
            scheduledAt,
            changes: [
                config({ changeRequestsEnabled: false }),
                turnOn('lantern'),
                config({ changeRequestsEnabled: true, rules: NOBODY }),
            ],
        });
        expect(status, JSON.stringify(body)).toBe(200);
        await app.put(CONFIG, { changeRequestsEnabled: true, rules: NOBODY });

        app.passTime(11 * MINUTE);
        await app.services.dueWork.runDue();

        expect(await isOn(app, 'lantern')).toBe(false);
        const { schedule } = (await app.get(`/api/admin/projects/default/change-requests/${body.id}`)).body;
        expect(schedule).toMatchObject({ status: 'failed', reason: expect.stringContaining('need approval') });
    });

    test('a schedule that weakens the rules and restores them fails', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'lantern' });
        const scheduledAt = new Date(app.services.clock().getTime() + 10 * MINUTE).toISOString();
        const { status, body } = await app.post('/api/admin/projects/default/environments/development/schedules', {
            scheduledAt,
            changes: [
                config({ changeRequestsEnabled: true, rules: { bypass: 'allowed' } }),
                turnOn('lantern'),
                config({ changeRequestsEnabled: true, rules: { bypass: 'allowed' }, requiredApprovals: 2 }),
            ],
        });
        expect(status, JSON.stringify(body)).toBe(200);
        await app.put(CONFIG, { changeRequestsEnabled: true, rules: NOBODY });

        app.passTime(11 * MINUTE);
        await app.services.dueWork.runDue();

        expect(await isOn(app, 'lantern')).toBe(false);
        expect((await app.get(CONFIG)).body.rules).toEqual(NOBODY);
    });

    test('break glass cannot apply a request that opens the environment for itself', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'lantern' });
        await protect(app, { rules: NOBODY });
        const { propose, move, base } = requestsOf(app, 'default');
        const author = await app.has.user({ rootRole: 'admin' });
        const { id } = (
            await propose(
                [
                    config({ changeRequestsEnabled: false }),
                    turnOn('lantern'),
                    config({ changeRequestsEnabled: true, rules: {} }),
                ],
                author,
                'development',
            )
        ).body;
        await move(id, 'In review', author);

        const applied = await app.put(`${base}/${id}/state`, { state: 'Applied', breakGlass: true, reason: 'now' });

        expect(applied.status).toBeGreaterThanOrEqual(400);
        expect(await isOn(app, 'lantern')).toBe(false);
    });

    test('writes that share a commit are each checked against the rules before them', async () => {
        const app = await testApp();
        const names = ['a', 'b', 'c', 'd'];
        for (const name of names) await app.has.flag({ name });
        await protect(app, { rules: NOBODY });
        const json = (body: object) => ({
            rawBody: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
        });

        const answers = await Promise.all([
            app.send('PUT', CONFIG, json({ changeRequestsEnabled: false })),
            ...names.map((name) => app.send('POST', `${FLAGS}/${name}/environments/development/on`)),
            app.send('PUT', CONFIG, json({ changeRequestsEnabled: true, rules: NOBODY })),
        ]);

        expect(answers.slice(0, -1).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
        for (const name of names) expect(await isOn(app, name)).toBe(false);
    });
});

describe('the value type of a flag decides what OFREP returns', () => {
    const evaluated = async (app: TestApp) =>
        (await app.post('/ofrep/v1/evaluate/flags/lantern', {}, { token: CLIENT_TOKEN })).body;

    async function typed(rules = {}) {
        const app = await testApp();
        await app.has.flag({ name: 'lantern', enabled: true });
        const member = await app.has.user({ rootRole: 'editor', projectRoles: { default: 'owner' } });
        await protect(app, { rules });
        return { app, member };
    }

    test('changing it needs approval, and the refusal contains the request to send', async () => {
        const { app, member } = await typed();
        expect(await evaluated(app)).toMatchObject({ value: true });

        const refused = [
            await app.put(`${FLAGS}/lantern`, { valueType: 'string' }, member),
            await app.patch(`${FLAGS}/lantern`, [{ op: 'add', path: '/valueType', value: 'string' }], member),
        ];

        for (const response of refused) {
            expect(response).toMatchObject(REFUSED);
            expect(response.body.changeRequest.body).toMatchObject([
                { feature: 'lantern', action: 'updateFeature', payload: { valueType: 'string' } },
            ]);
        }
        expect(await evaluated(app)).toMatchObject({ value: true });
        // A type that matches the current values has no effect on SDKs.
        expect(await app.put(`${FLAGS}/lantern`, { valueType: 'boolean' }, member)).toMatchObject({ status: 200 });
    });

    test('a stale flag stays stale when the proposed type is applied', async () => {
        const { app, member } = await typed();
        await app.put(`${FLAGS}/lantern`, { stale: true, description: 'kept' });
        const { propose, move } = requestsOf(app, 'default');
        const patch = [{ op: 'add', path: '/valueType', value: 'string' }];
        const { body } = await app.patch(`${FLAGS}/lantern`, patch, member);
        const { id } = (await propose(body.changeRequest.body, member, 'development')).body;
        await move(id, 'In review', member);
        const approver = await app.has.user({ rootRole: 'admin' });
        await move(id, 'Approved', approver);

        expect(await move(id, 'Applied', approver)).toMatchObject({ status: 200 });

        expect((await app.get(`${FLAGS}/lantern`)).body).toMatchObject({
            stale: true,
            description: 'kept',
            valueType: 'string',
        });
    });

    test('a caller who prefers to propose gets a change request for it', async () => {
        const { app, member } = await typed();

        for (const send of [
            () => app.put(`${FLAGS}/lantern`, { valueType: 'string' }, prefersProposal(member)),
            () =>
                app.patch(
                    `${FLAGS}/lantern`,
                    [{ op: 'add', path: '/valueType', value: 'object' }],
                    prefersProposal(member),
                ),
        ]) {
            expect(await send()).toMatchObject({ status: 202 });
        }
        expect(await evaluated(app)).toMatchObject({ value: true });
        expect((await app.get(`${FLAGS}/lantern`)).body).not.toHaveProperty('valueType');
    });

    test('an agent cannot change it in production', async () => {
        const { app } = await typed();
        await allowAgents(app, 'change');
        await app.has.flag({ name: 'beacon', enabled: ['production'] });
        const user = await app.has.user({ rootRole: 'editor', projectRoles: { default: 'owner' } });
        const agent = await agentOf(app, { token: await tokenOf(app, user) });

        const response = await agent.does('change_flag', {
            flag: 'beacon',
            environment: 'development',
            action: 'updateFeature',
            payload: { valueType: 'string' },
            reason: 'generated code wants text',
        });

        expect(response).not.toHaveProperty('changed');
        expect((await app.get(`${FLAGS}/beacon`)).body).not.toHaveProperty('valueType');
    });
});

describe('tags decide what SDKs that filter by tag receive', () => {
    const filtered = async (app: TestApp) =>
        (await app.get('/api/client/features?tag=team:boats', { token: CLIENT_TOKEN })).body.features.map(
            ({ name }: { name: string }) => name,
        );
    const BOATS = { type: 'team', value: 'boats' };

    async function tagged(rules = {}) {
        const app = await testApp();
        await app.post('/api/admin/tag-types', { name: 'team' });
        await app.has.flag({ name: 'lantern', enabled: true });
        await app.has.flag({ name: 'beacon', enabled: true });
        await app.post(`/api/admin/features/lantern/tags`, BOATS);
        const member = await app.has.user({ rootRole: 'editor', projectRoles: { default: 'owner' } });
        await protect(app, { rules });
        return { app, member };
    }

    test('adding a tag to a flag, or removing one, needs approval', async () => {
        const { app, member } = await tagged();
        const bulk = { features: ['lantern'], tags: { addedTags: [], removedTags: [BOATS] } };

        for (const response of [
            await app.post('/api/admin/features/beacon/tags', BOATS, member),
            await app.delete('/api/admin/features/lantern/tags/team/boats', member),
            await app.put('/api/admin/features/lantern/tags', bulk.tags, member),
            await app.put('/api/admin/projects/default/tags', bulk, member),
            await app.delete('/api/admin/tags/team/boats', member),
            await app.delete('/api/admin/tag-types/team', member),
        ]) {
            expect(response).toMatchObject(REFUSED);
        }
        expect(await filtered(app)).toEqual(['lantern']);
    });

    test('removing and adding a tag in one change needs no approval, and neither do tags of a new flag', async () => {
        const { app, member } = await tagged();

        expect(await app.post(FLAGS, { name: 'new', tags: [BOATS] }, member)).toMatchObject({ status: 201 });
        expect(
            await app.put('/api/admin/features/new/tags', { addedTags: [{ value: 'more' }], removedTags: [] }, member),
        ).toMatchObject({ status: 200 });
    });

    test('the refusal contains the request, which changes the tags once it is approved', async () => {
        const { app, member } = await tagged(NOBODY);
        const { body } = await app.put(
            '/api/admin/projects/default/tags',
            { features: ['lantern', 'beacon'], tags: { addedTags: [{ value: 'dull' }], removedTags: [BOATS] } },
            member,
        );
        expect(body.changeRequest.body).toEqual([
            {
                feature: 'beacon',
                action: 'updateTags',
                payload: { addedTags: [{ type: 'simple', value: 'dull' }], removedTags: [] },
            },
            {
                feature: 'lantern',
                action: 'updateTags',
                payload: { addedTags: [{ type: 'simple', value: 'dull' }], removedTags: [BOATS] },
            },
        ]);
        const { propose, move } = requestsOf(app, 'default');
        const { id } = (await propose(body.changeRequest.body, member, 'development')).body;
        await move(id, 'In review', member);
        const approver = await app.has.user({ rootRole: 'admin' });
        await move(id, 'Approved', approver);
        expect(await filtered(app)).toEqual(['lantern']);

        expect(await move(id, 'Applied', approver)).toMatchObject({ status: 200 });

        expect(await filtered(app)).toEqual([]);
    });

    test('with the preference to propose, the tags stay unchanged until the request is applied', async () => {
        const { app, member } = await tagged();
        await app.has.project({ id: 'harbour' });

        expect(await app.delete('/api/admin/features/lantern/tags/team/boats', prefersProposal(member))).toMatchObject({
            status: 202,
        });
        const imported = await app.post(
            '/api/admin/features-batch/import',
            {
                project: 'default',
                environment: 'development',
                data: {
                    features: [{ name: 'lantern', description: 'imported' }],
                    featureStrategies: [],
                    featureEnvironments: [{ name: 'lantern', featureName: 'lantern', enabled: true }],
                    featureTags: [],
                    tagTypes: [],
                },
            },
            prefersProposal(member),
        );

        expect(imported).toMatchObject({ status: 202 });
        expect(await filtered(app)).toEqual(['lantern']);
        expect((await app.get(`${FLAGS}/lantern`)).body.description).toBe('imported');
    });

    test('a proposal cannot change the tags of a flag of another project', async () => {
        const { app } = await tagged();
        const { id: project } = await app.has.project();
        const member = await app.has.user({ projectRoles: { [project]: 'owner' } });
        const { propose } = requestsOf(app, project);

        expect(
            await propose(
                { feature: 'lantern', action: 'updateTags', payload: { addedTags: [], removedTags: [BOATS] } },
                member,
                'development',
            ),
        ).toMatchObject({ status: 404 });
    });
});

describe('tags and types that require more approvals cannot be removed without these approvals', () => {
    const rules = {
        additionalApprovals: [
            { when: { tag: 'simple:risky' }, approvals: 3 },
            { when: { flagType: 'kill-switch' }, approvals: 2 },
        ],
    };

    test('changing the type needs as many approvals as changing the flag', async () => {
        const app = await testApp();
        const { project, author, owner, propose, move, read } = await protectedProject(app, { rules });
        const { name } = await app.has.flag({ project, type: 'kill-switch' });
        const settings = `/api/admin/projects/${project}/features/${name}`;

        const refused = await app.put(settings, { type: 'release' }, author);

        expect(refused).toMatchObject(REFUSED);
        expect(await app.put(settings, { type: 'kill-switch', description: 'x' }, author)).toMatchObject({
            status: 200,
        });
        const { id } = (await propose(refused.body.changeRequest.body, author)).body;
        await move(id, 'In review', author);
        expect((await move(id, 'Approved', owner)).body).toMatchObject({
            state: 'In review',
            needed: { approvals: 2 },
        });
        expect((await read(id)).body.needed.missing).toEqual([expect.stringContaining('kill-switch')]);
    });

    test('a type that no rule names can be changed', async () => {
        const app = await testApp();
        const { project, flag, author } = await protectedProject(app, { rules });

        expect(
            await app.put(`/api/admin/projects/${project}/features/${flag}`, { type: 'experiment' }, author),
        ).toMatchObject({ status: 200 });
    });

    test('removing the tag needs as many approvals, for every way to remove it', async () => {
        const app = await testApp();
        const { project, flag, author, owner, other, propose, move } = await protectedProject(app, { rules });
        await app.post(`/api/admin/features/${flag}/tags`, { type: 'simple', value: 'risky' });
        const editor = await app.has.user({ rootRole: 'editor', projectRoles: { [project]: 'member' } });

        const refused = await app.delete(`/api/admin/features/${flag}/tags/simple/risky`, author);
        expect(refused).toMatchObject(REFUSED);
        expect(await app.delete('/api/admin/tags/simple/risky', editor)).toMatchObject(REFUSED);
        expect(await app.delete('/api/admin/tag-types/simple', editor)).toMatchObject(REFUSED);

        const { id } = (await propose([...refused.body.changeRequest.body, turnOn(flag)], author)).body;
        await move(id, 'In review', author);
        await move(id, 'Approved', owner);
        expect((await move(id, 'Approved', other)).body).toMatchObject({
            state: 'In review',
            needed: { approvals: 3, given: 2 },
        });
    });

    test('a tag of an archived flag cannot be removed by deleting the tag', async () => {
        const app = await testApp();
        const { project, flag } = await protectedProject(app, { rules });
        await app.post(`/api/admin/features/${flag}/tags`, { type: 'simple', value: 'risky' });
        await app.delete(`/api/admin/projects/${project}/features/${flag}`);
        const editor = await app.has.user({ rootRole: 'editor', projectRoles: { [project]: 'member' } });

        expect(await app.delete('/api/admin/tags/simple/risky', editor)).toMatchObject(REFUSED);
    });

    test('tags and types that the request itself sets count too', async () => {
        const app = await testApp();
        const { flag, author, propose } = await protectedProject(app, { rules });

        const { body: typed } = await propose(
            [
                { feature: 'brake', action: 'createFeature', payload: { type: 'kill-switch' } },
                turnOn('brake'),
                addRollout('brake', '100'),
            ],
            author,
        );
        expect(typed.needed).toMatchObject({ approvals: 2 });
        const { body: tagged } = await propose(
            {
                feature: flag,
                action: 'updateTags',
                payload: { addedTags: [{ value: 'risky' }], removedTags: [] },
            },
            author,
        );
        expect(tagged.needed).toMatchObject({ approvals: 3 });
    });

    test('a type that the request gives to an existing flag counts too', async () => {
        const app = await testApp();
        const { flag, author, propose } = await protectedProject(app, { rules });
        const update = (type: string) => ({ feature: flag, action: 'updateFeature', payload: { type } });

        expect((await propose([turnOn(flag), update('experiment')], author)).body.needed).toMatchObject({
            approvals: 1,
        });
        expect((await propose(update('kill-switch'), author)).body.needed).toMatchObject({ approvals: 2 });
    });
});

describe('a disabled flag without strategies', () => {
    test('needs approval to be archived, because SDKs would then use the defaults in code', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'lantern' });
        const member = await app.has.user({ rootRole: 'editor', projectRoles: { default: 'owner' } });
        await protect(app);

        for (const response of [
            await app.delete(`${FLAGS}/lantern`, member),
            await app.post('/api/admin/projects/default/archive', { features: ['lantern'] }, member),
            await app.patch(`${FLAGS}/lantern`, [{ op: 'replace', path: '/archived', value: true }], member),
        ]) {
            expect(response).toMatchObject(REFUSED);
            expect(response.body.changeRequest.body).toMatchObject([{ feature: 'lantern', action: 'archiveFeature' }]);
        }
        expect(await app.delete(`${FLAGS}/lantern`, prefersProposal(member))).toMatchObject({ status: 202 });
        expect(await isOn(app, 'lantern')).toBe(false);
    });

    test('needs approval to be moved out of a protected project, or when its environment is removed', async () => {
        const app = await testApp();
        await app.has.project({ id: 'harbour' });
        await app.has.flag({ name: 'lantern' });
        await protect(app, { rules: NOBODY });

        expect(await app.post(`${FLAGS}/lantern/changeProject`, { newProjectId: 'harbour' })).toMatchObject(REFUSED);
        expect(await app.delete('/api/admin/projects/default/environments/development')).toMatchObject(REFUSED);
        expect(await isOn(app, 'lantern')).toBe(false);
    });

    test('can be moved into a protected project without approval, like a new flag', async () => {
        const app = await testApp();
        await app.has.project({ id: 'harbour' });
        await app.has.flag({ name: 'lantern', project: 'harbour' });
        await protect(app, { rules: NOBODY });

        expect(
            await app.post('/api/admin/projects/harbour/features/lantern/changeProject', { newProjectId: 'default' }),
        ).toMatchObject({ status: 200 });
    });
});

describe('a flag that has only disabled strategies', () => {
    test.each([
        { from: 'default', to: 'harbour' },
        { from: 'harbour', to: 'default' },
    ])('cannot be moved out of or into a protected project: $from to $to', async ({ from, to }) => {
        const app = await testApp();
        await app.has.project({ id: 'harbour' });
        await app.has.flag({ name: 'lantern', project: from });
        await app.has.strategy({ flag: 'lantern', project: from, name: 'flexibleRollout', disabled: true });
        await protect(app, { rules: NOBODY });

        expect(
            await app.post(`/api/admin/projects/${from}/features/lantern/changeProject`, { newProjectId: to }),
        ).toMatchObject({ status: 403, body: { message: expect.stringContaining('development of project default') } });
    });

    test('is checked against the rules of its new project after a move', async () => {
        const app = await testApp();
        await app.has.project({ id: 'harbour' });
        await app.has.flag({ name: 'lantern' });
        const { id } = await app.has.strategy({ flag: 'lantern', name: 'flexibleRollout', disabled: true });
        await app.post(`${FLAGS}/lantern/changeProject`, { newProjectId: 'harbour' });
        await protect(app, { project: 'default', rules: NOBODY });
        const strategy = `/api/admin/projects/harbour/features/lantern/environments/development/strategies/${id}`;
        const rollout = [{ op: 'replace', path: '/parameters/rollout', value: '1' }];

        expect(await app.patch(strategy, rollout)).toMatchObject({ status: 200 });
        await protect(app, { project: 'harbour', rules: NOBODY });
        expect(await app.delete(strategy)).toMatchObject(REFUSED);
    });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { addRollout, protectedProject, requestsOf, turnOn } from '../../../../../test/support/change-requests.ts';
import { type TestApp, testApp } from '../../../../../test/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
});

test('proposed changes become a draft with the complete content, and nothing is changed yet', async () => {
    const { project, flag, author, propose, read } = await protectedProject(app, { requiredApprovals: 2 });
    const before = await app.clientFeatures();

    const { status, body } = await propose([turnOn(flag), addRollout(flag, '10')], author);

    expect(status).toBe(200);
    expect(body).toMatchObject({
        id: expect.any(Number),
        title: `Change request #${body.id}`,
        project,
        environment: 'production',
        state: 'Draft',
        kind: 'request',
        minApprovals: 2,
        createdBy: { id: author.id, username: author.username, imageUrl: expect.stringContaining('gravatar') },
        segments: [],
        approvals: [],
        rejections: [],
        comments: [],
        stateTimestamps: { Draft: body.createdAt },
        contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        needed: { approvals: 2, given: 0 },
    });
    expect(body.features).toMatchObject([
        {
            name: flag,
            // In the order of application: otherwise turning it on would add the default strategy.
            changes: [
                {
                    action: 'addStrategy',
                    payload: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), parameters: { rollout: '10' } },
                    createdBy: { id: author.id },
                },
                { action: 'updateEnabled', payload: { enabled: true } },
            ],
        },
    ]);
    expect((await read(body.id, author)).body).toEqual(body);
    expect(await app.clientFeatures()).toEqual(before);
});

test('further changes of the same author are added to the draft, also single ones; changes of others are not', async () => {
    const { flag, author, owner, propose } = await protectedProject(app);
    const first = (await propose([addRollout(flag, '10')], author)).body;

    const second = (await propose(turnOn(flag), author)).body;
    const others = (await propose(turnOn(flag), owner)).body;

    expect(second.id).toBe(first.id);
    expect(second.features[0].changes).toHaveLength(2);
    expect(second.contentHash).not.toBe(first.contentHash);
    expect(others.id).not.toBe(first.id);
});

test('the state that a change replaces is stored as of the proposal, after the earlier changes of the request', async () => {
    const { project, flag, author, propose } = await protectedProject(app);
    const environment = 'production';
    const strategy = await app.has.strategy({ flag, project, environment, title: 'Old' });
    const segment = await app.has.segment({ name: `of ${project}`, project });
    const update = (title: string) => ({
        feature: flag,
        action: 'updateStrategy',
        payload: { id: strategy.id, name: 'default', title, constraints: [], parameters: {} },
    });

    const { body } = await propose(
        [
            update('New'),
            update('Newer'),
            { feature: flag, action: 'deleteStrategy', payload: { id: strategy.id } },
            { feature: flag, action: 'patchVariant', payload: { variants: [] } },
            { action: 'updateSegment', payload: { id: segment.id, name: `${project} now`, constraints: [], project } },
            { action: 'deleteSegment', payload: { id: segment.id } },
        ],
        author,
    );

    const [first, second, third, fourth] = body.features[0].changes;
    expect(first.payload.snapshot).toMatchObject({ id: strategy.id, title: 'Old' });
    expect(second.payload.snapshot).toMatchObject({ id: strategy.id, title: 'New' });
    expect(third.payload.snapshot).toMatchObject({ title: 'Newer' });
    expect(fourth.payload).toMatchObject({ variants: [], snapshot: [] });
    expect(body.segments).toMatchObject([
        { action: 'updateSegment', name: segment.name, payload: { id: segment.id, snapshot: { name: segment.name } } },
        { action: 'deleteSegment', name: segment.name, payload: { snapshot: { name: `${project} now` } } },
    ]);
});

test('a new segment has an id before it exists, and another change of the request can use it', async () => {
    const { project, flag, author, propose } = await protectedProject(app);
    const { body } = await propose(
        [{ action: 'addSegment', payload: { name: `n ${project}`, constraints: [], project } }],
        author,
    );
    const { id } = body.segments[0].payload;

    const strategy = { ...addRollout(flag, '5').payload, segments: [id] };
    expect(await propose({ feature: flag, action: 'addStrategy', payload: strategy }, author)).toMatchObject({
        status: 200,
    });
    expect((await app.has.segment()).id).toBeGreaterThan(id);
});

describe('an invalid proposal is refused immediately, with the location of the error', () => {
    test.each<[string, (flag: string) => unknown, number, string | undefined]>([
        ['an action that nobody knows', (feature) => [{ feature, action: 'paint' }], 400, '/body/0/action'],
        ['no action', (feature) => [{ feature }], 400, '/body/0/action'],
        ['nothing', () => [], 400, '/body'],
        ['a text', () => 'on', 400, '/body'],
        [
            'a payload of another shape',
            (flag) => [turnOn(flag), { ...turnOn(flag), payload: { enabled: 'yes' } }],
            400,
            '/body/1/payload/enabled',
        ],
        ['the same alone', (flag) => ({ ...turnOn(flag), payload: { enabled: 'yes' } }), 400, '/body/payload/enabled'],
        ['a member that nobody knows', (flag) => ({ ...turnOn(flag), colour: 1 }), 400, '/body/colour'],
        ['a flag that is not there', () => turnOn('nothing'), 404, undefined],
        ['no flag', () => ({ action: 'updateEnabled', payload: { enabled: true } }), 400, '/body/feature'],
        [
            'a strategy that is not there',
            (feature) => ({ feature, action: 'deleteStrategy', payload: { id: 'x' } }),
            404,
            undefined,
        ],
        [
            'a segment that is not there',
            (flag) => ({ ...addRollout(flag, '5'), payload: { ...addRollout(flag, '5').payload, segments: [99_999] } }),
            404,
            undefined,
        ],
        [
            'what only the command finds',
            (flag) => [
                turnOn(flag),
                {
                    ...addRollout(flag, '5'),
                    payload: { name: 'default', constraints: [{ contextName: 'x', operator: 'IN', values: [] }] },
                },
            ],
            400,
            '/body/1/payload/constraints/0',
        ],
        [
            'a release plan',
            (feature) => ({ feature, action: 'addReleasePlan', payload: { templateId: 'x' } }),
            404,
            undefined,
        ],
        ['a safeguard', (feature) => [{ feature, action: 'changeSafeguard', payload: {} }], 400, '/body/0/action'],
    ])('%s', async (_what, changes, status, path) => {
        const { flag, author, base, propose } = await protectedProject(app);

        const response = await propose(changes(flag), author);

        expect(response).toMatchObject({ status });
        if (path !== undefined) expect(response.body.details).toMatchObject([{ path }]);
        expect((await app.get(`${base}/pending`, author)).body).toEqual([]);
    });

    test('an environment that is not in the project', async () => {
        const { flag, author, propose } = await protectedProject(app);
        expect(await propose(turnOn(flag), author, 'nowhere')).toMatchObject({ status: 404 });
    });

    test('a flag of another project', async () => {
        const { author, propose } = await protectedProject(app);
        const { name } = await app.has.flag();
        expect(await propose(turnOn(name), author)).toMatchObject({ status: 404 });
    });

    test('a change that an earlier one of the request makes impossible', async () => {
        const { project, flag, author, propose } = await protectedProject(app);
        const { id } = await app.has.strategy({ flag, project, environment: 'production' });
        const remove = { feature: flag, action: 'deleteStrategy', payload: { id } };
        await propose(remove, author);

        expect(await propose(remove, author)).toMatchObject({ status: 404 });
    });

    test('a change that has become impossible does not prevent further proposals', async () => {
        const { project, flag, author, propose } = await protectedProject(app);
        const { id } = await app.has.strategy({ flag, project, environment: 'production' });
        await propose({ feature: flag, action: 'deleteStrategy', payload: { id } }, author);
        await app.delete(`/api/admin/projects/${project}/features/${flag}/environments/production/strategies/${id}`);

        expect(await propose(turnOn(flag), author)).toMatchObject({ status: 200 });
    });

    test('an action that requires a permission of the instance', async () => {
        const { author, owner, propose } = await protectedProject(app);
        const global = { action: 'addSegment', payload: { name: 'global', constraints: [] } };
        expect(await propose(global, author)).toMatchObject({ status: 403 });
        expect(await propose(global, owner)).toMatchObject({ status: 403 });
        expect(await propose(global, await app.has.user({ rootRole: 'editor' }))).toMatchObject({ status: 200 });
    });
});

test('a request with too many changes is refused', async () => {
    const { flag, author, propose } = await protectedProject(app);
    const many = (count: number) =>
        Array.from({ length: count }, () => ({ feature: flag, action: 'patchVariant', payload: { variants: [] } }));
    expect(await propose(many(501), author)).toMatchObject({ status: 400 });
    expect(await propose(many(2), author)).toMatchObject({ status: 200 });
    expect(await propose(many(499), author)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('500') },
    });
});

describe('permission to propose', () => {
    test.each<[string, number]>([
        ['open', 200],
        ['protected', 403],
        ['private', 404],
    ])('in a project with mode %s, a viewer gets %s', async (mode, status) => {
        const { flag, owner, author, propose } = await protectedProject(app, { mode });
        const viewer = await app.has.user();

        expect(await propose(turnOn(flag), viewer)).toMatchObject({ status });
        expect(await propose(turnOn(flag), author)).toMatchObject({ status: 200 });
        expect(await propose(turnOn(flag), owner)).toMatchObject({ status: 200 });
        expect(await propose(turnOn(flag), {})).toMatchObject({ status: 200 });
    });

    test('non-members keep proposals from before the project was protected, and may cancel but not edit them', async () => {
        const { project, flag, propose, base, move } = await protectedProject(app);
        const viewer = await app.has.user();
        const { id, features } = (await propose(turnOn(flag), viewer)).body;
        await app.put(`/api/admin/projects/${project}`, { name: 'p', mode: 'protected' });
        const change = `${base}/${id}/changes/${features[0].changes[0].id}`;

        expect(await propose(addRollout(flag, '5'), viewer)).toMatchObject({ status: 403 });
        expect(await app.put(change, turnOn(flag), viewer)).toMatchObject({ status: 403 });
        expect(await app.delete(change, viewer)).toMatchObject({ status: 403 });
        expect(await move(id, 'Cancelled', viewer)).toMatchObject({ status: 200, body: { state: 'Cancelled' } });
    });

    test('a proposal is possible in an environment without approval rules, and then needs one approval', async () => {
        const { id: project } = await app.has.project();
        const { name } = await app.has.flag({ project });
        const { propose } = requestsOf(app, project);

        expect(await propose(turnOn(name), await app.has.user())).toMatchObject({
            status: 200,
            body: { minApprovals: 1 },
        });
    });
});

test('users and tokens have the same names in requests, flags and the audit log', async () => {
    const app = await testApp();
    const { project, flag, propose, author } = await protectedProject(app);
    await app.put(`/api/admin/user-admin/${author.id}`, { name: 'Chen Wei' });
    const mine = (await propose(turnOn(flag), author)).body;
    const ofToken = (await propose(turnOn(flag), {})).body;
    const { name } = (await app.post(`/api/admin/projects/${project}/features`, { name: 'gift' }, author)).body;

    expect(mine.createdBy).toMatchObject({ id: author.id, name: 'Chen Wei', username: author.username });
    const features = `/api/admin/projects/${project}/features`;
    expect((await app.get(`${features}/${name}`)).body.createdBy).toMatchObject({ name: 'Chen Wei' });
    const { events } = (await app.get('/api/admin/search/events?type=IS:feature-created&limit=2')).body;
    const token = events[1].createdBy;
    expect(ofToken.createdBy).toMatchObject({ name: token });
    expect((await app.get(`${features}/${flag}`)).body.createdBy).toMatchObject({ name: token });
    const listed = (await app.get(features)).body.features as { name: string; createdBy: { name: string } }[];
    expect(Object.fromEntries(listed.map((each) => [each.name, each.createdBy.name]))).toEqual({
        [flag]: token,
        gift: 'Chen Wei',
    });
});

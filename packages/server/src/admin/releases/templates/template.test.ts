import { describe, expect, test } from 'vitest';
import { newTemplate, rollout, step, TEMPLATES } from '../../../../test/support/releases.ts';
import { testApp } from '../../../../test/support/test-app.ts';

const OF_SHOP = '/api/admin/projects/shop/release-templates';

const milestones = (list: object[]) => list.map((milestone, sortOrder) => ({ ...milestone, sortOrder }));

test('a template that was read can be posted back: read-only members and nulls are ignored', async () => {
    const app = await testApp();
    const { id, ...read } = await newTemplate(app, {
        milestones: [step('few', '10', { intervalMinutes: 1440 }), step('all', '100')],
    });
    expect(read).toMatchObject({
        discriminator: 'template',
        name: 'steps',
        description: null,
        project: null,
        archivedAt: null,
        createdByUserId: expect.any(Number),
        milestones: [
            {
                name: 'few',
                releasePlanDefinitionId: id,
                transitionCondition: { intervalMinutes: 1440 },
                strategies: [{ strategyName: 'flexibleRollout', parameters: { groupId: '{{featureName}}' } }],
            },
            { name: 'all' },
        ],
    });
    expect(read.milestones[1]).not.toHaveProperty('transitionCondition');

    const [first, second] = read.milestones;
    const { status, body } = await app.put(`${TEMPLATES}/${id}`, {
        id,
        ...read,
        description: null,
        milestones: [first, { ...second, transitionCondition: null, startedAt: null, pausedAt: null }],
    });

    expect(status).toBe(200);
    expect(body.milestones.map(({ name }: { name: string }) => name)).toEqual(['few', 'all']);
    expect(body.milestones[0].id).not.toBe(first.id);
    expect(await app.post(TEMPLATES, { ...body, name: 'copy' })).toMatchObject({ status: 200 });
});

test('lists contain templates that are not archived, without milestones; archived ones stay readable', async () => {
    const app = await testApp();
    await app.has.project({ id: 'shop' });
    const first = await newTemplate(app, { name: 'first' });
    const second = await newTemplate(app, { name: 'second' });
    await app.post(OF_SHOP, { name: 'own', milestones: milestones([step('all', '100')]) });

    await app.post(`${TEMPLATES}/archive/${first.id}`);

    const names = async (path: string) => (await app.get(path)).body.map(({ name }: { name: string }) => name);
    expect(await names(TEMPLATES)).toEqual(['second']);
    expect((await app.get(TEMPLATES)).body[0]).not.toHaveProperty('milestones');
    expect(await names(OF_SHOP)).toEqual(['own']);
    expect(await names(`${OF_SHOP}?include=root`)).toEqual(['own', 'second']);
    expect((await app.get(`${TEMPLATES}/${first.id}`)).body).toMatchObject({
        archivedAt: expect.any(String),
        milestones: [{ name: 'few' }, { name: 'all' }],
    });
    expect(await app.put(`${TEMPLATES}/${first.id}`, first)).toMatchObject({ status: 403 });
    expect(await app.post(TEMPLATES, { ...second, name: 'first' })).toMatchObject({ status: 409 });

    expect(await app.delete(`${TEMPLATES}/${second.id}`)).toMatchObject({ status: 200 });
    expect(await app.get(`${TEMPLATES}/${second.id}`)).toMatchObject({ status: 404 });
});

test('milestones and strategies of a template can be added, replaced and removed one by one', async () => {
    const app = await testApp();
    const { id, milestones: before } = await newTemplate(app);
    const base = `${TEMPLATES}/${id}/milestones`;

    const { body: added } = await app.post(base, { name: 'half', sortOrder: 2 });
    await app.post(`${base}/${added.id}/strategies`, rollout('50'));
    const { body: strategy } = await app.post(`${base}/${added.id}/strategies`, { strategyName: 'default' });
    await app.put(`${base}/${added.id}/strategies/${strategy.id}`, rollout('60', { title: 'sixty' }));
    await app.put(`${base}/${before[1].id}`, { name: 'every', sortOrder: 3, strategies: [rollout('100')] });
    await app.delete(`${base}/${before[0].id}`);

    const { body } = await app.get(`${TEMPLATES}/${id}`);
    expect(body.milestones).toMatchObject([
        { id: added.id, name: 'half', strategies: [{ sortOrder: 0 }, { id: strategy.id, title: 'sixty' }] },
        { id: before[1].id, name: 'every' },
    ]);
    await app.delete(`${base}/${added.id}/strategies/${strategy.id}`);
    await app.delete(`${base}/${added.id}`);
    expect(await app.delete(`${base}/${before[1].id}`)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('at least one milestone') },
    });
    expect(await app.post(base, { name: 'x', sortOrder: 1, transitionCondition: {} })).toMatchObject({ status: 400 });
    expect(await app.put(`${base}/nowhere`, { name: 'x', sortOrder: 1 })).toMatchObject({ status: 404 });
});

describe('a clear error is returned for a template', () => {
    test.each([
        ['without milestones', [], 'at least one milestone'],
        [
            'with an unknown strategy type',
            [{ name: 'all', strategies: [{ name: 'moon' }] }],
            'There is no strategy type moon',
        ],
        ['with a strategy without a type', [{ name: 'all', strategies: [{}] }], 'needs the name of its strategy type'],
        [
            'with an unknown segment',
            [{ name: 'all', strategies: [rollout('1', { segments: [987] })] }],
            'no segment 987',
        ],
        [
            'with two milestones of one name',
            [step('all', '10'), step('all ', '100')],
            'Two milestones have the name all',
        ],
        ['with an interval of 0', [step('few', '10', { intervalMinutes: 0 }), step('all', '100')], 'intervalMinutes'],
        ['with a condition on the last milestone', [step('all', '10', { intervalMinutes: 5 })], 'is the last one'],
        [
            'with exposures of 0',
            [step('few', '10', { type: 'exposure', minimumExposures: 0 }), step('all', '100')],
            'minimumExposures',
        ],
    ])('%s', async (_, list, message) => {
        const app = await testApp();

        const response = await app.post(TEMPLATES, { name: 'bad', milestones: milestones(list) });

        expect([400, 404]).toContain(response.status);
        expect(JSON.stringify(response.body)).toContain(message);
    });

    test('that uses segments of other projects', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop' });
        const segment = await app.has.segment({ name: 'crew', project: 'default' });
        const list = milestones([{ name: 'all', strategies: [rollout('1', { segments: [segment.id] })] }]);

        for (const path of [TEMPLATES, OF_SHOP]) {
            expect(await app.post(path, { name: 'bad', milestones: list })).toMatchObject({
                status: 400,
                body: { details: [{ path: '/body/milestones/0/strategies/0/segments' }] },
            });
        }
    });

    test('above the limit', async () => {
        const app = await testApp({ environment: { HALYARD_RELEASE_TEMPLATES_LIMIT: '1' } });
        const template = await newTemplate(app);

        expect(await app.post(TEMPLATES, { ...template, name: 'second' })).toMatchObject({
            status: 400,
            body: { name: 'ExceedsLimitError' },
        });
    });
});

test('templates of a private project are hidden, and its members cannot change templates for all projects', async () => {
    const app = await testApp();
    await app.has.project({ id: 'shop', mode: 'private' });
    const owner = await app.has.user({ projectRoles: { shop: 'owner' } });
    const editor = await app.has.user({ rootRole: 'editor' });
    const list = milestones([step('all', '100')]);
    const { body: own } = await app.post(OF_SHOP, { name: 'own', milestones: list }, owner);

    expect(await app.get(`${TEMPLATES}/${own.id}`, owner)).toMatchObject({ status: 200 });
    expect(await app.get(`${TEMPLATES}/${own.id}`, editor)).toMatchObject({ status: 404 });
    expect(await app.put(`${TEMPLATES}/${own.id}`, own, editor)).toMatchObject({ status: 404 });
    expect(await app.post(TEMPLATES, { name: 'root', milestones: list }, owner)).toMatchObject({ status: 403 });
    const { body: root } = await app.post(TEMPLATES, { name: 'root', milestones: list }, editor);
    expect(await app.put(`${OF_SHOP}/${root.id}`, root, owner)).toMatchObject({ status: 404 });
    expect(await app.put(`${TEMPLATES}/${root.id}`, root, owner)).toMatchObject({ status: 403 });
    expect(await app.delete(`${TEMPLATES}/${root.id}`, owner)).toMatchObject({ status: 403 });
    expect(await app.delete(`${TEMPLATES}/${own.id}`, owner)).toMatchObject({ status: 200 });
});

import { expect, test } from 'vitest';
import { type TestApp, testApp, unchangedApp } from '../../../../test/support/test-app.ts';

const PROJECT = '/api/admin/projects/default';
const FEATURES = `${PROJECT}/features`;

const visible = async (app: TestApp) => {
    const { features } = await app.clientFeatures();
    return features.map(({ name }: { name: string }) => name);
};

const eventsOf = async (app: TestApp, name: string) => {
    const { body } = await app.get(`/api/admin/events/${name}`);
    return body.events;
};

test('an archived flag is hidden from SDKs and lists; archiving it again returns 202 and changes nothing', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', enabled: true });

    expect(await app.delete(`${FEATURES}/checkout`)).toMatchObject({ status: 202, body: '' });

    expect(await visible(app)).toEqual([]);
    expect((await app.get(FEATURES)).body.features).toEqual([]);
    expect((await eventsOf(app, 'checkout'))[0]).toMatchObject({
        type: 'feature-archived',
        project: 'default',
        data: null,
        preData: null,
    });
    expect(await app.delete(`${FEATURES}/checkout`, { changesNothing: true })).toMatchObject({ status: 202 });
});

test('archiving a flag that does not exist or is in another project returns 404', async () => {
    const app = await testApp();
    const other = await app.has.project();
    await app.has.flag({ name: 'checkout' });

    expect(await app.delete(`${FEATURES}/nothing`)).toMatchObject({ status: 404 });
    expect(await app.delete(`/api/admin/projects/${other.id}/features/checkout`)).toMatchObject({ status: 404 });
});

test('a revived flag has its strategies and is off in all environments', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', enabled: true });
    await app.delete(`${FEATURES}/checkout`);

    expect(await app.post('/api/admin/archive/revive/checkout')).toMatchObject({ status: 200 });

    expect((await app.clientFeatures()).features).toMatchObject([
        { name: 'checkout', enabled: false, strategies: [{ name: 'flexibleRollout' }] },
    ]);
    expect((await eventsOf(app, 'checkout'))[0]).toMatchObject({ type: 'feature-revived' });
});

test('reviving a flag that does not exist or is not archived returns 404', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });

    expect(await app.post('/api/admin/archive/revive/nothing')).toMatchObject({ status: 404 });
    expect(await app.post('/api/admin/archive/revive/checkout')).toMatchObject({ status: 404 });
});

test('a flag of an archived project cannot be revived', async () => {
    const app = await testApp();
    const { id } = await app.has.project();
    await app.has.flag({ name: 'checkout', project: id });
    await app.delete(`/api/admin/projects/${id}/features/checkout`);
    await app.post(`/api/admin/projects/archive/${id}`);

    expect(await app.post('/api/admin/archive/revive/checkout')).toMatchObject({ status: 404 });
});

test('deleting an archived flag frees its name and records its settings and tags in the audit log', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', enabled: true, tags: [{ value: 'beta' }] });
    await app.delete(`${FEATURES}/checkout`);

    expect(await app.delete('/api/admin/archive/checkout')).toMatchObject({ status: 200 });

    expect((await eventsOf(app, 'checkout'))[0]).toMatchObject({
        type: 'feature-deleted',
        project: 'default',
        data: null,
        preData: { name: 'checkout', archived: true },
        tags: [{ type: 'simple', value: 'beta' }],
    });
    const again = await app.post(FEATURES, { name: 'checkout' });
    expect(again.status).toBe(201);
    expect(await app.get(`${FEATURES}/checkout`)).toMatchObject({
        body: { tags: [], environments: [{ strategies: [] }, {}] },
    });
});

test('deleting a flag that does not exist or is not archived returns 200 and changes nothing', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const nothing = { changesNothing: true };

    expect(await app.delete('/api/admin/archive/nothing', nothing)).toMatchObject({ status: 200 });
    expect(await app.delete('/api/admin/archive/checkout', nothing)).toMatchObject({ status: 200 });
    expect(await app.get(`${FEATURES}/checkout`)).toMatchObject({ status: 200 });
});

test('a revived flag can be archived again and deleted immediately', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    await app.delete(`${FEATURES}/checkout`);
    await app.post('/api/admin/archive/revive/checkout');
    await app.delete(`${FEATURES}/checkout`);

    expect(await app.delete('/api/admin/archive/checkout')).toMatchObject({ status: 200 });
});

test('reviving and deleting by name alone require the permission in the project of the flag', async () => {
    const app = await testApp();
    const { id } = await app.has.project();
    await app.has.flag({ name: 'mine', project: id });
    await app.has.flag({ name: 'foreign' });
    await app.delete(`/api/admin/projects/${id}/features/mine`);
    await app.delete(`${FEATURES}/foreign`);
    const member = await app.has.user({ projectRoles: { [id]: 'member' } });

    expect(await app.post('/api/admin/archive/revive/foreign', undefined, member)).toMatchObject({ status: 403 });
    expect(await app.delete('/api/admin/archive/foreign', member)).toMatchObject({ status: 403 });
    expect(await app.delete('/api/admin/archive/nothing', member)).toMatchObject({ status: 403 });
    expect(await app.post('/api/admin/archive/revive/mine', undefined, member)).toMatchObject({ status: 200 });
});

test('several flags can be archived, revived and deleted together; unknown names are ignored', async () => {
    const app = await testApp();
    for (const name of ['a', 'b', 'c']) await app.has.flag({ name });
    const features = ['a', 'b', 'nothing', 'a'];

    expect(await app.post(`${PROJECT}/archive`, { features })).toMatchObject({ status: 202 });
    expect(await visible(app)).toEqual(['c']);
    expect(await app.post(`${PROJECT}/revive`, { features: [...features, 'c'] })).toMatchObject({ status: 200 });
    expect(await visible(app)).toEqual(['a', 'b', 'c']);
    await app.post(`${PROJECT}/archive`, { features });
    expect(await app.post(`${PROJECT}/delete`, { features: [...features, 'c'] })).toMatchObject({ status: 200 });
    expect(await app.post('/api/admin/archive/revive/a')).toMatchObject({ status: 404 });
    expect(await visible(app)).toEqual(['c']);
});

test.each(['archive', 'revive', 'delete'])('%s with only unknown flags succeeds and changes nothing', async (verb) => {
    const app = await testApp();

    const response = await app.post(`${PROJECT}/${verb}`, { features: ['nothing'] }, { changesNothing: true });

    expect(response.status).toBeLessThan(300);
});

test.each([
    ['archive', {}],
    ['archive/validate', {}],
    ['revive', {}],
    ['delete', {}],
    ['stale', { stale: true }],
])('%s with a flag of another project returns 403 and changes no flag', async (verb, more) => {
    const app = await testApp();
    const other = await app.has.project();
    await app.has.flag({ name: 'mine' });
    await app.has.flag({ name: 'foreign', project: other.id });

    const response = await app.post(`${PROJECT}/${verb}`, { features: ['mine', 'foreign'], ...more });

    expect(response).toMatchObject({ status: 403, body: { name: 'InvalidOperationError' } });
    expect(response.body.message).not.toContain(other.id);
});

test.each([
    ['archive', { features: 'a' }],
    ['archive', {}],
    ['archive/validate', { features: [7] }],
    ['revive', { features: ['x'.repeat(101)] }],
    ['delete', { features: Array.from({ length: 5_001 }, (_, index) => `flag-${index}`) }],
    ['stale', { features: [] }],
    ['stale', { features: [], stale: 'yes' }],
    ['stale', { features: [], stale: true, force: true }],
])('%s with %o returns 400', async (verb, body) => {
    const app = await unchangedApp();

    expect(await app.post(`${PROJECT}/${verb}`, body)).toMatchObject({
        status: 400,
        body: { name: 'ValidationError' },
    });
});

test('a flag that another flag depends on can only be archived together with that flag', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'parent' });
    await app.has.flag({ name: 'child' });
    await app.post(`${FEATURES}/child/dependencies`, { feature: 'parent' });

    expect(await app.post(`${PROJECT}/archive/validate`, { features: ['parent'] })).toMatchObject({
        status: 200,
        body: { parentsWithChildFeatures: ['parent'], hasDeletedDependencies: false },
    });
    expect(await app.post(`${PROJECT}/archive/validate`, { features: ['parent', 'child'] })).toMatchObject({
        body: { parentsWithChildFeatures: [], hasDeletedDependencies: true },
    });
    for (const refused of [
        await app.delete(`${FEATURES}/parent`),
        await app.post(`${PROJECT}/archive`, { features: ['parent'] }),
        await app.patch(`${FEATURES}/parent`, [{ op: 'replace', path: '/archived', value: true }]),
    ]) {
        expect(refused).toMatchObject({ status: 403, body: { name: 'InvalidOperationError' } });
    }
    expect(await app.post(`${PROJECT}/archive`, { features: ['parent', 'child'] })).toMatchObject({ status: 202 });
});

test('archiving a child removes its dependencies and records an event', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'parent' });
    await app.has.flag({ name: 'child' });
    await app.post(`${FEATURES}/child/dependencies`, { feature: 'parent' });

    await app.delete(`${FEATURES}/child`);

    expect((await eventsOf(app, 'child')).slice(0, 2)).toMatchObject([
        { type: 'feature-archived' },
        {
            type: 'feature-dependencies-removed',
            preData: { dependencies: [{ feature: 'parent', enabled: true }] },
        },
    ]);
    expect(await app.delete(`${FEATURES}/parent`)).toMatchObject({ status: 202 });
});

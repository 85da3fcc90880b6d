import { expect, onTestFinished, test } from 'vitest';
import { ownFreshInstall, type TestApp, testApp } from '../../../../test/support/test-app.ts';

const PROJECT = '/api/admin/projects/default';
const SEARCH = '/api/admin/search/features?sortBy=name';
const LISTS = [PROJECT, `${PROJECT}/features`, `${PROJECT}/health-report`, SEARCH, '/api/admin/events'];

type Reader = Parameters<TestApp['get']>[1];

const favorites = async (app: TestApp, path: string, reader?: Reader) =>
    (await app.get(path, reader)).body.features
        .filter(({ favorite }: { favorite: boolean }) => favorite)
        .map(({ name }: { name: string }) => name);

async function report(app: TestApp, toggles: Record<string, { yes: number; no: number }>) {
    const now = app.services.clock().toISOString();
    await app.post(
        '/api/client/metrics',
        { appName: 'shop', bucket: { start: now, stop: now, toggles } },
        { token: '*:development.client-token-of-the-tests' },
    );
    await app.services.reports.store();
}

test.each(LISTS)('%s returns 304 for a matching ETag until its content changes', async (path) => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const first = await app.get(path);
    const etag = first.headers.get('etag')!;
    const revalidate = () => app.get(path, { headers: { 'if-none-match': etag } });

    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(await revalidate()).toMatchObject({ status: 304, body: '' });
    await app.post(`${PROJECT}/features/checkout/environments/production/on`);

    const changed = await revalidate();
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
});

test.each(LISTS.slice(0, -1))('the cached response of one user for %s is not valid for another user', async (path) => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const fan = await app.has.user();
    const other = await app.has.user();
    await app.post(`${PROJECT}/features/checkout/favorites`, undefined, fan);
    const etag = (await app.get(path, fan)).headers.get('etag')!;

    const response = await app.get(path, { ...other, headers: { ...other.headers, 'if-none-match': etag } });

    expect(response).toMatchObject({ status: 200, body: { features: [{ favorite: false }] } });
});

test('favourites are shown correctly after descriptions with any characters', async () => {
    const app = await testApp();
    for (const name of ['a', 'b', 'c', 'd']) {
        await app.has.flag({ name, description: `Ein Schälchen "favorite":false für ${name} 🍓` });
    }
    const fan = await app.has.user();
    for (const name of ['b', 'd']) await app.post(`${PROJECT}/features/${name}/favorites`, undefined, fan);
    await app.post(`${PROJECT}/favorites`, undefined, fan);

    for (const path of [PROJECT, `${PROJECT}/features`, `${PROJECT}/features?namePrefix=`, SEARCH]) {
        expect(await favorites(app, path, fan), path).toEqual(['b', 'd']);
        expect(await favorites(app, path), path).toEqual([]);
    }
    expect((await app.get(PROJECT, fan)).body.favorite).toBe(true);
    expect((await app.get(PROJECT)).body.favorite).toBe(false);
});

test('lists show recent usage, which expires after the hour', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const used = async () => (await app.get(SEARCH)).body.features[0].environments[0];
    expect(await used()).toMatchObject({ yes: 0, no: 0, lastSeenAt: null });

    await report(app, { checkout: { yes: 3, no: 1 } });

    expect(await used()).toMatchObject({ yes: 3, no: 1, lastSeenAt: expect.any(String) });
    expect((await app.get(PROJECT)).body.features[0]).toMatchObject({
        lastSeenAt: expect.any(String),
        lifecycle: { stage: 'pre-live' },
    });
    app.passTime(2 * 3600 * 1000);
    expect(await used()).toMatchObject({ yes: 0, no: 0, lastSeenAt: expect.any(String) });
    expect(await app.services.flagIndex.findDifferences()).toEqual([]);
});

test('changes and measurements of one node appear in the lists of another node', async () => {
    const database = await ownFreshInstall();
    onTestFinished(database.remove);
    const one = await testApp({ database });
    const other = await testApp({ database });
    await one.has.flag({ name: 'checkout' });
    await other.services.changeFeed.catchUp();
    expect((await other.get(SEARCH)).body.features).toMatchObject([{ name: 'checkout', lastSeenAt: null }]);

    await report(one, { checkout: { yes: 1, no: 0 } });
    await one.post(`${PROJECT}/features/checkout/environments/production/on`);
    await other.services.changeFeed.catchUp();
    await other.services.flagIndex.followMeasurements();

    expect((await other.get(SEARCH)).body.features).toMatchObject([
        { environments: [{ yes: 1 }, { enabled: true }], lastSeenAt: expect.any(String) },
    ]);
    expect(await other.services.flagIndex.findDifferences()).toEqual([]);
});

test('lists show the new names of renamed users and segments, and the new order of environments', async () => {
    const app = await testApp();
    const author = await app.has.user({ rootRole: 'admin' });
    const segment = await app.has.segment({ name: 'beta' });
    await app.post(`${PROJECT}/features`, { name: 'checkout' }, author);
    await app.has.strategy({ flag: 'checkout', segments: [segment.id] });
    const firstFlag = async () => (await app.get(SEARCH)).body.features[0];
    expect(await firstFlag()).toMatchObject({ segments: ['beta'], createdBy: { id: author.id } });

    await app.put(`/api/admin/segments/${segment.id}`, { name: 'pioneers', constraints: [] });
    await app.put(`/api/admin/user-admin/${author.id}`, { name: 'Ada' });
    await app.put('/api/admin/environments/sort-order', { production: 1, development: 9 });

    expect(await firstFlag()).toMatchObject({
        segments: ['pioneers'],
        createdBy: { name: 'Ada' },
        environments: [{ name: 'production', sortOrder: 1 }, { name: 'development' }],
    });
});

import { beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

let app: TestApp;
const beta = { value: 'beta', type: 'simple' };
const web = { value: 'web', type: 'simple' };

beforeEach(async () => {
    app = await testApp();
    await app.has.flag({ name: 'checkout' });
});

const tagsOf = async (flag: string) => (await app.get(`/api/admin/features/${flag}/tags`)).body.tags;
const eventsOf = async (flag: string) => (await app.get(`/api/admin/events/${flag}`)).body.events;

test('adding an unknown tag to a flag creates the tag', async () => {
    const response = await app.post('/api/admin/features/checkout/tags', { value: ' beta ', type: 'simple' });

    expect(response).toMatchObject({ status: 201, body: beta });
    expect(response.headers.get('location')).toBe('checkout/tags');
    expect((await app.get('/api/admin/features/checkout/tags')).body).toEqual({ version: 1, tags: [beta] });
    expect((await app.get('/api/admin/tags')).body.tags).toEqual([beta]);
    expect((await eventsOf('checkout'))[0]).toMatchObject({
        type: 'feature-tagged',
        project: 'default',
        data: beta,
        preData: null,
        tags: [beta],
    });
});

test('adding a tag that the flag already has changes nothing', async () => {
    await app.post('/api/admin/features/checkout/tags', beta);

    expect(await app.post('/api/admin/features/checkout/tags', beta, { changesNothing: true })).toMatchObject({
        status: 201,
        body: beta,
    });
});

test('removing a tag from a flag does not affect other flags', async () => {
    await app.has.flag({ name: 'search' });
    await app.post('/api/admin/features/checkout/tags', beta);
    await app.post('/api/admin/features/search/tags', beta);

    expect(await app.delete('/api/admin/features/checkout/tags/simple/beta')).toMatchObject({ status: 200 });

    expect(await tagsOf('checkout')).toEqual([]);
    expect(await tagsOf('search')).toEqual([beta]);
    expect((await eventsOf('checkout'))[0]).toMatchObject({ type: 'feature-untagged', data: null, preData: beta });
});

test('removing a tag that the flag does not have changes nothing', async () => {
    expect(await app.delete('/api/admin/features/checkout/tags/simple/beta', { changesNothing: true })).toMatchObject({
        status: 200,
    });
});

test('tags are added and removed together, in one change', async () => {
    await app.post('/api/admin/features/checkout/tags', beta);

    const response = await app.put('/api/admin/features/checkout/tags', {
        addedTags: [web, { ...web, value: ' web ' }],
        removedTags: [beta, { value: 'never', type: 'simple' }],
    });

    expect(response).toMatchObject({ status: 200, body: { version: 1, tags: [web] } });
    const [added, removed, before] = await eventsOf('checkout');
    expect([added, removed]).toMatchObject([
        { type: 'feature-tagged', data: web },
        { type: 'feature-untagged', preData: beta },
    ]);
    expect(added.groupId).toBe(removed.groupId);
    expect(before.groupId).not.toBe(removed.groupId);
});

test('a tag that is added and removed in one request is present afterwards', async () => {
    await app.put('/api/admin/features/checkout/tags', { addedTags: [beta], removedTags: [beta] });

    expect(await tagsOf('checkout')).toEqual([beta]);
});

test('a request without effective changes records no event', async () => {
    expect(
        await app.put(
            '/api/admin/features/checkout/tags',
            { addedTags: [], removedTags: [web] },
            { changesNothing: true },
        ),
    ).toMatchObject({ status: 200 });
});

test('an unknown type is refused, and nothing is added', async () => {
    const response = await app.put('/api/admin/features/checkout/tags', {
        addedTags: [beta, { value: 'payments', type: 'team' }],
        removedTags: [],
    });

    expect(response).toMatchObject({ status: 400, body: { message: expect.stringContaining('team') } });
    expect(await tagsOf('checkout')).toEqual([]);
    expect((await app.get('/api/admin/tags')).body.tags).toEqual([]);
});

test.each([
    ['a value that is too short', { addedTags: [{ value: 'x' }], removedTags: [] }],
    ['too many tags', { addedTags: Array.from({ length: 51 }, (_, i) => ({ value: `tag-${i}` })), removedTags: [] }],
    ['no removed tags', { addedTags: [] }],
    ['tags that are strings', { addedTags: ['simple:beta'], removedTags: [] }],
    ['a list that is null', { addedTags: null, removedTags: [] }],
])('a change of tags with %s is refused', async (_what, body) => {
    expect(await app.put('/api/admin/features/checkout/tags', body)).toMatchObject({
        status: 400,
        body: { name: 'ValidationError' },
    });
});

test.each([
    ['unknown', 'nothing'],
    ['archived', 'archived'],
    ['oddly named', '__proto__'],
])('the tags of a flag that is %s cannot be changed', async (_what, name) => {
    await app.has.flag({ name: 'archived' });
    await app.delete('/api/admin/projects/default/features/archived');
    const path = `/api/admin/features/${name}/tags`;

    expect(await app.post(path, beta)).toMatchObject({ status: 404, body: { name: 'NotFoundError' } });
    expect(await app.put(path, { addedTags: [beta], removedTags: [] })).toMatchObject({ status: 404 });
    expect(await app.delete(`${path}/simple/beta`)).toMatchObject({ status: 404 });
    expect((await app.get('/api/admin/tags')).body.tags).toEqual([]);
});

test('listing the tags of an unknown flag returns 404', async () => {
    expect(await app.get('/api/admin/features/nothing/tags')).toMatchObject({ status: 404 });
});

test('changing tags requires the permission in the project of the flag', async () => {
    await app.has.project({ id: 'shop' });
    await app.has.flag({ name: 'basket', project: 'shop' });
    const member = await app.has.user({ projectRoles: { shop: 'member' } });

    expect(await app.post('/api/admin/features/checkout/tags', beta, member)).toMatchObject({
        status: 403,
        body: { permissions: ['UPDATE_FEATURE'] },
    });
    expect(await app.post('/api/admin/features/nothing/tags', beta, member)).toMatchObject({ status: 403 });
    expect(await app.post('/api/admin/features/basket/tags', beta, member)).toMatchObject({ status: 201 });
    expect(await app.delete('/api/admin/features/checkout/tags/simple/beta', member)).toMatchObject({ status: 403 });
});

test('several flags of a project are tagged at once', async () => {
    await app.has.flag({ name: 'search' });
    await app.post('/api/admin/features/search/tags', beta);

    const response = await app.put('/api/admin/projects/default/tags', {
        features: ['checkout', 'search', 'checkout'],
        tags: { addedTags: [web], removedTags: [beta] },
    });

    expect(response.status).toBe(200);
    expect(await tagsOf('checkout')).toEqual([web]);
    expect(await tagsOf('search')).toEqual([web]);
    expect((await eventsOf('checkout')).filter(({ type }: { type: string }) => type === 'feature-tagged')).toHaveLength(
        1,
    );
});

test('no flag is tagged if one of them is missing, archived or in another project', async () => {
    await app.has.project({ id: 'shop' });
    await app.has.flag({ name: 'basket', project: 'shop' });
    await app.has.flag({ name: 'archived' });
    await app.delete('/api/admin/projects/default/features/archived');
    const tag = (...features: string[]) =>
        app.put('/api/admin/projects/default/tags', { features, tags: { addedTags: [beta], removedTags: [] } });

    expect(await tag('checkout', 'nothing')).toMatchObject({ status: 404 });
    expect(await tag('checkout', 'archived')).toMatchObject({ status: 404 });
    expect(await tag('checkout', 'basket')).toMatchObject({ status: 403, body: { name: 'InvalidOperationError' } });
    expect(await tagsOf('checkout')).toEqual([]);
});

test('tags do not change the response for SDKs', async () => {
    const before = await app.clientFeatures();

    await app.post('/api/admin/features/checkout/tags', beta);

    expect((await app.clientFeatures()).features).toEqual(before.features);
});

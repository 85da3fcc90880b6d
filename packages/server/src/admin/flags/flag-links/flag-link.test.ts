import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const FEATURES = '/api/admin/projects/default/features';
const LINKS = `${FEATURES}/checkout/link`;

async function appWithFlag(): Promise<TestApp> {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    return app;
}

const linksOf = async (app: TestApp) => (await app.get(`${FEATURES}/checkout`)).body.links;

test('links are added, changed and removed, each with an event', async () => {
    const app = await appWithFlag();

    expect(await app.post(LINKS, { url: 'https://example.com/a', title: 'Ticket' })).toMatchObject({ status: 204 });
    const [link] = await linksOf(app);
    expect(link).toEqual({ id: expect.any(String), url: 'https://example.com/a', title: 'Ticket' });

    expect(await app.put(`${LINKS}/${link.id}`, { url: 'http://example.com/b' })).toMatchObject({ status: 204 });
    expect(await linksOf(app)).toEqual([{ id: link.id, url: 'http://example.com/b', title: null }]);

    expect(await app.delete(`${LINKS}/${link.id}`)).toMatchObject({ status: 204 });
    expect(await linksOf(app)).toEqual([]);
    const { body } = await app.get('/api/admin/events/checkout');
    expect(body.events.slice(0, 3)).toMatchObject([
        { type: 'feature-link-removed', preData: { url: 'http://example.com/b' }, data: null },
        { type: 'feature-link-updated', preData: link, data: { url: 'http://example.com/b', title: null } },
        { type: 'feature-link-added', preData: null, data: link },
    ]);
});

test('updating a link with its current values changes nothing', async () => {
    const app = await appWithFlag();
    await app.post(LINKS, { url: 'https://example.com/a' });
    const [{ id, ...link }] = await linksOf(app);

    expect(await app.put(`${LINKS}/${id}`, link, { changesNothing: true })).toMatchObject({ status: 204 });
});

test.each([
    ['no address', {}],
    ['an address that is not text', { url: 7 }],
    ['an address that could run code', { url: 'javascript:alert(1)' }],
    ['an address without a scheme', { url: 'example.com' }],
    ['an address with a space', { url: 'https://example.com/a b' }],
    ['an address that is too long', { url: `https://example.com/${'x'.repeat(2_000)}` }],
    ['a title that is too long', { url: 'https://example.com', title: 'x'.repeat(201) }],
    ['an unknown property', { url: 'https://example.com', colour: 'red' }],
])('a link with %s is refused', async (_what, body) => {
    const app = await appWithFlag();

    expect(await app.post(LINKS, body)).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
});

test('a link of another flag returns 404', async () => {
    const app = await appWithFlag();
    await app.has.flag({ name: 'other' });
    await app.post(LINKS, { url: 'https://example.com' });
    const [{ id }] = await linksOf(app);
    const body = { url: 'https://example.com/changed' };

    expect(await app.put(`${FEATURES}/other/link/${id}`, body)).toMatchObject({ status: 404 });
    expect(await app.delete(`${FEATURES}/other/link/${id}`)).toMatchObject({ status: 404 });
    expect(await app.put(`${LINKS}/nothing`, body)).toMatchObject({ status: 404 });
    expect(await app.post(`${FEATURES}/nothing/link`, body)).toMatchObject({ status: 404 });
    expect(await app.delete(`${FEATURES}/nothing/link/${id}`)).toMatchObject({ status: 404 });
});

test('a flag has at most 20 links', async () => {
    const app = await appWithFlag();
    for (let number = 0; number < 20; number++) await app.post(LINKS, { url: `https://example.com/${number}` });

    expect(await app.post(LINKS, { url: 'https://example.com/20' })).toMatchObject({
        status: 400,
        body: { name: 'ExceedsLimitError' },
    });
});

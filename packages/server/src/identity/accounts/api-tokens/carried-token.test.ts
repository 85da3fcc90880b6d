import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';

const PATH = '/api/admin/api-tokens/carry-over';
const SECRET = `default:development.${'0123456789abcdef'.repeat(3)}`;
const carried = {
    tokenName: 'shop',
    type: 'client',
    environment: 'development',
    projects: ['default'],
    secret: SECRET,
};

test('a carried-over token keeps its secret and works for SDKs, and its event does not contain the secret', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'a' });

    const { status, body } = await app.post(PATH, carried);

    expect(status).toBe(200);
    expect(body).toMatchObject({ tokenName: 'shop', type: 'client', projects: ['default'] });
    expect(JSON.stringify(body)).not.toContain(SECRET);
    expect((await app.clientFeatures(SECRET)).features).toMatchObject([{ name: 'a' }]);
    const { events } = (await app.get('/api/admin/events')).body;
    expect(events[0]).toMatchObject({ type: 'api-token-created', data: { tokenName: 'shop' } });
    expect(JSON.stringify(events)).not.toContain(SECRET);
    expect(await app.post(PATH, { ...carried, type: 'backend' }, { changesNothing: true })).toMatchObject({
        status: 200,
        body: { id: body.id },
    });
});

test('an existing secret with another scope, a guessable one and one of another kind cannot be carried over', async () => {
    const app = await testApp();
    await app.post(PATH, carried);

    expect(await app.post(PATH, { ...carried, environment: 'production' })).toMatchObject({ status: 409 });
    expect(await app.post(PATH, { ...carried, type: 'frontend' })).toMatchObject({ status: 409 });
    expect(await app.post(PATH, { ...carried, type: 'admin' })).toMatchObject({ status: 400 });
    for (const secret of [
        'default:development.short',
        `user:${'a'.repeat(56)}`,
        'a'.repeat(15),
        `a b${'c'.repeat(30)}`,
    ]) {
        expect(await app.post(PATH, { ...carried, secret })).toMatchObject({ status: 400 });
    }
    expect(await app.post(PATH, { ...carried, secret: `x${SECRET}`, environment: 'nowhere' })).toMatchObject({
        status: 400,
    });
});

import { expect, test } from 'vitest';
import { ADMIN_PASSWORD, testApp } from '../../../../test/support/test-app.ts';

const credentials = { username: 'admin', password: ADMIN_PASSWORD };

test('behind an HTTPS proxy the session cookie is Secure, also when it is deleted', async () => {
    const app = await testApp();
    const options = { token: null, headers: { 'x-forwarded-proto': 'https' } };

    const begin = await app.post('/auth/simple/login', credentials, options);
    const end = await app.post('/logout', undefined, options);

    for (const { headers } of [begin, end]) {
        expect(headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
    }
});

test('a user signs in with the username in any case', async () => {
    const app = await testApp();

    for (const username of ['admin', 'ADMIN', 'Admin']) {
        expect(await app.post('/auth/simple/login', { ...credentials, username }, { token: null })).toMatchObject({
            status: 200,
            body: { username: 'admin' },
        });
    }
    expect(await app.post('/auth/simple/login', { ...credentials, username: 'admin ' }, { token: null })).toMatchObject(
        {
            status: 401,
        },
    );
});

test.each(['j:{"$ne":""}', '{"$gt":""}', "' or '1'='1", '../admin'])(
    'the cookie %j does not authenticate',
    async (value) => {
        const app = await testApp();
        await app.post('/auth/simple/login', credentials, { token: null });

        const response = await app.get('/api/admin/user', {
            token: null,
            headers: { cookie: `halyard-session=${encodeURIComponent(value)}` },
        });

        expect(response.status).toBe(401);
    },
);

test('invalid credentials in the body are rejected before any user is looked up', async () => {
    const app = await testApp();

    for (const body of [{ ...credentials, username: ['admin'] }, { ...credentials, password: { $ne: '' } }, {}, []]) {
        expect(await app.post('/auth/simple/login', body, { token: null })).toMatchObject({ status: 400 });
    }
    expect((await app.get('/api/admin/logins')).body.events).toEqual([]);
});

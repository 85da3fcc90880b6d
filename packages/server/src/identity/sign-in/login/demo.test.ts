import { expect, test } from 'vitest';
import { deactivate } from '../../../../test/support/directory.ts';
import { testApp } from '../../../../test/support/test-app.ts';

test('with AUTH_TYPE=demo an e-mail address is sufficient to sign in as an Editor', async () => {
    const app = await testApp({ environment: { AUTH_TYPE: 'demo' } });
    const login = (email: string, changesNothing = false) =>
        app.post('/auth/demo/login', { email }, { token: null, changesNothing });

    const first = await login('Joe@example.com');
    const again = await login('joe@example.com', true);

    expect(first).toMatchObject({ status: 200, body: { email: 'joe@example.com' } });
    expect(again.body.id).toBe(first.body.id);
    const cookie = again.headers.get('set-cookie')!.split(';')[0]!;
    expect((await app.get('/api/admin/user', { token: null, headers: { cookie } })).body.user.rootRole).toBe(2);
    expect((await app.get('/api/admin/logins')).body.events).toMatchObject([
        { username: 'joe@example.com', authType: 'demo', successful: true },
        { authType: 'demo', successful: true },
    ]);
});

test('with AUTH_TYPE=demo administrators and users with a password cannot sign in with only an e-mail address', async () => {
    const app = await testApp({ environment: { AUTH_TYPE: 'demo' } });
    const { body: ada } = await app.post('/api/admin/user-admin', { email: 'ada@example.com', rootRole: 3 });
    await app.post('/api/admin/user-admin', { email: 'root@example.com', rootRole: 1 });
    await app.post('/api/admin/user-admin', { email: 'eve@example.com', password: 'secret-word', rootRole: 3 });
    await app.post('/api/admin/groups', { name: 'admins', rootRole: 1, users: [{ user: { id: ada.id } }] });

    for (const email of ['ada@example.com', 'root@example.com', 'eve@example.com']) {
        expect(await app.post('/auth/demo/login', { email }, { token: null })).toMatchObject({ status: 403 });
    }
    expect(await app.post('/auth/demo/login', { email: 'admin' }, { token: null })).toMatchObject({ status: 400 });
});

test('with AUTH_TYPE=demo deactivated users cannot sign in', async () => {
    const app = await testApp({ environment: { AUTH_TYPE: 'demo' } });
    await deactivate(app, 'joe@example.com');

    const response = await app.post('/auth/demo/login', { email: 'joe@example.com' }, { token: null });

    expect(response).toMatchObject({ status: 403, body: { message: expect.stringContaining('deactivated') } });
});

test('the demo sign-in exists only with AUTH_TYPE=demo', async () => {
    const app = await testApp();

    const response = await app.send('POST', '/auth/demo/login', {
        token: null,
        headers: { 'content-type': 'application/json' },
        rawBody: '{"email":"joe@example.com"}',
    });

    expect(response.status).toBe(404);
});

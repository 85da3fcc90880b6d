import { describe, expect, test } from 'vitest';
import { USER_PASSWORD } from '../../../../test/support/factories.ts';
import { enrolTotp, nextCode } from '../../../../test/support/second-factor.ts';
import { type RequestOptions, type TestApp, testApp } from '../../../../test/support/test-app.ts';

const OWN = '/api/admin/user/second-factors';
const SETTINGS = '/api/admin/auth/second-factor/settings';
const EVERYBODY = { requiredFor: 'everybody', rootRoles: [], forBreakGlass: false };

/** An administrator who has just proved a second factor. */
async function withAdmin() {
    const app = await testApp();
    const admin = await app.has.user({ rootRole: 'admin' });
    return { app, admin, ...(await enrolTotp(app, admin)) };
}

const signInAgain = async (app: TestApp, username: string): Promise<RequestOptions> => {
    const { headers, status } = await app.post(
        '/auth/simple/login',
        { username, password: USER_PASSWORD },
        { token: null },
    );
    expect(status).toBe(200);
    return { token: null, headers: { cookie: headers.get('set-cookie')!.split(';')[0]! } };
};

describe('requiring a second factor', () => {
    test('an open session without one can do nothing but add one', async () => {
        const { app, admin } = await withAdmin();
        const user = await app.has.user({ rootRole: 'editor' });
        expect(await app.put(SETTINGS, EVERYBODY, admin)).toMatchObject({ status: 200, body: EVERYBODY });

        for (const path of ['/api/admin/user', '/api/admin/projects', '/api/admin/user/tokens', '/api/admin/live']) {
            expect(await app.get(path, user), path).toMatchObject({
                status: 403,
                body: { name: 'SecondFactorMissing' },
            });
        }
        const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
        expect(await app.post('/api/admin/user/tokens', { description: 'x', expiresAt }, user)).toMatchObject({
            status: 403,
        });
        expect((await app.get(OWN, user)).body).toMatchObject({ isRequired: true, totp: null });
        await enrolTotp(app, user);
        expect(await app.get('/api/admin/user', user)).toMatchObject({ status: 200 });
    });

    test('every route refuses such a session, except those that add a second factor', async () => {
        const { app, admin } = await withAdmin();
        const user = await app.has.user({ rootRole: 'admin' });
        await app.put(SETTINGS, EVERYBODY, admin);
        const allowed = app.routes
            .filter(({ duringEnrolment }) => duringEnrolment)
            .map(({ method, path }) => `${method} ${path}`);

        expect(allowed).toEqual([
            `GET ${OWN}`,
            `POST ${OWN}/totp`,
            `POST ${OWN}/totp/confirm`,
            `POST ${OWN}/passkeys/begin`,
            `POST ${OWN}/passkeys`,
        ]);
        const others = app.routes.filter(
            ({ access, duringEnrolment }) =>
                !duringEnrolment && !['public', 'client', 'frontend', 'sdk', 'directory'].includes(String(access)),
        );
        expect(others.length).toBeGreaterThan(300);
        for (const { method, path } of others) {
            const response = await app.send(method, path.replace(/:\w+/g, '1'), user);
            expect(response, `${method} ${path}`).toMatchObject({ status: 403, body: { name: 'SecondFactorMissing' } });
        }
    });

    test('it applies to the selected root roles, of users and of their groups', async () => {
        const { app, admin } = await withAdmin();
        const [viewer, editor, member] = [
            await app.has.user({ rootRole: 'viewer' }),
            await app.has.user({ rootRole: 'editor' }),
            await app.has.user({ rootRole: 'viewer' }),
        ];
        await app.post('/api/admin/groups', { name: 'editors', rootRole: 2, users: [{ user: { id: member.id } }] });
        await app.put(SETTINGS, { ...EVERYBODY, requiredFor: 'roles', rootRoles: [2] }, admin);

        const statuses = [];
        for (const user of [viewer, editor, member]) statuses.push((await app.get('/api/admin/user', user)).status);
        expect(statuses).toEqual([200, 403, 403]);
    });

    test('tokens need no second factor', async () => {
        const { app, admin } = await withAdmin();
        const user = await app.has.user();
        const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
        const { secret } = (await app.post('/api/admin/user/tokens', { description: 'x', expiresAt }, user)).body;
        await app.put(SETTINGS, EVERYBODY, admin);

        expect(await app.get('/api/admin/user', { token: secret })).toMatchObject({ status: 200 });
        expect(await app.get('/api/admin/projects')).toMatchObject({ status: 200 });
    });

    test('the settings need a fresh second factor of an administrator', async () => {
        const { app, admin, secret } = await withAdmin();
        const withoutFactor = await app.has.user({ rootRole: 'admin' });
        const viewer = await app.has.user();
        await enrolTotp(app, viewer);

        expect(await app.put(SETTINGS, EVERYBODY, withoutFactor)).toMatchObject({
            status: 403,
            body: { name: 'SecondFactorExpired' },
        });
        expect(await app.put(SETTINGS, EVERYBODY)).toMatchObject({ status: 403 });
        expect(await app.put(SETTINGS, EVERYBODY, viewer)).toMatchObject({
            status: 403,
            body: { permissions: ['ADMIN'] },
        });
        app.passTime(6 * 60_000);
        expect(await app.put(SETTINGS, EVERYBODY, admin)).toMatchObject({ status: 403 });
        expect((await app.get(SETTINGS)).body).toMatchObject({ requiredFor: 'nobody' });
        const code = nextCode(app, secret);
        const headers = { ...admin.headers, 'halyard-second-factor': code };
        expect(await app.put(SETTINGS, EVERYBODY, { ...admin, headers })).toMatchObject({ status: 200 });
        // The code was for one request.
        expect(await app.put(SETTINGS, EVERYBODY, { ...admin, headers })).toMatchObject({ status: 401 });
    });

    test.each([
        [{ ...EVERYBODY, requiredFor: 'roles', rootRoles: [4711] }],
        [{ ...EVERYBODY, requiredFor: 'roles', rootRoles: [] }],
        [{ ...EVERYBODY, requiredFor: 'some' }],
    ])('%j is refused', async (settings) => {
        const { app, admin } = await withAdmin();

        expect(await app.put(SETTINGS, settings, admin)).toMatchObject({ status: 400 });
    });
});

describe('resetting the second factors of a user', () => {
    test('the user signs in with the password again, and sessions end', async () => {
        const { app } = await withAdmin();
        const user = await app.has.user();
        await enrolTotp(app, user);

        expect(await app.delete(`/api/admin/user-admin/${user.id}/second-factors`)).toMatchObject({ status: 200 });
        expect(await app.get('/api/admin/user', user)).toMatchObject({ status: 401 });
        await signInAgain(app, user.username);
        const { events } = (await app.get('/api/admin/events')).body;
        expect(events[0]).toMatchObject({
            type: 'user-second-factor-reset',
            preData: { id: user.id, factors: [{ type: 'totp' }] },
        });
        expect(await app.delete(`/api/admin/user-admin/${user.id}/second-factors`)).toMatchObject({ status: 404 });
    });

    test('only administrators reset them, and their own only with a fresh one', async () => {
        const { app, admin } = await withAdmin();
        const editor = await app.has.user({ rootRole: 'editor' });
        const path = `/api/admin/user-admin/${admin.id}/second-factors`;

        expect(await app.delete(path, editor)).toMatchObject({ status: 403 });
        app.passTime(6 * 60_000);
        expect(await app.delete(path, admin)).toMatchObject({ status: 403, body: { name: 'SecondFactorExpired' } });
        expect((await app.get('/api/admin/second-factors')).body).toEqual({
            users: [{ id: admin.id, totp: true, passkeys: 0 }],
        });
    });

    test('a deleted user leaves no second factor', async () => {
        const { app } = await withAdmin();
        const user = await app.has.user();
        await enrolTotp(app, user);

        await app.delete(`/api/admin/user-admin/${user.id}`);

        const rows = await app.services.db.selectFrom('totp_factors').select('user_id').execute();
        expect(rows.map(({ user_id }) => user_id)).not.toContain(user.id);
    });
});

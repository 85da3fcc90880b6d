import { describe, expect, test } from 'vitest';
import { USER_PASSWORD } from '../../../../test/support/factories.ts';
import { enrolTotp, nextCode, sendPassword, sessionIn, totpAt } from '../../../../test/support/second-factor.ts';
import {
    ADMIN_PASSWORD,
    ownFreshInstall,
    type TestApp,
    type TestAppOptions,
    testApp,
} from '../../../../test/support/test-app.ts';

const OWN = '/api/admin/user/second-factors';

/** A user with an app for codes. */
async function userWithTotp(options?: TestAppOptions) {
    const app = await testApp(options);
    const user = await app.has.user({ rootRole: 'editor' });
    const account = { username: user.username, password: USER_PASSWORD };
    return { app, user, account, ...(await enrolTotp(app, user)) };
}

const me = (app: TestApp, session: Parameters<TestApp['get']>[1]) => app.get('/api/admin/user', session);

describe('signing in with a password and a code', () => {
    test('the password gives no session, and the code completes the sign-in', async () => {
        const { app, user, account, secret } = await userWithTotp();

        const pending = await sendPassword(app, account);
        expect(pending.methods).toEqual(['totp', 'recovery-code']);
        expect(pending.cookie).not.toContain('halyard-session');
        expect(await me(app, { token: null, headers: { cookie: pending.cookie } })).toMatchObject({ status: 401 });
        const response = await pending.prove({ code: nextCode(app, secret) });

        expect(response).toMatchObject({ status: 200, body: { id: user.id } });
        expect(await me(app, sessionIn(response))).toMatchObject({ status: 200, body: { user: { id: user.id } } });
    });

    test('a code is accepted once, by any sign-in', async () => {
        const { app, account, secret } = await userWithTotp();
        const code = nextCode(app, secret);
        const [first, second] = [await sendPassword(app, account), await sendPassword(app, account)];

        expect(await first.prove({ code })).toMatchObject({ status: 200 });
        expect(await second.prove({ code })).toMatchObject({
            status: 401,
            body: { name: 'WrongSecondFactorError' },
        });
        // The code of the step before is older than the accepted one.
        const earlier = totpAt(secret, new Date(app.services.clock().getTime() - 30_000));
        expect(await second.prove({ code: earlier })).toMatchObject({ status: 401 });
    });

    test('of concurrent sign-ins with the same code, one succeeds', async () => {
        const { app, account, secret } = await userWithTotp();
        const code = nextCode(app, secret);
        const all = [];
        for (let i = 0; i < 4; i++) all.push(await sendPassword(app, account));

        const responses = await Promise.all(all.map((pending) => pending.prove({ code })));

        expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    });

    test('a code that one node accepted is refused by another', async () => {
        const database = await ownFreshInstall();
        const nodes = [await testApp({ database }), await testApp({ database })] as const;
        const user = await nodes[0].has.user();
        const account = { username: user.username, password: USER_PASSWORD };
        const { secret } = await enrolTotp(nodes[0], user);
        const code = totpAt(secret, new Date(Date.now() + 30_000));
        const [first, second] = [await sendPassword(nodes[0], account), await sendPassword(nodes[1], account)];

        expect(await first.prove({ code })).toMatchObject({ status: 200 });
        expect(await second.prove({ code })).toMatchObject({ status: 401 });
    });

    test('a sign-in that began on one node continues on another, and there only once', async () => {
        const database = await ownFreshInstall();
        const nodes = [await testApp({ database }), await testApp({ database })] as const;
        const user = await nodes[0].has.user();
        const { secret, recoveryCodes } = await enrolTotp(nodes[0], user);
        const { pendingSignIn, cookie } = await sendPassword(nodes[0], {
            username: user.username,
            password: USER_PASSWORD,
        });
        const prove = (app: TestApp, code: string) =>
            app.post('/auth/simple/second-factor', { pendingSignIn, code }, { token: null, headers: { cookie } });

        expect(await prove(nodes[1], totpAt(secret, new Date(Date.now() + 30_000)))).toMatchObject({ status: 200 });
        expect(await prove(nodes[0], recoveryCodes[0]!)).toMatchObject({ status: 403 });
    });

    test('the code that confirmed the app does not sign in', async () => {
        const { app, account, secret } = await userWithTotp();
        const pending = await sendPassword(app, account);

        expect(await pending.prove({ code: totpAt(secret, app.services.clock()) })).toMatchObject({ status: 401 });
    });

    test('a pending sign-in works once', async () => {
        const { app, account, secret } = await userWithTotp();
        const pending = await sendPassword(app, account);
        expect(await pending.prove({ code: nextCode(app, secret) })).toMatchObject({ status: 200 });

        expect(await pending.prove({ code: nextCode(app, secret) })).toMatchObject({
            status: 403,
            body: { message: expect.stringContaining('already used') },
        });
    });

    test('a pending sign-in works only in the browser that sent the password', async () => {
        const { app, account, secret } = await userWithTotp();
        const other = await app.has.user();
        await enrolTotp(app, other);
        const pending = await sendPassword(app, account);
        const { cookie } = await sendPassword(app, { username: other.username, password: USER_PASSWORD });

        expect(await pending.prove({ code: nextCode(app, secret) }, cookie)).toMatchObject({ status: 403 });
    });

    test('a pending sign-in expires after ten minutes', async () => {
        const { app, account, secret } = await userWithTotp();
        const pending = await sendPassword(app, account);
        app.passTime(10 * 60_000);

        expect(await pending.prove({ code: nextCode(app, secret) })).toMatchObject({ status: 403 });
    });

    test('a new password ends pending sign-ins', async () => {
        const { app, user, account, secret } = await userWithTotp();
        const pending = await sendPassword(app, account);
        await app.post(`/api/admin/user-admin/${user.id}/change-password`, { password: 'Another-Horse-8' });

        expect(await pending.prove({ code: nextCode(app, secret) })).toMatchObject({ status: 403 });
    });

    test('five wrong codes end the sign-in, and further codes are refused for ten minutes', async () => {
        const { app, account, secret } = await userWithTotp();
        const pending = await sendPassword(app, account);
        for (let i = 0; i < 5; i++) {
            expect(await pending.prove({ code: '000000' })).toMatchObject({ status: 401 });
        }
        expect(await pending.prove({ code: nextCode(app, secret) })).toMatchObject({ status: 403 });

        const again = await sendPassword(app, account);
        expect(await again.prove({ code: nextCode(app, secret) })).toMatchObject({ status: 429 });
        app.passTime(10 * 60_000);
        const later = await sendPassword(app, account);
        expect(await later.prove({ code: nextCode(app, secret) })).toMatchObject({ status: 200 });
    });

    test('an address that sends many wrong codes is refused', async () => {
        const { app, account } = await userWithTotp({ environment: { SIMPLE_LOGIN_LIMIT_PER_MINUTE: '2' } });
        const pending = await sendPassword(app, account);
        const statuses = [];
        for (let i = 0; i < 3; i++) statuses.push((await pending.prove({ code: '000000' })).status);

        expect(statuses).toEqual([401, 401, 429]);
    });

    test.each([{}, { code: '123456', passkey: ASSERTION() }])('the second step needs one proof: %j', async (proof) => {
        const { app, account } = await userWithTotp();
        const pending = await sendPassword(app, account);

        expect(await pending.prove(proof)).toMatchObject({ status: 400 });
    });

    test('a wrong password is rejected as before', async () => {
        const { app, account } = await userWithTotp();

        expect(await app.post('/auth/simple/login', { ...account, password: 'wrong' }, { token: null })).toMatchObject({
            status: 401,
            body: { name: 'PasswordMismatch' },
        });
    });

    test('an account without a second factor signs in with the password alone', async () => {
        const { app } = await userWithTotp();

        const response = await app.post(
            '/auth/simple/login',
            { username: 'admin', password: ADMIN_PASSWORD },
            { token: null },
        );
        expect(response.status).toBe(200);
        expect(await me(app, sessionIn(response))).toMatchObject({ status: 200 });
    });

    test('a password reset does not remove the second factor', async () => {
        const { app, user, account, secret } = await userWithTotp();
        const { body } = await app.post('/api/admin/user-admin/reset-password', { id: account.username });
        const token = new URL(body.resetPasswordUrl).searchParams.get('token');
        await app.post('/auth/reset/password', { token, password: 'Another-Horse-8' }, { token: null });

        const pending = await sendPassword(app, { ...account, password: 'Another-Horse-8' });
        expect(await pending.prove({ code: nextCode(app, secret) })).toMatchObject({
            status: 200,
            body: { id: user.id },
        });
    });
});

function ASSERTION() {
    const response = { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' };
    return { id: 'e30', rawId: 'e30', type: 'public-key', response };
}

describe('recovery codes', () => {
    test('each code signs in once, also written in capitals and without dashes', async () => {
        const { app, account, recoveryCodes } = await userWithTotp();
        expect(new Set(recoveryCodes).size).toBe(10);
        const [code, other] = recoveryCodes as [string, string];

        const first = await (await sendPassword(app, account)).prove({ code });
        expect(first.status).toBe(200);
        expect(await (await sendPassword(app, account)).prove({ code })).toMatchObject({ status: 401 });
        const plain = other.replaceAll('-', '').toUpperCase();
        expect(await (await sendPassword(app, account)).prove({ code: plain })).toMatchObject({ status: 200 });

        expect((await app.get(OWN, sessionIn(first))).body).toMatchObject({ recoveryCodes: 8 });
    });

    test('new codes replace all previous ones', async () => {
        const { app, user, account, recoveryCodes } = await userWithTotp();
        const { body } = await app.post(`${OWN}/recovery-codes`, undefined, user);

        const pending = await sendPassword(app, account);
        expect(await pending.prove({ code: recoveryCodes[0] })).toMatchObject({ status: 401 });
        expect(await pending.prove({ code: body.recoveryCodes[0] })).toMatchObject({ status: 200 });
    });

    test('a code of another user is wrong', async () => {
        const { app, account } = await userWithTotp();
        const { recoveryCodes } = await enrolTotp(app, await app.has.user());

        const pending = await sendPassword(app, account);
        expect(await pending.prove({ code: recoveryCodes[0] })).toMatchObject({ status: 401 });
    });
});

test('the database contains neither the secret of an app nor recovery codes in clear text', async () => {
    const { app, secret, recoveryCodes } = await userWithTotp({ environment: { SECRET_KEY: 'k'.repeat(40) } });
    const { db } = app.services;
    const rows = [
        await db.selectFrom('totp_factors').selectAll().execute(),
        await db.selectFrom('recovery_codes').selectAll().execute(),
        await db.selectFrom('pending_sign_ins').selectAll().execute(),
        await db.selectFrom('events').selectAll().execute(),
    ];

    expect(rows[0]).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
    for (const code of recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code);
});

import { describe, expect, test } from 'vitest';
import { USER_PASSWORD } from '../../../../test/support/factories.ts';
import { enrolTotp, nextCode, sendPassword, sessionIn, totpAt } from '../../../../test/support/second-factor.ts';
import { ownFreshInstall, type RequestOptions, testApp } from '../../../../test/support/test-app.ts';

const OWN = '/api/admin/user/second-factors';
const SIX_MINUTES = 6 * 60_000;

describe('an app for codes', () => {
    test('the first app is added with its first code, and comes with recovery codes', async () => {
        const app = await testApp();
        const user = await app.has.user();

        const { body: begun } = await app.post(`${OWN}/totp`, undefined, user);
        const uri = new URL(begun.uri);
        expect(uri.protocol).toBe('otpauth:');
        expect(uri.searchParams.get('secret')).toBe(begun.secret);
        expect((await app.get(OWN, user)).body).toMatchObject({ totp: null, recoveryCodes: 0 });
        const code = totpAt(begun.secret, app.services.clock());
        const { status, body } = await app.post(`${OWN}/totp/confirm`, { ticket: begun.ticket, code }, user);

        expect(status).toBe(201);
        expect(body.recoveryCodes).toHaveLength(10);
        expect((await app.get(OWN, user)).body).toMatchObject({
            totp: { createdAt: expect.any(String) },
            recoveryCodes: 10,
            freshUntil: expect.any(String),
        });
        const { events } = (await app.get('/api/admin/events')).body;
        expect(events[0]).toMatchObject({
            type: 'user-second-factor-added',
            createdByUserId: user.id,
            data: { id: user.id, username: user.username, factor: { type: 'totp' } },
        });
    });

    test('after a wrong code, the right one still confirms', async () => {
        const app = await testApp();
        const user = await app.has.user();
        const { ticket, secret } = (await app.post(`${OWN}/totp`, undefined, user)).body;

        expect(await app.post(`${OWN}/totp/confirm`, { ticket, code: '000000' }, user)).toMatchObject({ status: 401 });
        const code = totpAt(secret, app.services.clock());
        expect(await app.post(`${OWN}/totp/confirm`, { ticket, code }, user)).toMatchObject({ status: 201 });
    });

    test('a ticket works only in the session that began, and once', async () => {
        const app = await testApp();
        const [user, other] = [await app.has.user(), await app.has.user()];
        const { ticket, secret } = (await app.post(`${OWN}/totp`, undefined, user)).body;
        const code = totpAt(secret, app.services.clock());

        expect(await app.post(`${OWN}/totp/confirm`, { ticket, code }, other)).toMatchObject({ status: 403 });
        expect(await app.post(`${OWN}/totp/confirm`, { ticket, code }, user)).toMatchObject({ status: 403 });
    });

    test('other sessions of the user end with the first second factor', async () => {
        const app = await testApp();
        const user = await app.has.user();
        const other = sessionIn(
            await app.post('/auth/simple/login', { username: user.username, password: USER_PASSWORD }, { token: null }),
        );
        await enrolTotp(app, user);

        expect(await app.get('/api/admin/user', other)).toMatchObject({ status: 401 });
        expect(await app.get('/api/admin/user', user)).toMatchObject({ status: 200 });
    });

    test('a session that a node of the previous release began with the password alone is void', async () => {
        const app = await testApp();
        const user = await app.has.user();
        await enrolTotp(app, user);
        await app.services.recordObservation((tx) =>
            tx.updateTable('sessions').set({ second_factor_at: null }).where('user_id', '=', user.id).execute(),
        );

        expect(await app.get('/api/admin/user', user)).toMatchObject({ status: 401 });
    });

    test('a session that is older than ten minutes cannot add the first second factor', async () => {
        const app = await testApp();
        const user = await app.has.user();
        const { ticket, secret } = (await app.post(`${OWN}/totp`, undefined, user)).body;
        app.passTime(10 * 60_000 + 1_000);
        const refusal = { status: 403, body: { message: expect.stringContaining('Sign out and in again') } };

        expect(await app.post(`${OWN}/totp`, undefined, user)).toMatchObject(refusal);
        expect(await app.post(`${OWN}/passkeys/begin`, undefined, user)).toMatchObject({ status: 403 });
        // The ticket itself has expired, too.
        const code = totpAt(secret, app.services.clock());
        expect(await app.post(`${OWN}/totp/confirm`, { ticket, code }, user)).toMatchObject({ status: 403 });
        const account = { username: user.username, password: USER_PASSWORD };
        await enrolTotp(app, sessionIn(await app.post('/auth/simple/login', account, { token: null })));
    });

    test('a ticket of a recent sign-in is refused if the sign-in is too old at the end', async () => {
        const app = await testApp();
        const user = await app.has.user();
        app.passTime(9 * 60_000);
        const { ticket, secret } = (await app.post(`${OWN}/totp`, undefined, user)).body;
        app.passTime(2 * 60_000);
        const code = totpAt(secret, app.services.clock());

        expect(await app.post(`${OWN}/totp/confirm`, { ticket, code }, user)).toMatchObject({
            status: 403,
            body: { message: expect.stringContaining('Sign out and in again') },
        });
    });

    test('a second app needs the first to be removed', async () => {
        const app = await testApp();
        const user = await app.has.user();
        await enrolTotp(app, user);
        const { ticket, secret } = (await app.post(`${OWN}/totp`, undefined, user)).body;
        const code = totpAt(secret, app.services.clock());

        expect(await app.post(`${OWN}/totp/confirm`, { ticket, code }, user)).toMatchObject({ status: 409 });
    });

    test('a personal token neither adds nor removes second factors', async () => {
        const app = await testApp();
        const user = await app.has.user();
        const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
        const { secret } = (await app.post('/api/admin/user/tokens', { description: 'mine', expiresAt }, user)).body;
        await enrolTotp(app, user);
        const token = { token: secret };

        expect(await app.post(`${OWN}/totp`, undefined, token)).toMatchObject({ status: 403 });
        expect(await app.delete(`${OWN}/totp`, token)).toMatchObject({ status: 403 });
        // The token itself works without a second factor.
        expect(await app.get('/api/admin/user', token)).toMatchObject({ status: 200 });
    });
});

describe('a fresh second factor', () => {
    const operations: [string, (app: Awaited<ReturnType<typeof testApp>>, user: RequestOptions) => Promise<object>][] =
        [
            ['removing the app', (app, user) => app.delete(`${OWN}/totp`, user)],
            ['new recovery codes', (app, user) => app.post(`${OWN}/recovery-codes`, undefined, user)],
        ];

    test.each(operations)('%s is refused six minutes later, until a code is proved in the session', async (_, run) => {
        const app = await testApp();
        const user = await app.has.user();
        const { secret } = await enrolTotp(app, user);
        app.passTime(SIX_MINUTES);

        expect(await run(app, user)).toMatchObject({ status: 403, body: { name: 'SecondFactorExpired' } });
        expect((await app.get(OWN, user)).body).toMatchObject({ freshUntil: null });
        const { body } = await app.post(`${OWN}/check`, undefined, user);
        expect(body.methods).toEqual(['totp', 'recovery-code']);
        expect(await app.post(`${OWN}/prove`, { code: nextCode(app, secret) }, user)).toMatchObject({ status: 200 });
        expect(await run(app, user)).toMatchObject({ status: 200 });
    });

    test('wrong codes in a session are limited', async () => {
        const app = await testApp();
        const user = await app.has.user();
        const { secret } = await enrolTotp(app, user);
        for (let i = 0; i < 5; i++) {
            expect(await app.post(`${OWN}/prove`, { code: '000000' }, user)).toMatchObject({ status: 401 });
        }

        expect(await app.post(`${OWN}/prove`, { code: nextCode(app, secret) }, user)).toMatchObject({ status: 429 });
    });

    test('without any second factor, the recovery codes are gone and the password is enough', async () => {
        const app = await testApp();
        const user = await app.has.user();
        await enrolTotp(app, user);

        expect(await app.delete(`${OWN}/totp`, user)).toMatchObject({ status: 200 });
        expect((await app.get(OWN, user)).body).toMatchObject({ totp: null, recoveryCodes: 0 });
        expect(
            await app.post('/auth/simple/login', { username: user.username, password: USER_PASSWORD }, { token: null }),
        ).toMatchObject({ status: 200 });
        const { events } = (await app.get('/api/admin/events')).body;
        expect(events[0]).toMatchObject({ type: 'user-second-factor-removed', preData: { factor: { type: 'totp' } } });
    });
});

test('a new encryption key keeps the secret of the app, which is encrypted again', async () => {
    const [oldKey, newKey] = ['a'.repeat(40), 'b'.repeat(40)];
    const database = await ownFreshInstall();
    const before = await testApp({ database, environment: { SECRET_KEY: oldKey } });
    const user = await before.has.user();
    const { secret } = await enrolTotp(before, user);
    await before.close();
    const both = await testApp({ database, environment: { SECRET_KEY: `${newKey},${oldKey}` } });
    await both.close();

    const app = await testApp({ database, environment: { SECRET_KEY: newKey } });
    const pending = await sendPassword(app, { username: user.username, password: USER_PASSWORD });
    expect(await pending.prove({ code: nextCode(app, secret) })).toMatchObject({ status: 200 });
});

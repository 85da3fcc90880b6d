import { expect, test } from 'vitest';
import { deactivate } from '../../../../test/support/directory.ts';
import { watchStatements, withoutBackgroundWork } from '../../../../test/support/statements.ts';
import { ADMIN_PASSWORD, type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { deleteExpired } from '../../delete-expired.ts';
import { beginLogin, recordLogin } from './login-attempts.ts';

const DAY = 86_400_000;

const signIn = (app: TestApp, username: string, password: string) =>
    app.post('/auth/simple/login', { username, password }, { token: null });

interface Failures {
    login: string;
    userId?: number | null;
    times?: number;
    address?: string;
}

/** Records failed attempts without the time that so many hashes take. */
async function fail(
    app: TestApp,
    { login, userId = null, times = 20, address = '127.0.0.1' }: Failures,
): Promise<void> {
    const { recordObservation, clock } = app.services;
    const attempt = { login, userId: userId ?? undefined, address, method: 'password' as const, now: clock() };
    await recordObservation(async (tx) => {
        for (let time = 0; time < times; time++) await recordLogin(tx, attempt);
    });
}

/** Records failures from unrelated networks, one address each. */
async function failEverywhere(app: TestApp, failures: Failures, times: number): Promise<void> {
    for (let network = 1; network <= times; network++) {
        await fail(app, { ...failures, times: 1, address: `2001:db8:${network.toString(16)}::1` });
    }
}

test('an unknown user, a wrong password and a service account get the same error', async () => {
    const app = await testApp();
    await app.post('/api/admin/service-account', { username: 'robot', rootRole: 1 });
    await app.post('/api/admin/user-admin', { username: 'invited', rootRole: 1 });

    const answers = await Promise.all(
        ['nobody', 'admin', 'robot', 'invited'].map((username) => signIn(app, username, 'Wrong-password-1')),
    );

    for (const answer of answers) {
        const { id: _, ...body } = answer.body;
        const { id: __, ...first } = answers[0]!.body;
        expect(answer.status).toBe(401);
        expect(body).toEqual(first);
    }
    expect(answers[0]!.body.name).toBe('PasswordMismatch');
});

test('unknown users, wrong passwords and deactivated users cost the same number of statements', async () => {
    withoutBackgroundWork();
    const app = await testApp();
    await app.post('/api/admin/user-admin', { username: 'ed', password: ADMIN_PASSWORD, rootRole: 3 });
    await deactivate(app, 'ed');
    const login = (username: string) =>
        app.send('POST', '/auth/simple/login', {
            token: null,
            headers: { 'content-type': 'application/json' },
            rawBody: JSON.stringify({ username, password: 'Wrong-password-1' }),
        });
    const statements = watchStatements();

    const costs = [];
    for (const username of ['nobody', 'admin', 'ed']) {
        expect((await login(username)).status).toBe(401);
        costs.push(statements.executed().length);
    }

    expect(costs[0]).toBeGreaterThan(0);
    expect(new Set(costs).size, String(costs)).toBe(1);
});

test('failures are counted per user and reset by a successful sign-in', async () => {
    const app = await testApp();
    await signIn(app, 'admin', 'wrong');
    await signIn(app, 'admin', 'wrong');
    const before = await app.get('/api/admin/user-admin/1');

    const signedIn = await signIn(app, 'admin', ADMIN_PASSWORD);

    expect(before.body).toMatchObject({ loginAttempts: 2, seenAt: null });
    expect(signedIn.body).toMatchObject({ loginAttempts: 0 });
    expect((await app.get('/api/admin/user-admin/1')).body).toMatchObject({
        loginAttempts: 0,
        seenAt: expect.any(String),
    });
});

test('failures of an unknown user count in any spelling of the name, like those of a user', async () => {
    const app = await testApp();
    await fail(app, { login: 'nobody' });
    await fail(app, { login: 'ADMIN', userId: 1 });

    const statuses = await Promise.all(
        ['NoBody', 'Admin'].map(async (login) => (await signIn(app, login, 'Wrong-password-1')).status),
    );

    expect(statuses).toEqual([429, 429]);
});

test.each(['admin', 'nobody'])(
    'after twenty failures %s is rejected from that network for ten minutes, even with the right password',
    async (login) => {
        const app = await testApp();
        await fail(app, { login, userId: login === 'admin' ? 1 : null });

        const refused = await signIn(app, login, ADMIN_PASSWORD);
        app.passTime(10 * 60_000 + 1);
        const later = await signIn(app, login, ADMIN_PASSWORD);

        expect(refused).toMatchObject({ status: 429, body: { name: 'RateLimitError' } });
        expect(later.status).toBe(login === 'admin' ? 200 : 401);
    },
);

test('as many failures as another network can have do not lock out a user', async () => {
    const app = await testApp();
    await fail(app, { login: 'admin', userId: 1, address: '192.0.2.1', times: 20 });

    expect(await signIn(app, 'admin', ADMIN_PASSWORD)).toMatchObject({ status: 200 });
});

/** Signs in through a proxy that the service trusts. */
const signInFrom = (app: TestApp, address: string, password: string) =>
    app.post(
        '/auth/simple/login',
        { username: 'admin', password },
        { token: null, headers: { 'x-forwarded-for': address } },
    );

test('guessing from forty addresses is rejected after thirty attempts', async () => {
    const app = await testApp({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
    const statuses: number[] = [];
    for (let host = 1; host <= 40; host++) {
        statuses.push((await signInFrom(app, `192.0.2.${host}`, 'Wrong-password-1')).status);
    }

    expect(statuses).toEqual([...Array(30).fill(401), ...Array(10).fill(429)]);
    expect((await signInFrom(app, '192.0.2.99', ADMIN_PASSWORD)).status).toBe(429);
    app.passTime(10 * 60_000 + 1);
    expect((await signInFrom(app, '192.0.2.99', ADMIN_PASSWORD)).status).toBe(200);
});

test('an owner who is rejected in a new network signs in there after resetting the password', async () => {
    const app = await testApp();
    const { body: link } = await app.post('/api/admin/user-admin/reset-password', { id: 'admin' });
    const token = new URL(link.resetPasswordUrl).searchParams.get('token');
    await failEverywhere(app, { login: 'admin', userId: 1 }, 30);
    expect(await signIn(app, 'admin', ADMIN_PASSWORD)).toMatchObject({
        status: 429,
        body: { message: expect.stringContaining('reset your password') },
    });

    await app.post('/auth/reset/password', { token, password: 'Other-horse-8' }, { token: null });
    expect(await signIn(app, 'admin', 'Other-horse-8')).toMatchObject({ status: 200 });
});

test('an attack affects neither the sessions of the owner nor sign-in from a familiar network', async () => {
    const app = await testApp();
    const owner = await app.has.user();
    await failEverywhere(app, { login: owner.username, userId: owner.id }, 40);

    expect(await signIn(app, owner.username, 'Wrong-password-1')).toMatchObject({ status: 401 });
    expect(await app.get('/api/admin/user', owner)).toMatchObject({ status: 200 });
});

test('guessing from many networks is rejected, except from networks where the user has signed in before', async () => {
    const app = await testApp();
    const familiar = await testApp();
    await signIn(familiar, 'admin', ADMIN_PASSWORD);
    for (const each of [app, familiar]) await failEverywhere(each, { login: 'admin', userId: 1 }, 30);
    await fail(familiar, { login: 'admin', userId: 1, times: 30 });

    expect(await signIn(app, 'admin', ADMIN_PASSWORD)).toMatchObject({ status: 429 });
    expect(await signIn(familiar, 'admin', ADMIN_PASSWORD)).toMatchObject({ status: 200 });
});

test('an IPv6 /64 prefix counts as one network', async () => {
    const app = await testApp();
    const { recordObservation, clock } = app.services;
    const attempt = { login: 'admin', userId: 1, method: 'password', now: clock() } as const;
    for (let host = 1; host <= 20; host++) {
        await fail(app, { login: 'admin', userId: 1, times: 1, address: `2001:db8:0:7::${host.toString(16)}` });
    }

    await expect(beginLogin(recordObservation, { ...attempt, address: '2001:0db8::7:a:b:c:d' })).rejects.toThrow(
        /too often/,
    );
    expect(await beginLogin(recordObservation, { ...attempt, address: '2001:db8:0:8::1' })).toBeGreaterThan(0);
});

test('the username and the e-mail address of a user count as one account', async () => {
    const app = await testApp();
    await app.put('/api/admin/user-admin/1', { email: 'admin@example.com' });
    for (const login of ['admin', 'admin@example.com']) await fail(app, { login, userId: 1, times: 10 });

    for (const login of ['admin', 'admin@example.com', 'ADMIN@example.com']) {
        expect(await signIn(app, login, ADMIN_PASSWORD), login).toMatchObject({ status: 429 });
    }
});

test('failures of one user do not block another user', async () => {
    const app = await testApp();
    await fail(app, { login: 'someone-else' });

    expect(await signIn(app, 'admin', ADMIN_PASSWORD)).toMatchObject({ status: 200 });
});

test('an address with too many attempts in a minute gets 429', async () => {
    const app = await testApp({ environment: { SIMPLE_LOGIN_LIMIT_PER_MINUTE: '2' } });
    await signIn(app, 'a', 'wrong');
    await signIn(app, 'b', 'wrong');

    const response = await signIn(app, 'admin', ADMIN_PASSWORD);

    expect(response).toMatchObject({ status: 429 });
});

test('the login history lists sign-in attempts, newest first', async () => {
    const app = await testApp();
    await signIn(app, 'Nobody', 'wrong');
    await signIn(app, 'admin', ADMIN_PASSWORD);

    const { status, body } = await app.get('/api/admin/logins');

    expect(status).toBe(200);
    expect(body.events).toEqual([
        {
            id: expect.any(Number),
            username: 'admin',
            userId: 1,
            ip: '127.0.0.1',
            authType: 'password',
            successful: true,
            createdAt: expect.any(String),
        },
        expect.objectContaining({ username: 'nobody', userId: null, successful: false }),
    ]);
    expect((await app.get('/api/admin/logins?limit=1&offset=1')).body.events).toMatchObject([{ username: 'nobody' }]);
});

test('the login history is available as CSV without spreadsheet formulas', async () => {
    const app = await testApp();
    await signIn(app, '=HYPERLINK("http://evil.example")', 'wrong');
    await signIn(app, 'admin', ADMIN_PASSWORD);

    const { status, body, headers } = await app.get('/api/admin/logins', { headers: { accept: 'text/csv' } });

    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [columns, admin, evil, ...rest] = body.split('\r\n');
    expect(columns).toBe('id,username,userId,ip,authType,successful,createdAt');
    expect(admin).toMatch(/^\d+,admin,1,127\.0\.0\.1,password,true,20[\dT:.-]+Z$/);
    expect(evil).toMatch(/^\d+,"'=hyperlink\(""http:\/\/evil\.example""\)",,127\.0\.0\.1,password,false,/);
    expect(rest).toEqual(['']);
    expect((await app.get('/api/admin/logins?limit=1', { headers: { accept: 'text/csv' } })).body).not.toMatch(/evil/);
});

test('old sign-ins, expired sessions and expired links are deleted', async () => {
    const app = await testApp();
    const { db, recordObservation, clock } = app.services;
    await signIn(app, 'admin', ADMIN_PASSWORD);
    await app.post('/api/admin/user-admin', { username: 'ed', rootRole: 3 });
    const count = async () => {
        const tables = ['sessions', 'password_resets', 'logins'] as const;
        return Promise.all(tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length));
    };

    await deleteExpired(recordObservation, clock(), 14);
    const kept = await count();
    app.passTime(15 * DAY);
    await deleteExpired(recordObservation, clock(), 14);

    expect(kept).toEqual([1, 1, 1]);
    expect(await count()).toEqual([0, 0, 0]);
});

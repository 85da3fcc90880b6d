import { expect, test } from 'vitest';
import { deactivate } from '../../../test/support/directory.ts';
import { watchStatements, withoutBackgroundWork } from '../../../test/support/statements.ts';
import { ADMIN_PASSWORD, type TestApp, testApp } from '../../../test/support/test-app.ts';
import { forgetExpired } from '../forget-expired.ts';

const DAY = 86_400_000;

const signIn = (app: TestApp, username: string, password: string) =>
    app.post('/auth/simple/login', { username, password }, { token: null });

/** Twenty attempts that fail, without the time that twenty hashes take. */
async function failTwentyTimes(app: TestApp, login: string): Promise<void> {
    const { observe, clock } = app.services;
    await observe(async (tx) => {
        for (let attempt = 0; attempt < 20; attempt++) {
            await tx
                .insertInto('logins')
                .values({
                    login,
                    user_id: null,
                    address: '192.0.2.1',
                    method: 'password',
                    successful: false,
                    created_at: clock().toISOString(),
                })
                .execute();
        }
    });
}

test('an unknown user, a wrong password and a service account are told the same', async () => {
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

test('an unknown user costs as many statements as a wrong password, and as one who is deactivated', async () => {
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
        costs.push(statements.taken().length);
    }

    expect(costs[0]).toBeGreaterThan(0);
    expect(new Set(costs).size, String(costs)).toBe(1);
});

test('failures are counted for the user, and forgotten when they sign in', async () => {
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

test.each(['admin', 'nobody'])(
    'after twenty failures %s is refused for ten minutes, whatever the password',
    async (login) => {
        const app = await testApp();
        await failTwentyTimes(app, login);

        const refused = await signIn(app, login.toUpperCase(), ADMIN_PASSWORD);
        app.passTime(10 * 60_000 + 1);
        const later = await signIn(app, login, ADMIN_PASSWORD);

        expect(refused).toMatchObject({ status: 429, body: { name: 'RateLimitError' } });
        expect(later.status).toBe(login === 'admin' ? 200 : 401);
    },
);

test('failures of one user do not keep another from signing in', async () => {
    const app = await testApp();
    await failTwentyTimes(app, 'someone-else');

    expect(await signIn(app, 'admin', ADMIN_PASSWORD)).toMatchObject({ status: 200 });
});

test('a success in between starts the count again', async () => {
    const app = await testApp();
    await failTwentyTimes(app, 'admin');
    app.passTime(10 * 60_000 + 1);
    await signIn(app, 'admin', ADMIN_PASSWORD);

    expect(await signIn(app, 'admin', ADMIN_PASSWORD)).toMatchObject({ status: 200 });
});

test('one address tries a few times in a minute, then answers 429', async () => {
    const app = await testApp({ environment: { SIMPLE_LOGIN_LIMIT_PER_MINUTE: '2' } });
    await signIn(app, 'a', 'wrong');
    await signIn(app, 'b', 'wrong');

    const response = await signIn(app, 'admin', ADMIN_PASSWORD);

    expect(response).toMatchObject({ status: 429 });
});

test('the login history shows who tried to sign in, newest first', async () => {
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

test('the login history comes as CSV to those who ask for it, and is no formula for spreadsheets', async () => {
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

test('the login history is for administrators and those who may read logs', async () => {
    const app = await testApp();
    const viewer = await app.has.user();

    expect(await app.get('/api/admin/logins', viewer)).toMatchObject({
        status: 403,
        body: { permissions: ['ADMIN', 'READ_LOGS'] },
    });
});

test('old sign-ins, expired sessions and expired links are forgotten', async () => {
    const app = await testApp();
    const { db, observe, clock } = app.services;
    await signIn(app, 'admin', ADMIN_PASSWORD);
    await app.post('/api/admin/user-admin', { username: 'ed', rootRole: 3 });
    const count = async () => {
        const tables = ['sessions', 'password_resets', 'logins'] as const;
        return Promise.all(tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length));
    };

    await forgetExpired(observe, clock());
    const kept = await count();
    app.passTime(15 * DAY);
    await forgetExpired(observe, clock());

    expect(kept).toEqual([1, 1, 1]);
    expect(await count()).toEqual([0, 0, 0]);
});

import { expect, test } from 'vitest';
import { ADMIN_PASSWORD, type TestApp, testApp, unchangedApp } from '../../../../test/support/test-app.ts';

const users = '/api/admin/user-admin';
const HOUR = 3_600_000;

const signIn = (app: TestApp, username: string, password: string) =>
    app.post('/auth/simple/login', { username, password }, { token: null });

async function signedIn(app: TestApp, username = 'admin', password = ADMIN_PASSWORD) {
    const response = await signIn(app, username, password);
    return { token: null, headers: { cookie: response.headers.get('set-cookie')!.split(';')[0]! } };
}

const tokenIn = (link: string) => new URL(link).searchParams.get('token')!;

test.each([
    ['short', 'Aa1-bcdef', 'It must have at least 10 characters.'],
    ['without lowercase', 'AAB1-CDEFG', 'It must contain a lowercase letter.'],
    ['without uppercase', 'aab1-cdefg', 'It must contain an uppercase letter.'],
    ['without digits', 'Aabb-cdefg', 'It must contain a digit.'],
    ['without special characters', 'Aab1Cdefgh', 'It must contain a special character.'],
    ['with a letter three times', 'Aaa1-bbbcd', 'It must not contain the same character three times in a row.'],
])('a password %s is weak, and the error contains the reason', async (_how, password, reason) => {
    const app = await unchangedApp();

    const response = await app.post(`${users}/validate-password`, { password });

    expect(response).toMatchObject({ status: 400, body: { name: 'OwaspValidationError' } });
    expect(response.body.details[0].validationErrors).toEqual([reason]);
});

test('the error for a weak password contains all reasons', async () => {
    const app = await testApp();

    const response = await app.post(`${users}/validate-password`, { password: '' });

    expect(response.body.details[0].validationErrors).toHaveLength(5);
});

test('a strong password is accepted, also with letters of other alphabets', async () => {
    const app = await testApp();

    expect(await app.post(`${users}/validate-password`, { password: 'Schöne-Grüße-7' })).toMatchObject({ status: 200 });
});

test('a password can be checked without signing in', async () => {
    const app = await testApp();
    const path = '/auth/reset/validate-password';

    expect(await app.post(path, { password: 'weak' }, { token: null })).toMatchObject({ status: 400 });
    expect(await app.post(path, { password: 'Strong-enough-1' }, { token: null })).toMatchObject({ status: 200 });
});

test('users need the old password to change their password, which ends their other sessions', async () => {
    const app = await testApp();
    const here = await signedIn(app);
    const elsewhere = await signedIn(app);

    const response = await app.post(
        '/api/admin/user/change-password',
        { password: 'A-new-password-1', confirmPassword: 'A-new-password-1', oldPassword: ADMIN_PASSWORD },
        here,
    );

    expect(response.status).toBe(200);
    expect(await app.get('/api/admin/user', here)).toMatchObject({ status: 200 });
    expect(await app.get('/api/admin/user', elsewhere)).toMatchObject({ status: 401 });
    expect(await signIn(app, 'admin', ADMIN_PASSWORD)).toMatchObject({ status: 401 });
    expect(await signIn(app, 'admin', 'A-new-password-1')).toMatchObject({ status: 200 });
});

test.each([
    ['the wrong old password', { password: 'A-new-password-1', oldPassword: 'wrong' }, 401, 'PasswordMismatch'],
    ['no old password', { password: 'A-new-password-1' }, 401, 'PasswordMismatch'],
    [
        'a different confirmation',
        { password: 'A-new-password-1', confirmPassword: 'Another-1', oldPassword: ADMIN_PASSWORD },
        400,
        'ValidationError',
    ],
    ['a weak password', { password: 'weak', oldPassword: ADMIN_PASSWORD }, 400, 'OwaspValidationError'],
    [
        'the current password',
        { password: ADMIN_PASSWORD, oldPassword: ADMIN_PASSWORD },
        400,
        'PasswordPreviouslyUsedError',
    ],
    [
        'an unknown property',
        { password: 'A-new-password-1', oldPassword: ADMIN_PASSWORD, id: 1 },
        400,
        'ValidationError',
    ],
])('the own password cannot be changed with %s', async (_what, body, status, name) => {
    const app = await testApp();
    const me = await signedIn(app);

    const response = await app.post('/api/admin/user/change-password', body, me);

    expect(response).toMatchObject({ status, body: { name } });
    expect(await signIn(app, 'admin', ADMIN_PASSWORD)).toMatchObject({ status: 200 });
});

test('an API token has no password to change', async () => {
    const app = await unchangedApp();

    const response = await app.post('/api/admin/user/change-password', { password: 'A-new-password-1' });

    expect(response).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
});

test('none of the last five passwords can be chosen again, the sixth can', async () => {
    const app = await testApp();
    const me = await signedIn(app);
    const change = (password: string, oldPassword: string) =>
        app.post('/api/admin/user/change-password', { password, oldPassword }, me);
    const passwords = [ADMIN_PASSWORD, ...[1, 2, 3, 4].map((number) => `A-new-password-${number}`)];
    for (const [index, password] of passwords.entries()) {
        if (index > 0) expect(await change(password, passwords[index - 1]!)).toMatchObject({ status: 200 });
    }

    const refused = await change(ADMIN_PASSWORD, 'A-new-password-4');
    const fifth = await change('A-new-password-5', 'A-new-password-4');
    const accepted = await change(ADMIN_PASSWORD, 'A-new-password-5');

    expect(refused).toMatchObject({ status: 400, body: { name: 'PasswordPreviouslyUsedError' } });
    expect(fifth.status).toBe(200);
    expect(accepted.status).toBe(200);
});

test('a password set by an administrator ends all sessions of the user and is not in the audit log', async () => {
    const app = await testApp();
    const ed = await app.has.user();

    const response = await app.post(`${users}/${ed.id}/change-password`, { password: 'Chosen-for-you-1' });

    expect(response.status).toBe(200);
    expect(await app.get('/api/admin/user', ed)).toMatchObject({ status: 401 });
    expect(await signIn(app, ed.username, 'Chosen-for-you-1')).toMatchObject({ status: 200 });
    const [event] = (await app.get('/api/admin/events')).body.events;
    expect(event).toMatchObject({ type: 'user-password-changed', data: { id: ed.id, username: ed.username } });
    expect(JSON.stringify(event)).not.toMatch(/argon2|Chosen/);
});

test('an administrator cannot set a weak password or the password of an unknown user', async () => {
    const app = await unchangedApp();

    expect(await app.post(`${users}/1/change-password`, { password: 'weak' })).toMatchObject({ status: 400 });
    expect(await app.post(`${users}/999/change-password`, { password: 'Chosen-for-you-1' })).toMatchObject({
        status: 404,
    });
});

test('a new user opens the link, sees their data, chooses a password and signs in', async () => {
    const app = await testApp();
    const { body: ed } = await app.post(users, { username: 'ed', name: 'Ed', rootRole: 3 });
    const token = tokenIn(ed.inviteLink);

    const validation = await app.get(`/auth/reset/validate?token=${token}`, { token: null });
    const choice = await app.post('/auth/reset/password', { token, password: 'My-own-choice-1' }, { token: null });

    expect(validation).toMatchObject({ status: 200, body: { id: ed.id, name: 'Ed', username: 'ed' } });
    expect(choice.status).toBe(200);
    expect(await signIn(app, 'ed', 'My-own-choice-1')).toMatchObject({ status: 200 });
    const [event] = (await app.get('/api/admin/events')).body.events;
    expect(event).toMatchObject({ type: 'user-password-changed', createdBy: 'ed', createdByUserId: ed.id });
});

test('a link works once', async () => {
    const app = await testApp();
    const { body: ed } = await app.post(users, { username: 'ed', rootRole: 3 });
    const token = tokenIn(ed.inviteLink);
    await app.post('/auth/reset/password', { token, password: 'My-own-choice-1' }, { token: null });

    expect(await app.get(`/auth/reset/validate?token=${token}`, { token: null })).toMatchObject({
        status: 403,
        body: { name: 'UsedTokenError' },
    });
    expect(
        await app.post('/auth/reset/password', { token, password: 'My-own-choice-2' }, { token: null }),
    ).toMatchObject({ status: 403 });
    expect(await signIn(app, 'ed', 'My-own-choice-1')).toMatchObject({ status: 200 });
});

test('a link works for 24 hours', async () => {
    const app = await testApp();
    const { body: ed } = await app.post(users, { username: 'ed', rootRole: 3 });
    const token = tokenIn(ed.inviteLink);

    app.passTime(24 * HOUR - 60_000);
    expect(await app.get(`/auth/reset/validate?token=${token}`, { token: null })).toMatchObject({ status: 200 });
    app.passTime(60_000);
    expect(await app.get(`/auth/reset/validate?token=${token}`, { token: null })).toMatchObject({
        status: 401,
        body: { name: 'InvalidTokenError' },
    });
    expect(
        await app.post('/auth/reset/password', { token, password: 'My-own-choice-1' }, { token: null }),
    ).toMatchObject({ status: 401 });
});

test('an unknown link, or the link of a deleted user, does not work', async () => {
    const app = await testApp();
    const { body: ed } = await app.post(users, { username: 'ed', rootRole: 3 });
    await app.delete(`${users}/${ed.id}`);

    for (const token of ['made-up', tokenIn(ed.inviteLink)]) {
        expect(await app.get(`/auth/reset/validate?token=${token}`, { token: null })).toMatchObject({ status: 401 });
    }
    expect(await app.get('/auth/reset/validate', { token: null })).toMatchObject({ status: 400 });
});

test('a weak or used password is rejected, and the link stays valid', async () => {
    const app = await testApp();
    const { body: ed } = await app.post(users, { username: 'ed', password: 'First-password-1', rootRole: 3 });
    const token = tokenIn(ed.inviteLink);
    const choose = (password: string) => app.post('/auth/reset/password', { token, password }, { token: null });

    expect(await choose('weak')).toMatchObject({ status: 400, body: { name: 'OwaspValidationError' } });
    expect(await choose('First-password-1')).toMatchObject({
        status: 400,
        body: { name: 'PasswordPreviouslyUsedError' },
    });
    expect(await choose('My-own-choice-1')).toMatchObject({ status: 200 });
});

test('an administrator creates a link for a user who forgot their password', async () => {
    const app = await testApp();
    const ed = await app.has.user();

    const response = await app.post(`${users}/reset-password`, { id: `${ed.username}@example.com` });
    const token = tokenIn(response.body.resetPasswordUrl);
    await app.post('/auth/reset/password', { token, password: 'My-own-choice-1' }, { token: null });

    expect(response.status).toBe(200);
    expect(await app.get('/api/admin/user', ed)).toMatchObject({ status: 401 });
    expect(await signIn(app, ed.username, 'My-own-choice-1')).toMatchObject({ status: 200 });
    const text = JSON.stringify((await app.get('/api/admin/events')).body);
    expect(text).toContain('user-password-reset-link-created');
    expect(text).not.toContain(token);
});

test('choosing a password invalidates all other links of the user', async () => {
    const app = await testApp();
    const { body: ed } = await app.post(users, { username: 'ed', rootRole: 3 });
    const { body: second } = await app.post(`${users}/reset-password`, { id: 'ed' });

    await app.post(
        '/auth/reset/password',
        { token: tokenIn(second.resetPasswordUrl), password: 'My-own-choice-1' },
        { token: null },
    );

    const token = tokenIn(ed.inviteLink);
    expect(await app.get(`/auth/reset/validate?token=${token}`, { token: null })).toMatchObject({ status: 401 });
});

test('a link for an unknown user returns 404', async () => {
    const app = await unchangedApp();

    expect(await app.post(`${users}/reset-password`, { id: 'nobody@example.com' })).toMatchObject({ status: 404 });
});

test('passwords and secrets of links are stored hashed', async () => {
    const app = await testApp();
    const { body: ed } = await app.post(users, { username: 'ed', password: 'First-password-1', rootRole: 3 });

    const rows = await Promise.all([
        app.services.db.selectFrom('users').selectAll().execute(),
        app.services.db.selectFrom('password_history').selectAll().execute(),
        app.services.db.selectFrom('password_resets').selectAll().execute(),
    ]);

    const text = JSON.stringify(rows);
    expect(text).toContain('$argon2id$');
    expect(text).not.toContain('First-password-1');
    expect(text).not.toContain(tokenIn(ed.inviteLink));
});

test('passwords cannot be changed in maintenance mode', async () => {
    const app = await testApp();
    const { body: ed } = await app.post(users, { username: 'ed', rootRole: 3 });
    await app.post('/api/admin/maintenance', { enabled: true });

    const response = await app.post(
        '/auth/reset/password',
        { token: tokenIn(ed.inviteLink), password: 'My-own-choice-1' },
        { token: null },
    );

    expect(response).toMatchObject({ status: 503 });
});

test('the old password can be entered wrongly a few times in a session, which stays valid', async () => {
    const app = await testApp();
    const me = await signedIn(app);
    const guess = (oldPassword: string) =>
        app.post('/api/admin/user/change-password', { password: 'A-new-password-1', oldPassword }, me);

    for (let time = 1; time <= 5; time++) expect((await guess('wrong')).status).toBe(401);
    expect(await guess(ADMIN_PASSWORD)).toMatchObject({ status: 429, body: { name: 'RateLimitError' } });
    expect((await app.get('/api/admin/user', me)).status).toBe(200);
    app.passTime(10 * 60_000 + 1);

    expect((await guess(ADMIN_PASSWORD)).status).toBe(200);
});

test('the right old password resets the count of failures', async () => {
    const app = await testApp();
    const me = await signedIn(app);
    const guess = (oldPassword: string, password = 'weak') =>
        app.post('/api/admin/user/change-password', { password, oldPassword }, me);

    for (let round = 1; round <= 2; round++) {
        for (let time = 1; time <= 4; time++) expect((await guess('wrong')).status).toBe(401);
        expect((await guess(ADMIN_PASSWORD)).status).toBe(400);
    }
});

test('personal access tokens are revoked when the password changes: by its owner, by a link and by an administrator', async () => {
    const app = await testApp();
    const password = 'A-password-of-ed-1';
    const { body: ed } = await app.post(users, { username: 'ed', rootRole: 3, password });
    const createToken = async (as: Awaited<ReturnType<typeof signedIn>>) =>
        (await app.post('/api/admin/user/tokens', { description: 'cli', expiresAt: '2200-01-01T00:00:00Z' }, as)).body;
    const works = async ({ secret }: { secret: string }) =>
        (await app.get('/api/admin/user', { token: secret })).status === 200;

    const me = await signedIn(app, 'ed', password);
    const first = await createToken(me);
    const own = { password: 'By-their-owner-1', oldPassword: password };
    expect((await app.post('/api/admin/user/change-password', own, me)).status).toBe(200);
    expect(await works(first)).toBe(false);
    expect((await app.get('/api/admin/user', me)).status).toBe(200);
    expect((await app.get('/api/admin/events')).body.events.slice(0, 2)).toMatchObject([
        { type: 'user-password-changed', createdByUserId: ed.id },
        { type: 'pat-deleted', preData: { userId: ed.id, description: 'cli' } },
    ]);

    const again = await createToken(me);
    expect(await works(again)).toBe(true);
    const { body: link } = await app.post(`${users}/reset-password`, { id: 'ed' });
    const byLink = { token: tokenIn(link.resetPasswordUrl), password: 'By-the-link-7' };
    await app.post('/auth/reset/password', byLink, { token: null });
    expect(await works(again)).toBe(false);

    const second = await createToken(await signedIn(app, 'ed', 'By-the-link-7'));
    expect(await works(second)).toBe(true);
    await app.post(`${users}/${ed.id}/change-password`, { password: 'By-an-administrator-1' });
    expect(await works(second)).toBe(false);
    expect((await app.get('/api/admin/events')).body.events.slice(0, 2)).toMatchObject([
        { type: 'user-password-changed' },
        { type: 'pat-deleted', preData: { userId: ed.id, description: 'cli' } },
    ]);
});

import { test as databaseTest, expect } from 'vitest';
import { embedded } from '../../../../test/support/embedded-test.ts';
import { mailServer, type ReceivedMail } from '../../../../test/support/mail-server.ts';
import { enrolTotp, sessionIn } from '../../../../test/support/second-factor.ts';
import { ownFreshInstall, type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { claimMessages, deleteOldMessages } from '../../../changes/outbox/outbox-rows.ts';
import { MAIL_RETRIES } from './mails.ts';

const { test } = embedded;

const users = '/api/admin/user-admin';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const linkIn = ({ source }: ReceivedMail) => /https:\/\/flags\.example\.com\/new-user\?token=([\w-]{43})/.exec(source);
const secretIn = (mail: ReceivedMail) => linkIn(mail)![1]!;
const queue = (app: TestApp) => app.services.db.selectFrom('mails').selectAll().orderBy('id').execute();
const requestReset = (app: TestApp, email: unknown) =>
    app.post('/auth/reset/password-email', { email }, { token: null });

async function inTurnOrAtOnce<T>(works: (() => Promise<T>)[]): Promise<T[]> {
    if (process.env['TEST_DATABASE'] === 'postgres') return Promise.all(works.map((work) => work()));
    const results: T[] = [];
    for (const work of works) results.push(await work());
    return results;
}

async function appWithMail(environment: Record<string, string> = {}, options?: Parameters<typeof mailServer>[0]) {
    const server = await mailServer(options);
    const app = await testApp({ environment: { ...server.environment, ...environment } });
    return { app, server };
}

const createEd = (app: TestApp, more: object = {}) =>
    app.post(users, { name: 'Ed', email: 'Ed@example.com', rootRole: 3, ...more });

test('a new user gets a welcome mail whose link lets them choose a password', async () => {
    const { app, server } = await appWithMail();

    const created = await createEd(app);

    expect(created).toMatchObject({ status: 201, body: { emailSent: true } });
    expect(server.mails).toHaveLength(1);
    const [mail] = server.mails;
    expect(mail).toMatchObject({ from: 'flags@example.com', to: ['ed@example.com'] });
    expect(mail!.header).toMatch(/^Subject: Welcome to Halyard\r?$/m);
    expect(mail!.header).toMatch(/^From: Flags <flags@example\.com>\r?$/m);
    expect(mail!.source).toContain('text/plain');
    expect(mail!.source).toContain('text/html');
    const token = secretIn(mail!);
    expect(await app.get(`/auth/reset/validate?token=${token}`, { token: null })).toMatchObject({
        status: 200,
        body: { email: 'ed@example.com' },
    });
    expect(
        await app.post('/auth/reset/password', { token, password: 'Correct-horse-8' }, { token: null }),
    ).toMatchObject({ status: 200 });
});

test('the link in a mail is stored neither in the queue nor in the events', async () => {
    const { app, server } = await appWithMail();
    await createEd(app);
    const secret = secretIn(server.mails[0]!);

    const { events } = (await app.get('/api/admin/events')).body;

    expect(JSON.stringify([await queue(app), events])).not.toContain(secret);
});

test.each([
    ['the request disables it', { sendEmail: false }],
    ['the user has no e-mail address', { email: '', username: 'ed' }],
])('no mail is sent if %s, and the response contains emailSent: false', async (_why, input) => {
    const { app, server } = await appWithMail();

    const created = await createEd(app, input);
    await app.services.mails.sendDue();

    expect(created.body).toMatchObject({ emailSent: false, inviteLink: expect.stringContaining('/new-user?token=') });
    expect(server.mails).toEqual([]);
    expect(await queue(app)).toEqual([]);
});

test('without a mail server the link is returned, no mail is queued, and a reset by mail is rejected', async () => {
    const app = await testApp();

    const created = await createEd(app);

    expect(created.body).toMatchObject({ emailSent: false, inviteLink: expect.stringContaining('/new-user?token=') });
    expect(await queue(app)).toEqual([]);
    expect(await requestReset(app, 'ed@example.com')).toMatchObject({ status: 422, body: { name: 'DisabledError' } });
    expect((await app.get('/api/admin/ui-config')).body.emailEnabled).toBe(false);
});

test('the UI configuration contains emailEnabled if a mail server is configured', async () => {
    const { app } = await appWithMail();

    expect((await app.get('/api/admin/ui-config')).body.emailEnabled).toBe(true);
});

test('a user who could not be created gets no mail', async () => {
    const { app, server } = await appWithMail();
    await createEd(app);

    expect(await createEd(app)).toMatchObject({ status: 400 });
    await app.services.mails.sendDue();

    expect(server.mails).toHaveLength(1);
    expect(await queue(app)).toHaveLength(1);
});

databaseTest('a mail is retried while the mail server is down, and is sent with a new link', async () => {
    const { app, server } = await appWithMail();
    await server.stop();

    const created = await createEd(app);
    expect(created).toMatchObject({ status: 201, body: { emailSent: false } });
    expect(await queue(app)).toMatchObject([
        { attempts: 1, sent_at: null, outcome: expect.stringContaining('REFUSED') },
    ]);

    // The next attempt is not due yet.
    app.passTime(20_000);
    await app.services.mails.sendDue();
    expect(await queue(app)).toMatchObject([{ attempts: 1 }]);
    app.passTime(20_000);
    await app.services.mails.sendDue();
    expect(await queue(app)).toMatchObject([{ attempts: 2, sent_at: null }]);

    await server.start();
    app.passTime(20 * HOUR);
    await app.services.mails.sendDue();

    expect(server.mails).toHaveLength(1);
    expect(await queue(app)).toMatchObject([{ attempts: 3, due_at: null, sent_at: expect.any(String), outcome: null }]);
    app.passTime(20 * HOUR);
    const token = secretIn(server.mails[0]!);
    expect(await app.get(`/auth/reset/validate?token=${token}`, { token: null })).toMatchObject({ status: 200 });
});

test('the delays between retries grow, and retries stop after a day', async () => {
    const { app, server } = await appWithMail();
    await server.stop();
    await createEd(app);

    const waits: number[] = [];
    for (let [mail] = await queue(app); mail?.due_at; [mail] = await queue(app)) {
        const wait = Date.parse(mail.due_at) - app.services.clock().getTime();
        waits.push(wait / 1000);
        app.passTime(wait + 1);
        await app.services.mails.sendDue();
    }

    expect(waits[0]).toBeGreaterThan(25);
    expect(waits[0]).toBeLessThan(37);
    expect(waits[3]).toBeGreaterThan(235);
    expect(Math.max(...waits)).toBeLessThanOrEqual(4320);
    expect(waits.length).toBeGreaterThan(20);
    expect(await queue(app)).toMatchObject([{ sent_at: null, due_at: null }]);
});

databaseTest('a queued mail survives a restart', async () => {
    const server = await mailServer();
    const database = await ownFreshInstall();
    const first = await testApp({ database, environment: server.environment });
    await server.stop();
    await createEd(first);
    await first.close();
    await server.start();

    const second = await testApp({ database, environment: server.environment });
    second.passTime(MINUTE);
    await second.services.mails.sendDue();

    expect(server.mails).toHaveLength(1);
});

databaseTest('a mail is sent once, even with several nodes', async () => {
    const server = await mailServer();
    const database = await ownFreshInstall();
    const environment = server.environment;
    const nodes = [await testApp({ database, environment }), await testApp({ database, environment })];
    await server.stop();
    for (let number = 0; number < 8; number++) await createEd(nodes[0]!, { email: `ed${number}@example.com` });
    await server.start();

    for (const node of nodes) node.passTime(HOUR);
    // The nodes of one embedded database claim mails one after the other; those of PostgreSQL claim concurrently.
    const [claimed, ...others] = await inTurnOrAtOnce(
        nodes.map(
            ({ services }) =>
                () =>
                    services.recordObservation(
                        (tx) => claimMessages(tx, 'mails', { now: services.clock(), limit: 8, policy: MAIL_RETRIES }),
                        { exclusive: true },
                    ),
        ),
    );

    expect([claimed!.length, ...others.map(({ length }) => length)].sort()).toEqual([0, 8]);
});

databaseTest('if a node does not report a result, another node sends the mail after the lease expires', async () => {
    const { app, server } = await appWithMail();
    await createEd(app);
    const lost = { sent_at: null, due_at: new Date(app.services.clock().getTime() + 5 * MINUTE).toISOString() };
    await app.services.recordObservation((tx) => tx.updateTable('mails').set(lost).execute());

    await app.services.mails.sendDue();
    expect(server.mails).toHaveLength(1);
    app.passTime(6 * MINUTE);
    await app.services.mails.sendDue();

    expect(server.mails).toHaveLength(2);
});

test('a recipient that the mail server rejects permanently is not retried', async () => {
    const { app } = await appWithMail(
        {},
        {
            onRcptTo: (_address, _session, done) =>
                done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
        },
    );

    const created = await createEd(app);

    expect(created.body.emailSent).toBe(false);
    expect(await queue(app)).toMatchObject([
        { attempts: 1, due_at: null, sent_at: null, outcome: expect.stringContaining('no such mailbox') },
    ]);
});

test('a temporary rejection by the mail server is retried', async () => {
    const { app } = await appWithMail(
        {},
        { onRcptTo: (_address, _session, done) => done(Object.assign(new Error('busy'), { responseCode: 451 })) },
    );

    await createEd(app);

    expect(await queue(app)).toMatchObject([{ attempts: 1, due_at: expect.any(String), sent_at: null }]);
});

test('a secret that the mail server quotes in its response is not stored', async () => {
    let secret = '';
    const { app } = await appWithMail(
        {},
        {
            onData(stream, _session, done) {
                let source = '';
                stream.on('data', (chunk) => {
                    source += chunk;
                });
                stream.on('end', () => {
                    secret = /token=3D([\w-]{20})|token=([\w-]{43})/.exec(source)?.slice(1).join('') ?? '';
                    done(Object.assign(new Error(`bad link token=${secret} in it`), { responseCode: 554 }));
                });
            },
        },
    );

    await createEd(app);

    expect(secret).not.toBe('');
    const [mail] = await queue(app);
    expect(mail!.outcome).toContain('bad link token=… in it');
    expect(mail!.outcome).not.toContain(secret);
});

test('the service authenticates at the mail server, and a failed authentication is retried', async () => {
    const passwords: unknown[] = [];
    let isRight = false;
    const { app, server } = await appWithMail(
        { EMAIL_USER: 'halyard', EMAIL_PASSWORD: 'mail-secret' },
        {
            authOptional: false,
            onAuth({ username, password }, _session, done) {
                passwords.push({ username, password });
                if (isRight) done(null, { user: username });
                else done(new Error('wrong'));
            },
        },
    );
    await createEd(app);
    expect(server.mails).toEqual([]);

    isRight = true;
    app.passTime(MINUTE);
    await app.services.mails.sendDue();

    expect(passwords).toEqual(Array(2).fill({ username: 'halyard', password: 'mail-secret' }));
    expect(server.mails).toHaveLength(1);
    expect(JSON.stringify(await queue(app))).not.toContain('mail-secret');
});

test('additional headers are set on every mail', async () => {
    const { app, server } = await appWithMail({ EMAIL_OPTIONAL_HEADERS: '{"X-Mail-Group": "flags"}' });

    await createEd(app);

    expect(server.mails[0]!.header).toMatch(/^X-Mail-Group: flags\r?$/m);
});

test('the default sender is derived from the public URL', async () => {
    const { app, server } = await appWithMail({ EMAIL_SENDER: '' });

    await createEd(app);

    expect(server.mails[0]!.from).toBe('noreply@flags.example.com');
});

test('the name of a user is escaped in HTML and cannot add a header', async () => {
    const { app, server } = await appWithMail();
    const name = `<img src=x onerror="alert('1')"> & Co, evil@example.org`;

    await createEd(app, { name });

    const [mail] = server.mails;
    expect(mail!.to).toEqual(['ed@example.com']);
    expect(mail!.source).toContain(
        'Hello &lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; Co, evil@example.org,',
    );
    const html = mail!.source.slice(mail!.source.indexOf('<!doctype html>'));
    expect(html).not.toContain('<img');
});

test.each([
    ['a name', { name: 'Ed\r\nBcc: evil@example.org' }],
    ['a name with only a line feed', { name: 'Ed\nBcc: evil@example.org' }],
    ['an address', { email: 'ed@example.com\r\nBcc: evil@example.org' }],
    ['two addresses', { email: 'ed@example.com,evil@example.org' }],
])('%s that would inject a header or recipient is rejected', async (_what, input) => {
    const { app, server } = await appWithMail();

    expect(await createEd(app, input)).toMatchObject({ status: 400 });

    expect(server.mails).toEqual([]);
});

test('a stored name with line breaks cannot add a header', async () => {
    const { app, server } = await appWithMail();
    const { body } = await createEd(app, { sendEmail: false });
    const name = 'Ed\r\nBcc: evil@example.org\r\n\r\nbody';
    await app.services.recordObservation((tx) =>
        tx.updateTable('users').set({ name }).where('id', '=', body.id).execute(),
    );

    await requestReset(app, 'ed@example.com');
    await app.services.mails.sendDue();

    expect(server.mails[0]!.to).toEqual(['ed@example.com']);
    expect(server.mails[0]!.header).not.toMatch(/^Bcc:/im);
});

test.each(['a,b@example.com', '"x>"<evil@example.com', 'a;b@example.com', 'group:a@example.com'])(
    'the unusual address %j leads to at most one recipient, with that host',
    async (email) => {
        const { app, server } = await appWithMail();

        await createEd(app, { email });

        const recipients = server.mails.flatMap(({ to }) => to);
        expect(recipients.length).toBeLessThanOrEqual(1);
        expect(recipients.every((address) => address.endsWith('@example.com'))).toBe(true);
    },
);

test('if passwords are disabled, the welcome mail links to the sign-in page', async () => {
    const { app, server } = await appWithMail();
    const oidc = { enabled: true, clientId: 'a', secret: 'b', discoverUrl: 'https://idp.example.com' };
    await app.post('/api/admin/auth/oidc/settings', oidc);
    await app.put('/api/admin/user-admin/1', { email: 'admin@example.com' });
    await app.post('/api/admin/auth/simple/settings', { disabled: true });

    const created = await createEd(app);

    expect(created.body).toMatchObject({ emailSent: true, inviteLink: 'https://flags.example.com' });
    expect(linkIn(server.mails[0]!)).toBeNull();
    expect(server.mails[0]!.source).toContain('href="https://flags.example.com"');
    expect(await requestReset(app, 'ed@example.com')).toMatchObject({ status: 422, body: { name: 'DisabledError' } });
});

test('the reset link in the mail works once', async () => {
    const { app, server } = await appWithMail();
    await createEd(app, { sendEmail: false });

    expect(await requestReset(app, 'ED@example.com')).toMatchObject({ status: 200, body: '' });
    await app.services.mails.sendDue();

    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]!.to).toEqual(['ed@example.com']);
    expect(server.mails[0]!.header).toMatch(/^Subject: Choose a new password\r?$/m);
    const choose = { token: secretIn(server.mails[0]!), password: 'Correct-horse-8' };
    expect(await app.post('/auth/reset/password', choose, { token: null })).toMatchObject({ status: 200 });
    expect(await app.post('/auth/reset/password', choose, { token: null })).toMatchObject({ status: 403 });
});

test('a reset for an unknown address gets the same response, and leaves nothing in the queue', async () => {
    const { app, server } = await appWithMail();
    await createEd(app, { sendEmail: false });

    const known = await requestReset(app, 'ed@example.com');
    const unknown = await requestReset(app, 'nobody@example.com');
    await app.services.mails.sendDue();

    const seen = ({ status, body, headers }: typeof known) => ({ status, body, names: [...headers.keys()] });
    expect(seen(unknown)).toEqual(seen(known));
    expect(server.mails.map(({ to }) => to)).toEqual([['ed@example.com']]);
    expect((await queue(app)).map(({ address }) => address)).toEqual(['ed@example.com']);
});

test('at most one reset mail per minute is sent to a user, and the responses do not differ', async () => {
    const { app, server } = await appWithMail();
    await createEd(app, { sendEmail: false });
    const ask = async () => {
        expect((await requestReset(app, 'ed@example.com')).status).toBe(200);
        await app.services.mails.sendDue();
    };

    await ask();
    app.passTime(30_000);
    await ask();
    expect(server.mails).toHaveLength(1);
    app.passTime(31_000);
    await ask();

    expect(server.mails).toHaveLength(2);
});

test('repeated reset requests while the mail server is down result in one mail', async () => {
    const { app, server } = await appWithMail();
    await createEd(app, { sendEmail: false });
    await server.stop();
    for (let times = 0; times < 4; times++) {
        await requestReset(app, 'ed@example.com');
        await app.services.mails.sendDue();
        app.passTime(2 * MINUTE);
    }
    await server.start();
    app.passTime(HOUR);
    await app.services.mails.sendDue();

    expect(server.mails).toHaveLength(1);
});

test('a queued mail is not sent to a deleted user', async () => {
    const { app, server } = await appWithMail();
    await server.stop();
    const { body: ed } = await createEd(app);
    await app.delete(`${users}/${ed.id}`);
    await server.start();

    app.passTime(HOUR);
    await app.services.mails.sendDue();

    expect(server.mails).toEqual([]);
    expect(await queue(app)).toEqual([]);
});

test('a sign-up with an invite link sends a mail, and the password is set with its link', async () => {
    const { app, server } = await appWithMail();
    const expiresAt = new Date(app.services.clock().getTime() + 24 * HOUR).toISOString();
    const { body: link } = await app.post('/api/admin/invite-link/tokens', { name: 'team', expiresAt });
    const signUp = (more: object = {}) =>
        app.post(
            `/invite/${link.secret}/signup`,
            { name: 'Ada', email: 'ada@example.com', password: 'Typed-by-anyone-1', ...more },
            { token: null },
        );
    const signIn = (password: string) =>
        app.post('/auth/simple/login', { username: 'ada@example.com', password }, { token: null });

    expect(await signUp()).toMatchObject({ status: 201, body: { email: 'ada@example.com', emailSent: true } });
    expect((await signIn('Typed-by-anyone-1')).status).toBe(401);
    expect(server.mails.map(({ to }) => to)).toEqual([['ada@example.com']]);
    const token = secretIn(server.mails[0]!);
    await app.post('/auth/reset/password', { token, password: 'Chosen-by-ada-1' }, { token: null });

    expect((await signIn('Chosen-by-ada-1')).status).toBe(200);
    expect(await signUp({ email: '', username: 'eve' })).toMatchObject({
        status: 400,
        body: { details: [{ path: '/body/email' }] },
    });
});

databaseTest(
    'a reset link sent by mail verifies the address; a link created by an administrator does not',
    async () => {
        const { app, server } = await appWithMail();
        const expiresAt = new Date(app.services.clock().getTime() + 24 * HOUR).toISOString();
        const { body: invite } = await app.post('/api/admin/invite-link/tokens', { name: 'team', expiresAt });
        const signup = { name: 'Ada', email: 'ada@example.com', password: 'Typed-by-anyone-1' };
        await app.post(`/invite/${invite.secret}/signup`, signup, { token: null });
        const unproven = () =>
            app.services.db
                .selectFrom('users')
                .select('unproven')
                .where('email', '=', 'ada@example.com')
                .executeTakeFirstOrThrow();
        const choose = (token: string, password: string) =>
            app.post('/auth/reset/password', { token, password }, { token: null });

        const { body } = await app.post(`${users}/reset-password`, { id: 'ada@example.com' });
        await choose(new URL(body.resetPasswordUrl).searchParams.get('token')!, 'By-an-administrator-1');
        expect(await unproven()).toEqual({ unproven: true });
        await requestReset(app, 'ada@example.com');
        await app.services.mails.sendDue();
        await choose(secretIn(server.mails.at(-1)!), 'By-the-address-1');

        expect(await unproven()).toEqual({ unproven: false });
    },
);

test('a reset by mail removes the second factors of an account only if its address was not verified before', async () => {
    const { app, server } = await appWithMail();
    const expiresAt = new Date(app.services.clock().getTime() + 24 * HOUR).toISOString();
    const { body: invite } = await app.post('/api/admin/invite-link/tokens', { name: 'team', expiresAt });
    const username = 'ada@example.com';
    const signup = { name: 'Ada', email: username, password: 'Typed-by-anyone-1' };
    await app.post(`/invite/${invite.secret}/signup`, signup, { token: null });
    const signIn = (password: string) => app.post('/auth/simple/login', { username, password }, { token: null });
    const choose = async (token: string, password: string) =>
        expect(await app.post('/auth/reset/password', { token, password }, { token: null })).toMatchObject({
            status: 200,
        });
    const resetByMail = async (password: string) => {
        app.passTime(HOUR);
        await requestReset(app, username);
        await app.services.mails.sendDue();
        await choose(secretIn(server.mails.at(-1)!), password);
    };
    const { body } = await app.post(`${users}/reset-password`, { id: username });
    await choose(new URL(body.resetPasswordUrl).searchParams.get('token')!, 'By-an-administrator-1');
    await enrolTotp(app, sessionIn(await signIn('By-an-administrator-1')));

    await resetByMail('By-the-address-1');
    const owner = await signIn('By-the-address-1');
    expect(owner.status).toBe(200);
    await enrolTotp(app, sessionIn(owner));
    await resetByMail('By-the-address-2');

    expect(await signIn('By-the-address-2')).toMatchObject({ status: 403, body: { name: 'SecondFactorRequired' } });
});

test('reset links expire when the address of the user changes', async () => {
    const { app, server } = await appWithMail();
    const { body: ed } = await createEd(app);
    const token = secretIn(server.mails[0]!);
    await app.put(`${users}/${ed.id}`, { name: 'Edward' });
    expect((await app.get(`/auth/reset/validate?token=${token}`, { token: null })).status).toBe(200);

    await app.put(`${users}/${ed.id}`, { email: 'new@example.com' });

    expect((await app.get(`/auth/reset/validate?token=${token}`, { token: null })).status).toBe(401);
    const used = await app.post('/auth/reset/password', { token, password: 'Correct-horse-8' }, { token: null });
    expect(used.status).toBe(401);
});

test('a queued mail is sent to the current address of the user', async () => {
    const { app, server } = await appWithMail();
    await server.stop();
    const { body: ed } = await createEd(app);
    await app.put(`${users}/${ed.id}`, { email: 'new@example.com' });
    await server.start();

    app.passTime(HOUR);
    await app.services.mails.sendDue();

    expect(server.mails.map(({ to }) => to)).toEqual([['new@example.com']]);
});

test.each([[undefined], [''], [5], [['ed@example.com']], ['x'.repeat(255)]])(
    'a reset mail to %j is rejected',
    async (email) => {
        const { app } = await appWithMail();

        expect(await requestReset(app, email)).toMatchObject({ status: 400 });
    },
);

databaseTest('mails are deleted after a month', async () => {
    const { app } = await appWithMail();
    await createEd(app);

    app.passTime(31 * 24 * HOUR);
    await app.services.recordObservation((tx) => deleteOldMessages(tx, 'mails', app.services.clock(), 30));

    expect(await queue(app)).toEqual([]);
});

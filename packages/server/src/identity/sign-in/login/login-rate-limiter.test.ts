import { expect, test } from 'vitest';
import { watchStatements, withoutBackgroundWork } from '../../../../test/support/statements.ts';
import { ADMIN_PASSWORD, type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { LoginRateLimiter } from './login-rate-limiter.ts';

const PER_MINUTE = 3;
const MINUTE_MS = 60_000;

/**
 * An app with a low limit per minute for all nodes together. The clock is at the start of a minute, so that the minute does not end
 * between two attempts.
 */
async function start(environment: Record<string, string> = {}): Promise<TestApp> {
    const app = await testApp({
        environment: { SIMPLE_LOGIN_LIMIT_PER_MINUTE: '3', TRUSTED_PROXIES: 'loopback', ...environment },
    });
    app.passTime(MINUTE_MS - (app.services.clock().getTime() % MINUTE_MS));
    return app;
}
const from = (address: string) => ({ token: null, headers: { 'x-forwarded-for': address } });
const signIn = (app: TestApp, address: string, password: string) =>
    app.post('/auth/simple/login', { username: 'admin', password }, from(address));

/** Another node on the same database. */
const otherNode = ({ services: { recordObservation, clock } }: TestApp) =>
    new LoginRateLimiter({ recordObservation, clock, perMinute: PER_MINUTE });

test('failed sign-ins at one node count at all nodes, per network prefix and minute', async () => {
    const app = await start();
    const other = otherNode(app);
    for (let time = 0; time < PER_MINUTE; time++) await other.count('sign-in', '192.0.2.7');

    const first = await signIn(app, '192.0.2.7', 'Wrong-password-1');
    const known = await signIn(app, '192.0.2.7', ADMIN_PASSWORD);
    const elsewhere = await signIn(app, '192.0.2.8', ADMIN_PASSWORD);
    app.passTime(60_000);
    const later = await signIn(app, '192.0.2.7', ADMIN_PASSWORD);

    expect([first, known]).toMatchObject([{ status: 429 }, { status: 429, body: { name: 'RateLimitError' } }]);
    expect([elsewhere.status, later.status]).toEqual([200, 200]);
});

test('failed sign-ins at this node count at the other nodes', async () => {
    const app = await start();
    const other = otherNode(app);
    for (const _ of [1, 2]) expect(await signIn(app, '2001:db8::1', 'Wrong-password-1')).toMatchObject({ status: 401 });

    await other.count('sign-in', '2001:db8::2');

    await expect(other.count('sign-in', '2001:db8::3')).rejects.toThrow(/More than 3 attempts/);
    expect(() => other.admit('sign-in', '2001:db8::4')).toThrow(/More than 3 attempts/);
    expect(() => other.admit('sign-in', '2001:db8:0:1::1')).not.toThrow();
    expect(() => other.admit('reset-mail', '2001:db8::1')).not.toThrow();
});

test('requests for password reset mails are limited across all nodes, and no mail is queued above the limit', async () => {
    const app = await start({ EMAIL_HOST: '127.0.0.1', EMAIL_PORT: '9' });
    const ask = (address: string) =>
        app.post('/auth/reset/password-email', { email: 'someone@example.com' }, from(address));
    for (let time = 0; time < PER_MINUTE; time++) await otherNode(app).count('reset-mail', '192.0.2.7');

    const answers = [await ask('192.0.2.7'), await ask('192.0.2.7'), await ask('192.0.2.8')];

    expect(answers.map(({ status }) => status)).toEqual([429, 429, 200]);
});

test('neither a successful login nor a rejected attempt costs a database statement', async () => {
    withoutBackgroundWork();
    const app = await start();
    const statements = watchStatements();
    const counted = () => statements.executed().filter((sql) => sql.includes('attempts_by_place')).length;

    await signIn(app, '192.0.2.1', ADMIN_PASSWORD);
    expect(counted()).toBe(0);
    for (let time = 0; time < PER_MINUTE; time++) await otherNode(app).count('sign-in', '192.0.2.2');
    await signIn(app, '192.0.2.2', 'Wrong-password-1');
    expect(counted()).toBe(PER_MINUTE + 1);
    await signIn(app, '192.0.2.2', 'Wrong-password-1');
    expect(counted()).toBe(0);
});

test('the minute of a node whose clock is slightly ahead continues; a minute far ahead is replaced', async () => {
    const app = await start();
    const { recordObservation, clock } = app.services;
    const node = (aheadMs: number) =>
        new LoginRateLimiter({
            recordObservation,
            clock: () => new Date(clock().getTime() + aheadMs),
            perMinute: PER_MINUTE,
        });

    for (let time = 0; time < PER_MINUTE; time++) await node(60_000).count('sign-in', '192.0.2.1');
    await expect(node(0).count('sign-in', '192.0.2.1')).rejects.toThrow(/More than/);
    for (let time = 0; time < PER_MINUTE; time++) await node(3_600_000).count('sign-in', '192.0.2.2');
    await node(0).count('sign-in', '192.0.2.2');
});

test('counts are deleted after their minute', async () => {
    const app = await start();
    const node = otherNode(app);
    const count = async () => (await app.services.db.selectFrom('attempts_by_place').selectAll().execute()).length;
    for (let host = 1; host <= 5; host++) await node.count('sign-in', `192.0.2.${host}`);

    await node.forgetOld();
    const countBefore = await count();
    app.passTime(60_000);
    await node.forgetOld();

    expect([countBefore, await count()]).toEqual([5, 0]);
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { testApp } from '../../../test/support/test-app.ts';
import { ConfigError } from '../../config/setting.ts';

async function newDatabase(): Promise<TestDatabase> {
    const database = await emptyDatabase();
    onTestFinished(() => database.remove());
    return database;
}

test('tokens that the operator gives exist from the first start', async () => {
    const app = await testApp({
        database: await newDatabase(),
        environment: {
            INIT_ADMIN_API_TOKENS: '*:*.first-admin-token, *:*.second-admin-token',
            INIT_BACKEND_API_TOKENS: 'default:production.a-client-token',
            INIT_FRONTEND_API_TOKENS: '*:development.a-frontend-token',
        },
    });
    const statusFor = async (token: string, path: string) => (await app.send('GET', path, { token })).status;

    expect(await statusFor('*:*.first-admin-token', '/api/admin/tags')).toBe(200);
    expect(await statusFor('*:*.second-admin-token', '/api/admin/tags')).toBe(200);
    expect(await statusFor('default:production.a-client-token', '/api/client/features')).toBe(200);
    expect(await statusFor('*:development.a-frontend-token', '/api/frontend')).toBe(200);
    const { body } = await app.get('/api/admin/api-tokens', { token: '*:*.first-admin-token' });
    expect(
        body.tokens.map(({ type, environment, project }: Record<string, string>) => [type, environment, project]),
    ).toEqual([
        ['frontend', 'development', '*'],
        ['client', 'production', 'default'],
        ['admin', '*', '*'],
        ['admin', '*', '*'],
    ]);
});

test('once there are tokens, those that the operator gives are not created any more', async () => {
    const database = await newDatabase();
    const first = await testApp({ database, environment: { INIT_ADMIN_API_TOKENS: '*:*.first-token' } });
    await first.close();

    const second = await testApp({ database, environment: { INIT_ADMIN_API_TOKENS: '*:*.second-token' } });

    expect((await second.send('GET', '/api/admin/tags', { token: '*:*.first-token' })).status).toBe(200);
    expect((await second.send('GET', '/api/admin/tags', { token: '*:*.second-token' })).status).toBe(401);
});

test.each([
    ['that is no token', { INIT_ADMIN_API_TOKENS: 'my-secret' }],
    ['for admins in one project', { INIT_ADMIN_API_TOKENS: 'default:*.my-secret' }],
    ['in an environment that does not exist', { INIT_BACKEND_API_TOKENS: '*:nowhere.my-secret' }],
    ['in a project that does not exist', { INIT_BACKEND_API_TOKENS: 'nothing:development.my-secret' }],
    ['for SDKs in all environments', { INIT_FRONTEND_API_TOKENS: '*:*.my-secret' }],
    ['whose secret is too short', { INIT_BACKEND_API_TOKENS: '*:development.short' }],
])('a token %s ends the start, and the message does not show it', async (_what, environment) => {
    const database = await newDatabase();

    const start = testApp({ database, environment: environment as unknown as Record<string, string> });

    const error: unknown = await start.then(
        () => undefined,
        (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toContain('INIT_');
    expect(String(error)).not.toMatch(/my-secret|short/);
});

test('a start that fails leaves nothing running', async () => {
    const database = await newDatabase();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());

    await expect(testApp({ database, environment: { INIT_ADMIN_API_TOKENS: 'no-token' } })).rejects.toThrow(
        ConfigError,
    );

    expect(vi.getTimerCount()).toBe(0);
});

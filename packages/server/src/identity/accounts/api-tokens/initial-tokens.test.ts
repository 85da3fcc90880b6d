import { expect, onTestFinished, test, vi } from 'vitest';
import { asTemplate, emptyDatabase, ownCopyOf, type TestDatabase } from '../../../../test/support/databases.ts';
import { atFileEnd } from '../../../../test/support/file-end.ts';
import { testApp } from '../../../../test/support/test-app.ts';
import { readConfig } from '../../../config/config.ts';
import { ConfigError } from '../../../config/setting.ts';
import { DEFAULT_BOUNDS } from '../../../storage/bounds.ts';
import { migrate } from '../../../storage/migrate.ts';
import { openDatabase } from '../../../storage/open-database.ts';
import { hashSecret } from './token-secret.ts';

/** A database as the first start finds it after the migrations, which take most of the time of a start. */
const migrated = await (async () => {
    const database = await emptyDatabase();
    const { migrator, kind, close } = openDatabase(readConfig(database.environment), {
        onError: () => undefined,
        bounds: DEFAULT_BOUNDS,
    });
    await migrate(migrator, kind);
    await close();
    const template = await asTemplate(database);
    atFileEnd(() => template.remove());
    return template;
})();

async function newDatabase(): Promise<TestDatabase> {
    const database = await ownCopyOf(migrated);
    onTestFinished(() => database.remove());
    return database;
}

test('tokens configured by the operator exist from the first start', async () => {
    const app = await testApp({
        database: await newDatabase(),
        environment: {
            INIT_ADMIN_API_TOKENS: '*:*.first-admin-token, *:*.second-admin-token',
            INIT_BACKEND_API_TOKENS: 'default:production.a-backend-client-token',
            INIT_FRONTEND_API_TOKENS: '*:development.a-public-frontend-token',
        },
    });
    const statusFor = async (token: string, path: string) => (await app.send('GET', path, { token })).status;

    expect(await statusFor('*:*.first-admin-token', '/api/admin/tags')).toBe(200);
    expect(await statusFor('*:*.second-admin-token', '/api/admin/tags')).toBe(200);
    expect(await statusFor('default:production.a-backend-client-token', '/api/client/features')).toBe(200);
    expect(await statusFor('*:development.a-public-frontend-token', '/api/frontend')).toBe(200);
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

test('configured tokens are not created if tokens already exist', async () => {
    const database = await newDatabase();
    const first = await testApp({ database, environment: { INIT_ADMIN_API_TOKENS: '*:*.the-very-first-token' } });
    await first.close();

    const second = await testApp({ database, environment: { INIT_ADMIN_API_TOKENS: '*:*.the-second-token-of-them' } });

    expect((await second.send('GET', '/api/admin/tags', { token: '*:*.the-very-first-token' })).status).toBe(200);
    expect((await second.send('GET', '/api/admin/tags', { token: '*:*.the-second-token-of-them' })).status).toBe(401);
});

test.each([
    ['that is no token', { INIT_ADMIN_API_TOKENS: 'my-secret' }],
    ['for admins in one project', { INIT_ADMIN_API_TOKENS: 'default:*.my-secret-of-16-letters' }],
    ['in an environment that does not exist', { INIT_BACKEND_API_TOKENS: '*:nowhere.my-secret-of-16-letters' }],
    ['in a project that does not exist', { INIT_BACKEND_API_TOKENS: 'nothing:development.my-secret-of-16-letters' }],
    ['for SDKs in all environments', { INIT_FRONTEND_API_TOKENS: '*:*.my-secret-of-16-letters' }],
    ['whose secret is too short', { INIT_BACKEND_API_TOKENS: '*:development.short' }],
    ['whose secret is a little too short', { INIT_ADMIN_API_TOKENS: '*:*.my-secret-is-15' }],
])('a token %s fails the start, and the message does not contain the token', async (_what, environment) => {
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

test('a token that is too short is rejected with the minimum length', async () => {
    const start = testApp({
        database: await newDatabase(),
        environment: { INIT_FRONTEND_API_TOKENS: `*:development.${'x'.repeat(15)}` },
    });

    await expect(start).rejects.toThrow(/INIT_\*_API_TOKENS: .*frontend.* fewer than 16 characters/);
});

test('lists and the audit log show four characters of a token with the minimum length', async () => {
    const secret = '*:*.sixteen-letters!';
    const app = await testApp({ database: await newDatabase(), environment: { INIT_ADMIN_API_TOKENS: secret } });

    const { tokens } = (await app.get('/api/admin/api-tokens', { token: secret })).body;
    const { events } = (await app.get('/api/admin/events', { token: secret })).body;

    expect(tokens.find(({ type }: { type: string }) => type === 'admin').secret).toBe('*:*.sixt…');
    expect(JSON.stringify(events)).toContain('*:*.sixt…');
    expect(JSON.stringify([tokens, events])).not.toContain('sixte');
});

test('short tokens of an older version keep working, and are no longer shown', async () => {
    const database = await newDatabase();
    const before = await testApp({ database });
    const short = '*:*.hunter';
    await before.services.recordObservation(async (tx) => {
        const ofInitial = tx.updateTable('api_tokens').where('name', '=', 'initial').where('type', '=', 'admin');
        await ofInitial.set({ visible: '*:*.…', secret_hash: hashSecret(short) }).execute();
        const [created] = await tx.selectFrom('events').selectAll().where('type', '=', 'api-token-created').execute();
        const data = JSON.stringify({ ...(created!.data as object), secret: `${short}…`, tokenName: 'initial' });
        await tx.updateTable('events').set({ data }).where('id', '=', created!.id).execute();
    });
    await before.close();
    const app = await testApp({ database });

    const list = await app.get('/api/admin/api-tokens', { token: short });
    const log = await app.get('/api/admin/events', { token: short });
    const search = await app.get('/api/admin/search/events', { token: short });

    expect(list.body.tokens).toContainEqual(expect.objectContaining({ type: 'admin', secret: '*:*.…' }));
    for (const { status, body } of [list, log, search]) {
        expect(status).toBe(200);
        expect(JSON.stringify(body)).toContain('*:*.…');
        expect(JSON.stringify(body)).not.toContain('hunter');
    }
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

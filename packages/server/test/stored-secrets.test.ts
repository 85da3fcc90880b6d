import { expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '../src/config/setting.ts';
import { receiver } from './support/receiver.ts';
import { SERVICE_KEYS } from './support/saml-keys.ts';
import { ownFreshInstall, type TestApp, testApp } from './support/test-app.ts';

const KEY = 'the key of the operator of these tests';
const NEXT_KEY = 'the next key of the operator of these tests';
const OIDC = {
    enabled: true,
    discoverUrl: 'https://idp.example.com',
    clientId: 'halyard',
    secret: 'clear-oidc-secret',
};

async function sharedDatabase() {
    const database = await ownFreshInstall();
    onTestFinished(database.remove);
    const start = (SECRET_KEY?: string) => testApp({ database, environment: { ...(SECRET_KEY && { SECRET_KEY }) } });
    return { start };
}

/** Creates every secret that must be sent to others. */
async function storeSecrets(app: TestApp, url = 'https://hooks.example.com/clear-part-of-the-address'): Promise<void> {
    const responses = [
        await app.post('/api/admin/auth/oidc/settings', OIDC),
        await app.post('/api/admin/auth/saml/settings', {
            enabled: false,
            entityId: '',
            signOnUrl: '',
            certificate: '',
            spCertificate: SERVICE_KEYS.privateKey,
        }),
        await app.post('/api/admin/addons', {
            provider: 'webhook',
            enabled: true,
            events: ['feature-created'],
            parameters: { url, authorization: 'Bearer clear-webhook-token', secret: 'clear-webhook-secret' },
        }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 201]);
}

const SECRETS = /clear-oidc-secret|PRIVATE KEY|clear-webhook-token|clear-webhook-secret|clear-part-of-the-address/;

/** All rows of the tables that contain such secrets, and of the audit log. */
async function everythingStored({ services: { db } }: TestApp): Promise<string> {
    const tables = ['settings', 'integrations', 'events', 'deliveries'] as const;
    return JSON.stringify(await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())));
}

test('with a key no secret is stored as plain text, and all of them work', async () => {
    const { url, received } = await receiver();
    const app = await testApp({ environment: { SECRET_KEY: KEY, UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1' } });
    await storeSecrets(app, url);

    expect(await everythingStored(app)).not.toMatch(SECRETS);
    expect(await everythingStored(app)).not.toContain(url);

    expect(app.services.settings.get('oidcAuth').secret).toBe('clear-oidc-secret');
    expect(app.services.settings.get('samlAuth').spCertificate).toBe(SERVICE_KEYS.privateKey);
    await app.has.flag();
    await app.services.deliveries.deliverDue();
    expect(received[0]).toMatchObject({ headers: { authorization: 'Bearer clear-webhook-token' } });
});

test('sending back what was read changes nothing, although it is encrypted', async () => {
    const app = await testApp({ environment: { SECRET_KEY: KEY } });
    await storeSecrets(app);
    const { body: oidc } = await app.get('/api/admin/auth/oidc/settings');
    const { addons } = (await app.get('/api/admin/addons')).body;
    const { id, ...addon } = addons[0];

    await app.post('/api/admin/auth/oidc/settings', oidc, { changesNothing: true });
    await app.post('/api/admin/auth/oidc/settings', { ...oidc, secret: OIDC.secret }, { changesNothing: true });
    await app.put(`/api/admin/addons/${id}`, addon, { changesNothing: true });

    expect(app.services.settings.get('oidcAuth').secret).toBe('clear-oidc-secret');
});

test('a key that is added later encrypts existing secrets, and a new key replaces it', async () => {
    const { start } = await sharedDatabase();
    const without = await start();
    await storeSecrets(without);
    expect(await everythingStored(without)).toMatch(SECRETS);
    await without.close();

    for (const key of [KEY, `${NEXT_KEY},${KEY}`, NEXT_KEY]) {
        const app = await start(key);
        expect(await everythingStored(app)).not.toMatch(SECRETS);
        expect(app.services.settings.get('oidcAuth').secret).toBe('clear-oidc-secret');
        await app.close();
    }
});

test('without a key a secret that looks encrypted is rejected', async () => {
    const app = await testApp();

    const response = await app.post('/api/admin/auth/oidc/settings', { ...OIDC, secret: 'sealed:v1:abc' });

    expect(response).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
});

test('without the key, or with another one, the service does not start and reports the reason', async () => {
    const { start } = await sharedDatabase();
    const app = await start(KEY);
    await storeSecrets(app);
    await app.close();

    await expect(start()).rejects.toThrow(ConfigError);
    await expect(start(NEXT_KEY)).rejects.toThrow(/^SECRET_KEY cannot decrypt the secrets in the database/);
});

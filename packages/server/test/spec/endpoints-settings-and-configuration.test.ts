import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/test-app.ts';
import { OIDC, SAML } from './samples.ts';

let app: TestApp;
let viewer: Awaited<ReturnType<TestApp['has']['user']>>;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
    viewer = await app.has.user();
});

describe('POST /api/admin/auth/saml/settings', () => {
    const PATH = '/api/admin/auth/saml/settings';

    test('returns 200 with the stored settings', async () => {
        const response = await app.post(PATH, { ...SAML, autoCreate: true, emailDomains: 'example.com' });

        expect(response).toMatchObject({ status: 200, body: { ...SAML, autoCreate: true } });
        expect((await app.get(PATH)).body).toEqual(response.body);
    });

    test('invalid settings return 400', async () => {
        expect(await app.post(PATH, { ...SAML, signOnUrl: 'ftp://idp' })).toMatchObject({
            status: 400,
            body: { name: 'ValidationError' },
        });
    });
});

describe('GET /api/admin/auth/oidc/settings', () => {
    const PATH = '/api/admin/auth/oidc/settings';

    test('returns 200 with the settings; the secret is masked (decision 26)', async () => {
        await app.post(PATH, OIDC);

        expect(await app.get(PATH)).toMatchObject({
            status: 200,
            body: { ...OIDC, secret: expect.stringMatching(/^\*+$/) },
        });
    });

    test('returns 200 also without settings; 400 cannot occur, because there is no input', async () => {
        const fresh = await testApp();

        expect(await fresh.get(`${PATH}?unknown=1`)).toMatchObject({ status: 200, body: { enabled: false } });
    });
});

describe('GET /api/admin/ui-config', () => {
    test('returns 200 with the UI configuration for every authenticated caller', async () => {
        expect(await app.get('/api/admin/ui-config', viewer)).toMatchObject({
            status: 200,
            body: { version: '0.0.0-test', serviceUrl: expect.any(String), baseUriPath: '' },
        });
    });
});

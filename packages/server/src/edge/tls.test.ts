import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get as getPlain, type IncomingMessage } from 'node:http';
import { Agent, get as getByTls } from 'node:https';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { startSdk, until as untilSdk } from '../../test/support/sdk.ts';
import { CLIENT_TOKEN, testApp } from '../../test/support/test-app.ts';
import { testEdge } from '../../test/support/test-edge.ts';
import { upstreamSwitch } from '../../test/support/upstream-switch.ts';

/** Made by `make.sh` beside them. */
const file = (name: string) => path.resolve(import.meta.dirname, '../../test/support/tls', name);
const content = (name: string) => readFileSync(file(name));
const SERVER = { key: content('server-key.pem'), cert: content('server.pem') };
const TRUST = { UPSTREAM_CERTIFICATE_FILE: file('authority.pem') };
/** After a second the response says that there are no flags. */
const IMPATIENT = { UPSTREAM_REQUEST_TIMEOUT: '1' };
const SERVED = {
    ...{ TLS_ENABLE: 'true', TLS_SERVER_PORT: '0' },
    ...{ TLS_SERVER_KEY: file('server-key.pem'), TLS_SERVER_CERT: file('server.pem') },
};

async function ask(url: string, headers: Record<string, string> = { authorization: CLIENT_TOKEN }) {
    const request = url.startsWith('https:')
        ? getByTls(url, { headers, agent: false, ca: content('authority.pem') })
        : getPlain(url, { headers, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return { response, body: await json(response).catch(() => undefined) };
}

describe('upstream with TLS', () => {
    test('is trusted by the configured certificate, and by no other', async () => {
        const app = await testApp();
        const { name } = await app.has.flag({ enabled: true });
        const upstream = await upstreamSwitch(app.url, SERVER);

        const edge = await testEdge(upstream.url, { environment: TRUST });
        expect(await edge.flags()).toEqual({ [name]: true });
        for (const environment of [
            { UPSTREAM_CERTIFICATE_FILE: '' },
            { UPSTREAM_CERTIFICATE_FILE: file('other-authority.pem') },
        ]) {
            const suspicious = await testEdge(upstream.url, { environment: { ...environment, ...IMPATIENT } });
            expect((await suspicious.get('/api/client/features')).status).toBe(503);
        }
        const careless = await testEdge(upstream.url, { environment: { SKIP_SSL_VERIFICATION: 'true' } });
        expect(await careless.flags()).toEqual({ [name]: true });
    });

    test.each([
        [
            'a certificate and a key (PKCS 8)',
            {
                PKCS8_CLIENT_CERTIFICATE_FILE: file('client.pem'),
                PKCS8_CLIENT_KEY_FILE: file('client-key.pem'),
            },
        ],
        ['a file of both (PEM)', { PEM_CERT_FILE: file('client-both.pem') }],
        ['an identity (PKCS 12)', { PKCS12_IDENTITY_FILE: file('client.p12'), PKCS12_PASSPHRASE: 'open-sesame' }],
    ])('that lets in only who it knows is shown %s', async (_what, shown) => {
        const app = await testApp();
        const { name } = await app.has.flag({ enabled: true });
        const demanding = { ...SERVER, ca: content('authority.pem'), requestCert: true, rejectUnauthorized: true };
        const upstream = await upstreamSwitch(app.url, demanding);

        const edge = await testEdge(upstream.url, { environment: { ...TRUST, ...shown } });
        const sdk = await startSdk(edge.url, { experimentalMode: { type: 'streaming' } });
        expect(sdk.isEnabled(name)).toBe(true);
        await app.post(`/api/admin/projects/default/features/${name}/environments/development/off`);
        await untilSdk(sdk, () => !sdk.isEnabled(name));
        const stranger = await testEdge(upstream.url, { environment: { ...TRUST, ...IMPATIENT } });
        expect((await stranger.get('/api/client/features')).status).toBe(503);
    });

    test.each([
        [
            { PKCS12_IDENTITY_FILE: file('client.p12'), PKCS12_PASSPHRASE: 'wrong' },
            'certificates for upstream cannot be',
        ],
        [{ PKCS8_CLIENT_CERTIFICATE_FILE: file('client.pem') }, 'PKCS8_CLIENT_KEY_FILE need each other'],
        [{ UPSTREAM_CERTIFICATE_FILE: '/nowhere.pem' }, 'UPSTREAM_CERTIFICATE_FILE must be a file that can be read'],
        [{ PKCS12_IDENTITY_FILE: file('client.pem') }, 'certificates for upstream cannot be'],
    ])('%j is told in a sentence before anything is asked', async (environment, sentence) => {
        await expect(testEdge('https://127.0.0.1:1', { environment })).rejects.toThrow(sentence);
    });
});

describe('served with TLS', () => {
    test('has the same content as without, also for an SDK and for another edge', async () => {
        const app = await testApp();
        const { name } = await app.has.flag({ enabled: true });
        const edge = await testEdge(app.url, { environment: SERVED });
        const { response, body } = await ask(`${edge.tlsUrl}/api/client/features`);
        expect((response.socket as TLSSocket).authorized).toBe(true);
        expect(body).toEqual((await edge.get('/api/client/features')).body);

        const agent = new Agent({ ca: content('authority.pem') });
        const sdk = await startSdk(edge.tlsUrl!, { httpOptions: { agent: () => agent } });
        const far = await testEdge(edge.tlsUrl!, { environment: TRUST });
        expect([sdk.isEnabled(name), await far.flags()]).toEqual([true, { [name]: true }]);
        await app.post(`/api/admin/projects/default/features/${name}/environments/development/off`);
        await untilSdk(sdk, () => !sdk.isEnabled(name));
    });

    test('plain requests are redirected to it if configured, probes are not', async () => {
        const app = await testApp();
        await app.has.flag({ enabled: true });
        const edge = await testEdge(app.url, { environment: { ...SERVED, REDIRECT_HTTP_TO_HTTPS: 'true' } });
        const { port } = new URL(edge.tlsUrl!);

        const { response } = await ask(`${edge.url}/api/client/features?namePrefix=a`);
        expect([response.statusCode, response.headers.location]).toEqual([
            308,
            `https://127.0.0.1:${port}/api/client/features?namePrefix=a`,
        ]);
        expect((await ask(response.headers.location!)).response.statusCode).toBe(200);
        expect((await ask(`${edge.url}/api/frontend`, { host: 'evil.example/' })).response.headers.location).toBe(
            `https://localhost:${port}/api/frontend`,
        );
        expect((await ask(`${edge.url}/internal-backstage/ready`)).response.statusCode).toBe(200);
    });

    test.each([
        [{ TLS_ENABLE: 'true' }, 'TLS_ENABLE needs TLS_SERVER_KEY and TLS_SERVER_CERT'],
        [{ REDIRECT_HTTP_TO_HTTPS: 'true' }, 'REDIRECT_HTTP_TO_HTTPS needs TLS_ENABLE too'],
        [{ ...SERVED, TLS_SERVER_CERT: file('client.pem') }, 'TLS_SERVER_KEY and TLS_SERVER_CERT cannot be used'],
    ])('%j does not start', async (environment, sentence) => {
        const app = await testApp();
        await expect(testEdge(app.url, { environment })).rejects.toThrow(sentence);
    });
});

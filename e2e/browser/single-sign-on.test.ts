import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { CLIENT, oidcIssuer } from '../../packages/server/test/support/oidc-issuer.ts';
import { ENTITY_ID, SIGN_ON_URL, samlIdp } from '../../packages/server/test/support/saml-idp.ts';
import { PROVIDER_KEYS } from '../../packages/server/test/support/saml-keys.ts';
import { enter, SLOW, startService, visit } from './support/visitor.ts';

test('the button for OpenID Connect creates a session and returns to the requested screen', SLOW, async () => {
    const server = await startService({ UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1' });
    const { issuer } = await oidcIssuer({ serviceUrl: server.url });
    const settings = { enabled: true, discoverUrl: issuer, ...CLIENT, autoCreate: true };
    await server.request('POST', '/api/admin/auth/oidc/settings', settings);
    const { page, problems, inspect } = await visit(`${server.url}/segments`);

    await page.getByRole('link', { name: 'Sign in with OpenID Connect' }).waitFor();
    const findings = await inspect();
    await page.getByRole('link', { name: 'Sign in with OpenID Connect' }).click();

    await page.getByRole('heading', { level: 1, name: 'Segments' }).waitFor();
    await page.getByText('Ada', { exact: true }).first().waitFor();
    expect(findings).toEqual([]);
    expect(problems).toEqual([]);
});

test('a rejected user sees the reason and can try again', SLOW, async () => {
    const server = await startService({ UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1' });
    const { issuer } = await oidcIssuer({ serviceUrl: server.url });
    const settings = { enabled: true, discoverUrl: issuer, ...CLIENT, autoCreate: false };
    await server.request('POST', '/api/admin/auth/oidc/settings', settings);
    const { page, signIn } = await visit(server.url);

    await page.getByRole('link', { name: 'Sign in with OpenID Connect' }).click();
    await page.getByText('There is no user with the e-mail address ada@example.com').waitFor();
    await signIn();

    await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();
});

test('the button for SAML creates a session', SLOW, async () => {
    const server = await startService();
    const idp = samlIdp({ metadata: await (await fetch(`${server.url}/auth/saml/metadata`)).text() });
    const signOnUrl = await pageOfProvider(async (url) => {
        const { id } = await idp.request(url);
        const response = await idp.respond(id, { attributes: { displayName: 'Ada' } });
        return `<form method="post" action="${server.url}/auth/saml/callback"><input name="SAMLResponse" value="${response}"></form><script>document.forms[0].submit()</script>`;
    });
    await server.request('POST', '/api/admin/auth/saml/settings', {
        enabled: true,
        entityId: ENTITY_ID,
        signOnUrl,
        certificate: PROVIDER_KEYS.certificate,
        autoCreate: true,
    });
    const { page, problems } = await visit(server.url);

    await page.getByRole('link', { name: 'Sign in with SAML' }).click();

    await page.locator('main#main').waitFor();
    await page.getByText('Ada', { exact: true }).first().waitFor();
    expect(problems).toEqual([]);
});

test(
    'the URLs for the identity provider can be copied, even if environment variables configure the method',
    SLOW,
    async () => {
        const server = await startService({
            OIDC_ENABLED: 'true',
            OIDC_DISCOVER_URL: 'https://login.example.com/.well-known/openid-configuration',
            OIDC_CLIENT_ID: 'halyard',
            OIDC_CLIENT_SECRET: 'a-secret-of-the-provider',
        });
        const { page, goTo, problems } = await enter(server.url);
        await goTo('/admin?tab=sign-in');
        await page.getByRole('switch', { name: 'Let people sign in with SAML' }).click();

        for (const [name, url] of [
            ['redirect URI', '/auth/oidc/callback'],
            ['ACS URL', '/auth/saml/callback'],
            ['entity id', ''],
            ['metadata URL', '/auth/saml/metadata'],
        ]) {
            const copy = page.getByRole('button', { name: `Copy the ${name}` });
            await copy.click();
            expect(await page.evaluate(() => String(getSelection()))).toBe(`${server.url}${url}`);
        }
        expect(problems).toEqual([]);
    },
);

/** The page of an identity provider, which returns the browser with a form. Not every browser allows redirects to be intercepted. */
async function pageOfProvider(html: (url: URL) => Promise<string>): Promise<string> {
    const provider = createServer(async ({ url = '' }, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.end(await html(new URL(url, SIGN_ON_URL)));
    });
    provider.listen(0, '127.0.0.1');
    await once(provider, 'listening');
    onTestFinished(() => void provider.close());
    return `http://127.0.0.1:${(provider.address() as AddressInfo).port}/sign-on`;
}

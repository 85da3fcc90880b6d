import { afterAll, expect, test } from 'vitest';
import { CLIENT, oidcIssuer } from '../../packages/server/test/support/oidc-issuer.ts';
import { ENTITY_ID, SIGN_ON_URL, samlIdp } from '../../packages/server/test/support/saml-idp.ts';
import { PROVIDER_KEYS } from '../../packages/server/test/support/saml-keys.ts';
import { closeBrowser, SLOW, startService, visit } from './support/visitor.ts';

afterAll(closeBrowser);

test('the button for OpenID Connect leads to a session, and back to the screen that was wanted', SLOW, async () => {
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

test('whom the service does not let in reads why, and may try again', SLOW, async () => {
    const server = await startService({ UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1' });
    const { issuer } = await oidcIssuer({ serviceUrl: server.url });
    const settings = { enabled: true, discoverUrl: issuer, ...CLIENT, autoCreate: false };
    await server.request('POST', '/api/admin/auth/oidc/settings', settings);
    const { page, signIn } = await visit(server.url);

    await page.getByRole('link', { name: 'Sign in with OpenID Connect' }).click();
    await page.getByText('Nobody here has the e-mail address ada@example.com').waitFor();
    await signIn();

    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
});

test('the button for SAML leads to a session', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/auth/saml/settings', {
        enabled: true,
        entityId: ENTITY_ID,
        signOnUrl: SIGN_ON_URL,
        certificate: PROVIDER_KEYS.certificate,
        autoCreate: true,
    });
    const idp = samlIdp({ metadata: await (await fetch(`${server.url}/auth/saml/metadata`)).text() });
    const { page, problems } = await visit(server.url);
    // The page of the identity provider, which sends the browser back with a form.
    await page.route(`${SIGN_ON_URL}*`, async (route) => {
        const { id } = await idp.request(new URL(route.request().url()));
        const response = await idp.respond(id, { attributes: { displayName: 'Ada' } });
        await route.fulfill({
            contentType: 'text/html',
            body: `<form method="post" action="${server.url}/auth/saml/callback"><input name="SAMLResponse" value="${response}"></form><script>document.forms[0].submit()</script>`,
        });
    });

    await page.getByRole('link', { name: 'Sign in with SAML' }).click();

    await page.locator('main#main').waitFor();
    await page.getByText('Ada', { exact: true }).first().waitFor();
    expect(problems).toEqual([]);
});

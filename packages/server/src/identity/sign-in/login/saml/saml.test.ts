import { createPublicKey } from 'node:crypto';
import { promisify } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { DOMParser } from '@xmldom/xmldom';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { encrypt } from 'xml-encryption';
import { Browser } from '../../../../../test/support/browser.ts';
import { deactivate } from '../../../../../test/support/directory.ts';
import {
    type AssertionOverrides,
    altered,
    ENTITY_ID,
    SIGN_ON_URL,
    samlIdp,
} from '../../../../../test/support/saml-idp.ts';
import { OTHER_KEYS, PROVIDER_KEYS, SERVICE_KEYS } from '../../../../../test/support/saml-keys.ts';
import { ownFreshInstall, type TestApp, testApp } from '../../../../../test/support/test-app.ts';

const SETTINGS = '/api/admin/auth/saml/settings';
const STANDARD = {
    enabled: true,
    entityId: ENTITY_ID,
    signOnUrl: SIGN_ON_URL,
    certificate: PROVIDER_KEYS.certificate,
    autoCreate: true,
};

const KEY_AND_CERTIFICATE = SERVICE_KEYS.privateKey + SERVICE_KEYS.certificate;
const OAEP = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';

/** An app with an identity provider that has its metadata. */
async function appWithIdp(settings: object = {}, { environment = {} }: { environment?: Record<string, string> } = {}) {
    const app = await testApp({ environment });
    const configure = (members: object) => app.post(SETTINGS, { ...STANDARD, ...members });
    const { status, body } = await configure(settings);
    expect(status, JSON.stringify(body)).toBe(200);
    const home = app.services.publicUrl();
    const metadata = await (await fetch(`${app.url}/auth/saml/metadata`)).text();
    const idp = samlIdp({ metadata, wantsSignedRequests: 'spCertificate' in settings });
    const at = { login: `${home}/auth/saml/login`, callback: `${home}/auth/saml/callback` };

    /** Opens the identity provider and returns the id of the request. */
    async function begin(browser: Browser, query = ''): Promise<string> {
        const { url } = await browser.open(at.login + query, { until: ({ href }) => href.startsWith(SIGN_ON_URL) });
        return (await idp.request(url)).id;
    }
    const post = (browser: Browser, response: string) =>
        browser.open(at.callback, { form: { SAMLResponse: response, RelayState: 'https://evil.example' } });

    async function signIn(overrides: AssertionOverrides = {}, query = ''): Promise<{ browser: Browser; url: URL }> {
        const browser = new Browser();
        const { url } = await post(browser, await idp.respond(await begin(browser, query), overrides));
        return { browser, url };
    }

    /** Returns the error shown to a browser that posts a rejected response. */
    async function refusal(browser: Browser, response: string): Promise<string> {
        const { url } = await post(browser, response);
        expect(url.pathname).toBe('/login');
        expect(browser.cookie(home, 'halyard-session')).toBeUndefined();
        expect((await app.get('/api/admin/user-admin')).body.users).toHaveLength(1);
        return url.searchParams.get('error')!;
    }
    return { app, home, idp, begin, post, signIn, refusal, configure, metadata, at };
}

const whoIs = (app: TestApp, browser: Browser, host = app.services.publicUrl()) =>
    app.get('/api/admin/user', {
        token: null,
        headers: { cookie: `halyard-session=${browser.cookie(host, 'halyard-session')}` },
    });

describe('signing in with SAML', () => {
    test('creates the user and a session, and redirects to the requested page', async () => {
        const { app, home, signIn } = await appWithIdp();

        const { browser, url } = await signIn({ attributes: { displayName: 'Ada' } }, '?returnTo=/projects/default');

        expect(url.href).toBe(`${home}/projects/default`);
        expect((await whoIs(app, browser)).body.user).toMatchObject({
            email: 'ada@example.com',
            name: 'Ada',
            rootRole: 3,
        });
        expect((await app.get('/api/admin/logins')).body.events[0]).toMatchObject({
            username: 'ada@example.com',
            authType: 'saml',
            successful: true,
        });
    });

    for (const signed of ['assertion', 'response', 'both'] as const) {
        test(`accepts a signed part: ${signed}`, async () => {
            const { app, signIn } = await appWithIdp();

            const { browser } = await signIn({ signed });

            expect((await whoIs(app, browser)).status).toBe(200);
        });
    }

    test('prefers the e-mail address in the attributes to the name id', async () => {
        const { app, signIn } = await appWithIdp({ autoCreate: false });
        const { body: ada } = await app.post('/api/admin/user-admin', { email: 'ada@example.com', rootRole: 2 });

        const { browser } = await signIn({
            email: 'x-4711',
            nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
            attributes: { 'urn:oid:0.9.2342.19200300.100.1.3': 'Ada@example.com' },
        });

        expect((await whoIs(app, browser)).body.user.id).toBe(ada.id);
    });

    test('identifies users by a persistent name id, even if their address changes or is assigned to another user', async () => {
        const { app, signIn } = await appWithIdp();
        const persistent = (name: string, mail: string): AssertionOverrides => ({
            email: name,
            nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
            attributes: { mail },
        });
        const { body: first } = await whoIs(app, (await signIn(persistent('x-1', 'ada@example.com'))).browser);

        const { body: second } = await whoIs(app, (await signIn(persistent('x-1', 'ada@example.org'))).browser);
        const { url } = await signIn(persistent('x-2', 'ada@example.com'));

        expect(second.user).toMatchObject({ id: first.user.id, email: 'ada@example.com' });
        expect(url.searchParams.get('error')).toMatch(/Another identity is linked to your e-mail address/);
    });

    test('redirects only to paths of this service, whatever the relay state', async () => {
        const { home, signIn } = await appWithIdp();

        for (const returnTo of ['https://evil.example', '//evil.example', '/\\evil.example']) {
            expect((await signIn({}, `?returnTo=${encodeURIComponent(returnTo)}`)).url.href).toBe(`${home}/`);
        }
    });

    test('works below a base path', async () => {
        const { app, home, begin, idp, post } = await appWithIdp({}, { environment: { BASE_URI_PATH: '/flags' } });
        const browser = new Browser();

        const { url } = await post(browser, await idp.respond(await begin(browser, '?returnTo=/projects')));

        expect(url.href).toBe(`${home}/projects`);
        expect((await whoIs(app, browser)).status).toBe(200);
    });

    test('works if other nodes receive the callback and finish the sign-in', async () => {
        const database = await ownFreshInstall();
        onTestFinished(database.remove);
        const environment = { UNLEASH_URL: 'http://flags.example.com' };
        const first = await testApp({ database, environment });
        const second = await testApp({ database, environment });
        await first.post(SETTINGS, STANDARD);
        await second.services.changeFeed.catchUp();
        const idp = samlIdp({ metadata: (await first.send('GET', '/auth/saml/metadata')).body });
        const browser = new Browser();
        const { url } = await browser.open(`${first.url}/auth/saml/login`, {
            until: ({ host }) => !host.includes(':'),
        });

        const SAMLResponse = await idp.respond((await idp.request(url)).id);
        await browser.open(`${second.url}/auth/saml/callback`, { form: { SAMLResponse } });

        expect((await whoIs(first, browser, first.url)).body.user).toMatchObject({ email: 'ada@example.com' });
    });

    test('is listed as a sign-in method while it is enabled, and shows an error while it is disabled', async () => {
        const { app, configure, at } = await appWithIdp();

        expect((await app.get('/auth/methods', { token: null })).body.options).toEqual([
            { type: 'saml', message: 'Sign in with SAML', path: '/auth/saml/login' },
        ]);
        await configure({ enabled: false });

        const { url } = await new Browser().open(at.login);
        expect(url.searchParams.get('error')).toMatch(/disabled/);
    });
});

describe('the settings of SAML', () => {
    test('autoCreate, emailDomains and the default roles determine which users are created with which role', async () => {
        const { app, signIn, configure, idp, begin, refusal } = await appWithIdp({ autoCreate: false });
        const browser = new Browser();

        expect(await refusal(browser, await idp.respond(await begin(browser)))).toMatch(/Ask an administrator/);
        await configure({ emailDomains: 'example.org' });
        expect(await refusal(browser, await idp.respond(await begin(browser)))).toMatch(/cannot sign up/);
        await configure({ emailDomains: 'example.com', defaultRootRole: 'Viewer', defaultRootRoleId: 2 });

        expect((await whoIs(app, (await signIn()).browser)).body.user.rootRole).toBe(2);
    });

    test('enableGroupSyncing and groupJsonPath: the membership of mapped groups follows the attribute', async () => {
        const { app, signIn } = await appWithIdp({
            enableGroupSyncing: true,
            groupJsonPath: 'http://x.example/groups',
        });
        const { body } = await app.post('/api/admin/groups', { name: 'Engineers', mappingsSSO: ['engineering'] });
        const members = async () => (await app.get(`/api/admin/groups/${body.id}`)).body.userCount;

        await signIn({ attributes: { 'http://x.example/groups': ['engineering', 'other'] } });
        expect(await members()).toBe(1);
        await signIn();
        expect(await members()).toBe(0);
    });

    test('spCertificate: with a key, requests are signed and the metadata contains the certificate', async () => {
        const { app, signIn, metadata } = await appWithIdp({
            spCertificate: SERVICE_KEYS.privateKey + SERVICE_KEYS.certificate,
        });

        expect(metadata).toContain('AuthnRequestsSigned="true"');
        expect(metadata).toContain(SERVICE_KEYS.certificate.split('\n')[1]);
        expect(metadata).not.toContain('PRIVATE');
        expect((await whoIs(app, (await signIn()).browser)).status).toBe(200);
    });

    test('certificate: without PEM header lines, or two certificates during a key rotation', async () => {
        const { app, signIn, configure } = await appWithIdp({
            certificate: PROVIDER_KEYS.certificate.replace(/-----[^-]+-----/g, '').replaceAll('\n', '\r\n '),
        });

        expect((await whoIs(app, (await signIn()).browser)).status).toBe(200);
        await configure({ certificate: OTHER_KEYS.certificate + PROVIDER_KEYS.certificate });
        expect((await whoIs(app, (await signIn()).browser)).status).toBe(200);
    });

    for (const data of ['http://www.w3.org/2009/xmlenc11#aes256-gcm', 'http://www.w3.org/2001/04/xmlenc#aes256-cbc']) {
        for (const signed of ['assertion', 'response', 'both'] as const) {
            test(`spCertificate: decrypts assertions, signed: ${signed}, encrypted: ${data}`, async () => {
                const { app, idp, begin, post } = await appWithIdp({ spCertificate: KEY_AND_CERTIFICATE });
                const browser = new Browser();
                const response = await idp.respond(await begin(browser), { signed, encrypted: { data, key: OAEP } });
                expect(Buffer.from(response, 'base64').toString()).not.toContain('ada@example.com');

                await post(browser, response);

                expect((await whoIs(app, browser)).body.user).toMatchObject({ email: 'ada@example.com' });
            });
        }
    }

    test('signOutUrl: sign-out redirects to the provider, which redirects back', async () => {
        const { app, home, signIn } = await appWithIdp({ signOutUrl: 'https://idp.example.com/sign-out' });
        const { browser } = await signIn();
        const cookie = `halyard-session=${browser.cookie(home, 'halyard-session')}`;

        const { status, headers } = await app.post('/logout', undefined, { token: null, headers: { cookie } });

        const url = new URL(headers.get('location')!);
        expect(status).toBe(302);
        expect(url.origin + url.pathname).toBe('https://idp.example.com/sign-out');
        const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest')!, 'base64')).toString();
        expect(xml).toContain('ada@example.com');
        expect(xml).toContain('session-1');
        expect((await whoIs(app, browser)).status).toBe(401);
        expect((await browser.open(`${home}/auth/saml/logout/done`)).url.href).toBe(`${home}/`);
        const form = { SAMLResponse: 'whatever' };
        expect((await browser.open(`${home}/auth/saml/logout/done`, { form })).url.href).toBe(`${home}/`);
    });
});

describe('a sign-in with SAML is rejected', () => {
    const unsigned = (xml: string) => xml.replaceAll(/<ds:Signature[\s\S]*?<\/ds:Signature>/g, '');

    test('with an unsigned response, or a response signed with another key', async () => {
        const { begin, idp, refusal } = await appWithIdp();
        const browser = new Browser();

        const bare = altered(await idp.respond(await begin(browser)), unsigned);
        expect(await refusal(browser, bare)).toMatch(/Invalid signature/);
        const foreign = await idp.respond(await begin(browser), { keys: OTHER_KEYS });
        expect(await refusal(browser, foreign)).toMatch(/Invalid signature/);
    });

    for (const signed of ['assertion', 'response', 'both'] as const) {
        test(`with a name that was modified after signing: ${signed}`, async () => {
            const { begin, idp, refusal } = await appWithIdp();
            const browser = new Browser();
            const response = await idp.respond(await begin(browser), { signed });

            const evil = altered(response, (xml) => xml.replace('ada@example.com', 'root@example.com'));

            expect(await refusal(browser, evil)).toMatch(/Invalid signature/);
        });

        test(`with an assertion wrapped around the signed one: ${signed}`, async () => {
            const { begin, idp, refusal } = await appWithIdp();
            for (const wrap of WRAPPINGS) {
                const browser = new Browser();
                const response = await idp.respond(await begin(browser), { signed });

                expect(await refusal(browser, altered(response, wrap)), wrap.name).not.toBe('');
            }
        });
    }

    test('for a deactivated user', async () => {
        const { app, home, signIn } = await appWithIdp();
        await deactivate(app, 'ada@example.com');

        const { browser, url } = await signIn();

        expect(url.searchParams.get('error')).toMatch(/deactivated/);
        expect(browser.cookie(home, 'halyard-session')).toBeUndefined();
    });

    test('with an XML comment that truncates the name', async () => {
        const { app, begin, idp, post } = await appWithIdp({ autoCreate: false });
        await app.post('/api/admin/user-admin', { email: 'ada@example.com', rootRole: 1 });
        const browser = new Browser();
        const response = await idp.respond(await begin(browser), { email: 'ada@example.com.evil.org' });

        const cut = altered(response, (xml) => xml.replace('ada@example.com.', 'ada@example.com<!---->.'));
        const { url } = await post(browser, cut);

        expect(url.pathname).toBe('/login');
        expect((await whoIs(app, browser)).status).toBe(401);
    });

    test('with a response that was used already, in the same or another browser', async () => {
        const { app, begin, idp, post, home } = await appWithIdp();
        const browser = new Browser();
        const response = await idp.respond(await begin(browser));
        await post(browser, response);
        const other = new Browser();
        await begin(other);

        for (const again of [browser, other]) {
            const { url } = await post(again, response);
            expect(url.searchParams.get('error')).toMatch(/InResponseTo is not valid/);
        }
        expect(other.cookie(home, 'halyard-session')).toBeUndefined();
        expect((await app.get('/api/admin/logins')).body.events.filter(isSaml)).toHaveLength(1);
    });

    test('for all but one of several concurrent posts of the same response', async () => {
        const { begin, idp, post } = await appWithIdp();
        const browser = new Browser();
        const response = await idp.respond(await begin(browser));

        const ends = await Promise.all([post(browser, response), post(browser, response), post(browser, response)]);

        expect(ends.filter(({ url }) => url.pathname !== '/login')).toHaveLength(1);
    });

    const wrong: [string, AssertionOverrides, RegExp][] = [
        ['for another audience', { audience: 'https://other.example.com' }, /audience mismatch/],
        ['sent to another destination', { destination: 'https://other.example.com/callback' }, /another service/],
        ['for another recipient', { recipient: 'https://other.example.com/callback' }, /another service/],
        ['that has expired', { validFor: -10 }, /No valid subject confirmation|expired/],
        ['of another issuer', { issuer: 'https://other.example.com' }, /configured identity provider/],
        ['to an unknown request', { inResponseTo: '_made-up' }, /InResponseTo is not valid/],
        ['without an e-mail address', { email: 'x-4711' }, /did not send your e-mail address/],
    ];
    for (const [what, overrides, message] of wrong) {
        test(`with a response ${what}`, async () => {
            const { begin, idp, refusal } = await appWithIdp();
            const browser = new Browser();

            expect(await refusal(browser, await idp.respond(await begin(browser), overrides))).toMatch(message);
        });
    }

    test('with an encrypted assertion that was forged or modified, and the error does not reveal the reason', async () => {
        const { begin, idp, refusal } = await appWithIdp({ spCertificate: KEY_AND_CERTIFICATE });
        const browser = new Browser();
        const data = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc';
        const respond = async (overrides: AssertionOverrides) =>
            idp.respond(await begin(browser), { signed: 'assertion', encrypted: { data, key: OAEP }, ...overrides });
        /** Changes the first character of the last cipher text, which is the cipher text of the assertion. */
        const changed = (xml: string) => {
            const at = xml.lastIndexOf('CipherValue>', xml.lastIndexOf('CipherValue>') - 1) + 'CipherValue>'.length;
            return `${xml.slice(0, at)}${xml[at] === 'A' ? 'B' : 'A'}${xml.slice(at + 1)}`;
        };

        const refusals = [
            await refusal(browser, await respond({ keys: OTHER_KEYS })),
            await refusal(browser, altered(await respond({}), changed)),
            await refusal(browser, await respond({ audience: 'https://other.example.com' })),
        ];

        expect(new Set(refusals)).toEqual(
            new Set(['The encrypted response of the identity provider cannot be trusted.']),
        );
    });

    test('with an assertion that is encrypted with an unsafe algorithm', async () => {
        const { begin, idp, refusal } = await appWithIdp({ spCertificate: KEY_AND_CERTIFICATE });
        const browser = new Browser();
        const data = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc';
        const key = 'http://www.w3.org/2001/04/xmlenc#rsa-1_5';

        const response = await idp.respond(await begin(browser), { encrypted: { data, key } });

        expect(await refusal(browser, response)).toMatch(/not safe/);
    });

    test('with a response without a request, which redirects to the provider', async () => {
        const { home, begin, idp, at } = await appWithIdp();
        const browser = new Browser();
        const form = { SAMLResponse: await idp.respond(await begin(new Browser()), { inResponseTo: '' }) };

        const { url } = await browser.open(at.callback, { form, until: ({ href }) => href.startsWith(SIGN_ON_URL) });

        expect((await idp.request(url)).id).toMatch(/^_/);
        expect(browser.cookie(home, 'halyard-session')).toBeUndefined();
    });

    test('without a redirect loop if the provider never sends InResponseTo', async () => {
        const { home, begin, idp, at } = await appWithIdp();
        const browser = new Browser();
        const { url: providerUrl } = await browser.open(at.login, {
            until: ({ href }) => href.startsWith(SIGN_ON_URL),
        });
        const form = {
            SAMLResponse: await idp.respond(await begin(browser), { inResponseTo: '' }),
            RelayState: providerUrl.searchParams.get('RelayState')!,
        };

        const { url } = await browser.open(at.callback, { form });

        expect(url.searchParams.get('error')).toMatch(/InResponseTo/);
        expect(browser.cookie(home, 'halyard-session')).toBeUndefined();
    });

    test('with a signed assertion in a response to another request', async () => {
        const { begin, idp, refusal } = await appWithIdp();
        const browser = new Browser();
        const stolen = await begin(browser);
        const response = await idp.respond(stolen, { signed: 'assertion' });
        const own = await begin(browser);

        const moved = altered(response, (xml) => xml.replace(`InResponseTo="${stolen}"`, `InResponseTo="${own}"`));

        expect(await refusal(browser, moved)).toMatch(/InResponseTo/);
    });

    test('after the sign-in has expired', async () => {
        const { app, begin, idp, refusal } = await appWithIdp();
        const browser = new Browser();
        const response = await idp.respond(await begin(browser));
        app.passTime(10 * 60_000);

        expect(await refusal(browser, response)).toMatch(/InResponseTo is not valid/);
    });

    test('with a response posted by another browser, for both browsers', async () => {
        const { app, begin, idp, home, at } = await appWithIdp();
        const [attacker, victim] = [new Browser(), new Browser()];
        const response = await idp.respond(await begin(attacker));
        await begin(victim);

        const { url } = await victim.open(at.callback, {
            form: { SAMLResponse: response },
            until: ({ pathname }) => pathname === '/auth/saml/finish',
        });
        const refused = await victim.open(url);
        const tooLate = await attacker.open(url);

        expect(refused.url.searchParams.get('error')).toMatch(/was started in another browser/);
        expect(tooLate.url.pathname).toBe('/login');
        expect([attacker, victim].map((each) => each.cookie(home, 'halyard-session'))).toEqual([undefined, undefined]);
        expect((await app.get('/api/admin/user-admin')).body.users).toHaveLength(1);
    });

    test('with the id of a request instead of a ticket', async () => {
        const { begin, home } = await appWithIdp();
        const browser = new Browser();
        const id = await begin(browser);

        const { url } = await browser.open(`${home}/auth/saml/finish?ticket=${id}`);

        expect(url.searchParams.get('error')).toMatch(/was started in another browser/);
    });

    test('with a text that is not a SAML response', async () => {
        const { refusal } = await appWithIdp();
        const texts = ['', 'x', '<', '<a/>', '<Response/>', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', '\u0000'];

        for (const text of texts) {
            expect(await refusal(new Browser(), Buffer.from(text).toString('base64')), text).not.toBe('');
        }
    });

    // Parsers that recover from errors, or sort attributes, take quadratic time for these texts.
    const hostile: [string, string][] = [
        ['of unclosed processing instructions', '<?'.repeat(12_000)],
        ['of unclosed tags', '<a '.repeat(12_000)],
        ['of unclosed attributes', `<a b="${'<a b="'.repeat(10_000)}`],
        ['of comments', `<a>${'<!--'.repeat(10_000)}</a>`],
        ['of CDATA sections', `<a>${'<![CDATA['.repeat(5_000)}</a>`],
        ['with a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
        ['with an undeclared entity', '<a>&b;</a>'],
        ['that is nested too deeply', '<a>'.repeat(33) + '</a>'.repeat(33)],
        ['of too many elements', `<a>${'<b/>'.repeat(1_000)}</a>`],
        ['of too many attributes', `<a ${Array.from({ length: 25 }, (_, index) => `b${index}=""`).join(' ')}/>`],
        ['of too many attributes in all', `<a>${'<b c="" d="" e="" f=""/>'.repeat(751)}</a>`],
        ['with a duplicate attribute', '<a b="" b=""/>'],
        ['that is too long', `<a>${'b'.repeat(96 * 1024)}</a>`],
        ['with two root elements', '<a/><a/>'],
        ['whose elements are crossed', '<a><b></a></b>'],
    ];
    test('with malicious XML', async () => {
        const { refusal } = await appWithIdp();

        for (const [what, text] of hostile) {
            const base64 = Buffer.from(text).toString('base64');
            expect(await refusal(new Browser(), base64), `a text ${what}`).toMatch(/cannot be read/);
        }
    });

    test('with malicious encrypted XML, which no other parser reads', async () => {
        const { begin, idp, refusal } = await appWithIdp({ spCertificate: KEY_AND_CERTIFICATE });
        const browser = new Browser();
        const parse = vi.spyOn(DOMParser.prototype, 'parseFromString');
        onTestFinished(() => parse.mockRestore());

        for (const [what, text] of hostile.filter(([, { length }]) => length < 64 * 1024)) {
            const response = await withEncrypted(await idp.respond(await begin(browser)), text);
            expect(await refusal(browser, response), `a text ${what}`).toMatch(
                /encrypted response .* cannot be trusted/,
            );
        }
        expect(parse).toHaveBeenCalled();
        const seen = parse.mock.calls.map(([xml]) => xml);
        expect(hostile.filter(([, text]) => seen.includes(text))).toEqual([]);
    });

    test('while it is disabled, before the response is parsed', async () => {
        const { refusal, configure } = await appWithIdp();
        await configure({ enabled: false });

        expect(await refusal(new Browser(), Buffer.from('<?<?').toString('base64'))).toMatch(/disabled/);
    });

    test('with a form that exceeds the body limit', async () => {
        const { app } = await appWithIdp();

        const { status } = await app.send('POST', '/auth/saml/callback', {
            token: null,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            rawBody: `SAMLResponse=${'a'.repeat(160 * 1024)}`,
        });

        expect(status).toBe(413);
    });

    test('with a SHA-1 signature, in plain text or encrypted', async () => {
        const { begin, idp, refusal } = await appWithIdp({ spCertificate: KEY_AND_CERTIFICATE });
        const browser = new Browser();
        const algorithm = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
        const encrypted = { data: 'http://www.w3.org/2009/xmlenc11#aes256-gcm', key: OAEP };

        for (const signed of ['assertion', 'response', 'both'] as const) {
            const response = await idp.respond(await begin(browser), { algorithm, signed });
            expect(await refusal(browser, response), signed).toMatch(/signs in a way that is not safe/);
        }
        const hidden = await idp.respond(await begin(browser), { algorithm, signed: 'assertion', encrypted });
        expect(await refusal(browser, hidden)).toMatch(/encrypted response .* cannot be trusted/);
    });

    test('with a SHA-256 signature of a SHA-1 digest', async () => {
        const { begin, idp, refusal } = await appWithIdp();
        const browser = new Browser();
        const response = await idp.respond(await begin(browser));

        const weak = altered(response, (xml) =>
            xml.replaceAll('http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2000/09/xmldsig#sha1'),
        );

        expect(await refusal(browser, weak)).toMatch(/signs in a way that is not safe/);
    });

    for (const signed of ['assertion', 'response', 'both'] as const) {
        test(`with an error status, signed: ${signed}`, async () => {
            const { begin, idp, refusal } = await appWithIdp();
            const browser = new Browser();

            for (const status of ['Requester', 'Responder', 'success', 'Success2']) {
                const overrides = { signed, status: `urn:oasis:names:tc:SAML:2.0:status:${status}` };
                const response = await idp.respond(await begin(browser), overrides);
                expect(await refusal(browser, response), status).toMatch(/did not sign you in/);
            }
        });
    }
});

test('only the endpoints for identity providers accept forms', async () => {
    const app = await testApp();

    const { status } = await app.send('POST', '/auth/simple/login', {
        token: null,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        rawBody: 'username=admin&password=x',
    });

    expect(status).toBe(415);
});

/** Replaces the assertion of the response with this text, encrypted for the service. */
async function withEncrypted(response: string, text: string): Promise<string> {
    const encrypted = await promisify(encrypt)(text, {
        rsa_pub: createPublicKey(SERVICE_KEYS.certificate).export({ type: 'spki', format: 'pem' }),
        pem: SERVICE_KEYS.certificate,
        encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
        keyEncryptionAlgorithm: OAEP,
    });
    return altered(response, (xml) =>
        xml.replace(assertionIn(xml), `<saml:EncryptedAssertion>${encrypted}</saml:EncryptedAssertion>`),
    );
}

const isSaml = ({ authType }: { authType: string }) => authType === 'saml';

const assertionIn = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)![0];
const evilTwin = (assertion: string) =>
    assertion
        .replace(/<ds:Signature[\s\S]*?<\/ds:Signature>/, '')
        .replace('ada@example.com', 'root@example.com')
        .replace(/ID="[^"]*"/, 'ID="_evil"');

/** Positions of the signed assertion in signature wrapping attacks: its signature stays valid while the service reads another assertion. */
const WRAPPINGS = [
    function before(xml: string) {
        const signed = assertionIn(xml);
        return xml.replace(signed, evilTwin(signed) + signed);
    },
    function after(xml: string) {
        const signed = assertionIn(xml);
        return xml.replace(signed, signed + evilTwin(signed));
    },
    function insideTheEvilOne(xml: string) {
        const signed = assertionIn(xml);
        return xml.replace(signed, evilTwin(signed).replace('</saml:Assertion>', `${signed}</saml:Assertion>`));
    },
    function inExtensions(xml: string) {
        const signed = assertionIn(xml);
        return xml.replace(signed, `<samlp:Extensions>${signed}</samlp:Extensions>${evilTwin(signed)}`);
    },
    function inTheSignature(xml: string) {
        const signed = assertionIn(xml);
        const signature = /<ds:Signature[\s\S]*?<\/ds:Signature>/.exec(signed)?.[0] ?? '';
        const bare = signed.replace(signature, '');
        const holding = signature.replace('</ds:Signature>', `<ds:Object>${bare}</ds:Object></ds:Signature>`);
        return xml.replace(signed, evilTwin(signed).replace('<saml:Subject>', `${holding}<saml:Subject>`));
    },
    function wholeResponseInside(xml: string) {
        const signed = assertionIn(xml);
        const outer = xml.replace(/<ds:Signature[\s\S]*?<\/ds:Signature>/, '').replace(/ ID="[^"]*"/, ' ID="_outer"');
        return outer
            .replace(signed, evilTwin(signed))
            .replace('<samlp:Status>', `<samlp:Extensions>${xml}</samlp:Extensions><samlp:Status>`);
    },
];

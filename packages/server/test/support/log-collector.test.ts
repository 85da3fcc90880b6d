import { expect, test } from 'vitest';
import { collector } from './collector.ts';
import { collectingLog, demandNoSecretLogged, noteSecret, noteSecretsIn } from './log-collector.ts';
import { testApp } from './test-app.ts';
import { testEdge } from './test-edge.ts';

const logged = (entry: object, message = 'said') => {
    collectingLog().trace(entry, message);
    return demandNoSecretLogged;
};

test.each<[string, string, (secret: string) => void]>([
    ['a password', 'Correct-horse-9', (password) => noteSecretsIn({ users: [{ password }] }, 'a body')],
    ['a token', '*:development.a-long-secret', (secret) => noteSecretsIn({ secret }, 'an answer')],
    ['a cookie', 'session=0123456789abcdef', (cookie) => noteSecret(cookie, 'a cookie')],
    ['a link', 'https://flags.example.com/invite/0123456789abcdef', (inviteLink) => noteSecretsIn({ inviteLink }, 'x')],
    ['a setting', 'smtp-password-1', (EMAIL_PASSWORD) => noteSecretsIn({ EMAIL_PASSWORD }, 'the environment')],
    [
        'one of several tokens',
        'of-the-first-one',
        (first) => noteSecretsIn({ TOKENS: `*:a.${first},*:b.other` }, 'the environment'),
    ],
    [
        'the password in an address',
        'of-the-database',
        (password) => noteSecretsIn({ DATABASE_URL: `postgres://me:${password}@db/flags` }, 'the environment'),
    ],
    [
        'a header for a collector',
        'key of the collector',
        (key) => noteSecretsIn({ OTEL_EXPORTER_OTLP_HEADERS: `a=b,x-key=${encodeURIComponent(key)}` }, 'x'),
    ],
    [
        'a header of an integration',
        '0123456789abcdef',
        (key) => noteSecretsIn({ parameters: { customHeaders: JSON.stringify({ 'x-key': key }) } }, 'a body'),
    ],
    [
        'the address of a webhook',
        'T00-B00-XXXXXXXX',
        (hook) => noteSecretsIn({ parameters: { url: `https://chat.example.com/services/${hook}` } }, 'a body'),
    ],
    ['what lets a caller in', 'YWRtaW46c2VjcmV0', (basic) => noteSecretsIn({ authorization: `Basic ${basic}==` }, 'x')],
    ['a key of an API', 'key-0123456789', (apiKey) => noteSecretsIn({ parameters: { apiKey } }, 'a body')],
    ['a token of a provider', 'at-0123456789', (access_token) => noteSecretsIn({ access_token }, 'an answer')],
])('CWE-532: a secret that reaches the log fails the file it was logged in: %s', (_what, secret, note) => {
    note(secret);
    expect(logged({ headers: { anything: `so ${secret} it is` } })).toThrow(/A secret is in the log/);
    expect(demandNoSecretLogged).not.toThrow();
});

test('values that are not secrets may be logged', () => {
    noteSecretsIn({ name: 'a-flag-with-a-name', password: 'short' }, 'a body');

    expect(logged({ name: 'a-flag-with-a-name' }, 'short')).not.toThrow();
});

test('the log of every test app is collected, request by request', async () => {
    const app = await testApp();
    const secret = 'production-like';
    await app.get(`/api/admin/environments/${secret}`);
    app.services.log.warn({ secret }, 'told');
    noteSecret(secret, 'for this test');

    expect(demandNoSecretLogged).toThrow(/production-like of for this test/);
});

test('the output of every test edge and collector is collected', async () => {
    const app = await testApp();
    const { url } = await collector();
    await testEdge(app.url, { environment: { SENTRY_DSN: 'anything' } });
    noteSecret('SENTRY_DSN is not used', 'for this test');
    expect(demandNoSecretLogged).toThrow(/SENTRY_DSN is not used of for this test/);

    await fetch(url, {
        method: 'POST',
        body: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: ['a-span-of-mine'] }] }] }),
    });
    noteSecret('a-span-of-mine', 'for this test');
    expect(demandNoSecretLogged).toThrow(/a-span-of-mine of for this test/);
});

import { expect, test } from 'vitest';
import { collectingLog, demandNoSecretLogged, noteSecret, noteSecretsIn } from './log-collector.ts';
import { testApp } from './test-app.ts';

const logged = (said: object, message = 'said') => {
    collectingLog().trace(said, message);
    return demandNoSecretLogged;
};

test.each<[string, string, (secret: string) => void]>([
    ['a password', 'Correct-horse-9', (password) => noteSecretsIn({ users: [{ password }] }, 'a body')],
    ['a token', '*:development.a-long-secret', (secret) => noteSecretsIn({ secret }, 'an answer')],
    ['a cookie', 'session=0123456789abcdef', (cookie) => noteSecret(cookie, 'a cookie')],
    ['a link', 'https://flags.example.com/invite/0123456789abcdef', (inviteLink) => noteSecretsIn({ inviteLink }, 'x')],
    ['a setting', 'smtp-password-1', (EMAIL_PASSWORD) => noteSecretsIn({ EMAIL_PASSWORD }, 'the environment')],
])('CWE-532: a secret that reaches the log fails the file it was logged in: %s', (_what, secret, note) => {
    note(secret);
    expect(logged({ headers: { anything: `so ${secret} it is` } })).toThrow(/A secret is in the log/);
    expect(demandNoSecretLogged).not.toThrow();
});

test('what is no secret may be logged', () => {
    noteSecretsIn({ name: 'a-flag-with-a-name', password: 'short' }, 'a body');

    expect(logged({ name: 'a-flag-with-a-name' }, 'short')).not.toThrow();
});

test('every app of the tests is listened to, request by request', async () => {
    const app = await testApp();
    const secret = 'production-like';
    await app.get(`/api/admin/environments/${secret}`);
    app.services.log.warn({ secret }, 'told');
    noteSecret(secret, 'for this test');

    expect(demandNoSecretLogged).toThrow(/production-like of for this test/);
});

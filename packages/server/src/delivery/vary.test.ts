import { beforeAll, expect, test } from 'vitest';
import { listenTo } from '../../test/support/event-source.ts';
import { type TestApp, testApp } from '../../test/support/test-app.ts';

/* A shared cache must not serve the response for one SDK to another: a response lists every header that it depends on in Vary. */

let app: TestApp;
const tokens: Record<string, string> = {};
beforeAll(async () => {
    app = await testApp({ until: 'file' });
    await app.has.flag({ name: 'a', description: 'x'.repeat(2_000), enabled: true });
    for (const type of ['client', 'frontend']) tokens[type] = (await app.has.token({ type })).secret;
});

const EVALUATION = JSON.stringify({ context: { targetingKey: '1' } });

const RESPONSES: [type: string, method: string, address: string, depends: string[], body?: string][] = [
    ['client', 'GET', '/api/client/features', ['accept-encoding', 'unleash-client-spec', 'unleash-sdk']],
    ['client', 'GET', '/api/client/features/a', []],
    ['client', 'GET', '/api/client/delta', ['accept-encoding', 'if-none-match']],
    ['client', 'GET', '/openfeature/v0/manifest', []],
    ['frontend', 'GET', '/api/frontend?userId=1', ['accept-encoding', 'origin']],
    ['frontend', 'POST', '/api/frontend', ['accept-encoding', 'origin'], '{}'],
    ['frontend', 'POST', '/ofrep/v1/evaluate/flags', ['accept-encoding', 'origin'], EVALUATION],
    ['frontend', 'POST', '/ofrep/v1/evaluate/flags/a', ['origin'], EVALUATION],
];

/** The headers that may contain a token. */
const CREDENTIALS = ['authorization', 'x-api-key'];

const namesIn = (vary: string | null) => (vary ?? '').split(',').map((name) => name.trim().toLowerCase());

test.each(RESPONSES)(
    'a %s token: %s %s lists in Vary the headers that its response depends on',
    async (type, method, address, depends, rawBody) => {
        const send = (headers: Record<string, string>) =>
            app.send(method, address, {
                token: tokens[type]!,
                headers: { ...(rawBody !== undefined && { 'content-type': 'application/json' }), ...headers },
                ...(rawBody !== undefined && { rawBody }),
            });

        const whole = await send({ 'accept-encoding': 'gzip' });
        const plain = await send({ 'accept-encoding': 'identity', origin: 'https://shop.example.com' });
        const known = await send({ 'accept-encoding': 'gzip', 'if-none-match': whole.headers.get('etag') ?? '' });

        const refused = await send({ authorization: 'nonsense' });
        expect([whole.status, plain.status, refused.status]).toEqual([200, 200, 401]);
        for (const { headers } of [whole, plain, known, refused]) {
            expect(namesIn(headers.get('vary'))).toEqual(expect.arrayContaining([...CREDENTIALS, ...depends]));
        }
    },
);

test('a stream lists in Vary the headers that may contain its token', async () => {
    const { headers } = await listenTo(`${app.url}/api/client/streaming`, { authorization: tokens['client']! });

    expect(namesIn(headers.get('vary'))).toEqual(expect.arrayContaining(CREDENTIALS));
});

test.each(RESPONSES)(
    'a %s token in X-API-Key: %s %s is stored by no shared cache',
    async (type, method, address, _depends, rawBody) => {
        const { status, headers } = await app.send(method, address, {
            token: null,
            headers: {
                'x-api-key': tokens[type]!,
                ...(rawBody !== undefined && { 'content-type': 'application/json' }),
            },
            ...(rawBody !== undefined && { rawBody }),
        });

        expect(status).toBe(200);
        expect(headers.get('cache-control')).toMatch(/^(private, no-cache|no-store)$/);
    },
);

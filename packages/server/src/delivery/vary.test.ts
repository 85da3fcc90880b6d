import { beforeAll, expect, test } from 'vitest';
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
    ['client', 'GET', '/api/client/features', ['authorization', 'accept-encoding', 'unleash-client-spec']],
    ['client', 'GET', '/api/client/delta', ['authorization']],
    ['frontend', 'GET', '/api/frontend?userId=1', ['authorization', 'accept-encoding', 'origin']],
    ['frontend', 'POST', '/api/frontend', ['authorization', 'accept-encoding', 'origin'], '{}'],
    ['frontend', 'POST', '/ofrep/v1/evaluate/flags', ['authorization', 'accept-encoding', 'origin'], EVALUATION],
];

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

        expect([whole.status, plain.status]).toEqual([200, 200]);
        for (const { headers } of [whole, plain, known]) {
            expect(namesIn(headers.get('vary'))).toEqual(expect.arrayContaining(depends));
        }
    },
);

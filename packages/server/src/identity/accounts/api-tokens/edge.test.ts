import { createHmac, hash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ADMIN_TOKEN, CLIENT_TOKEN, type TestApp, testApp } from '../../../../test/support/test-app.ts';

const nobody = { token: null };

describe('validating tokens', () => {
    test('valid tokens are returned with their scope, others are omitted', async () => {
        const app = await testApp();
        const frontend = await app.has.token({ type: 'frontend', environment: 'production' });

        const { body } = await app.post(
            '/edge/validate',
            { tokens: [CLIENT_TOKEN, 'nonsense', frontend.secret, ADMIN_TOKEN, CLIENT_TOKEN] },
            nobody,
        );

        expect(body.tokens).toEqual([
            { token: CLIENT_TOKEN, type: 'client', projects: ['*'], environment: 'development' },
            { token: frontend.secret, type: 'frontend', projects: ['*'], environment: 'production' },
            { token: ADMIN_TOKEN, type: 'admin', projects: ['*'], environment: '*' },
        ]);
    });

    test.each([[{}], [{ tokens: 'one' }], [{ tokens: [5] }]])('%j returns 400', async (body) => {
        const app = await testApp();

        expect((await app.post('/edge/validate', body, nobody)).status).toBe(400);
    });
});

describe('issuing tokens', () => {
    const secret = randomBytes(32).toString('base64url');
    const body = { tokens: [{ environment: 'development', projects: ['*'] }] };
    const withEdge = () => testApp({ environment: { EDGE_CLIENT_ID: 'my-edge', EDGE_CLIENT_SECRET: secret } });

    /** Signs a request as an edge does. */
    function signed(content: unknown, change: Partial<{ id: string; secret: string; timestamp: string }> = {}) {
        const timestamp = change.timestamp ?? new Date().toISOString();
        const nonce = randomBytes(16).toString('hex');
        const bodyHash = hash('sha256', JSON.stringify(content), 'hex');
        const signature = createHmac('sha256', Buffer.from(change.secret ?? secret, 'base64url'))
            .update(`POST\n/edge/issue-token\n${timestamp}\n${nonce}\n${bodyHash}`)
            .digest('base64url');
        return {
            authorization: `HMAC ${change.id ?? 'my-edge'}:${signature}`,
            'x-timestamp': timestamp,
            'x-nonce': nonce,
            'content-sha256': bodyHash,
        };
    }

    // The route creates an event but is not an admin route, so `send` is used, which does not check that the revision stays.
    const ask = (app: TestApp, content: unknown, headers: Record<string, string>) =>
        app.send('POST', '/edge/issue-token', {
            token: null,
            headers: { 'content-type': 'application/json', ...headers },
            rawBody: JSON.stringify(content),
        });

    test('an edge with a valid signature gets a working token, and the same one again', async () => {
        const app = await withEdge();

        const first = await ask(app, body, signed(body));
        const second = await ask(app, body, signed(body));

        expect(first.body.tokens).toMatchObject([{ type: 'backend', projects: ['*'], environment: 'development' }]);
        expect(second.body).toEqual(first.body);
        const { token } = first.body.tokens[0];
        expect((await app.get('/api/client/features', { token })).status).toBe(200);
    });

    test.each([
        ['signed with another secret', { secret: randomBytes(32).toString('base64url') }],
        ['signed by someone else', { id: 'other-edge' }],
        ['signed long ago', { timestamp: '2020-01-01T00:00:00.000Z' }],
        ['signed at no time', { timestamp: 'soon' }],
    ])('a request that was %s is rejected', async (_what, change) => {
        const app = await withEdge();

        expect((await ask(app, body, signed(body, change))).status).toBe(401);
    });

    test('a signature works once and only for its body', async () => {
        const app = await withEdge();
        const headers = signed(body);
        await ask(app, body, headers);

        expect((await ask(app, body, headers)).status).toBe(401);
        expect(
            (await ask(app, { tokens: [{ environment: 'production', projects: ['*'] }] }, signed(body))).status,
        ).toBe(401);
        expect((await ask(app, body, {})).status).toBe(401);
    });

    test('an unknown environment or project returns 400', async () => {
        const app = await withEdge();
        const content = { tokens: [{ environment: 'nowhere', projects: ['*'] }] };

        expect((await ask(app, content, signed(content))).status).toBe(400);
    });

    test('an instance without EDGE_CLIENT_SECRET issues no tokens', async () => {
        const app = await testApp();

        expect((await ask(app, body, signed(body, { secret: '' }))).status).toBe(401);
    });
});

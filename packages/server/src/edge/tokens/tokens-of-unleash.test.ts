import { expect, test } from 'vitest';
import { fakeUnleash } from '../../../test/support/fake-unleash.ts';
import { CLIENT_TOKEN } from '../../../test/support/test-app.ts';
import { testEdge, until } from '../../../test/support/test-edge.ts';

const FLAG = { name: 'banner', project: 'default', enabled: true, strategies: [{ name: 'default' }] };
const OTHER = '*:development.another-backend-token';
const PAGE = '*:development.a-frontend-token';

async function edgeOfUnleash(environment: Record<string, string> = {}) {
    const unleash = await fakeUnleash([FLAG]);
    unleash.tokens.set(CLIENT_TOKEN, 'client').set(OTHER, 'client').set(PAGE, 'frontend');
    const edge = await testEdge(unleash.url, { environment: { METRICS_INTERVAL_SECONDS: '1', ...environment } });
    const statusOf = async (token: string) =>
        (await edge.get(token === PAGE ? '/api/frontend' : '/api/client/features', token)).status;
    return { unleash, edge, statusOf };
}

test('a token that Unleash has deleted is rejected, although Unleash still confirms it', async () => {
    const { unleash, edge, statusOf } = await edgeOfUnleash();
    for (const token of [CLIENT_TOKEN, OTHER, PAGE]) expect(await statusOf(token)).toBe(200);

    for (const token of [OTHER, PAGE]) {
        unleash.tokens.delete(token);
        await until(async () => (await statusOf(token)) === 401);
    }
    expect(await edge.flags()).toEqual({ banner: true });
    // The token that the edge follows.
    unleash.tokens.delete(CLIENT_TOKEN);
    await until(async () => (await statusOf(CLIENT_TOKEN)) === 401);
    expect((await edge.get('/internal-backstage/ready')).status).toBe(503);

    for (const token of [CLIENT_TOKEN, OTHER]) unleash.tokens.set(token, 'client');
    edge.passTime(61_000);
    await until(async () => (await statusOf(CLIENT_TOKEN)) === 200 && (await statusOf(OTHER)) === 200);
});

test('only tokens that SDKs use are checked and reported as used', async () => {
    const { unleash, edge, statusOf } = await edgeOfUnleash();
    await edge.send('POST', '/edge/validate', { token: null, body: { tokens: [OTHER, PAGE] } });
    expect(await statusOf(PAGE)).toBe(200);

    await until(() => unleash.seenTokens.has(PAGE));
    expect([...unleash.seenTokens]).toEqual([PAGE]);
    await until(() => unleash.requests.includes('GET /api/frontend/client/features'));
    expect(unleash.requests.filter((request) => request.includes('halyard-edge-token-check'))).toEqual([]);
});

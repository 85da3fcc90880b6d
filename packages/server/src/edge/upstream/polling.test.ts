import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startSdk, until as untilSdk } from '../../../test/support/sdk.ts';
import { CLIENT_TOKEN, testApp } from '../../../test/support/test-app.ts';
import { testEdge, until } from '../../../test/support/test-edge.ts';
import { upstreamSwitch } from '../../../test/support/upstream-switch.ts';

/** The text of this token does not contain its projects; upstream knows them. */
const SEVERAL_PROJECTS = '[]:development.token-of-several-projects';
const PROJECTS: Record<string, string[]> = { [CLIENT_TOKEN]: ['*'], [SEVERAL_PROJECTS]: ['default', 'other'] };

/** Unleash registers no application without these members. */
const isRegistered = ({ started, interval }: { started?: string; interval?: number }) =>
    Date.parse(started ?? '') > 0 && typeof interval === 'number';

/** A minimal Unleash server for an edge: no streams, ETags, and token validation without the environment, as in most versions. */
async function unleash() {
    let features: object[] = [];
    let revision = 100;
    const revoked = new Set<string>();
    const requests: { url: string; headers: IncomingHttpHeaders; status: number }[] = [];
    const server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
            const etag = `"76d8bb0e:${revision}:v1"`;
            const sentBody = () => JSON.parse(Buffer.concat(chunks).toString());
            const responses: Record<string, () => [number, object | undefined]> = {
                '/edge/validate': () => [
                    200,
                    {
                        tokens: (sentBody().tokens as string[])
                            .filter((token) => token in PROJECTS && !revoked.has(token))
                            .map((token) => ({ token, type: 'client', projects: PROJECTS[token] })),
                    },
                ],
                '/api/client/features': () =>
                    request.headers['if-none-match'] === etag
                        ? [304, undefined]
                        : [200, { version: 2, features, segments: [], meta: { revisionId: revision, etag } }],
                '/api/client/metrics/bulk': () => [sentBody().applications.every(isRegistered) ? 202 : 400, undefined],
            };
            const [status, body] = responses[request.url!]?.() ?? [404, { message: 'Not found' }];
            requests.push({ url: request.url!, headers: request.headers, status });
            response.writeHead(status, { 'content-type': 'application/json', etag });
            response.end(body && JSON.stringify(body));
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
        server.closeAllConnections();
        server.close();
    });
    return {
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        requests,
        revoke: (token: string) => void revoked.add(token),
        has(names: string[]) {
            const strategies = [{ name: 'default', parameters: {}, constraints: [] }];
            features = names.map((name) => ({ name, type: 'release', enabled: true, project: 'default', strategies }));
            revision++;
        },
    };
}

describe('an Unleash server as upstream', () => {
    test('is polled with its ETag, and SDKs of the edge receive changes by stream', async () => {
        const server = await unleash();
        server.has(['one']);
        const headers = { CUSTOM_CLIENT_HEADERS: 'X-Api-Key: of the gateway, X-Other: 2' };
        const edge = await testEdge(server.url, { environment: headers });
        const sdk = await startSdk(edge.url, { experimentalMode: { type: 'streaming' } });
        expect(sdk.isEnabled('one')).toBe(true);

        await until(() => server.requests.some(({ status }) => status === 304));
        server.has(['two']);
        await untilSdk(sdk, () => sdk.isEnabled('two') && !sdk.isEnabled('one'));
        expect(server.requests.filter(({ url }) => url === '/api/client/streaming')).toHaveLength(1);
        expect(server.requests.find(({ url }) => url === '/api/client/features')!.headers).toMatchObject({
            authorization: CLIENT_TOKEN,
            'unleash-client-spec': '5.2.0',
            'x-api-key': 'of the gateway',
            'x-other': '2',
        });
    });

    test('need not send the environment of a token: its text contains it', async () => {
        const server = await unleash();
        server.has(['one']);
        const edge = await testEdge(server.url, { environment: { TOKENS: SEVERAL_PROJECTS } });

        expect(await edge.flags(SEVERAL_PROJECTS)).toEqual({ one: true });
        expect(await edge.flags()).toEqual({ one: true });
        expect((await edge.get('/internal-backstage/tokens')).body.tokens).toMatchObject([
            { environment: 'development', projects: ['default', 'other'], status: 'Validated' },
            { environment: 'development', projects: ['*'], status: 'Validated' },
        ]);
    });

    test('does not notify of revoked tokens: the edge validates some with every poll, and rejects a revoked one within seconds', async () => {
        const server = await unleash();
        server.has(['one']);
        const edge = await testEdge(server.url);
        expect(await edge.flags(SEVERAL_PROJECTS)).toEqual({ one: true });

        server.revoke(SEVERAL_PROJECTS);
        await expect
            .poll(async () => (await edge.get('/api/client/features', SEVERAL_PROJECTS)).status, { timeout: 10_000 })
            .toBe(401);
        expect(await edge.flags()).toEqual({ one: true });
    });

    test('receives SDK reports and applications', async () => {
        const server = await unleash();
        server.has(['one']);
        const edge = await testEdge(server.url);
        await edge.flags();
        const now = new Date();
        const bucket = { start: now, stop: now, toggles: { one: { yes: 1 } } };
        await edge.send('POST', '/api/client/metrics', { body: { appName: 'shop', instanceId: 'one', bucket } });
        await edge.close();

        expect(server.requests.filter(({ url }) => url === '/api/client/metrics/bulk')).toMatchObject([
            { status: 202 },
        ]);
    });

    test('that is replaced by Halyard at the same address is followed by stream', async () => {
        const server = await unleash();
        server.has(['old']);
        const app = await testApp();
        const { name } = await app.has.flag({ enabled: true });
        const upstream = await upstreamSwitch(server.url);
        const edge = await testEdge(upstream.url);
        expect(await edge.flags()).toEqual({ old: true });

        upstream.leadTo(app.url);
        await until(
            async () => (await edge.get('/internal-backstage/ready')).body.environments[0].mode === 'streaming',
        );
        expect(await edge.flags()).toEqual({ [name]: true });
    });
});

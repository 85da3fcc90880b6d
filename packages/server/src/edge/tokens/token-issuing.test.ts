import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSdk, until as untilSdk } from '../../../test/support/sdk.ts';
import { testApp } from '../../../test/support/test-app.ts';
import { testEdge, until } from '../../../test/support/test-edge.ts';
import { portal, upstreamSwitch } from '../../../test/support/upstream-switch.ts';

const secret = randomBytes(32).toString('base64url');
const appWithEdgeSecret = (environment: Record<string, string> = {}) =>
    testApp({ environment: { EDGE_CLIENT_SECRET: secret, ...environment } });
const signing = { TOKENS: '', UNLEASH_CLIENT_SECRET: secret, DESIRED_ENVIRONMENTS: 'development' };

test('an edge without tokens obtains them with a signed request, and serves SDKs with them', async () => {
    const app = await appWithEdgeSecret();
    const { name } = await app.has.flag({ enabled: true });
    const frontend = await app.has.token({ type: 'frontend', environment: 'development' });
    const edge = await testEdge(app.url, { environment: signing });

    expect((await edge.get('/internal-backstage/ready')).body).toMatchObject({ status: 'READY' });
    expect((await edge.get('/internal-backstage/instancedata')).body).toMatchObject({
        environments: [{ environment: 'development', projects: ['*'] }],
    });
    const { body } = await edge.get('/api/frontend', frontend.secret);
    expect(body.toggles).toMatchObject([{ name }]);
    const sdk = await startSdk(edge.url, { experimentalMode: { type: 'streaming' } });
    await app.post(`/api/admin/projects/default/features/${name}/environments/development/off`);
    await untilSdk(sdk, () => !sdk.isEnabled(name));
});

test('the signature covers the path that upstream sees', async () => {
    const app = await appWithEdgeSecret({ BASE_URI_PATH: '/flags' });
    const edge = await testEdge(`${app.url.replace(/\/flags$/, '')}/flags`, { environment: signing });
    expect((await edge.get('/internal-backstage/ready')).status).toBe(200);
});

test.each([
    ['another secret', { ...signing, UNLEASH_CLIENT_SECRET: randomBytes(32).toString('base64url') }, 'status 401'],
    ['an environment that does not exist', { ...signing, DESIRED_ENVIRONMENTS: 'nowhere' }, 'status 400'],
    ['no environment', { ...signing, DESIRED_ENVIRONMENTS: '' }, 'UNLEASH_CLIENT_SECRET needs DESIRED_ENVIRONMENTS'],
])('with %s an edge does not start, and the error names the reason', async (_case, environment, message) => {
    const app = await appWithEdgeSecret();
    await expect(testEdge(app.url, { environment })).rejects.toThrow(message);
});

test('an edge that was issued tokens once starts from its backup, whatever upstream responds now', async () => {
    const app = await appWithEdgeSecret();
    const { name } = await app.has.flag({ enabled: true });
    const folder = mkdtempSync(join(tmpdir(), 'halyard-edge-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const environment = { ...signing, BACKUP_FOLDER: folder };
    const upstream = await upstreamSwitch(app.url);
    await (await testEdge(upstream.url, { environment })).close();

    for (const status of [200, 302, 403, 404, 429]) {
        upstream.leadTo(await portal(status, '<html>Please sign in</html>'));
        const edge = await testEdge(upstream.url, { environment });
        const { body } = await edge.get('/internal-backstage/ready');
        expect(body).toMatchObject({ status: 'READY', environments: [{ state: 'stale', flags: 1 }] });
        await edge.close();
    }
    // Upstream itself rejects the signature: the tokens that are still valid are served.
    const refused = { ...environment, UNLEASH_CLIENT_SECRET: randomBytes(32).toString('base64url') };
    upstream.leadTo(app.url);
    const edge = await testEdge(upstream.url, { environment: refused });
    await app.post(`/api/admin/projects/default/features/${name}/environments/development/off`);
    await until(
        async () => (await edge.get('/internal-backstage/features')).body.development.features[0].enabled === false,
    );
});

test('an edge whose upstream is unavailable, and then replaced, requests tokens again', async () => {
    const [first, other] = [await appWithEdgeSecret(), await appWithEdgeSecret()];
    await first.has.flag({ name: 'first', enabled: true });
    // An upstream at the revision that the edge already has would send nothing at first.
    await first.post('/api/admin/projects/default/features/first/environments/development/off');
    await first.post('/api/admin/projects/default/features/first/environments/development/on');
    await other.has.flag({ name: 'other', enabled: true });
    const upstream = await upstreamSwitch(first.url);
    upstream.leadTo(undefined);
    const edge = await testEdge(upstream.url, { environment: { ...signing, UPSTREAM_REQUEST_TIMEOUT: '1' } });
    expect((await edge.get('/internal-backstage/ready')).status).toBe(503);

    upstream.leadTo(first.url);
    await until(async () => (await edge.get('/internal-backstage/ready')).status === 200);
    expect(await edge.flags()).toEqual({ first: true });
    upstream.leadTo(other.url);
    await until(async () => {
        const { status, body } = await edge.get('/api/client/features');
        return status === 200 && body.features[0].name === 'other';
    });
});

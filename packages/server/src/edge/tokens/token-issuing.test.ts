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
const knowingEdges = (environment: Record<string, string> = {}) =>
    testApp({ environment: { EDGE_CLIENT_SECRET: secret, ...environment } });
const signing = { TOKENS: '', UNLEASH_CLIENT_SECRET: secret, DESIRED_ENVIRONMENTS: 'development' };

test('an edge without tokens is issued its own, by its signature, and serves others with them', async () => {
    const app = await knowingEdges();
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
    const app = await knowingEdges({ BASE_URI_PATH: '/flags' });
    const edge = await testEdge(`${app.url.replace(/\/flags$/, '')}/flags`, { environment: signing });
    expect((await edge.get('/internal-backstage/ready')).status).toBe(200);
});

test.each([
    ['another secret', { ...signing, UNLEASH_CLIENT_SECRET: randomBytes(32).toString('base64url') }, 'status 401'],
    ['an environment that is not there', { ...signing, DESIRED_ENVIRONMENTS: 'nowhere' }, 'status 400'],
    ['no environment', { ...signing, DESIRED_ENVIRONMENTS: '' }, 'UNLEASH_CLIENT_SECRET needs DESIRED_ENVIRONMENTS'],
])('with %s it does not start, and says why', async (_what, environment, sentence) => {
    const app = await knowingEdges();
    await expect(testEdge(app.url, { environment })).rejects.toThrow(sentence);
});

test('an edge that was issued tokens once starts from its backup, whatever upstream responds now', async () => {
    const app = await knowingEdges();
    const { name } = await app.has.flag({ enabled: true });
    const folder = mkdtempSync(join(tmpdir(), 'halyard-edge-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const environment = { ...signing, BACKUP_FOLDER: folder };
    const way = await upstreamSwitch(app.url);
    await (await testEdge(way.url, { environment })).close();

    for (const status of [200, 302, 403, 404, 429]) {
        way.leadTo(await portal(status, '<html>Please sign in</html>'));
        const edge = await testEdge(way.url, { environment });
        const { body } = await edge.get('/internal-backstage/ready');
        expect(body).toMatchObject({ status: 'READY', environments: [{ state: 'stale', flags: 1 }] });
        await edge.close();
    }
    // Rejected by upstream itself: the tokens that are still valid are served.
    const refused = { ...environment, UNLEASH_CLIENT_SECRET: randomBytes(32).toString('base64url') };
    way.leadTo(app.url);
    const edge = await testEdge(way.url, { environment: refused });
    await app.post(`/api/admin/projects/default/features/${name}/environments/development/off`);
    await until(
        async () => (await edge.get('/internal-backstage/features')).body.development.features[0].enabled === false,
    );
});

test('an edge whose upstream is unavailable, and then replaced, requests tokens again', async () => {
    const [first, other] = [await knowingEdges(), await knowingEdges()];
    await first.has.flag({ name: 'first', enabled: true });
    // An upstream at the revision that the edge already has would send nothing at first.
    await first.has.segment();
    await other.has.flag({ name: 'other', enabled: true });
    const way = await upstreamSwitch(first.url);
    way.leadTo(undefined);
    const edge = await testEdge(way.url, { environment: { ...signing, UPSTREAM_REQUEST_TIMEOUT: '1' } });
    expect((await edge.get('/internal-backstage/ready')).status).toBe(503);

    way.leadTo(first.url);
    await until(async () => (await edge.get('/internal-backstage/ready')).status === 200);
    expect(await edge.flags()).toEqual({ first: true });
    way.leadTo(other.url);
    await until(async () => {
        const { status, body } = await edge.get('/api/client/features');
        return status === 200 && body.features[0].name === 'other';
    });
});

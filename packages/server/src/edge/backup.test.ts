import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CLIENT_TOKEN, testApp } from '../../test/support/test-app.ts';
import { testEdge, until } from '../../test/support/test-edge.ts';
import { portal, upstreamSwitch } from '../../test/support/upstream-switch.ts';

function folder(): string {
    const path = mkdtempSync(join(tmpdir(), 'halyard-edge-'));
    onTestFinished(() => rmSync(path, { recursive: true, force: true }));
    return join(path, 'backup');
}

test('an edge starts from its backup while upstream is away, and goes on from there when it is back', async () => {
    const app = await testApp();
    const { name } = await app.has.flag({ enabled: true });
    const page = await app.has.token({ type: 'frontend', environment: 'development' });
    const way = await upstreamSwitch(app.url);
    const environment = { BACKUP_FOLDER: folder() };
    const first = await testEdge(way.url, { environment });
    expect(await first.flags()).toEqual({ [name]: true });
    expect((await first.get('/api/frontend', page.secret)).status).toBe(200);
    await first.close();
    way.leadTo(undefined);

    const second = await testEdge(way.url, { environment });
    expect(await second.flags()).toEqual({ [name]: true });
    expect((await second.get('/api/frontend', page.secret)).body.toggles).toMatchObject([{ name }]);
    const ready = await second.get('/internal-backstage/ready');
    expect(ready).toMatchObject({ status: 200, body: { status: 'READY', environments: [{ state: 'stale' }] } });
    await app.post(`/api/admin/projects/default/features/${name}/environments/development/off`);
    way.leadTo(app.url);
    await until(async () => (await second.flags())[name] === false);
});

test('an upstream that answers nonsense is as good as away: nobody known is turned out, and nobody else is told why', async () => {
    const app = await testApp();
    const { name } = await app.has.flag({ enabled: true });
    const environment = { BACKUP_FOLDER: folder() };
    const way = await upstreamSwitch(app.url);
    const first = await testEdge(way.url, { environment });
    expect(await first.flags()).toEqual({ [name]: true });
    await first.close();

    for (const body of ['<html>Please sign in</html>', '{"status":"ok"}', 'null']) {
        way.leadTo(await portal(200, body));
        const edge = await testEdge(way.url, { environment });
        expect(await edge.flags()).toEqual({ [name]: true });
        const stranger = await edge.get('/api/client/features', '*:development.nobody-knows-this-one');
        expect([stranger.status, stranger.headers.get('retry-after')]).toEqual([503, '5']);
        await edge.close();
    }
    // What the last of them left is whole.
    way.leadTo(undefined);
    expect(await (await testEdge(way.url, { environment })).flags()).toEqual({ [name]: true });
});

test('without a backup, an edge whose upstream is away is not ready and refuses nobody for good', async () => {
    const app = await testApp();
    const { name } = await app.has.flag({ enabled: true });
    const way = await upstreamSwitch(app.url);
    way.leadTo(undefined);
    const edge = await testEdge(way.url, { environment: { UPSTREAM_REQUEST_TIMEOUT: '1' } });
    // Of which projects this one is, only upstream can say; it was not asked yet.
    const several = '[]:development.token-of-several-projects';
    await (await testEdge(way.url, { environment: { TOKENS: several } })).close();

    expect((await edge.get('/internal-backstage/ready')).status).toBe(503);
    expect((await edge.get('/internal-backstage/health')).status).toBe(200);
    expect((await edge.get('/api/client/features')).status).toBe(503);
    way.leadTo(app.url);
    await until(async () => (await edge.get('/internal-backstage/ready')).status === 200);
    expect(await edge.flags()).toEqual({ [name]: true });
});

test('a token that was taken away meanwhile does not come back from a backup', async () => {
    const app = await testApp();
    const { secret } = await app.has.token({ environment: 'production' });
    const way = await upstreamSwitch(app.url);
    const environment = { BACKUP_FOLDER: folder() };
    const first = await testEdge(way.url, { environment });
    await first.flags(secret);
    await first.close();
    await app.delete(`/api/admin/api-tokens/${secret}`);

    const second = await testEdge(way.url, { environment });
    expect((await second.get('/api/client/features', secret)).status).toBe(401);
    expect((await second.get('/internal-backstage/features')).body['production']?.features ?? []).toEqual([]);
    await second.close();
    // Nor if upstream was away at the start, and says it later.
    way.leadTo(undefined);
    const third = await testEdge(way.url, { environment });
    expect((await third.get('/api/client/features', CLIENT_TOKEN)).status).toBe(200);
    way.leadTo(app.url);
    await until(async () => (await third.get('/api/client/features', secret)).status === 401);
});

test('a backup is for nobody else, whole or not there, and a damaged one is left out', async () => {
    const app = await testApp();
    const { name } = await app.has.flag({ enabled: true });
    const place = folder();
    const environment = { BACKUP_FOLDER: place };
    const first = await testEdge(app.url, { environment });
    expect(await first.flags()).toEqual({ [name]: true });
    await first.close();

    const files = readdirSync(place).toSorted();
    expect(files).toEqual(['halyard_reports.json', 'unleash_features.json', 'unleash_tokens.json']);
    for (const file of files) expect(statSync(join(place, file)).mode & 0o777).toBe(0o600);
    expect(statSync(place).mode & 0o777).toBe(0o700);
    const [[environmentName, payload]] = JSON.parse(readFileSync(join(place, 'unleash_features.json'), 'utf8'));
    expect([environmentName, payload.features[0].name]).toEqual(['development', name]);
    writeFileSync(join(place, 'unleash_features.json'), '[["development", {"features": [{');
    writeFileSync(join(place, 'unleash_tokens.json'), '{"tokens": "many"}');
    writeFileSync(join(place, 'halyard_reports.json'), '{"usage": [5], "sightings": {}}');
    const second = await testEdge(app.url, { environment });
    await until(async () => (await second.get('/internal-backstage/ready')).status === 200);
    expect(await second.flags()).toEqual({ [name]: true });
    await second.close();

    // As a volume of another user would do: the operator learns of it now, not on the day when a backup is missed.
    mkdirSync(join(place, 'halyard_reports.json.new'));
    await expect(testEdge(app.url, { environment })).rejects.toThrow(
        new RegExp(
            `^User \\d+ cannot write to ${place}: EISDIR.*\\. Let it, or set BACKUP_FOLDER to another folder\\.$`,
        ),
    );
});

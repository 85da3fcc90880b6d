import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CLIENT_TOKEN, type TestApp, testApp } from '../../test/support/test-app.ts';
import { testEdge, until } from '../../test/support/test-edge.ts';
import { portal, upstreamSwitch } from '../../test/support/upstream-switch.ts';

/** One for all: what is reported in two hours is counted for each. */
const now = new Date();

const report = (flag: string, yes: number) => ({
    appName: 'shop',
    instanceId: 'one',
    sdkVersion: 'some-sdk:1.0.0',
    bucket: { start: now, stop: now, toggles: { [flag]: { yes, no: 1, variants: {} } } },
});

function folder(): string {
    const place = mkdtempSync(join(tmpdir(), 'halyard-edge-'));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    return place;
}

async function usage(app: TestApp, flag: string): Promise<number> {
    await app.services.measurements.store();
    const { body } = await app.get(`/api/admin/client-metrics/features/${flag}/raw`);
    return body.data.reduce((sum: number, { yes }: { yes: number }) => sum + yes, 0);
}

test('what SDKs report comes upstream: usage, applications and flags that do not exist', async () => {
    const app = await testApp();
    const { name } = await app.has.flag({ enabled: true });
    const page = await app.has.token({ type: 'frontend', environment: 'development' });
    const edge = await testEdge(app.url, { environment: { METRICS_INTERVAL_SECONDS: '1' } });

    const registration = {
        appName: 'shop',
        instanceId: 'one',
        strategies: ['default'],
        started: new Date(),
        interval: 10,
    };
    expect((await edge.send('POST', '/api/client/register', { body: registration })).status).toBe(202);
    expect((await edge.send('POST', '/api/client/metrics', { body: report(name, 5) })).status).toBe(202);
    expect((await edge.send('POST', '/api/client/metrics', { body: report('not-there', 2) })).status).toBe(202);
    await edge.send('POST', '/api/frontend/client/metrics', { token: page.secret, body: report(name, 7) });
    await until(async () => (await usage(app, name)) === 12);

    const { body } = await app.get('/api/admin/metrics/applications/shop');
    expect(body.instances).toMatchObject([{ instanceId: 'one', sdkVersion: 'some-sdk:1.0.0' }]);
    expect((await app.get('/api/admin/metrics/unknown-flags')).body.unknownFlags).toMatchObject([
        { name: 'not-there' },
    ]);
});

test('while upstream is away reports are kept, through a restart, too', async () => {
    const app = await testApp();
    const { name } = await app.has.flag({ enabled: true });
    const way = await upstreamSwitch(app.url);
    const environment = { METRICS_INTERVAL_SECONDS: '1', BACKUP_FOLDER: folder() };
    const first = await testEdge(way.url, { environment });
    await first.flags();
    way.leadTo(undefined);
    await first.send('POST', '/api/client/metrics', { body: report(name, 5) });
    await until(() => way.count('POST /api/client/metrics/bulk') > 0);
    await first.send('POST', '/api/client/metrics', { body: report(name, 5) });
    expect((await first.get('/internal-backstage/metricsbatch', null)).body.metrics).toMatchObject([
        { featureName: name, yes: 10 },
    ]);
    await first.close();

    const second = await testEdge(way.url, { environment });
    await second.send('POST', '/api/client/metrics', { body: report(name, 1) });
    way.leadTo(app.url);
    await until(async () => (await usage(app, name)) === 11);
    await second.close();
    expect(await usage(app, name)).toBe(11);
    // An idle edge writes nothing.
    const sent = way.count('POST /api/client/metrics/bulk');
    const third = await testEdge(way.url, { environment });
    await third.flags(CLIENT_TOKEN);
    await third.close();
    expect(way.count('POST /api/client/metrics/bulk')).toBe(sent);
});

test('reports outlive an edge that is killed, as many as there is room for', async () => {
    const app = await testApp();
    const { name } = await app.has.flag({ enabled: true });
    const names = Array.from({ length: 100 }, (_, i) => `v${i}`);
    await app.put(
        `/api/admin/projects/default/features/${name}/environments/development/variants`,
        names.map((name) => ({ name, weight: 1, weightType: 'variable', stickiness: 'default' })),
    );
    const [place, left] = [folder(), folder()];
    const keptIn = (where: string) => {
        const file = join(where, 'halyard_reports.json');
        return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
    };
    const way = await upstreamSwitch(app.url);
    const of = (backup: string) => ({ environment: { METRICS_INTERVAL_SECONDS: '1', BACKUP_FOLDER: backup } });
    const first = await testEdge(way.url, of(place));
    await first.flags();
    // What takes a report and does not say so has not taken it.
    way.leadTo(await portal(200, '<html>Please sign in</html>'));
    await first.send('POST', '/api/client/metrics', { body: report(name, 5) });
    const toggles = Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [`made-up-${i}`, { yes: 1 }]));
    const madeUp = { ...report(name, 0), bucket: { start: now, stop: now, toggles } };
    expect((await first.send('POST', '/api/client/metrics', { body: madeUp })).status).toBe(202);
    await until(() => keptIn(place)?.unknownFlags.length === 1_000);
    expect(keptIn(place).usage).toMatchObject([{ flag: name, yes: 5 }]);

    // As a kill leaves it. Another one that is killed soon loses nothing either.
    cpSync(place, left, { recursive: true });
    const wayBack = await upstreamSwitch(app.url);
    wayBack.leadTo(undefined);
    const second = await testEdge(wayBack.url, of(left));
    const { body } = await second.get('/internal-backstage/metricsbatch', null);
    expect(body.metrics).toHaveLength(1_001);
    expect(keptIn(left).usage).toMatchObject([{ flag: name, yes: 5 }]);
    wayBack.leadTo(app.url);
    await until(async () => (await usage(app, name)) === 5);
    await until(() => keptIn(left) === null);

    // The first one is still without upstream, and its memory is bounded. What it counts already, it goes on counting.
    const variants = Object.fromEntries(names.map((variant) => [variant, 1]));
    for (const half of ['a', 'b']) {
        const metrics = Array.from({ length: 500 }, (_, i) => ({
            featureName: name,
            appName: `${half}-${i}`,
            environment: 'development',
            yes: 1,
            variants,
        }));
        const body = { applications: [], metrics };
        expect((await first.send('POST', '/api/client/metrics/bulk', { body })).status).toBe(202);
    }
    await first.send('POST', '/api/client/metrics', { body: report(name, 1) });
    let kept: { appName: string; yes: number; variants: object }[] = [];
    await until(async () => {
        const { metrics } = (await first.get('/internal-backstage/metricsbatch', null)).body;
        kept = metrics.filter(({ featureName }: { featureName: string }) => featureName === name);
        // For an application, the flag that it asked for, and each of the variants.
        const counts = kept.reduce((sum, { variants }) => sum + 2 + Object.keys(variants).length, 0);
        expect(counts).toBeLessThanOrEqual(100_000);
        return counts > 99_000;
    });
    expect(kept.find(({ appName, yes }) => appName === 'shop' && yes === 6)).toBeDefined();
});

import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { collectingLog } from '../../../test/support/log-collector.ts';
import { CLIENT_TOKEN, type TestApp, testApp } from '../../../test/support/test-app.ts';
import { testEdge, until } from '../../../test/support/test-edge.ts';
import { portal, upstreamSwitch } from '../../../test/support/upstream-switch.ts';

/** One time for all tests: reports of two different hours are counted separately. */
const now = new Date();

const report = (flag: string, yes: number) => ({
    appName: 'shop',
    instanceId: 'one',
    sdkVersion: 'some-sdk:1.0.0',
    bucket: { start: now, stop: now, toggles: { [flag]: { yes, no: 1, variants: {} } } },
});

function folder(): string {
    const path = mkdtempSync(join(tmpdir(), 'halyard-edge-'));
    onTestFinished(() => rmSync(path, { recursive: true, force: true }));
    return path;
}

async function usage(app: TestApp, flag: string): Promise<number> {
    await app.services.reports.store();
    const { body } = await app.get(`/api/admin/client-metrics/features/${flag}/raw`);
    return body.data.reduce((sum: number, { yes }: { yes: number }) => sum + yes, 0);
}

test('SDK reports reach upstream: usage, applications and unknown flags', async () => {
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

test('reports are retained while upstream is unavailable, also through a restart', async () => {
    const app = await testApp();
    const { name } = await app.has.flag({ enabled: true });
    const upstream = await upstreamSwitch(app.url);
    const environment = { METRICS_INTERVAL_SECONDS: '1', BACKUP_FOLDER: folder() };
    const first = await testEdge(upstream.url, { environment });
    await first.flags();
    upstream.leadTo(undefined);
    await first.send('POST', '/api/client/metrics', { body: report(name, 5) });
    await until(() => upstream.count('POST /api/client/metrics/bulk') > 0);
    await first.send('POST', '/api/client/metrics', { body: report(name, 5) });
    expect((await first.get('/internal-backstage/metricsbatch', null)).body.metrics).toMatchObject([
        { featureName: name, yes: 10 },
    ]);
    await first.close();

    const second = await testEdge(upstream.url, { environment });
    await second.send('POST', '/api/client/metrics', { body: report(name, 1) });
    upstream.leadTo(app.url);
    await until(async () => (await usage(app, name)) === 11);
    await second.close();
    expect(await usage(app, name)).toBe(11);
    // An idle edge writes nothing.
    const sent = upstream.count('POST /api/client/metrics/bulk');
    const third = await testEdge(upstream.url, { environment });
    await third.flags(CLIENT_TOKEN);
    await third.close();
    expect(upstream.count('POST /api/client/metrics/bulk')).toBe(sent);
});

test('reports survive a kill of the edge, up to the limit', async () => {
    const app = await testApp();
    const { name } = await app.has.flag({ enabled: true });
    const names = Array.from({ length: 100 }, (_, i) => `v${i}`);
    await app.put(
        `/api/admin/projects/default/features/${name}/environments/development/variants`,
        names.map((name) => ({ name, weight: 1, weightType: 'variable', stickiness: 'default' })),
    );
    const [original, copy] = [folder(), folder()];
    const storedIn = (directory: string) => {
        const file = join(directory, 'halyard_reports.json');
        if (!existsSync(file)) return undefined;
        const { usage = [], unknownFlags = [], deliveries = [] } = JSON.parse(readFileSync(file, 'utf8'));
        const all = [{ usage, unknownFlags }, ...deliveries.map(({ reports }: { reports: object }) => reports)];
        return {
            usage: all.flatMap((reports) => reports.usage),
            unknownFlags: all.flatMap((reports) => reports.unknownFlags),
        };
    };
    const upstream = await upstreamSwitch(app.url);
    const of = (backup: string) => ({ environment: { METRICS_INTERVAL_SECONDS: '2', BACKUP_FOLDER: backup } });
    const first = await testEdge(upstream.url, of(original));
    await first.flags();
    // A response that does not confirm a report does not count as accepted.
    upstream.leadTo(await portal(200, '<html>Please sign in</html>'));
    await first.send('POST', '/api/client/metrics', { body: report(name, 5) });
    const toggles = Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [`made-up-${i}`, { yes: 1 }]));
    const madeUp = { ...report(name, 0), bucket: { start: now, stop: now, toggles } };
    expect((await first.send('POST', '/api/client/metrics', { body: madeUp })).status).toBe(202);
    await until(() => storedIn(original)?.unknownFlags.length === 1_000);
    expect(storedIn(original)!.usage).toMatchObject([{ flag: name, yes: 5 }]);

    // The state after a kill. A second kill soon after loses nothing either.
    cpSync(original, copy, { recursive: true });
    const secondUpstream = await upstreamSwitch(app.url);
    secondUpstream.leadTo(undefined);
    const second = await testEdge(secondUpstream.url, of(copy));
    const { body } = await second.get('/internal-backstage/metricsbatch', null);
    expect(body.metrics).toHaveLength(1_001);
    expect(storedIn(copy)!.usage).toMatchObject([{ flag: name, yes: 5 }]);
    secondUpstream.leadTo(app.url);
    await until(async () => (await usage(app, name)) === 5);
    await until(() => storedIn(copy)!.usage.length === 0);
    expect(readdirSync(copy).filter((name) => name.endsWith('.jsonl'))).toEqual([]);

    // The first edge is still without upstream, and its memory is limited. Existing counters continue to count.
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
    let stored: { appName: string; yes: number; variants: object }[] = [];
    await until(async () => {
        const { metrics } = (await first.get('/internal-backstage/metricsbatch', null)).body;
        stored = metrics.filter(({ featureName }: { featureName: string }) => featureName === name);
        // Per application, flag and variant.
        const counts = stored.reduce((sum, { variants }) => sum + 2 + Object.keys(variants).length, 0);
        expect(counts).toBeLessThanOrEqual(100_000);
        return counts > 99_000;
    });
    expect(stored.find(({ appName, yes }) => appName === 'shop' && yes === 6)).toBeDefined();
});

const BULK = '/api/client/metrics/bulk';

test('reports whose acknowledgement is lost are sent again and counted once, through a restart of the edge, too', async () => {
    const app = await testApp();
    const { name } = await app.has.flag({ enabled: true });
    const upstream = await upstreamSwitch(app.url);
    const [original, copy] = [folder(), folder()];
    const of = (backup: string) => ({ environment: { METRICS_INTERVAL_SECONDS: '1', BACKUP_FOLDER: backup } });
    const edge = await testEdge(upstream.url, of(original));
    upstream.loseResponses(BULK);
    await edge.send('POST', '/api/client/metrics', { body: report(name, 100) });
    await until(() => upstream.count(`POST ${BULK}`) >= 2);
    expect(await usage(app, name)).toBe(100);
    // The state after a kill: the edge that starts from it sends reports that may have arrived already.
    cpSync(original, copy, { recursive: true });
    upstream.loseResponses(BULK, false);
    await edge.send('POST', '/api/client/metrics', { body: report(name, 1) });
    await until(async () => (await usage(app, name)) === 101);
    await edge.close();

    const sent = upstream.count(`POST ${BULK}`);
    const second = await testEdge(upstream.url, of(copy));
    await until(() => upstream.count(`POST ${BULK}`) > sent);
    await until(async () => (await second.get('/internal-backstage/metricsbatch', null)).body.metrics.length === 0);
    expect(await usage(app, name)).toBe(101);
});

test('an edge in front of an edge counts a repeated delivery once', async () => {
    const app = await testApp();
    const { name } = await app.has.flag({ enabled: true });
    const environment = { METRICS_INTERVAL_SECONDS: '1', BACKUP_FOLDER: folder() };
    const upper = await testEdge(app.url, { environment });
    await upper.flags();
    const upstream = await upstreamSwitch(upper.url);
    const lower = await testEdge(upstream.url, { environment: { METRICS_INTERVAL_SECONDS: '1' } });
    upstream.loseResponses(BULK);
    await lower.send('POST', '/api/client/metrics', { body: report(name, 100) });
    await until(() => upstream.count(`POST ${BULK}`) >= 2);
    upstream.loseResponses(BULK, false);
    await lower.send('POST', '/api/client/metrics', { body: report(name, 1) });
    await until(async () => (await usage(app, name)) === 101);
    // The delivery keys survive a restart.
    const metrics = [{ featureName: name, appName: 'x', environment: 'development', yes: 5 }];
    const again = { body: { applications: [], metrics }, headers: { 'idempotency-key': 'delivery-1' } };
    await upper.send('POST', BULK, again);
    await upper.close();
    const restarted = await testEdge(app.url, { environment });
    await restarted.flags();
    expect((await restarted.send('POST', BULK, again)).status).toBe(202);
    await restarted.close();
    expect(await usage(app, name)).toBe(106);
});

test('reports survive a kill of the edge from the moment they are acknowledged', async () => {
    const app = await testApp();
    const { name } = await app.has.flag({ enabled: true });
    const [original, copy] = [folder(), folder()];
    const seldom = { METRICS_INTERVAL_SECONDS: '3600' };
    const edge = await testEdge(app.url, { environment: { ...seldom, BACKUP_FOLDER: original } });
    for (let i = 0; i < 3; i++) {
        expect((await edge.send('POST', '/api/client/metrics', { body: report(name, 10) })).status).toBe(202);
    }
    cpSync(original, copy, { recursive: true });

    const second = await testEdge(app.url, { environment: { ...seldom, BACKUP_FOLDER: copy } });
    expect((await second.get('/internal-backstage/metricsbatch', null)).body.metrics).toMatchObject([
        { featureName: name, yes: 30 },
    ]);
    await second.close();
    expect(await usage(app, name)).toBe(30);
    // A line that was being written when the process was killed was never acknowledged.
    const third = folder();
    cpSync(copy, third, { recursive: true });
    writeFileSync(join(third, 'halyard_reports.99.jsonl'), '{"reports": {"usage": [{"flag": "');
    const lines: string[] = [];
    const log = collectingLog({ level: 'warn', stream: { write: (line) => void lines.push(line) } });
    await (await testEdge(app.url, { environment: { ...seldom, BACKUP_FOLDER: third }, log })).close();
    expect(lines.join('')).toContain('halyard_reports.99.jsonl');
    expect(await usage(app, name)).toBe(30);
});

test('reports that upstream refuses with 413 are sent in smaller parts; a part that cannot be smaller is dropped and logged', async () => {
    const app = await testApp();
    const names = await Promise.all(Array.from({ length: 8 }, async () => (await app.has.flag({})).name as string));
    const large = (await app.has.flag({ name: `large-${'x'.repeat(90)}` })).name;
    const upstream = await upstreamSwitch(app.url);
    upstream.refuseLarger(BULK, 400);
    const lines: string[] = [];
    const log = collectingLog({ level: 'warn', stream: { write: (line) => void lines.push(line) } });
    const edge = await testEdge(upstream.url, { environment: { METRICS_INTERVAL_SECONDS: '1' }, log });
    await edge.flags();
    const toggles = Object.fromEntries(names.map((name) => [name, { yes: 1, no: 0, variants: {} }]));
    const tooLarge = { [large]: { yes: 1, no: 0 } };
    const body = { ...report('', 0), appName: 'a'.repeat(200), bucket: { start: now, stop: now, toggles: tooLarge } };
    await edge.send('POST', '/api/client/metrics', { body });
    await edge.send('POST', '/api/client/metrics', {
        body: { ...report('', 0), bucket: { start: now, stop: now, toggles } },
    });

    for (const name of names) await until(async () => (await usage(app, name)) === 1);
    await until(async () => (await edge.get('/internal-backstage/metricsbatch', null)).body.metrics.length === 0);
    expect(lines.join('')).toContain('upstream does not accept them');
    expect(await usage(app, large)).toBe(0);
    const rejected = upstream.rejected();
    expect(rejected).toBeGreaterThan(0);
    await edge.close();
    expect(upstream.rejected()).toBe(rejected);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import { MergedEntries } from '../src/delivery/reports/merged-entries.ts';
import { BulkList, Name } from '../src/delivery/reports/metrics.schemas.ts';
import type { ReportEntry, ReportType } from '../src/delivery/reports/report-type.ts';
import { ReportTypes, SDK_REPORT_TYPES } from '../src/delivery/reports/sdk-reports.ts';
import { CLIENT_TOKEN, type TestApp, testApp } from './support/test-app.ts';
import { testEdge, until } from './support/test-edge.ts';
import { upstreamSwitch } from './support/upstream-switch.ts';

/** A type of report that exists in this test only: how many coins an application has seen. */
interface CoinCount extends ReportEntry {
    coin: string;
    count: number;
}

const Coins = Type.Object({ appName: Name, environment: Name, coin: Name, count: Type.Integer({ minimum: 0 }) });
const SdkCoins = Type.Array(Type.Object({ coin: Name, count: Type.Integer({ minimum: 0 }) }), { maxItems: 100 });

/** The stored rows of the running service. */
let stored: { app: string; coin: string; count: number }[] = [];

/** The declaration is all that a type needs, apart from its tables. */
const COINS: ReportType<CoinCount> = {
    createBuffer: (buffers) =>
        new MergedEntries(buffers, {
            keyOf: ({ app, environment, coin }) => `${app}\n${environment}\n${coin}`,
            limits: { client: 100, frontend: 10 },
            merge: (older, newer) => ({ ...newer, count: older.count + newer.count }),
        }),
    sdk: {
        members: { coins: Type.Optional(SdkCoins) },
        record(buffers, body: { appName: string; coins?: Static<typeof SdkCoins> }, { actor }) {
            const { environment } = actor;
            for (const counted of body.coins ?? []) {
                buffers.in(COINS).add({ reporter: actor, app: body.appName, environment, ...counted });
            }
        },
    },
    bulk: {
        member: 'coins',
        list: Type.Optional(BulkList(Coins)),
        record(buffers, items: readonly Static<typeof Coins>[], { actor }) {
            for (const { appName: app, ...counted } of items) {
                if (counted.environment !== actor.environment) continue;
                buffers.in(COINS).add({ reporter: actor, app, ...counted });
            }
        },
        toItem: ({ app: appName, environment, coin, count }) => ({ appName, environment, coin, count }),
    },
    read: ({ coin, count }) => (typeof coin === 'string' && typeof count === 'number' ? { coin, count } : undefined),
    loadStore: async () => ({
        async store(_tx, entries) {
            stored.push(...entries.map(({ app, coin, count }) => ({ app, coin, count })));
        },
        forget: async () => undefined,
    }),
};

const reportTypes = new ReportTypes({ ...SDK_REPORT_TYPES.byName, coins: COINS as unknown as ReportType });

/** A service that stores the coins in memory. */
function startService(): Promise<TestApp> {
    stored = [];
    return testApp({ reportTypes });
}

const report = (coins: Static<typeof SdkCoins>) => ({ appName: 'shop', instanceId: 'one', coins });
const sdk = { token: CLIENT_TOKEN, changesNothing: true };
const count = (stored: readonly { count: number }[]) => stored.reduce((sum, each) => sum + each.count, 0);

test('a report of a declared type is merged and stored by the service', async () => {
    const app = await startService();
    for (const number of [2, 3]) {
        await app.post('/api/client/metrics', report([{ coin: 'gold', count: number }]), sdk);
    }
    const invalid = report([{ coin: 'gold', count: -1 }]);

    expect((await app.post('/api/client/metrics', invalid, sdk)).status).toBe(202);
    await app.services.reports.store();

    expect(stored).toEqual([{ app: 'shop', coin: 'gold', count: 5 }]);
});

test('a report of a declared type passes an edge, survives its restart, is merged, and reaches upstream once', async () => {
    const app = await startService();
    const way = await upstreamSwitch(app.url);
    const folder = mkdtempSync(join(tmpdir(), 'halyard-edge-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const options = { environment: { METRICS_INTERVAL_SECONDS: '1', BACKUP_FOLDER: folder }, reportTypes };
    const first = await testEdge(way.url, options);
    await first.flags();
    way.leadTo(undefined);
    await first.send('POST', '/api/client/metrics', { body: report([{ coin: 'gold', count: 2 }]) });
    await first.send('POST', '/api/client/metrics', {
        body: report([
            { coin: 'gold', count: 3 },
            { coin: 'silver', count: 1 },
        ]),
    });
    const pending = async (edge: typeof first) => (await edge.get('/internal-backstage/metricsbatch', null)).body;
    const place = { appName: 'shop', environment: 'development' };
    expect((await pending(first)).coins).toEqual([
        { ...place, coin: 'gold', count: 5 },
        { ...place, coin: 'silver', count: 1 },
    ]);
    await first.close();

    const second = await testEdge(way.url, options);
    await second.send('POST', '/api/client/metrics', { body: report([{ coin: 'gold', count: 4 }]) });
    expect(count((await pending(second)).coins)).toBe(10);
    way.leadTo(app.url);
    await until(async () => count(await storedBy(app)) === 10);
    await second.close();

    const coins = Object.groupBy(await storedBy(app), ({ coin }) => coin);
    expect([count(coins['gold'] ?? []), count(coins['silver'] ?? [])]).toEqual([9, 1]);
});

async function storedBy({ services }: TestApp): Promise<typeof stored> {
    await services.reports.store();
    return stored;
}

import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
    CLIENT_TOKEN,
    ownFreshInstall,
    type TestApp,
    type TestResponse,
    testApp,
} from '../../../test/support/test-app.ts';
import type { ReportStore } from './stores/report-store.ts';
import { USAGE_STORE } from './stores/usage-store.ts';
import type { UsageCount } from './usage-counts.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);
const bucketOf = (toggles: object) => ({ start: new Date(), stop: new Date(), toggles });

const report = (
    app: TestApp,
    token: string,
    { flags = ['a'], appName = 'web' }: { flags?: string[]; appName?: string } = {},
) =>
    app.post(
        '/api/client/metrics',
        { appName, bucket: bucketOf(Object.fromEntries(flags.map((flag) => [flag, { yes: 1 }]))) },
        { token },
    );

/** One evaluation of each flag by each of so many applications. */
const deliver = (
    app: TestApp,
    token: string,
    { key, apps = 1, flags = ['a'] }: { key?: string; apps?: number; flags?: string[] },
) =>
    app.post(
        '/api/client/metrics/bulk',
        {
            applications: [],
            metrics: flags.flatMap((featureName) =>
                numbered(apps).map((index) => ({
                    featureName,
                    appName: `app-${index}`,
                    environment: 'development',
                    yes: 1,
                })),
            ),
        },
        { token, ...(key !== undefined && { headers: { 'idempotency-key': key } }) },
    );

const clientToken = async (app: TestApp): Promise<string> =>
    (await app.has.token({ environment: 'development' })).secret;

/** The stored evaluations of the flag by applications whose names start like this. */
async function evaluations(app: TestApp, appName: string): Promise<number> {
    const { yes } = await app.services.db
        .selectFrom('usage')
        .select((row) => row.fn.coalesce(row.fn.sum<number>('yes'), sql<number>`0`).as('yes'))
        .where('period', '=', 'hour')
        .where('app', 'like', `${appName}%`)
        .executeTakeFirstOrThrow();
    return Number(yes);
}

const rowsInJournal = async (app: TestApp) =>
    (await app.services.db.selectFrom('report_journal').select('id').execute()).length;

function expectRetryLater(response: TestResponse): void {
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
}

/** A service whose usage is stored by this function. */
function appWithStore(store: ReportStore<UsageCount>['store']): Promise<TestApp> {
    const replaced = vi.spyOn(USAGE_STORE, 'store').mockImplementation(store);
    onTestFinished(() => replaced.mockRestore());
    return testApp();
}

const storeUsage = USAGE_STORE.store.bind(USAGE_STORE);

describe('a token that sends too much', () => {
    test('repeats and small deliveries stop the storing of no reports', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'a' });
        const other = await clientToken(app);

        for (const _ of numbered(60)) {
            expect((await deliver(app, CLIENT_TOKEN, { key: 'repeated', apps: 1_900 })).status).toBe(202);
        }
        let accepted = 1_900;
        for (const index of numbered(30)) {
            const { status } = await deliver(app, CLIENT_TOKEN, { key: `delivery-${index}`, apps: 1_900 });
            if (status === 202) accepted += 1_900;
            else expect(status).toBe(503);
        }
        expect((await report(app, other)).status).toBe(202);
        expect((await deliver(app, other, { key: 'of-another' })).status).toBe(202);
        await app.services.reports.store();

        expect(await evaluations(app, 'web')).toBe(1);
        expect(await evaluations(app, 'app-')).toBe(accepted + 1);
        expect(await rowsInJournal(app)).toBe(0);
    });

    test('gets 503 at its share of the backlog, another token does not, and everything acknowledged is stored', async () => {
        let isAway = true;
        const app = await appWithStore(async (...input) => {
            if (isAway) throw Object.assign(new Error('The database is away.'), { code: 'ECONNREFUSED' });
            await storeUsage(...input);
        });
        const flags = ['a', 'b', 'c', 'd', 'e'];
        for (const name of flags) await app.has.flag({ name });
        const other = await clientToken(app);
        for (const _ of numbered(26)) {
            const repeated = await deliver(app, CLIENT_TOKEN, { key: 'delivery-0', apps: 2_000, flags });
            expect(repeated.status, 'a repeated delivery uses none of the share').toBe(202);
        }

        let accepted = 0;
        let response = await deliver(app, CLIENT_TOKEN, { key: 'delivery-0', apps: 2_000, flags });
        while (response.status === 202) {
            accepted++;
            response = await deliver(app, CLIENT_TOKEN, { key: `delivery-${accepted}`, apps: 2_000, flags });
        }
        expectRetryLater(response);
        expectRetryLater(await report(app, CLIENT_TOKEN));
        expect((await report(app, other)).status).toBe(202);
        expect((await deliver(app, other, { key: 'of-another' })).status).toBe(202);
        await expect(app.services.reports.store()).rejects.toThrow('away');
        isAway = false;
        await app.services.reports.store();

        // Reports that are merged, but not stored, use less of the share.
        expect(accepted).toBeGreaterThanOrEqual(25);
        expect(await evaluations(app, 'web')).toBe(1);
        expect(await evaluations(app, 'app-')).toBe(10_000 * accepted + 1);
        expect((await report(app, CLIENT_TOKEN)).status).toBe(202);
    });
});

test('deliveries of two tokens with the same key are both counted', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'a' });
    const other = await clientToken(app);

    for (const token of [CLIENT_TOKEN, other, CLIENT_TOKEN, other]) {
        expect((await deliver(app, token, { key: 'the-same-key' })).status).toBe(202);
    }
    await app.services.reports.store();

    expect(await evaluations(app, 'app-')).toBe(2);
});

test('1,800 reports of 100 flags, sent to two nodes at once, are all acknowledged and counted once', async () => {
    const database = await ownFreshInstall();
    onTestFinished(database.remove);
    const one = await testApp({ database });
    // The embedded database supports a single node.
    const two = process.env['TEST_DATABASE'] === 'postgres' ? await testApp({ database }) : one;
    const flags = numbered(100).map((index) => `flag-${index}`);
    for (const name of flags) await one.has.flag({ name });
    await two.services.changeFeed.catchUp();
    const toggles = Object.fromEntries(flags.map((flag) => [flag, { yes: 1 }]));
    const nodes = [one, two];
    const bodies = numbered(4).map((index) => JSON.stringify({ appName: `app-${index}`, bucket: bucketOf(toggles) }));
    const headers = { 'content-type': 'application/json' };
    const statuses = new Set<number>();

    for (const round of numbered(450)) {
        const responses = await Promise.all(
            bodies.map((rawBody, index) =>
                nodes[(round + index) % 2]!.send('POST', '/api/client/metrics', {
                    token: CLIENT_TOKEN,
                    headers,
                    rawBody,
                }),
            ),
        );
        for (const { status } of responses) statuses.add(status);
    }
    await Promise.all(nodes.map(({ services }) => services.reports.store()));
    await one.services.reports.store();

    expect([...statuses]).toEqual([202]);
    expect(await evaluations(one, 'app-')).toBe(180_000);
    expect(await rowsInJournal(one)).toBe(0);
});

test('a report that the database cannot persist gets 503, and counts once after it was repeated', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'a' });
    const rename = (from: string, to: string) =>
        app.services.recordObservation((tx) =>
            sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(tx),
        );
    await rename('report_journal', 'away');
    onTestFinished(() =>
        rename('away', 'report_journal').then(
            () => undefined,
            () => undefined,
        ),
    );

    expectRetryLater(await report(app, CLIENT_TOKEN));
    expectRetryLater(await deliver(app, CLIENT_TOKEN, { key: 'delivery-1' }));
    await rename('away', 'report_journal');
    expect((await report(app, CLIENT_TOKEN)).status).toBe(202);
    expect((await deliver(app, CLIENT_TOKEN, { key: 'delivery-1' })).status).toBe(202);
    await app.services.reports.store();

    expect(await evaluations(app, 'web')).toBe(1);
    expect(await evaluations(app, 'app-')).toBe(1);
});

test('while an append takes too long, a few reports of each token are acknowledged, and further ones get 503', async () => {
    const app = await testApp({ environment: { DATABASE_POOL_MAX: '4' } });
    const flags = numbered(500).map((index) => `flag-${index}`);
    const features = flags.map((name) => ({ name, type: 'release' }));
    const data = { features, featureEnvironments: [], featureStrategies: [] };
    const imported = { project: 'default', environment: 'development', data };
    expect((await app.post('/api/admin/features-batch/import', imported)).status).toBe(200);
    const [other, third] = [await clientToken(app), await clientToken(app)];
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>();
    // The embedded database has one writer; on PostgreSQL, appends wait for the table.
    const holding = app.services.recordObservation(async (tx) => {
        if (process.env['TEST_DATABASE'] === 'postgres')
            await sql`lock table report_journal in exclusive mode`.execute(tx);
        holds();
        await held;
    });
    onTestFinished(() => letGo());
    await isHeld;

    const statuses: number[] = [];
    // At once: they wait for the same append, or for the next one.
    const simultaneous = Promise.all(
        numbered(4).map((index) => report(app, third, { flags, appName: `many-${index}` })),
    );
    // The first report waits for the append until it is overdue.
    for (const index of numbered(6)) {
        statuses.push((await report(app, CLIENT_TOKEN, { flags, appName: `web-${index}` })).status);
    }
    const refused = await report(app, CLIENT_TOKEN, { flags, appName: 'web-6' });
    statuses.push((await report(app, other, { flags, appName: 'other' })).status);
    const tooMany = (await simultaneous).filter(({ status }) => status !== 202);
    letGo();
    await holding;
    await app.services.reports.store();

    expectRetryLater(refused);
    const acknowledged = statuses.filter((status) => status === 202).length;
    expect(statuses.slice(0, 2)).toEqual([202, 202]);
    expect(statuses.at(-1)).toBe(202);
    // One report in the append, and about 1,000 entries.
    expect(acknowledged - 1).toBeLessThanOrEqual(3);
    // At most one of them is in the append.
    expect(tooMany.length).toBeGreaterThanOrEqual(3);
    for (const response of tooMany) expectRetryLater(response);
    expect(await evaluations(app, 'many')).toBe(500 * (4 - tooMany.length));
    expect(await evaluations(app, '')).toBe(500 * (acknowledged + 4 - tooMany.length));
    expect((await report(app, CLIENT_TOKEN)).status).toBe(202);
});

test('an entry that the database rejects is dropped, and all others are stored', async () => {
    const app = await appWithStore(async (tx, usage, context) => {
        if (usage.some(({ app: name }) => name === 'app-77')) throw new Error('The value is rejected.');
        await storeUsage(tx, usage, context);
    });
    await app.has.flag({ name: 'a' });

    expect((await deliver(app, CLIENT_TOKEN, { apps: 200 })).status).toBe(202);
    expect((await report(app, await clientToken(app))).status).toBe(202);
    await app.services.reports.store();

    expect(await evaluations(app, 'app-')).toBe(199);
    expect(await evaluations(app, 'web')).toBe(1);
    expect(await rowsInJournal(app)).toBe(0);
});

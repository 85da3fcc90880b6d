import {
    afterEach,
    beforeEach,
    describe as databaseDescribe,
    test as databaseTest,
    expect,
    onTestFinished,
    vi,
} from 'vitest';
import type { TestDatabase } from '../../../test/support/databases.ts';
import { embedded } from '../../../test/support/embedded-test.ts';
import { CLIENT_TOKEN, ownFreshInstall, type TestApp, testApp } from '../../../test/support/test-app.ts';
import { deleteOldReports } from './delete-old-reports.ts';

const { describe, test } = embedded;

const HOUR = 3_600_000;
const sdk = { token: CLIENT_TOKEN };

// Counts belong to an hour, and no hour may end during a test: only `passTime` moves the clock. The time is in the past, because the
// installation that later files of the worker copy may be created here: its default project must not be younger than their data.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / HOUR) * HOUR - HOUR / 2 }));
afterEach(() => void vi.useRealTimers());

const bucket = (toggles: Record<string, unknown>, stop: string | number = new Date().toISOString()) => ({
    start: stop,
    stop,
    toggles,
});

const report = (app: TestApp, toggles: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    app.post('/api/client/metrics', { appName: 'web', instanceId: 'i1', bucket: bucket(toggles), ...more }, sdk);

const withVariants = async (app: TestApp, flag: string, ...names: string[]) => {
    await app.has.flag({ name: flag });
    const variants = names.map((name) => ({ name, weight: 1, weightType: 'variable', stickiness: 'default' }));
    await app.put(`/api/admin/projects/default/features/${flag}/environments/development/variants`, variants);
};

const rawUsage = async (app: TestApp, flag: string, hoursBack: number) =>
    (await app.get(`/api/admin/client-metrics/features/${flag}/raw?hoursBack=${hoursBack}`)).body.data;

/** Returns the latest counts, of two hours, because a new hour may have begun. */
const recentUsage = async (app: TestApp, flag: string) =>
    (await rawUsage(app, flag, 2)).filter(({ yes, no }: { yes: number; no: number }) => yes + no > 0);

/** Returns another node on the same database; the embedded database supports a single node only. */
const otherNode = (database: TestDatabase, first: TestApp) =>
    process.env['TEST_DATABASE'] === 'postgres' ? testApp({ database }) : first;

databaseDescribe('usage', () => {
    test('is summed by flag, application and variant, and is visible once it is stored', async () => {
        const app = await testApp();
        await withVariants(app, 'a', 'red', 'blue');

        await report(app, { a: { yes: 2, no: 1, variants: { red: 2, blue: 1 } } });
        await report(app, { a: { yes: 3, no: 0, variants: { red: 1 } } });
        await app.services.reports.store();
        const response = await report(app, { a: { yes: 1, no: 0 } }, { appName: 'ios' });
        await app.services.reports.store();
        await app.services.reports.store();

        expect(response).toMatchObject({ status: 202, body: '' });
        expect(await recentUsage(app, 'a')).toEqual([
            expect.objectContaining({ featureName: 'a', appName: 'ios', environment: 'development', yes: 1, no: 0 }),
            expect.objectContaining({ appName: 'web', yes: 5, no: 1, variants: { blue: 1, red: 3 } }),
        ]);
        expect((await app.get('/api/admin/client-metrics/features/a')).body).toMatchObject({
            version: 1,
            featureName: 'a',
            lastHourUsage: [{ environment: 'development', yes: 6, no: 1 }],
            totalUsage: [{ environment: 'development', yes: 6, no: 1 }],
            seenApplications: ['ios', 'web'],
        });
    });

    test('with impossible counts is stored up to a limit, and does not prevent other counts from being stored', async () => {
        const app = await testApp();
        await withVariants(app, 'a', 'red');
        await app.has.flag({ name: 'b' });
        const max = Number.MAX_SAFE_INTEGER;

        for (let round = 0; round < 3; round++) {
            await report(app, { a: { yes: max, no: max, variants: { red: max } } });
            await report(app, { a: { yes: max, no: max, variants: { red: max } } });
            await app.services.reports.store();
        }
        await report(app, { b: { yes: 1, no: 0 } });
        await app.services.reports.store();

        expect(await recentUsage(app, 'a')).toMatchObject([{ yes: 1e12, no: 1e12, variants: { red: 1e12 } }]);
        expect(await rawUsage(app, 'a', 72)).toContainEqual(expect.objectContaining({ yes: 1e12, no: 1e12 }));
        expect((await app.get('/api/admin/client-metrics/features/a')).body.lastHourUsage).toMatchObject([
            { yes: 1e12, no: 1e12 },
        ]);
        expect(await recentUsage(app, 'b')).toMatchObject([{ yes: 1 }]);
    });

    test('counts variants of the flag and its strategies, and all other names together', async () => {
        const app = await testApp();
        await withVariants(app, 'a', 'red');
        const blue = { name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'default' };
        await app.has.strategy({ flag: 'a', variants: [blue] });
        const invented = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`made-up-${i}`, 1]));

        await report(app, {
            a: { yes: 1, no: 0, variants: { red: 2, blue: 3, disabled: 4, __proto__x: 5, ...invented } },
        });
        await app.services.reports.store();

        const counted = { red: 2, blue: 3, disabled: 4, '(other variants)': 205 };
        expect((await recentUsage(app, 'a'))[0].variants).toEqual(counted);
        expect((await rawUsage(app, 'a', 72)).find(({ yes }: { yes: number }) => yes > 0).variants).toEqual(counted);
    });

    test('is limited in memory until it is stored, however many variants are invented', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'a' });
        const variants = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`v${i}`, 1]));
        const metrics = Array.from({ length: 1_000 }, (_, i) => ({
            featureName: 'a',
            appName: `app-${i}`,
            environment: 'development',
            yes: 1,
            variants,
        }));

        const response = await app.post('/api/client/metrics/bulk', { applications: [], metrics }, sdk);
        const rows = await app.services.db.selectFrom('report_journal').select('reports').execute();
        const usage = rows.flatMap(({ reports }) => (reports as { usage: { variants: unknown[] }[] }).usage);

        expect(response.status).toBe(202);
        expect(usage.length).toBeGreaterThan(0);
        expect(usage.reduce((sum, count) => sum + 1 + count.variants.length, 0)).toBeLessThanOrEqual(100_000);
    });

    test('is not lost when the service stops', async () => {
        const database = await ownFreshInstall();
        onTestFinished(database.remove);
        const app = await testApp({ database });
        await app.has.flag({ name: 'a' });
        await report(app, { a: { yes: 7, no: 0 } });
        await app.close();

        expect(await recentUsage(await testApp({ database }), 'a')).toMatchObject([{ yes: 7 }]);
    });

    databaseTest('is not lost when a node is killed before storing it: another node counts it, once', async () => {
        const database = await ownFreshInstall();
        onTestFinished(database.remove);
        const killed = await testApp({ database });
        await killed.has.flag({ name: 'a' });
        for (let i = 0; i < 5; i++) {
            expect((await report(killed, { a: { yes: 20, no: 0 } })).status).toBe(202);
        }

        const other = await otherNode(database, killed);
        await Promise.all([other.services.reports.store(), killed.services.reports.store()]);

        expect(await recentUsage(other, 'a')).toMatchObject([{ yes: 100 }]);
    });

    databaseTest('of a delivery with a key counts once, even if another node receives it again', async () => {
        const database = await ownFreshInstall();
        onTestFinished(database.remove);
        const one = await testApp({ database });
        const two = await otherNode(database, one);
        await one.has.flag({ name: 'a' });
        await two.services.changeFeed.catchUp();
        const metrics = [{ featureName: 'a', appName: 'web', environment: 'development', yes: 100 }];
        const deliver = (app: TestApp, key: string) =>
            app.post(
                '/api/client/metrics/bulk',
                { applications: [], metrics },
                { ...sdk, headers: { 'idempotency-key': key } },
            );

        for (const app of [one, two, one]) expect((await deliver(app, 'delivery-1')).status).toBe(202);
        await two.services.reports.store();
        for (const app of [one, two]) expect((await deliver(app, 'delivery-1')).status).toBe(202);
        await Promise.all([deliver(one, 'delivery-2'), deliver(two, 'delivery-2')]);
        await one.services.reports.store();

        expect(await recentUsage(one, 'a')).toMatchObject([{ yes: 200 }]);
        expect(await deliver(one, 'no key')).toMatchObject({
            status: 400,
            body: { message: expect.stringContaining('Idempotency-Key must be 8 to 100') },
        });
        one.passTime(49 * HOUR);
        await deleteOldReports(one.services, 91);
        expect(await one.services.db.selectFrom('report_deliveries').select('key').execute()).toEqual([]);
    });

    databaseTest('that cannot be stored is dropped and does not block other reports', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'a' });
        await app.services.recordObservation((tx) =>
            tx
                .insertInto('report_journal')
                .values([
                    { id: '0', reports: JSON.stringify(5) },
                    { id: '1', reports: JSON.stringify({ usage: [{ flag: 'a', variants: 7 }] }) },
                ])
                .execute(),
        );
        await report(app, { a: { yes: 3, no: 0 } });
        await app.services.reports.store();

        expect(await recentUsage(app, 'a')).toMatchObject([{ yes: 3 }]);
        expect(await app.services.db.selectFrom('report_journal').select('id').execute()).toEqual([]);
    });

    test('is listed as zero for hours without evaluations, and by day beyond two days', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'a' });
        await report(app, { a: { yes: 1, no: 0 } });
        app.passTime(2 * HOUR);
        await report(
            app,
            { a: { yes: 4, no: 0 } },
            { bucket: bucket({ a: { yes: 4, no: 0 } }, Date.now() + 2 * HOUR) },
        );
        await app.services.reports.store();

        const hours = await rawUsage(app, 'a', 3);
        const days = await rawUsage(app, 'a', 72);

        expect(hours.map(({ yes }: { yes: number }) => yes)).toEqual([1, 0, 4]);
        expect(days.reduce((sum: number, { yes }: { yes: number }) => sum + yes, 0)).toBe(5);
        expect(days.length).toBeGreaterThanOrEqual(3);
    });

    test.each([
        ['in the future', () => Date.now() + 5 * HOUR],
        ['long ago', () => '2001-01-01T00:00:00.000Z'],
        ['that is invalid', () => 'yesterday'],
    ])('a report with the time %s is counted as of now', async (_case, stop) => {
        const app = await testApp();
        await app.has.flag({ name: 'a' });

        await report(app, {}, { bucket: bucket({ a: { yes: 1, no: 0 } }, stop()) });
        await app.services.reports.store();

        expect(await recentUsage(app, 'a')).toMatchObject([{ yes: 1 }]);
    });

    test('belongs to the environment of the token', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'a' });

        await report(app, { a: { yes: 1, no: 0 } }, { environment: 'production' });
        await app.services.reports.store();

        expect(await recentUsage(app, 'a')).toMatchObject([{ environment: 'development' }]);
    });

    test('counts only for flags that the token may see', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop' });
        await app.has.flag({ name: 'cart', project: 'shop' });
        await app.has.flag({ name: 'elsewhere' });
        const { secret: token } = await app.has.token({ projects: ['shop'], environment: 'development' });
        const of = (featureName: string) => ({ featureName, appName: 'web', environment: 'development', yes: 1 });

        const toggles = { cart: { yes: 1, no: 0 }, elsewhere: { yes: 1, no: 0 } };
        await app.post('/api/client/metrics', { appName: 'web', bucket: bucket(toggles) }, { token });
        const metrics = [of('cart'), of('elsewhere')];
        await app.post('/api/client/metrics/bulk', { applications: [], metrics }, { token });
        await app.services.reports.store();

        expect(await recentUsage(app, 'cart')).toMatchObject([{ yes: 2 }]);
        expect(await recentUsage(app, 'elsewhere')).toEqual([]);
        expect((await app.get('/api/admin/metrics/unknown-flags')).body.unknownFlags).toEqual([]);
    });

    databaseTest('of a deleted flag is dropped, and the rest is stored', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'gone' });
        await app.has.flag({ name: 'stays' });
        await report(app, { gone: { yes: 1, no: 0 }, stays: { yes: 1, no: 0 } });
        await app.delete('/api/admin/projects/default/features/gone');
        await app.delete('/api/admin/archive/gone');

        await app.services.reports.store();

        expect(await recentUsage(app, 'stays')).toMatchObject([{ yes: 1 }]);
        expect(await recentUsage(app, 'gone')).toEqual([]);
    });

    databaseTest('of a flag in a private project is shown to its members only', async () => {
        const app = await testApp();
        await app.has.project({ id: 'secret', mode: 'private' });
        await app.has.flag({ name: 'hidden', project: 'secret' });
        await report(app, { hidden: { yes: 1, no: 0 } });
        await app.services.reports.store();
        const nonMember = await app.has.user();

        const { body } = await app.get('/api/admin/client-metrics/features/hidden', nonMember);

        expect(body).toMatchObject({ lastHourUsage: [], seenApplications: [] });
        expect(await recentUsage(app, 'hidden')).toHaveLength(1);
    });

    databaseTest('updates the time at which a flag was last seen', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'a' });
        await report(app, { a: { yes: 0, no: 1 } });

        await app.services.reports.store();

        const row = await app.services.db
            .selectFrom('flag_environments')
            .select('last_seen_at')
            .where('flag', '=', 'a')
            .where('environment', '=', 'development')
            .executeTakeFirstOrThrow();
        expect(row.last_seen_at).toEqual(expect.any(String));
    });

    databaseTest('of variants is also counted by day, and stays when the hours are deleted', async () => {
        const app = await testApp();
        const { clock } = app.services;
        await app.has.flag({ name: 'a', enabled: true });
        const variant = (name: string) => ({ name, weight: 500, weightType: 'variable', stickiness: 'default' });
        await app.put('/api/admin/projects/default/features/a/environments/development/variants', [
            variant('red'),
            variant('blue'),
        ]);
        // To the middle of a day, so that an hour later is the same day.
        const intoDay = clock().getTime() % (24 * HOUR);
        app.passTime(36 * HOUR - intoDay);
        const day = new Date(Math.floor(clock().getTime() / (24 * HOUR)) * 24 * HOUR).toISOString();
        const at = () => clock().toISOString();

        await report(app, {}, { bucket: bucket({ a: { yes: 3, no: 0, variants: { red: 2, blue: 1 } } }, at()) });
        await app.services.reports.store();
        app.passTime(HOUR);
        await report(app, {}, { bucket: bucket({ a: { yes: 4, no: 0, variants: { red: 4 } } }, at()) });
        await app.services.reports.store();
        app.passTime(50 * HOUR);
        await deleteOldReports(app.services, 91);

        const counted = (await rawUsage(app, 'a', 100)).filter(({ yes }: { yes: number }) => yes > 0);
        expect(counted).toMatchObject([{ timestamp: day, yes: 7, variants: { red: 6, blue: 1 } }]);
    });

    databaseTest('of old hours and days is deleted after its retention period', async () => {
        const app = await testApp();
        await withVariants(app, 'a', 'v');
        await report(app, { a: { yes: 1, no: 0, variants: { v: 1 } } });
        await app.services.reports.store();
        const periods = async () =>
            (await app.services.db.selectFrom('usage').select('period').orderBy('period').execute()).map(
                (row) => row.period,
            );

        app.passTime(50 * HOUR);
        await deleteOldReports(app.services, 91);
        const afterTwoDays = await periods();
        app.passTime(92 * 24 * HOUR);
        await deleteOldReports(app.services, 91);

        expect(afterTwoDays).toEqual(['day']);
        expect(await periods()).toEqual([]);
    });

    test('inactive applications are removed, unless they have a description', async () => {
        const app = await testApp();
        for (const appName of ['made-up', 'shop']) await report(app, {}, { appName });
        await app.services.reports.store();
        await app.post('/api/admin/metrics/applications/shop', { description: 'What customers see' });

        app.passTime(92 * 24 * HOUR);
        await deleteOldReports(app.services, 91);

        const { body } = await app.get('/api/admin/metrics/applications');
        expect(body.applications).toMatchObject([{ appName: 'shop' }]);
    });

    databaseTest('contains only the kind and id of its token until it is stored', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'a' });
        await report(app, { a: { yes: 1, no: 0 }, unheard: { yes: 1, no: 0 } });

        const [row] = await app.services.db.selectFrom('report_journal').select('reports').execute();

        const entries = Object.values(row!.reports as Record<string, { reporter: object }[]>).flat();
        expect(entries).toHaveLength(3);
        for (const { reporter } of entries) expect(reporter).toEqual({ kind: 'client', tokenId: expect.any(Number) });
    });
});

databaseDescribe('a public token', () => {
    const DAY = 24 * HOUR;
    const stored = async (app: TestApp) => {
        const { db } = app.services;
        const names = async (table: 'applications' | 'app_instances' | 'unknown_flags' | 'usage') =>
            (
                await db
                    .selectFrom(table)
                    .select((row) => row.fn.countAll<number>().as('count'))
                    .executeTakeFirstOrThrow()
            ).count;
        return {
            applications: await names('applications'),
            instances: await names('app_instances'),
            unknownFlags: await names('unknown_flags'),
            usage: await names('usage'),
        };
    };
    const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

    async function page(app: TestApp, token?: string) {
        const secret = token ?? (await app.has.token({ type: 'frontend', environment: 'development' })).secret;
        const send = (body: Record<string, unknown>) =>
            app.post('/api/frontend/client/metrics', body, { token: secret, headers: { 'unleash-sdk': 'js:1' } });
        return { secret, send };
    }

    /** Discards the state in memory, as after a restart and on another node. */
    async function restarted(app: TestApp, database: TestDatabase) {
        await app.close();
        return testApp({ database });
    }

    async function ownDatabase(): Promise<TestDatabase> {
        const database = await ownFreshInstall();
        onTestFinished(() => database.remove());
        return database;
    }

    databaseTest('adds ten application names in a day, despite restarts, and new ones the next day', async () => {
        const database = await ownDatabase();
        let app = await testApp({ database });
        await app.has.flag({ name: 'a', enabled: true });
        const { secret, send } = await page(app);
        const toggles = { a: { yes: 1, no: 0 } };
        for (const i of numbered(0, 8)) await send({ appName: `app-${i}`, bucket: bucket(toggles) });
        await app.services.reports.store();

        app = await restarted(app, database);
        const again = await page(app, secret);
        for (const i of numbered(5, 20)) await again.send({ appName: `app-${i}`, bucket: bucket(toggles) });
        await app.services.reports.store();

        const apps = (await app.get('/api/admin/client-metrics/features/a')).body.seenApplications;
        expect(apps).toEqual(['(other applications)', ...numbered(0, 10).map((i) => `app-${i}`)]);
        expect(await recentUsage(app, 'a')).toContainEqual(
            expect.objectContaining({ appName: '(other applications)', yes: 10 }),
        );
        expect(await stored(app)).toMatchObject({ applications: 11, usage: 22 });

        app.passTime(DAY);
        await again.send({ appName: 'tomorrow', bucket: bucket(toggles, Date.now() + DAY) });
        await app.services.reports.store();
        expect((await app.get('/api/admin/metrics/applications?query=tomorrow')).body.total).toBe(1);
    });

    test('lists 200 instances of an application, and 20 unknown flags', async () => {
        const database = await ownDatabase();
        let app = await testApp({ database });
        const { secret, send } = await page(app);
        const unknown = (numbers: number[]) => Object.fromEntries(numbers.map((i) => [`no-${i}`, { yes: 1 }]));
        for (const i of numbered(0, 150)) await send({ appName: 'page', instanceId: `i-${i}` });
        await send({ appName: 'page', instanceId: 'i-0', bucket: bucket(unknown(numbered(0, 12))) });
        await app.services.reports.store();

        app = await restarted(app, database);
        const again = await page(app, secret);
        for (const i of numbered(100, 320)) await again.send({ appName: 'page', instanceId: `i-${i}` });
        await again.send({ appName: 'page', instanceId: 'i-0', bucket: bucket(unknown(numbered(8, 300))) });
        await app.services.reports.store();
        await again.send({ appName: 'page', instanceId: 'one-more', bucket: bucket(unknown([999])) });
        await app.services.reports.store();

        expect(await stored(app)).toMatchObject({ instances: 200, unknownFlags: 20 });
    });

    test('takes no capacity from other tokens, however many values are invented with it', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'a', enabled: true });
        const { send } = await page(app);
        for (const i of numbered(0, 60)) {
            const toggles = Object.fromEntries(numbered(0, 500).map((n) => [`no-${i}-${n}`, { yes: 1 }]));
            await send({
                appName: `made-up-${i}`,
                instanceId: `i-${i}`,
                bucket: bucket({ ...toggles, a: { yes: 1 } }),
            });
        }

        await report(app, { a: { yes: 1, no: 0 }, 'really-missing': { yes: 1 } }, { appName: 'shop' });
        await app.services.reports.store();

        const { unknownFlags } = (await app.get('/api/admin/metrics/unknown-flags')).body;
        expect(unknownFlags).toContainEqual(expect.objectContaining({ name: 'really-missing', appName: 'shop' }));
        expect(await recentUsage(app, 'a')).toContainEqual(expect.objectContaining({ appName: 'shop', yes: 1 }));
        expect((await app.get('/api/admin/metrics/applications?query=shop')).body.total).toBe(1);
    });

    test('has its application names deleted after two days', async () => {
        const app = await testApp();
        const { send } = await page(app);
        await send({ appName: 'page' });
        await app.services.reports.store();

        app.passTime(2 * DAY);
        await deleteOldReports(app.services, 91);

        expect(await app.services.db.selectFrom('token_applications').selectAll().execute()).toEqual([]);
    });
});

describe('the lifecycle of a flag', () => {
    const stages = async (app: TestApp, flag: string) =>
        (await app.get(`/api/admin/projects/default/features/${flag}/lifecycle`)).body.map(
            ({ stage }: { stage: string }) => stage,
        );

    test('is pre-live once the flag is used anywhere, and live once it is on and used in production', async () => {
        const app = await testApp();
        const production = (await app.has.token({ environment: 'production' })).secret;
        await app.has.flag({ name: 'a' });

        await report(app, { a: { yes: 1, no: 0 } });
        await app.services.reports.store();
        const used = await stages(app, 'a');
        const inProduction = { appName: 'web', bucket: bucket({ a: { yes: 1, no: 0 } }) };
        await app.post('/api/client/metrics', inProduction, { token: production });
        await app.services.reports.store();
        const usedWhileOff = await stages(app, 'a');
        await app.post('/api/admin/projects/default/features/a/environments/production/on');
        await app.post('/api/client/metrics', inProduction, { token: production });
        await app.services.reports.store();

        expect(used).toEqual(['initial', 'pre-live']);
        expect(usedWhileOff).toEqual(['initial', 'pre-live']);
        expect(await stages(app, 'a')).toEqual(['initial', 'pre-live', 'live']);
    });

    test('does not change without evaluations', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'a' });

        await report(app, { a: { yes: 0, no: 0 } });
        await app.services.reports.store();

        expect(await stages(app, 'a')).toEqual(['initial']);
    });
});

async function droppedParts(app: TestApp): Promise<number> {
    const { body } = await app.get('/internal-backstage/prometheus');
    return Number(/^halyard_reports_dropped_total\{reason="form"\} (\d+)$/m.exec(body)?.[1]);
}

describe('the report', () => {
    test.each([
        [{}, 'no name'],
        [{ appName: '' }, 'an empty name'],
        [{ appName: 'x'.repeat(251) }, 'a name that is too long'],
        [{ appName: 'a', bucket: { start: 1, stop: 2 } }, 'no flags'],
        [{ appName: 'a', bucket: bucket({ f: { yes: -1, no: 0 } }) }, 'a negative count'],
        [{ appName: 'a', bucket: bucket({ f: { yes: 1.5, no: 0 } }) }, 'a fractional count'],
        [{ appName: 'a', bucket: bucket({ f: { yes: 'many' } }) }, 'a count that is not a number'],
        [{ appName: 'a', bucket: bucket({ f: { yes: 1, variants: { v: -1 } } }) }, 'a negative count of a variant'],
        [{ appName: 'a', bucket: bucket({ 'f\ng': null }) }, 'null instead of counts'],
    ])(
        '%j gets 202, because SDKs stop reporting after 400, and a part that has %s is left out and counted',
        async (body, _reason) => {
            const app = await testApp();

            expect((await app.post('/api/client/metrics', body, sdk)).status).toBe(202);
            await app.services.reports.store();
            expect(await app.services.db.selectFrom('usage').select('flag').where('yes', '>', 0).execute()).toEqual([]);
            expect(await droppedParts(app)).toBe(1);
        },
    );

    const GARBAGE: [string, string, Record<string, string>][] = [
        ['text', 'not JSON', {}],
        ['a JSON string', '"text"', {}],
        ['nothing', '', {}],
        ['a list', '[]', {}],
        ['too deep a value', `{"appName":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, {}],
        ['more than 4 MB', JSON.stringify({ appName: 'a', x: 'x'.repeat(5 * 1024 * 1024) }), {}],
        ['another content type', '<report/>', { 'content-type': 'application/xml' }],
        ['a content encoding that is not decoded', 'compressed', { 'content-encoding': 'br' }],
    ];
    test.each(
        ['/api/client/metrics', '/api/frontend/client/metrics', '/api/client/metrics/bulk'].flatMap((path) =>
            GARBAGE.map(([what, rawBody, headers]) => ({ path, what, rawBody, headers })),
        ),
    )('to $path with $what is accepted and counted as dropped', async ({ path, rawBody, headers }) => {
        const app = await testApp();
        const isFrontend = path.includes('frontend');
        const { secret: token } = await app.has.token({
            type: isFrontend ? 'frontend' : 'client',
            environment: 'development',
        });
        const all = { 'content-type': 'application/json', ...headers };

        const response = await app.send('POST', path, { token, rawBody, headers: all });

        expect(response.status).toBe(isFrontend ? 200 : 202);
        expect((await app.get('/internal-backstage/prometheus')).body).toMatch(
            /halyard_reports_dropped_total\{reason="form"\} [1-9]/,
        );
    });

    test('loses only its invalid flags and impact metrics', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'a' });
        const toggles = { a: { yes: 2, no: 1 }, b: null, c: 'x' };
        const flavor = { sdkFlavor: 'next', sdkFlavorVersion: '1.2.3' };

        const body = { appName: 'web', bucket: bucket(toggles as never), impactMetrics: 'none', ...flavor };
        expect((await app.post('/api/client/metrics', body, sdk)).status).toBe(202);
        await app.services.reports.store();

        expect(await recentUsage(app, 'a')).toMatchObject([{ appName: 'web', yes: 2, no: 1 }]);
        expect(await droppedParts(app)).toBe(3);
    });

    test.each([{ bucket: null }, {}])('with impact metrics only is accepted: %j', async (members) => {
        const app = await testApp();
        const samples = [{ labels: { appName: 'web' }, value: 1 }];
        const impactMetrics = [{ name: 'errors', help: 'Errors', type: 'counter', samples }];

        expect((await app.post('/api/client/metrics', { appName: 'web', impactMetrics, ...members }, sdk)).status).toBe(
            202,
        );
        await app.services.reports.store();

        expect(await app.services.series.metrics({ mayRead: () => true })).toMatchObject([{ name: 'errors' }]);
        expect(await droppedParts(app)).toBe(0);
    });

    test('of up to 4 MB is read', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'a' });
        const body = {
            appName: 'web',
            bucket: bucket({ a: { yes: 1, no: 0 } }),
            padding: Array(39).fill('x'.repeat(100_000)),
        };

        expect((await app.post('/api/client/metrics', body, sdk)).status).toBe(202);
        await app.services.reports.store();

        expect(await recentUsage(app, 'a')).toMatchObject([{ yes: 1 }]);
    });

    test('is accepted without counts', async () => {
        const app = await testApp();

        expect((await app.post('/api/client/metrics', { appName: 'a' }, sdk)).status).toBe(202);
    });

    test('lists a limited number of unknown flags', async () => {
        const app = await testApp();
        const toggles = Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [`no-${i}`, { yes: 1, no: 0 }]));

        await report(app, toggles);
        await report(app, { 'no-0': { yes: 1, no: 0 } });
        await app.services.reports.store();
        const { unknownFlags } = (await app.get('/api/admin/metrics/unknown-flags')).body;

        expect(unknownFlags).toHaveLength(1_000);
        expect(unknownFlags).toContainEqual(
            expect.objectContaining({ name: 'no-0', appName: 'web', environment: 'development' }),
        );
    });

    test('of an edge contains the reports of many SDKs, and only of the environment of its token', async () => {
        const app = await testApp();
        await withVariants(app, 'a', 'v');
        const from = { appName: 'behind-edge', environment: 'development' };

        const response = await app.post(
            '/api/client/metrics/bulk',
            {
                applications: [{ ...from, instanceId: 'e1', sdkVersion: 'unleash-client-go:3.0.0' }],
                metrics: [
                    {
                        ...from,
                        featureName: 'a',
                        timestamp: new Date().toISOString(),
                        yes: 3,
                        no: 1,
                        variants: { v: 3 },
                    },
                    { ...from, featureName: 'a', environment: 'production', yes: 9 },
                ],
            },
            sdk,
        );
        await app.services.reports.store();

        expect(response.status).toBe(202);
        expect(await recentUsage(app, 'a')).toMatchObject([
            { appName: 'behind-edge', yes: 3, no: 1, variants: { v: 3 } },
        ]);
        expect((await app.get('/api/admin/metrics/applications')).body).toMatchObject({ total: 1 });
        expect((await app.post('/api/client/metrics/bulk', { metrics: [] }, sdk)).status).toBe(202);
    });

    test('lists an edge itself among the applications, and its licence is always valid', async () => {
        const app = await testApp();
        const edge = { appName: 'edge-eu', identifier: 'pod-1', edgeVersion: '20.1.0', region: 'eu' };

        expect(await app.post('/api/client/metrics/edge', edge, sdk)).toMatchObject({ status: 202, body: '' });
        expect(await app.post('/api/client/edge-licensing/heartbeat', {}, sdk)).toMatchObject({ status: 202 });
        await app.services.reports.store();

        const { body } = await app.get('/api/admin/metrics/instances/edge-eu/environment/development');
        expect(body.instances).toMatchObject([{ instanceId: 'pod-1', sdkVersion: 'unleash-edge:20.1.0' }]);
    });

    test('is also accepted from browser clients', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'a' });
        const { secret: token } = await app.has.token({ type: 'frontend', environment: 'development' });
        const headers = { 'unleash-sdk': 'unleash-client-js:3.8.2' };

        const metrics = { appName: 'page', bucket: bucket({ a: { yes: 1, no: 0 } }) };
        const response = await app.post('/api/frontend/client/metrics', metrics, { token, headers });
        const registration = { appName: 'page', started: Date.now(), interval: 1, strategies: [] };
        const registered = await app.post('/api/frontend/client/register', registration, { token });
        await app.services.reports.store();

        expect([response, registered]).toMatchObject([
            { status: 200, body: 'OK' },
            { status: 200, body: 'OK' },
        ]);
        expect(await recentUsage(app, 'a')).toMatchObject([{ appName: 'page', yes: 1 }]);
        expect((await app.get('/api/admin/metrics/instances/page/environment/development')).body).toMatchObject({
            instances: [{ instanceId: 'default', sdkVersion: 'unleash-client-js:3.8.2' }],
        });
    });
});

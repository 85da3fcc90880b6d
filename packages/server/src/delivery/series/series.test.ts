import { describe, expect, onTestFinished, test } from 'vitest';
import { pointsOf, toPointSeries } from '../../../test/support/point-series.ts';
import { ownFreshInstall, type TestApp, testApp } from '../../../test/support/test-app.ts';
import { recordSamples } from './record-samples.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const EVERYTHING = { mayRead: () => true };

const clientToken = async (app: TestApp, options: object = {}): Promise<string> =>
    (await app.has.token({ environment: 'development', ...options })).secret;

const counter = (name: string, value: number, labels: object = { appName: 'shop' }) => ({
    ...{ name, help: `${name} help`, type: 'counter' },
    samples: [{ labels, value }],
});

const send = (app: TestApp, token: string, impactMetrics: unknown, members: object = {}) =>
    app.post('/api/client/metrics', { appName: 'shop', instanceId: 'one', impactMetrics, ...members }, { token });

/** The answer of the reader after everything that was acknowledged is stored. */
async function read(app: TestApp, name: string, { step = 'minute' as 'minute' | 'hour', hours = 2 } = {}) {
    await app.services.reports.store();
    const now = app.services.clock().getTime();
    const range = { from: new Date(now - hours * HOUR), to: new Date(now + MINUTE) };
    const { series, ...answer } = await app.services.series.read({ ...EVERYTHING, name, step, ...range });
    return { ...answer, series: series.map(toPointSeries) };
}

const total = (points: readonly object[]) => (points as { value: number }[]).reduce((sum, { value }) => sum + value, 0);

const sumOf = async (app: TestApp, name: string, options?: object) =>
    (await read(app, name, options)).series.reduce((sum, { points }) => sum + total(points), 0);

const dropped = async (app: TestApp): Promise<number> => {
    const { body } = await app.get('/internal-backstage/prometheus');
    const lines: string[] = body
        .split('\n')
        .filter((line: string) => line.startsWith('halyard_reports_dropped_total{'));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
};

describe('impact metrics of SDKs', () => {
    test('counters, gauges and histograms are stored per minute, with the environment of the token', async () => {
        const app = await testApp();
        const token = await clientToken(app);
        const labels = { appName: 'shop', environment: 'production' };
        const buckets = [
            { le: 0.5, count: 1 },
            { le: '+Inf', count: 3 },
        ];
        const sample = { labels, count: 3, sum: 4.5, buckets };
        const histogram = { name: 'duration', help: 'Time', type: 'histogram', samples: [sample] };
        const gauge = (value: number) => ({
            name: 'queue',
            help: 'Length',
            type: 'gauge',
            samples: [{ labels, value }],
        });

        for (const value of [5, 2]) {
            const response = await send(app, token, [counter('http.errors', 3, labels), gauge(value), histogram]);
            expect(response.status).toBe(202);
        }

        const identity = { environment: 'development', project: null, labels: { appName: 'shop' } };
        expect((await read(app, 'http_errors')).series).toMatchObject([
            { ...identity, kind: 'counter', points: [{ value: 6 }] },
        ]);
        expect((await read(app, 'queue')).series).toMatchObject([
            { ...identity, kind: 'gauge', points: [{ last: 2, min: 2, max: 5, sum: 7, count: 2 }] },
        ]);
        expect((await read(app, 'duration')).series).toMatchObject([
            {
                ...identity,
                kind: 'histogram',
                points: [
                    {
                        count: 6,
                        sum: 9,
                        buckets: [
                            { le: 0.5, count: 2 },
                            { le: Number.POSITIVE_INFINITY, count: 6 },
                        ],
                    },
                ],
            },
        ]);
        expect(await app.services.series.metrics(EVERYTHING)).toMatchObject([
            { name: 'duration', kind: 'histogram', help: 'Time', labelNames: ['appName'] },
            { name: 'http_errors', kind: 'counter', environments: ['development'] },
            { name: 'queue', kind: 'gauge' },
        ]);
    });

    test('a sample of 0 without labels creates no series, and says that the metric exists', async () => {
        const app = await testApp();
        const idle = { name: 'idle', help: 'Unused', type: 'histogram' };
        const zero = { labels: {}, count: 0, sum: 0, buckets: [{ le: '+Inf', count: 0 }] };

        await send(app, await clientToken(app), [counter('errors', 0, {}), { ...idle, samples: [zero] }]);

        expect(await read(app, 'errors')).toEqual({ series: [], hasOther: false, heartbeat: true });
        expect(await read(app, 'never')).toEqual({ series: [], hasOther: false, heartbeat: false });
        expect(await app.services.series.metrics(EVERYTHING)).toMatchObject([
            { name: 'errors', help: 'errors help', kind: 'counter' },
            { name: 'idle', kind: 'histogram' },
        ]);
    });

    test('new labels and other bounds of a histogram reset nothing', async () => {
        const app = await testApp();
        const token = await clientToken(app);
        const histogram = (...bounds: number[]) => ({
            ...{ name: 'duration', help: 'Time', type: 'histogram' },
            samples: [
                { labels: { appName: 'shop' }, count: 2, sum: 1, buckets: bounds.map((le) => ({ le, count: 1 })) },
            ],
        });

        await send(app, token, [counter('errors', 1), histogram(0.1, 0.5)]);
        await read(app, 'errors');
        await send(app, token, [counter('errors', 2, { appName: 'shop', route: '/' }), histogram(0.2, 0.5)]);
        await send(app, token, [counter('errors', 4)]);

        expect(await sumOf(app, 'errors')).toBe(7);
        expect((await read(app, 'duration')).series.flatMap(({ points }) => points as readonly object[])).toMatchObject(
            [
                {
                    count: 4,
                    sum: 2,
                    buckets: [
                        { le: 0.5, count: 2 },
                        { le: Number.POSITIVE_INFINITY, count: 4 },
                    ],
                },
            ],
        );
    });

    test('a report that an SDK repeats adds only what is new', async () => {
        const app = await testApp();
        const token = await clientToken(app);
        const bucket = (start: string) => ({ start, stop: new Date(), toggles: {} });
        const report = (value: number, start: string, connectionId = 'connection-1') =>
            send(app, token, [counter('errors', value)], { connectionId, bucket: bucket(start) });

        await report(5, '2026-01-01T00:00:00.000Z');
        await report(8, '2026-01-01T00:00:00.000Z');
        await report(8, '2026-01-01T00:00:00.000Z', 'connection-2');
        await report(1, '2026-01-01T00:01:00.000Z');

        expect(await sumOf(app, 'errors')).toBe(8 + 8 + 1);
    });

    test('reports that cannot be stored are refused, and counted once when they are repeated', async () => {
        const app = await testApp();
        const token = await clientToken(app);
        const bucket = { start: '2026-01-01T00:00:00.000Z', stop: new Date(), toggles: {} };
        const report = () => send(app, token, [counter('errors', 5)], { connectionId: 'connection-1', bucket });
        await app.services.recordObservation(async (tx) => {
            await tx.schema.alterTable('report_journal').renameTo('journal_elsewhere').execute();
        });
        const refused = await report();
        await app.services.recordObservation(async (tx) => {
            await tx.schema.alterTable('journal_elsewhere').renameTo('report_journal').execute();
        });

        expect(refused.status).toBe(503);
        expect((await report()).status).toBe(202);
        expect(await sumOf(app, 'errors')).toBe(5);
    });

    test.each([
        ['a name with a leading digit', counter('1st', 1)],
        ['no name', { help: '', type: 'counter', samples: [] }],
        ['an unknown type', { ...counter('a', 1), type: 'summary' }],
        ['a value that is too large', counter('a', 1e308)],
        ['a negative counter', counter('a', -1)],
        ['text as a value', { ...counter('a', 1), samples: [{ labels: {}, value: 'NaN' }] }],
        ['labels of a wrong form', counter('a', 1, ['x'])],
        ['too many labels', counter('a', 1, Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`l${i}`, 'x'])))],
        ['no samples', { ...counter('a', 1), samples: undefined }],
        ['null', null],
        [
            'buckets that decrease',
            {
                ...counter('a', 1),
                type: 'histogram',
                samples: [
                    {
                        count: 2,
                        sum: 1,
                        buckets: [
                            { le: 1, count: 2 },
                            { le: 2, count: 1 },
                        ],
                    },
                ],
            },
        ],
    ])('an entry with %s is dropped and counted, and the others are kept', async (_what, invalid) => {
        const app = await testApp();

        const { status } = await send(app, await clientToken(app), [counter('good', 1), invalid, counter('better', 2)]);

        expect(status).toBe(202);
        expect([await sumOf(app, 'good'), await sumOf(app, 'better')]).toEqual([1, 2]);
        expect(await dropped(app)).toBe(1);
    });
});

describe('the limits', () => {
    test('values of labels beyond 2,000 series of a metric are counted as (other), and the answer says so', async () => {
        const app = await testApp();
        const token = await clientToken(app);
        const samples = Array.from({ length: 2_100 }, (_, i) => ({ labels: { user: `u${i}` }, value: 1 }));

        expect((await send(app, token, [{ ...counter('logins', 0), samples }])).status).toBe(202);
        const { series, hasOther } = await read(app, 'logins');

        expect(series).toHaveLength(2_001);
        expect(series.find(({ labels }) => labels['user'] === '(other)')?.points).toMatchObject([{ value: 100 }]);
        expect(hasOther).toBe(true);
    });

    test('a frontend token adds 50 metrics, and does not use up the room of others', async () => {
        const app = await testApp();
        const flooding = await clientToken(app, { type: 'frontend' });
        const metrics = Array.from({ length: 60 }, (_, i) => counter(`flood_${i}`, 1));

        const options = { token: flooding };
        await app.post('/api/frontend/client/metrics', { appName: 'page', impactMetrics: metrics }, options);
        await send(app, await clientToken(app), [counter('errors', 1)]);

        expect(await sumOf(app, 'errors')).toBe(1);
        expect(await app.services.series.metrics(EVERYTHING)).toHaveLength(51);
        expect(await dropped(app)).toBe(10);
    });
});

describe('the scope of a series', () => {
    test('is the project of its token if that is exactly one', async () => {
        const app = await testApp();
        for (const id of ['one', 'two']) await app.has.project({ id });
        const scopes = [['one'], ['one', 'two'], ['*']];
        for (const projects of scopes) await send(app, await clientToken(app, { projects }), [counter('errors', 1)]);
        await app.services.reports.store();

        const visible = async (mayRead: (project: string | null) => boolean) => {
            const range = { from: new Date(Date.now() - HOUR), to: new Date(Date.now() + HOUR) };
            const { series } = await app.services.series.read({ mayRead, name: 'errors', step: 'minute', ...range });
            return series.map((each) => [each.project, total(pointsOf(each))]);
        };
        expect((await visible(() => true)).sort()).toEqual(
            [
                [null, 2],
                ['one', 1],
            ].sort(),
        );
        expect(await visible((project) => project !== 'one')).toEqual([[null, 2]]);
        expect(await app.services.series.metrics({ mayRead: (project) => project === 'two' })).toEqual([]);
    });
});

describe('recorded samples', () => {
    test('of other sources are stored in their minutes; those from the future count now', async () => {
        const app = await testApp();
        await clientToken(app, { tokenName: 'otlp' });
        const { id: tokenId } = await app.services.db
            .selectFrom('api_tokens')
            .select('id')
            .where('name', '=', 'otlp')
            .executeTakeFirstOrThrow();
        const actor = {
            ...{ kind: 'client' as const, name: 'otlp', id: -1, tokenId: Number(tokenId), streamKey: 'x' },
            ...{ environment: 'development', projects: ['*'] },
        };
        const now = app.services.clock().getTime();
        const at = (hours: number) => ({ at: new Date(now - hours * HOUR), name: 'orders', labels: { region: 'eu' } });

        const counts = await recordSamples(app.services.reports, { actor, app: 'shop' }, [
            { ...at(1), kind: 'counter', value: 1 },
            { ...at(1), kind: 'counter', value: -3 },
            { ...at(-5), kind: 'counter', value: 10 },
            { ...at(60), kind: 'counter', value: 100 },
            { ...at(1), kind: 'counter', value: Number.NaN },
        ]);

        expect(counts).toEqual({ accepted: 3, dropped: 2 });
        const { series } = await read(app, 'orders');
        expect(series[0]?.points).toMatchObject([{ value: -2 }, { value: 10 }]);
    });
});

describe('storage', () => {
    test('two nodes that store at the same time count each value once', async () => {
        const database = await ownFreshInstall();
        onTestFinished(database.remove);
        const one = await testApp({ database });
        const token = await clientToken(one);
        for (let i = 0; i < 20; i++) await send(one, token, [counter('errors', 1), counter(`m${i}`, 1)]);
        const two = await testApp({ database });
        await Promise.all([one.services.reports.store(), two.services.reports.store()]);

        expect(await sumOf(one, 'errors')).toBe(20);
    });
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { pino } from 'pino';
import {
    afterEach,
    beforeEach,
    describe as databaseDescribe,
    test as databaseTest,
    expect,
    onTestFinished,
    vi,
} from 'vitest';
import { countedSeries } from '../../../test/support/counted-series.ts';
import { ownFreshInstall, type TestApp, testApp } from '../../../test/support/test-app.ts';
import { testEdge, until } from '../../../test/support/test-edge.ts';
import { tableShapes } from '../../storage/copy/table-shapes.ts';
import { deleteOldReports } from '../reports/delete-old-reports.ts';

const CLIENT = '*:development.client-token-of-the-tests';
const MINUTE = 60_000;
const DAY = 86_400_000;

// Counts belong to a minute, and no minute may end during a test.
beforeEach(
    () => void vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / MINUTE) * MINUTE - MINUTE / 2 }),
);
afterEach(() => void vi.useRealTimers());

async function send(
    app: { url: string },
    body: unknown,
    { path = '/api/client/outcomes', token = CLIENT, headers = {} }: SendOptions = {},
) {
    const response = await fetch(`${app.url}${path}`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? '' : JSON.parse(text), headers: response.headers };
}

interface SendOptions {
    path?: string;
    token?: string;
    headers?: Record<string, string>;
}

async function frontendToken(app: TestApp): Promise<string> {
    const { secret } = await app.has.token({ type: 'frontend', projects: ['default'] });
    return secret;
}

const counted = async (app: TestApp, name = 'outcomes_total') => {
    await app.services.reports.store();
    return countedSeries(app, name);
};

const keep = (app: TestApp, keepOutcomesDays: number, contextFields: string[] = []) =>
    app.put('/api/admin/projects/default/experiments/settings', { keepOutcomesDays, contextFields });

const keptOutcomes = async (app: TestApp) => {
    await app.services.reports.store();
    return app.services.db.selectFrom('outcomes').selectAll().orderBy('name').orderBy('id').execute();
};

databaseDescribe('outcomes', () => {
    databaseTest('are counted per name, with the sum of their values', async () => {
        const app = await testApp();

        const outcomes = [
            { name: 'purchase', unit: 'u1', value: 12.5 },
            { name: 'purchase', unit: 'u2', value: -2.5 },
            { name: 'signup', context: { userId: 'u1' } },
        ];
        expect(await send(app, { outcomes })).toMatchObject({ status: 202, body: { accepted: 3, dropped: 0 } });
        expect(await send(app, { outcomes: [{ name: 'purchase' }] })).toMatchObject({ status: 202 });

        expect(await counted(app)).toEqual({ '{"outcome":"purchase"}': 3, '{"outcome":"signup"}': 1 });
        expect(await counted(app, 'outcome_values_total')).toEqual({ '{"outcome":"purchase"}': 10 });
    });

    databaseTest('with an id count once in 24 hours, in one request, in several and after a restart', async () => {
        const database = await ownFreshInstall();
        const one = await testApp({ database });
        const outcome = { name: 'purchase', id: 'order-1', value: 5 };

        await send(one, { outcomes: [outcome, outcome] });
        await one.services.reports.store();
        await send(one, { outcomes: [outcome] });
        await one.close();
        const two = await testApp({ database });
        onTestFinished(() => two.close());
        expect(await send(two, { outcomes: [outcome] })).toMatchObject({ body: { accepted: 1, dropped: 0 } });

        expect(await counted(two)).toEqual({ '{"outcome":"purchase"}': 1 });
    });

    databaseTest('are stored with their units only while the project keeps outcomes', async () => {
        const app = await testApp();
        const outcomes = [{ name: 'purchase', context: { userId: 'anna', plan: 'pro', city: 'Oslo' } }];

        await send(app, { outcomes });
        expect(await keptOutcomes(app)).toEqual([]);
        expect(await keep(app, 30)).toMatchObject({ status: 200, body: { keepOutcomesDays: 30, contextFields: [] } });
        await send(app, { outcomes });

        expect(await keptOutcomes(app)).toMatchObject([{ project: 'default', name: 'purchase', context: null }]);
        expect(await keep(app, 0)).toMatchObject({ status: 200 });
        expect(await keptOutcomes(app)).toEqual([]);
        await send(app, { outcomes });
        expect(await keptOutcomes(app)).toEqual([]);
    });

    databaseTest('are deleted after the days of their project', async () => {
        const app = await testApp();
        await keep(app, 3);
        await send(app, { outcomes: [{ name: 'purchase', unit: 'anna' }] });
        expect(await keptOutcomes(app)).toHaveLength(1);

        app.passTime(3.5 * DAY);
        await deleteOldReports(app.services, 91);

        expect(await keptOutcomes(app)).toEqual([]);
    });

    databaseTest('through an edge are counted once', async () => {
        const app = await testApp();
        vi.useRealTimers();
        const edge = await testEdge(app.url, { environment: { METRICS_INTERVAL_SECONDS: '1' } });
        const outcomes = [
            { name: 'purchase', unit: 'anna', id: 'order-1', value: 3 },
            { name: 'purchase' },
            { name: 'purchase' },
        ];
        await keep(app, 30);

        expect(await send(edge, { outcomes })).toMatchObject({ status: 202, body: { accepted: 3, dropped: 0 } });
        await send(edge, { outcomes: [outcomes[0]] });

        await until(async () => Object.keys(await counted(app)).length > 0);
        await until(async () => (await counted(app))['{"outcome":"purchase"}'] === 3);
        expect(await counted(app, 'outcome_values_total')).toEqual({ '{"outcome":"purchase"}': 3 });
        expect(await keptOutcomes(app)).toMatchObject([{ name: 'purchase', project: 'default' }]);
    });

    databaseTest('of a unit are deleted on demand, and nothing else', async () => {
        const app = await testApp();
        await keep(app, 30);
        await send(app, {
            outcomes: [
                { name: 'a', unit: 'anna' },
                { name: 'b', context: { userId: 'anna' } },
                { name: 'c', context: { sessionId: 'anna' } },
                { name: 'd', context: { userId: 'bert' } },
            ],
        });

        expect(await app.delete('/api/admin/units/anna')).toMatchObject({
            status: 200,
            body: { outcomes: 3, samples: 0, personas: 0 },
        });

        expect(await keptOutcomes(app)).toMatchObject([{ name: 'd' }]);
        const editor = await app.has.user({ rootRole: 'editor' });
        expect(await app.delete('/api/admin/units/bert', editor)).toMatchObject({ status: 403 });
        const { body } = await app.get('/api/admin/events');
        expect(body.events).toContainEqual(
            expect.objectContaining({ type: 'unit-deleted', data: { outcomes: 3, samples: 0, personas: 0 } }),
        );
        expect(JSON.stringify(body)).not.toContain('anna');
    });
});

databaseDescribe('privacy', () => {
    databaseTest(
        'no raw unit or context is in rows, events, files or logs, before and after its deletion',
        async () => {
            const [unit, user, city] = ['raw-unit-7f3a91', 'raw-user-c52e08', 'raw-city-41bd66'];
            const database = await ownFreshInstall();
            const lines: string[] = [];
            const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
            const environment = { REQUEST_LOGGER_ENABLE: 'true', SECRET_KEY: 'a-secret-key-of-the-tests-0123456789' };
            const app = await testApp({ database, log, environment });
            await keep(app, 30, ['city']);
            const event = {
                eventType: 'custom',
                eventName: 'b',
                context: { userId: user },
                timestamp: new Date().toISOString(),
            };

            await send(app, {
                outcomes: [
                    { name: 'a', unit, id: unit },
                    { name: 'a', context: { userId: user, city } },
                ],
            });
            const headers = { 'content-type': 'application/ndjson' };
            await send(app, JSON.stringify(event), { path: '/api/client/events', headers });
            const before = await storedText(app);
            await app.services.reports.store();
            expect(await keptOutcomes(app)).toHaveLength(3);
            const during = await storedText(app);
            expect(await app.delete(`/api/admin/units/${unit}`)).toMatchObject({ body: { outcomes: 1 } });
            expect(await app.delete(`/api/admin/units/${user}`)).toMatchObject({ body: { outcomes: 2 } });
            const after = await storedText(app);
            await app.close();

            const folder = database.environment['DATA_DIR'];
            const files = folder === undefined ? '' : filesIn(folder);
            for (const text of [before, during, after, files, lines.join('\n')]) {
                for (const value of [unit, user, city]) expect(text.includes(value), value).toBe(false);
            }
            expect(lines.length).toBeGreaterThan(0);
            expect(before).toContain('report_journal');
        },
    );
});

/** All rows of all tables. */
async function storedText({ services }: TestApp): Promise<string> {
    const kind = process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite';
    return services.recordObservation(async (tx) => {
        const texts: string[] = [];
        for (const { name } of await tableShapes(tx, kind)) {
            const { rows } = await sql`select * from ${sql.table(name)}`.execute(tx);
            texts.push(name, JSON.stringify(rows));
        }
        return texts.join('\n');
    });
}

/** The content of all files of the database, also of free pages. */
const filesIn = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
        .join('\n');

databaseTest.each([
    ['no name', {}],
    ['an empty name', { name: '' }],
    ['a long name', { name: 'x'.repeat(101) }],
    ['a name that cannot be stored', { name: 'a\0b' }],
    ['half of a character', { name: '\ud800' }],
    ['a value that is a text', { name: 'a', value: '7' }],
    ['a value beyond all reason', { name: 'a', value: 1e308 }],
    ['a time more than 30 days ago', { name: 'a', at: new Date(Date.now() - 31 * DAY).toISOString() }],
    ['no time', { name: 'a', at: 'yesterday' }],
    ['a context of 1 MB', { name: 'a', context: { userId: 'u', note: 'x'.repeat(1_000_000) } }],
    ['a context that is a list', { name: 'a', context: [] }],
    ['a unit that is an object', { name: 'a', unit: {} }],
    [
        'a context nested 200 levels deep',
        { name: 'a', context: JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`) },
    ],
    ['a number', 7],
])('an outcome with %s is dropped, and the others are counted', async (_, outcome) => {
    const app = await testApp();

    const response = await send(app, { outcomes: [{ name: 'good' }, outcome, { name: 'good' }] });

    expect(response).toMatchObject({ status: 202, body: { accepted: 2, dropped: 1 } });
    expect(await counted(app)).toEqual({ '{"outcome":"good"}': 2 });
});

databaseTest.each([
    '{"outcomes":[{"name":"a"}]',
    '',
    'x',
    '{"outcomes":[{"name":"a"},]}',
    '{"outcomes":[{name:1}]}',
    '{"outcomes":[]}}',
])('a body that is not JSON (%s) is refused, and nothing of it is counted', async (body) => {
    const app = await testApp();

    expect(await send(app, body)).toMatchObject({ status: 400 });
    expect(await counted(app)).toEqual({});
});

databaseTest.each([
    '[]',
    '7',
    '"x"',
    '{}',
    '{"outcomes":7}',
    '{"outcomes":[]}',
    ' { "outcomes" : [ ] } ',
    '[[[[[]]]]]',
])('a JSON body without outcomes (%s) is accepted', async (body) => {
    const app = await testApp();

    expect(await send(app, body)).toMatchObject({ status: 202, body: { accepted: 0, dropped: 0 } });
});

databaseTest('a body above 4 MB is refused, also if it is packed', async () => {
    const app = await testApp();
    const large = `{"outcomes":[],"more":"${'x'.repeat(4 * 1024 * 1024)}"}`;

    expect(await send(app, large)).toMatchObject({ status: 413 });
    expect(await send(app, gzipSync(large), { headers: { 'content-encoding': 'gzip' } })).toMatchObject({
        status: 413,
    });
});

databaseTest('times in the future become now', async () => {
    const app = await testApp();
    await keep(app, 30);
    await send(app, { outcomes: [{ name: 'a', unit: 'u', at: Date.now() + DAY }] });

    expect(await keptOutcomes(app)).toMatchObject([{ at: new Date().toISOString() }]);
});

databaseTest('names from other tabs of the frontend are accepted from allowed origins', async () => {
    const app = await testApp();
    const token = await frontendToken(app);
    const path = '/api/frontend/outcomes';
    const headers = { origin: 'https://shop.example.com' };

    const response = await send(app, { outcomes: [{ name: 'click' }] }, { path, token, headers });
    expect(response).toMatchObject({ status: 202, body: { accepted: 1 } });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const preflight = await fetch(`${app.url}${path}`, {
        method: 'OPTIONS',
        headers: {
            ...headers,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization',
        },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization');
    expect(await send(app, { outcomes: [] }, { token })).toMatchObject({ status: 403 });
});

databaseTest('a flood of names from a public token is bounded and reported, and others are not affected', async () => {
    const app = await testApp();
    const token = await frontendToken(app);
    const names = Array.from({ length: 50_000 }, (_, index) => ({ name: `n${index}` }));

    const flood = await send(app, { outcomes: names }, { path: '/api/frontend/outcomes', token });
    expect(flood).toMatchObject({ status: 202, body: { accepted: 1_000, dropped: 49_000 } });
    expect(await send(app, { outcomes: [{ name: 'purchase' }] })).toMatchObject({ body: { accepted: 1, dropped: 0 } });

    const series = await counted(app);
    expect(series['{"outcome":"purchase"}']).toBe(1);
    expect(Object.keys(series).length).toBeLessThanOrEqual(1_001);
    const metrics = await (await fetch(`${app.url}/internal-backstage/prometheus`)).text();
    expect(metrics).toMatch(/halyard_reports_dropped_total\{reason="name"\} 49000/);
});

databaseTest('a hostile list of a million items costs little and is dropped', async () => {
    const app = await testApp();
    const body = `{"outcomes":[${Array(1_000_000).fill('{}').join(',')}]}`;

    expect(await send(app, body)).toMatchObject({ status: 202, body: { accepted: 0, dropped: 1_000_000 } });
});

databaseDescribe('the flight recorder', () => {
    const ndjson = { path: '/api/client/events', headers: { 'content-type': 'application/ndjson' } };
    const line = (event: object) =>
        JSON.stringify({ context: { userId: 'anna' }, timestamp: new Date().toISOString(), ...event });

    databaseTest(
        'reports custom events as outcomes and impressions as exposures; a broken line is dropped',
        async () => {
            const app = await testApp();
            await app.has.flag({ name: 'search' });
            const body = [
                line({ eventType: 'custom', eventName: 'purchase', payload: { value: 3 }, occurrenceCount: 2 }),
                '{"broken',
                line({
                    eventType: 'getVariant',
                    featureName: 'search',
                    enabled: true,
                    variant: 'blue',
                    occurrenceCount: 5,
                }),
                line({ eventType: 'isEnabled', featureName: 'unknown', enabled: true, occurrenceCount: 1 }),
                '',
            ].join('\n');

            expect(await send(app, body, ndjson)).toMatchObject({ status: 202, body: '' });
            expect(await send(app, body, ndjson)).toMatchObject({ status: 202 });

            expect(await counted(app)).toEqual({ '{"outcome":"purchase"}': 2 });
            expect(await counted(app, 'outcome_values_total')).toEqual({ '{"outcome":"purchase"}': 6 });
            expect(await counted(app, 'exposures_total')).toEqual({
                '{"feature_flag_key":"search","feature_flag_result_variant":"blue"}': 5,
            });
        },
    );

    databaseTest('may send 8 MB unpacked, and not more', async () => {
        const app = await testApp();
        const gzip = { ...ndjson, headers: { ...ndjson.headers, 'content-encoding': 'gzip' } };
        const padded = `${line({ eventType: 'custom', eventName: 'purchase' })}\n${' '.repeat(7_900_000)}`;

        expect(await send(app, gzipSync(padded), gzip)).toMatchObject({ status: 202 });
        expect(await send(app, gzipSync(padded + ' '.repeat(1_000_000)), gzip)).toMatchObject({ status: 413 });
        expect(await counted(app)).toEqual({ '{"outcome":"purchase"}': 1 });
    });
});

databaseDescribe('Segment', () => {
    const basic = `Basic ${Buffer.from(`${CLIENT}:`).toString('base64')}`;

    databaseTest('messages of type track are outcomes, by the client token as write key', async () => {
        const app = await testApp();
        const track = {
            ...{ type: 'track', event: 'purchase', userId: 'anna', messageId: 'm1' },
            ...{ properties: { revenue: 20 }, timestamp: new Date().toISOString() },
        };
        const success = { status: 200, body: { success: true } };

        expect(await send(app, track, { path: '/v1/track', token: basic })).toMatchObject(success);
        const batch = [track, { type: 'identify', userId: 'anna' }, { ...track, messageId: 'm2' }];
        expect(await send(app, { batch }, { path: '/v1/batch', token: basic })).toMatchObject(success);
        expect(await send(app, track, { path: '/v1/track', token: 'Basic eDo=' })).toMatchObject({ status: 401 });

        expect(await counted(app)).toEqual({ '{"outcome":"purchase"}': 2 });
        expect(await counted(app, 'outcome_values_total')).toEqual({ '{"outcome":"purchase"}': 40 });
    });
});

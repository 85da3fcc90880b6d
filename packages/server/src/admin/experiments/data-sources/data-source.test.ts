import { expect, test } from 'vitest';
import {
    createdExperiment,
    EXPERIMENTS,
    FLAG,
    newExperiment,
    variantsFlag,
    variantsOf,
} from '../../../../test/support/experiments.ts';
import { receiver } from '../../../../test/support/receiver.ts';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';
import {
    clickHouseWarehouse,
    type Exposure,
    type Outcome,
    postgresWarehouse,
    QUERIES,
    type Warehouse,
} from '../../../../test/support/warehouses.ts';
import { queryDueSources } from './results/query-due-sources.ts';

const SOURCES = `${EXPERIMENTS}/data-sources`;
const MINUTE = 60_000;
const PASSWORD = 'the-password-of-a-warehouse';

const body = (members: Record<string, unknown> = {}) => ({
    ...{ kind: 'postgres', host: 'warehouse.example.com', database: 'events', user: 'halyard', password: PASSWORD },
    ...QUERIES,
    ...members,
});

const localApp = () => testApp({ environment: { UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1' } });
const queryDue = ({ services }: TestApp) =>
    queryDueSources({ ...services, versionsSince: services.experimentVersions });

/** An experiment that runs on a warehouse. */
async function running(app: TestApp, { connection }: Warehouse, { metrics, ...source }: Record<string, unknown> = {}) {
    await variantsFlag(app);
    const saved = await app.put(`${SOURCES}/warehouse`, body({ ...connection, ...source }));
    expect(saved).toMatchObject({ status: 200 });
    const id = await createdExperiment(app, {
        ...{ control: 'red', population: 'exposed', source: { kind: connection['kind'], name: 'warehouse' } },
        ...(metrics !== undefined && { metrics }),
    });
    const { body: experiment } = await app.post(`${EXPERIMENTS}/${id}/start`);
    app.passTime(5 * MINUTE);
    return { id, start: Math.ceil(Date.parse(experiment.startedAt) / 1_000) * 1_000 + MINUTE };
}

async function resultsOf(app: TestApp, id: string) {
    await queryDue(app);
    const { status, body: results } = await app.get(`${EXPERIMENTS}/${id}/results`);
    expect(status).toBe(200);
    return results;
}

const WAREHOUSES = [
    ['PostgreSQL', postgresWarehouse],
    ['ClickHouse', clickHouseWarehouse],
] as const;

test.each(WAREHOUSES)(
    'on %s, users count once, by their first variant, and those who cannot be assigned are counted apart',
    async (_name, startWarehouse) => {
        const app = await localApp();
        const warehouse = await startWarehouse();
        const { id, start: at } = await running(app, warehouse, {
            metrics: [
                { key: 'bought', outcome: 'bought', kind: 'conversion', direction: 'up', role: 'primary' },
                { key: 'revenue', outcome: 'bought', kind: 'mean', direction: 'up', role: 'secondary' },
            ],
        });
        const exposures: Exposure[] = [
            { unit: 'one', variant: 'red', at },
            { unit: 'one', variant: 'red', at: at + MINUTE },
            { unit: 'two', variant: 'blue', at },
            // Another variant although the flag did not change.
            { unit: 'changed', variant: 'red', at },
            { unit: 'changed', variant: 'blue', at: at + MINUTE },
            // No variant of the flag.
            { unit: 'odd', variant: 'purple', at },
            { unit: 'odd-first', variant: 'purple', at },
            { unit: 'odd-first', variant: 'blue', at: at + MINUTE },
            // Left out by the percentage.
            { unit: 'none', variant: 'disabled', at },
            { unit: 'none', variant: null, at },
            { unit: 'elsewhere', variant: 'red', at, environment: 'production' },
            { unit: 'too-early', variant: 'red', at: at - 10 * MINUTE },
        ];
        const bought = (unit: string, value: number | null = 1): Outcome => ({
            unit,
            name: 'bought',
            value,
            at: at + MINUTE,
        });
        await warehouse.fill({
            exposures,
            outcomes: [
                ...[bought('one', 3), bought('one', null), bought('two', 5), bought('changed'), bought('odd')],
                // Values that the intake refuses, too.
                ...[bought('two', Number.NaN), bought('two', 1e308), bought('two', -1e16)],
                ...[bought('none'), bought('never')],
                { unit: 'one', name: 'other', at: at + MINUTE },
                { unit: 'one', name: 'bought', value: 100, at: at - 2 * MINUTE },
            ],
        });
        const { units, arms, metrics } = await resultsOf(app, id);
        expect(units).toEqual({ total: 3, undecidable: 1, multiple: 1, unenrolled: 2 });
        expect(arms).toEqual([
            { variant: 'red', weight: 0.5, units: 1 },
            { variant: 'blue', weight: 0.5, units: 2 },
        ]);
        expect(metrics[0].arms).toMatchObject([
            { variant: 'red', n: 1, sum: 1 },
            { variant: 'blue', n: 2, sum: 1 },
        ]);
        expect(metrics[1].arms).toMatchObject([
            { variant: 'red', sum: 3, sumSquares: 9 },
            { variant: 'blue', sum: 5, sumSquares: 25 },
        ]);
        expect((await app.get(`${EXPERIMENTS}/${id}/results/excluded`)).body).toEqual({
            undecidable: [{ reason: 'variant', name: null, units: 1 }],
            multiple: 1,
            unenrolled: { units: 2, outcomes: [] },
        });
        const { body: history } = await app.get(`${EXPERIMENTS}/${id}/results/history`);
        expect(history.points).toMatchObject([{ units: 3 }]);
    },
);

test.each(WAREHOUSES)(
    'on %s, a user keeps the variant of before the split changed, and is not excluded',
    async (_name, startWarehouse) => {
        const app = await localApp();
        const warehouse = await startWarehouse();
        const { id, start: at } = await running(app, warehouse);
        const [{ id: strategyId, parameters }] = (await app.get(`${FLAG}/environments/development/strategies`)).body;
        await app.put(`${FLAG}/environments/development/strategies/${strategyId}`, {
            ...{ parameters, variants: variantsOf({ red: 100, blue: 900 }) },
        });
        app.passTime(5 * MINUTE);
        const later = at + 6 * MINUTE;
        await warehouse.fill({
            exposures: [
                { unit: 'one', variant: 'red', at },
                { unit: 'one', variant: 'blue', at: later },
                { unit: 'two', variant: 'blue', at: later },
                { unit: 'two', variant: 'red', at: later + 1_000 },
            ],
            outcomes: [],
        });
        const { units, arms } = await resultsOf(app, id);
        expect(units).toEqual({ total: 1, undecidable: 0, multiple: 1, unenrolled: 0 });
        expect(arms).toMatchObject([
            { variant: 'red', units: 1, weight: 0.5 },
            { variant: 'blue', units: 0 },
        ]);
    },
);

test.each(WAREHOUSES)(
    'on %s, a failed query is shown as failed with its reason, not as "no data"',
    async (_name, startWarehouse) => {
        const app = await localApp();
        const warehouse = await startWarehouse();
        const { id, start: at } = await running(app, warehouse, { outcomes: 'select nonsense from nowhere_at_all' });
        const waiting = (await app.get(`${EXPERIMENTS}/${id}/results`)).body;
        expect(waiting.source).toMatchObject({ state: 'waiting', reason: null, computedAt: null, attemptedAt: null });
        expect(waiting.metrics[0].effects[0].state).toBe('waiting');

        await warehouse.fill({ exposures: [{ unit: 'one', variant: 'red', at }], outcomes: [] });
        const failed = await resultsOf(app, id);
        expect(failed.source).toMatchObject({
            ...{ kind: warehouse.connection['kind'], name: 'warehouse', state: 'failed', computedAt: null },
            ...{ reason: expect.stringContaining('nowhere_at_all'), attemptedAt: expect.any(String) },
        });
        expect(failed.metrics[0].effects[0].state).toBe('failed');

        await app.put(`${SOURCES}/warehouse`, body({ ...warehouse.connection }));
        app.passTime(61 * MINUTE);
        const repaired = await resultsOf(app, id);
        expect(repaired.source).toMatchObject({ state: 'computed', reason: null, computedAt: repaired.at });
        expect(repaired.metrics[0].effects[0].state).toBe('no data');

        // The last numbers stay, with their time.
        await warehouse.execute('drop table exposures');
        app.passTime(61 * MINUTE);
        const stale = await resultsOf(app, id);
        expect(stale.source).toMatchObject({ state: 'failed', computedAt: repaired.at });
        expect(stale).toMatchObject({ at: repaired.at, units: { total: 1 } });
    },
);

test.each(WAREHOUSES)('on %s, errors about values do not show the values', async (name, startWarehouse) => {
    const app = await localApp();
    const warehouse = await startWarehouse();
    const asNumber = name === 'ClickHouse' ? 'toFloat64(user_id)' : 'cast(user_id as double precision)';
    const { id, start: at } = await running(app, warehouse, {
        outcomes: `select user_id as unit, name, ${asNumber} as value, at from outcomes`,
    });
    await warehouse.fill({ exposures: [], outcomes: [{ unit: 'alice@example.com', name: 'bought', at }] });
    const { source } = await resultsOf(app, id);
    expect(source.state).toBe('failed');
    expect(source.reason).not.toContain('alice');
});

test.each(WAREHOUSES)('on %s, queries cannot write, and end after their time', async (name, startWarehouse) => {
    const app = await localApp();
    const warehouse = await startWarehouse();
    await warehouse.fill({ exposures: [], outcomes: [] });
    const isPostgres = name === 'PostgreSQL';
    if (isPostgres) {
        await warehouse.execute(
            `create function store() returns timestamptz language sql as $$
                insert into outcomes (user_id, at) values ('x', now()) returning at $$`,
        );
    }
    const check = async (outcomes: string) => {
        await app.put(`${SOURCES}/warehouse`, body({ ...warehouse.connection, outcomes, timeoutSeconds: 1 }));
        const { body: found } = await app.post(`${SOURCES}/warehouse/check`, undefined, { changesNothing: true });
        return found.queries[1].failure;
    };
    const columns = (at: string) => `'a' as unit, 'b' as name, 1 as value, ${at} as at`;
    expect(await check(QUERIES.outcomes)).toBeNull();
    const writes = isPostgres
        ? `select ${columns('store()')}`
        : `select ${columns('at')} from url('http://127.0.0.1:1/', 'CSV', 'at DateTime')`;
    expect(await check(writes)).toMatch(isPostgres ? /25006/ : /readonly/);
    const time = isPostgres ? 'to_timestamp(0)' : 'toDateTime(0)';
    expect(await check(`select ${columns(time)}; drop table outcomes; select 1`)).not.toBeNull();
    expect(await check(`select ${columns(time)}) as x; drop table outcomes --`)).not.toBeNull();
    await warehouse.execute('select count(*) from outcomes');
    const slow = isPostgres ? 'from pg_sleep(60)' : 'from system.numbers';
    const rows = isPostgres ? columns('clock_timestamp()') : columns('toDateTime(number)');
    expect(await check(`select ${rows} ${slow}`)).toMatch(/statement timeout|response within|Timeout/);
});

test('an address that is not public is refused when the data source is saved, and again when it is queried', async () => {
    const names = { 'warehouse.example.com': '93.184.216.34' };
    const app = await testApp({ resolve: async (host) => [names[host as keyof typeof names]] });
    for (const host of ['127.0.0.1', 'localhost', '169.254.169.254', '::1', '10.0.0.1']) {
        names['localhost' as keyof typeof names] = '127.0.0.1';
        const { status, body: error } = await app.put(`${SOURCES}/warehouse`, body({ host }));
        expect([host, status]).toEqual([host, 400]);
        expect(error.details[0].path).toBe('/body/host');
    }
    expect(await app.put(`${SOURCES}/warehouse`, body())).toMatchObject({ status: 200 });
    expect(await app.put(`${SOURCES}/house`, body({ kind: 'clickhouse' }))).toMatchObject({ status: 200 });
    // The name leads to another address now.
    names['warehouse.example.com'] = '127.0.0.1';
    for (const name of ['warehouse', 'house']) {
        const { body: found } = await app.post(`${SOURCES}/${name}/check`, undefined, { changesNothing: true });
        expect(found.queries[0].failure).toContain('is not in the public internet');
    }
});

test('PostgreSQL is queried at the address that was checked, not at the one that its name has a moment later', async () => {
    const addresses = ['127.0.0.1', '127.0.0.9'];
    const app = await testApp({
        environment: { UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1' },
        resolve: async () => [addresses[0]!],
    });
    const warehouse = await postgresWarehouse();
    await warehouse.fill({ exposures: [], outcomes: [] });
    await app.put(`${SOURCES}/warehouse`, body({ ...warehouse.connection, host: 'warehouse.invalid' }));
    const check = async () => (await app.post(`${SOURCES}/warehouse/check`, undefined, { changesNothing: true })).body;
    expect((await check()).queries).toEqual([
        { query: 'exposures', failure: null },
        { query: 'outcomes', failure: null },
    ]);
    addresses.shift();
    expect((await check()).queries[0].failure).toContain('is not in the public internet');
});

test('a server that is not ClickHouse fails the query, whatever and however much it answers', async () => {
    const app = await localApp();
    const { url, received } = await receiver();
    const { port } = new URL(url);
    await app.put(
        `${SOURCES}/warehouse`,
        body({ kind: 'clickhouse', host: '127.0.0.1', port: Number(port), tls: false }),
    );
    const { body: found } = await app.post(`${SOURCES}/warehouse/check`, undefined, { changesNothing: true });
    expect(found.queries[0].failure).toMatch(/ClickHouse/);
    expect(received[0]!.path).toContain('readonly=1');
    // The password is in no address, which servers and proxies log.
    expect(received[0]!.path).not.toContain(PASSWORD);
});

test('the password is encrypted, and neither returned nor in an event', async () => {
    const app = await testApp({ environment: { SECRET_KEY: 'the key of the operator of these tests' } });
    const created = await app.put(`${SOURCES}/warehouse`, body());
    expect(created).toMatchObject({
        status: 200,
        body: { name: 'warehouse', hasPassword: true, port: 5_432, tls: true },
    });
    await app.put(`${SOURCES}/warehouse`, body({ password: `${PASSWORD}-2` }));
    const read = await app.get(`${SOURCES}/warehouse`);
    const { body: events } = await app.get('/api/admin/events?type=all');
    expect(events.events.map(({ type }: { type: string }) => type)).toEqual(
        expect.arrayContaining(['experiment-source-created', 'experiment-source-updated']),
    );
    const rows = await app.services.db.selectFrom('data_sources').selectAll().execute();
    expect(JSON.stringify([created.body, read.body, events, rows])).not.toContain(PASSWORD);
    // A response that is sent back changes nothing.
    await app.put(`${SOURCES}/warehouse`, read.body, { changesNothing: true });
});

test.each([
    ['host', { host: 'other.example.com' }],
    ['port', { port: 5_433 }],
    ['user', { user: 'somebody' }],
    ['tls', { tls: false }],
    ['certificateAuthority', { certificateAuthority: 'a certificate' }],
])(
    'a stored password is not sent to another server: with another %s it must be entered again',
    async (_member, change) => {
        const app = await testApp();
        await app.put(`${SOURCES}/warehouse`, body());
        const { password: _, ...without } = body(change);
        const refused = await app.put(`${SOURCES}/warehouse`, without);
        expect(refused).toMatchObject({ status: 400, body: { details: [{ path: '/body/password' }] } });
        expect(await app.put(`${SOURCES}/warehouse`, { ...without, password: PASSWORD })).toMatchObject({
            status: 200,
        });
    },
);

test('members who create experiments use a data source, but neither read nor change it', async () => {
    const app = await testApp();
    await variantsFlag(app);
    await app.put(`${SOURCES}/warehouse`, body());
    const member = await app.has.user({ rootRole: 'viewer', projectRoles: { default: 'member' } });
    const owner = await app.has.user({ rootRole: 'viewer', projectRoles: { default: 'owner' } });
    const editor = await app.has.user({ rootRole: 'editor' });
    for (const caller of [member, editor]) {
        expect((await app.get(`${SOURCES}/warehouse`, caller)).status).toBe(403);
        expect((await app.put(`${SOURCES}/warehouse`, body(), caller)).status).toBe(403);
        expect((await app.put(`${SOURCES}/another`, body(), caller)).status).toBe(403);
        expect((await app.post(`${SOURCES}/warehouse/check`, undefined, caller)).status).toBe(403);
        expect((await app.delete(`${SOURCES}/warehouse`, caller)).status).toBe(403);
    }
    const { body: listed } = await app.get(SOURCES, member);
    expect(listed).toEqual({
        dataSources: [{ name: 'warehouse', kind: 'postgres', unit: 'userId', refreshMinutes: 60 }],
    });
    const source = { kind: 'postgres', name: 'warehouse' };
    expect(await app.post(EXPERIMENTS, newExperiment({ population: 'exposed', source }), member)).toMatchObject({
        ...{ status: 201, body: { source } },
    });
    expect((await app.put(`${SOURCES}/another`, body(), owner)).status).toBe(200);
});

test('a data source belongs to its project', async () => {
    const app = await testApp();
    await variantsFlag(app);
    const other = await app.has.project();
    await app.put(`/api/admin/projects/${other.id}/experiments/data-sources/warehouse`, body());
    expect((await app.get(`${SOURCES}/warehouse`)).status).toBe(404);
    expect((await app.post(`${SOURCES}/warehouse/check`)).status).toBe(404);
    expect((await app.delete(`${SOURCES}/warehouse`)).status).toBe(404);
    expect((await app.get(SOURCES)).body).toEqual({ dataSources: [] });
    const source = { kind: 'postgres', name: 'warehouse' };
    const refused = await app.post(EXPERIMENTS, newExperiment({ population: 'exposed', source }));
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: '/body/source/name' }] } });
});

test('what a data source cannot provide is refused, and one that is used cannot be deleted', async () => {
    const app = await testApp();
    await variantsFlag(app);
    await app.put(`${SOURCES}/warehouse`, body());
    const source = { kind: 'postgres', name: 'warehouse' };
    const refusals: [Record<string, unknown>, string][] = [
        [{ population: 'recomputed' }, '/body/population'],
        [{ unit: 'sessionId' }, '/body/unit'],
        [{ source: { kind: 'clickhouse', name: 'warehouse' } }, '/body/source/kind'],
        [{ source: { kind: 'oracle', name: 'warehouse' } }, '/body/source/kind'],
    ];
    for (const [members, path] of refusals) {
        const response = await app.post(EXPERIMENTS, newExperiment({ population: 'exposed', source, ...members }));
        expect(response).toMatchObject({ status: 400, body: { details: [{ path }] } });
    }
    const id = await createdExperiment(app, { population: 'exposed', source, from: '2020-01-01T00:00:00Z' });
    expect((await app.put(`${SOURCES}/warehouse`, body({ kind: 'clickhouse' }))).status).toBe(400);
    const used = await app.delete(`${SOURCES}/warehouse`);
    expect(used).toMatchObject({ status: 409, body: { message: expect.stringContaining('Colour') } });
    await app.delete(`${EXPERIMENTS}/${id}`);
    expect((await app.delete(`${SOURCES}/warehouse`)).status).toBe(204);
});

test('a data source is queried once per interval by any number of nodes, soon on request, and once more after the stop', async () => {
    const app = await localApp();
    const warehouse = await postgresWarehouse();
    const { id, start: at } = await running(app, warehouse);
    await warehouse.fill({ exposures: [{ unit: 'one', variant: 'red', at }], outcomes: [] });
    const summaries = async () =>
        (await app.services.db.selectFrom('experiment_summaries').select('at').where('experiment', '=', id).execute())
            .length;
    const refresh = () => app.post(`${EXPERIMENTS}/${id}/results/refresh`, undefined, { changesNothing: true });
    await Promise.all([queryDue(app), queryDue(app), queryDue(app)]);
    await queryDue(app);
    expect(await summaries()).toBe(1);
    const { body: requested } = await refresh();
    await queryDue(app);
    expect(await summaries()).toBe(1);
    app.passTime(MINUTE);
    expect(requested.nextAt <= app.services.clock().toISOString()).toBe(true);
    await queryDue(app);
    expect(await summaries()).toBe(2);
    app.passTime(61 * MINUTE);
    await queryDue(app);
    expect(await summaries()).toBe(3);
    await app.post(`${EXPERIMENTS}/${id}/stop`);
    await queryDue(app);
    expect(await summaries()).toBe(4);
    app.passTime(2 * 86_400_000);
    await queryDue(app);
    app.passTime(2 * 86_400_000);
    await queryDue(app);
    expect(await summaries()).toBe(5);
    expect((await app.get(`${EXPERIMENTS}/${id}/results`)).body.source.nextAt).toBeNull();
});

test('the preview shows the SQL with the values quoted, and sends nothing', async () => {
    const app = await testApp({ resolve: async () => ['93.184.216.34'] });
    await variantsFlag(app);
    await app.put(`${SOURCES}/warehouse`, body());
    const source = { kind: 'postgres', name: 'warehouse' };
    const preview = (outcome: string) =>
        app.post(
            `${EXPERIMENTS}/source-query`,
            newExperiment({
                ...{ population: 'exposed', source },
                metrics: [{ key: 'bought', outcome, kind: 'conversion', direction: 'up', role: 'primary' }],
            }),
        );
    const { status, body: shown } = await preview("it's; drop table outcomes --");
    expect(status).toBe(200);
    expect(shown.sql).toContain("'it''s; drop table outcomes --'");
    expect(shown.sql).toContain(QUERIES.exposures);
    expect(shown.sql).not.toContain(PASSWORD);
    expect(await preview('back\\slash')).toMatchObject({ status: 400 });
});

import { expect, test } from 'vitest';
import { createdExperiment, EXPERIMENTS, newExperiment, variantsFlag } from '../../../../test/support/experiments.ts';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { recordSummaries } from './summaries.ts';

const users = (count: number, prefix = 'user') => Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

async function running(members: Record<string, unknown> = {}) {
    const app = await testApp({ environment: { SECRET_KEY: 'a-secret-key-of-the-tests-0123456789' } });
    await variantsFlag(app);
    const { secret: token } = await app.has.token({ environment: 'development' });
    const id = await createdExperiment(app, { control: 'red', ...members });
    const send = async (list: object[]) => {
        for (let start = 0; start < list.length; start += 1_000) {
            await app.post('/api/client/outcomes', { outcomes: list.slice(start, start + 1_000) }, { token });
        }
        await app.services.reports.store();
    };
    const read = async (path = '', options = {}) => {
        const { status, body } = await app.get(`${EXPERIMENTS}/${id}/results${path}`, options);
        expect(status).toBe(200);
        return body;
    };
    return { app, id, send, read, start: () => app.post(`${EXPERIMENTS}/${id}/start`) };
}

const seen = (userId: string, more: object = {}) => ({ name: 'seen', context: { userId, ...more } });
const bought = (userId: string) => ({ name: 'bought', context: { userId } });
const minute = (app: TestApp) => recordSummaries(app.services.db, app.services.recordObservation, app.services.clock());

test('the history contains the effects of recorded times and ends with the current ones, or with the stop', async () => {
    const { app, id, send, read, start } = await running();
    expect((await read('/history')).points).toEqual([]);
    await start();
    for (let step = 1; step <= 5; step++) {
        await send(users(100, `step-${step}`).flatMap((user) => [seen(user), bought(user)]));
        app.passTime(60_000);
        await minute(app);
    }
    app.passTime(1_000);
    const { points } = await read('/history');
    expect(points.map(({ units }: { units: number }) => units)).toEqual([100, 200, 300, 400, 500, 500]);
    expect(points.at(-1)).toMatchObject({
        sampleRatio: { mismatch: false },
        metrics: [{ key: 'bought', role: 'primary', effects: [{ variant: 'blue', difference: 'relative' }] }],
    });
    const few = (await read('/history?points=3')).points;
    expect(few.map(({ units }: { units: number }) => units)).toEqual([100, 500, 500]);
    await app.post(`${EXPERIMENTS}/${id}/stop`);
    const { stoppedAt } = (await app.get(`${EXPERIMENTS}/${id}`)).body;
    expect((await read('/history')).points.at(-1)).toMatchObject({ at: stoppedAt, units: 500 });
    expect(await app.get(`${EXPERIMENTS}/${id}/results/history?points=1000`)).toMatchObject({ status: 400 });
});

test('segments are computed for a stored context field; values of few users are merged', async () => {
    const { app, send, read, start } = await running();
    await start();
    expect(await read('/segments')).toMatchObject({ state: 'withheld', fields: [], segments: [] });
    await app.put(`${EXPERIMENTS}/settings`, { keepOutcomesDays: 30, contextFields: ['country'] });
    expect(await read('/segments?field=email')).toMatchObject({ state: 'withheld', segments: [] });
    expect(await read('/segments?field=country')).toMatchObject({ state: 'no data', fields: ['country'] });
    const [french, german, small] = [users(150, 'fr'), users(120, 'de'), users(30, 'is')];
    await send([
        ...french.map((user) => seen(user, { country: 'FR' })),
        ...german.map((user) => seen(user, { country: 'DE' })),
        ...small.map((user) => seen(user, { country: 'IS' })),
        ...users(10, 'none').map((user) => seen(user)),
        ...french.slice(0, 60).map(bought),
        // A second signal changes nothing.
        seen('fr-0', { country: 'DE' }),
    ]);
    const found = await read('/segments?field=country');
    expect(found).toMatchObject({ field: 'country', state: 'computed', comparisons: 4 });
    type Segment = { value: string; units: number; metrics: { arms: { n: number; sum: number }[] }[] };
    const sums = found.segments.map(({ value, units, metrics: [metric] }: Segment) => [
        ...[value, units],
        metric!.arms.reduce((sum, arm) => sum + arm.sum, 0),
    ]);
    expect(sums).toEqual([
        ['FR', 150, 60],
        ['DE', 120, 0],
        ['(other)', 30, 0],
        [null, 10, 0],
    ]);
    // Together they are the results.
    const { arms } = await read();
    for (const [index, { units }] of arms.entries()) {
        const ofSegments = found.segments.map((each: { arms: { units: number }[] }) => each.arms[index]!.units);
        expect(ofSegments.reduce((sum: number, each: number) => sum + each, 0)).toBe(units);
    }
});

test('results are exported as CSV, with a row for each metric and variant', async () => {
    const { send, read, start } = await running();
    await start();
    await send(users(300).flatMap((user, index) => [seen(user), ...(index % 3 === 0 ? [bought(user)] : [])]));
    const csv: string = await read('', { headers: { accept: 'text/csv' } });
    const [head, ...rows] = csv.trim().split('\r\n');
    expect(head).toMatch(/^at,metric,role,variant,n,sum,/);
    expect(rows).toHaveLength(2);
    const { metrics } = await read();
    const [control, treatment] = metrics[0].arms;
    expect(rows[0]).toContain(`bought,primary,red,${control.n},${control.sum},`);
    expect(rows[0]).toMatch(/control$/);
    expect(rows[1]).toContain(`bought,primary,blue,${treatment.n},${treatment.sum},`);
    expect(rows[1]).toContain(String(metrics[0].effects[0].effect));
});

test('users without an arm are listed with the reason: a missing or hashed field, or no signal', async () => {
    const { app, send, read, start } = await running();
    const address = '/api/admin/projects/default/features/checkout/environments/development/strategies';
    const [{ id, ...strategy }] = (await app.get(address)).body;
    const constraint = { contextName: 'country', operator: 'IN', values: ['FR'] };
    await app.put(`${address}/${id}`, { ...strategy, constraints: [constraint] });
    await start();
    const hash = 'a'.repeat(64);
    await send([
        ...users(3, 'unknown').map((user) => seen(user)),
        ...users(2, 'hashed').map((user) => seen(user, { country: hash })),
        seen('fine', { country: 'FR' }),
        ...users(4, 'never').map(bought),
    ]);
    const excluded = {
        undecidable: [
            { reason: 'missing', name: 'country', units: 3 },
            { reason: 'hashed', name: 'country', units: 2 },
        ],
        multiple: 0,
        unenrolled: { units: 4, outcomes: [{ name: 'bought', units: 4 }] },
    };
    expect(await read('/excluded')).toEqual(excluded);
    expect((await read()).units).toEqual({ total: 1, undecidable: 5, multiple: 0, unenrolled: 4 });
    // A later signal with the field enrols.
    await send([seen('unknown-0', { country: 'FR' })]);
    expect((await read('/excluded')).undecidable[0]).toMatchObject({ units: 2 });
});

test('members of other projects read neither segments nor the history of a private project', async () => {
    const { app, id, start } = await running({ metrics: newExperiment().metrics });
    await start();
    await app.put('/api/admin/projects/default/settings', { mode: 'private' });
    const outsider = await app.has.user({ rootRole: 'viewer' });
    for (const path of ['/results', '/results/history', '/results/segments', '/results/excluded']) {
        expect(await app.get(`${EXPERIMENTS}/${id}${path}`, outsider)).toMatchObject({ status: 404 });
    }
    const options = { ...outsider, changesNothing: true };
    expect(await app.post(`${EXPERIMENTS}/plan`, newExperiment(), options)).toMatchObject({ status: 404 });
});

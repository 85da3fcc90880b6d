import { expect, test } from 'vitest';
import { countedSeries } from './support/counted-series.ts';
import { CLIENT_TOKEN, type TestApp, testApp } from './support/test-app.ts';

const SERIES = 50_000;
const PER_REQUEST = 5_000;

const counter = (name: string, samples: readonly object[]) => ({ name, help: 'flood', type: 'counter', samples });
const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);

async function dropped(app: TestApp): Promise<Record<string, number>> {
    const text = String((await app.send('GET', '/internal-backstage/prometheus', { token: null })).body);
    const lines = text.matchAll(/^halyard_reports_dropped_total\{reason="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries([...lines].map(([, reason, count]) => [reason!, Number(count)]));
}

async function countOf(app: TestApp, table: 'series' | 'metrics', tokenId: number): Promise<number> {
    const rows = await app.services.db.selectFrom(table).select('id').where('token_id', '=', tokenId).execute();
    return rows.length;
}

test('a flood of series, names, values and contexts from a public token is bounded and reported, and does not affect others', {
    timeout: 360_000,
}, async () => {
    const app = await testApp();
    const { secret: token } = await app.has.token({ type: 'frontend', environment: 'development' });
    const post = async (path: string, body: object) => {
        const { status } = await app.post(path, body, { token });
        expect([200, 202, 503]).toContain(status);
        return status;
    };
    const report = (impactMetrics: readonly object[]) =>
        post('/api/frontend/client/metrics', { appName: 'web', impactMetrics });

    let refused = 0;
    for (let from = 0; from < SERIES; from += PER_REQUEST) {
        const labels = (number: number) => ({ labels: { user: `u${number}`, page: `p${number % 7}` }, value: 1 });
        const status = await report([counter('flood', numbers(PER_REQUEST, from).map(labels))]);
        if (status === 503) refused += PER_REQUEST;
    }
    await app.services.reports.store();
    const afterSeries = await dropped(app);
    await report(numbers(2_000).map((number) => counter(`name_${number}`, [{ labels: { a: 'b' }, value: 1 }])));
    const odd = [1e308, -1e308, 'NaN', 'Infinity', null].map((value) => ({ labels: { a: 'b' }, value }));
    await report([counter('odd', odd)]);
    const context = { userId: 'anna', properties: { text: 'x'.repeat(1_000_000) } };
    const largeContexts = 3;
    for (let index = 0; index < largeContexts; index++) {
        await post('/api/frontend/outcomes', { outcomes: [{ name: `outcome ${index}`, context }] });
    }
    for (let from = 0; from < 5_000; from += 1_000) {
        await post('/api/frontend/outcomes', {
            outcomes: numbers(1_000, from).map((number) => ({ name: `o${number}` })),
        });
    }
    const honest = counter('honest', [{ labels: { page: 'cart' }, value: 7 }]);
    const { status } = await app.post(
        '/api/client/metrics',
        { appName: 'shop', impactMetrics: [honest] },
        { token: CLIENT_TOKEN },
    );
    await app.services.reports.store();

    expect(status).toBe(202);
    expect(await countedSeries(app, 'honest')).toEqual({ '{"page":"cart"}': 7 });
    const flood = Object.values(await countedSeries(app, 'flood'));
    // Values beyond the limit of series are counted as (other), so nothing is lost.
    expect(flood.length).toBe(1_001);
    expect(flood.reduce((sum, value) => sum + value) + refused + afterSeries['limit']!).toBe(SERIES);
    const flooded = await app.services.db
        .selectFrom('metrics')
        .select('token_id')
        .where('name', '=', 'flood')
        .execute();
    const { token_id: tokenId } = flooded[0]!;
    expect(await countOf(app, 'metrics', tokenId)).toBe(50);
    // The limit, and one series of other values for each metric.
    expect(await countOf(app, 'series', tokenId)).toBeLessThanOrEqual(1_000 + 50);
    expect(Object.keys(await countedSeries(app, 'outcomes_total')).length).toBeLessThanOrEqual(1_000);
    const reported = await dropped(app);
    expect(reported['series']).toBeGreaterThanOrEqual(2_000 - 50);
    expect(reported['value']! + reported['form']!).toBe(odd.length + largeContexts);
});

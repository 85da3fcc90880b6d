import { expect, test } from 'vitest';
import { watchStatements, withoutBackgroundWork } from './support/statements.ts';
import { type TestApp, testApp } from './support/test-app.ts';

const isPostgres = process.env['TEST_DATABASE'] === 'postgres';

const CHECKOUT = '/api/admin/projects/default/features/checkout/environments/development';

type Watched = ReturnType<typeof watchStatements>;

/** The statements of a request, and on PostgreSQL the number of round trips. */
async function costOf(app: TestApp, watched: Watched, { path, body }: { path: string; body?: object }) {
    watched.executed();
    watched.roundTrips();
    const { status } = await app.send('POST', path, {
        ...(body && { headers: { 'content-type': 'application/json' }, rawBody: JSON.stringify(body) }),
    });
    expect([200, 201]).toContain(status);
    return { statements: watched.executed(), roundTrips: watched.roundTrips() };
}

async function appWithFlag() {
    withoutBackgroundWork();
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    await app.has.strategy({ flag: 'checkout' });
    return app;
}

test('turning a flag on or off takes three round trips', async () => {
    const app = await appWithFlag();

    const watched = watchStatements();

    const on = await costOf(app, watched, { path: `${CHECKOUT}/on` });
    const off = await costOf(app, watched, { path: `${CHECKOUT}/off` });

    if (isPostgres) expect([on.roundTrips, off.roundTrips]).toEqual([3, 3]);
    expect(on.statements.length, on.statements.join('\n')).toBeLessThanOrEqual(isPostgres ? 21 : 19);
    expect(off.statements.length, off.statements.join('\n')).toBeLessThanOrEqual(isPostgres ? 19 : 18);
    const { features } = await app.clientFeatures();
    expect(features).toMatchObject([{ name: 'checkout', enabled: false }]);
});

test('enabling a flag without a strategy takes at most five round trips', async () => {
    withoutBackgroundWork();
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    // The next lists read the new flag, without further reads in the background.
    await app.get('/api/admin/projects');
    await app.get('/api/admin/projects/default/features');

    const { roundTrips } = await costOf(app, watchStatements(), { path: `${CHECKOUT}/on` });

    if (isPostgres) expect(roundTrips).toBeLessThanOrEqual(5);
    expect((await app.clientFeatures()).features).toMatchObject([{ enabled: true, strategies: [{}] }]);
});

test('adding a strategy takes four round trips', async () => {
    const app = await appWithFlag();
    const { id } = await app.has.segment();
    const strategy = {
        name: 'flexibleRollout',
        constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }],
        segments: [id],
    };

    const { roundTrips, statements } = await costOf(app, watchStatements(), {
        path: `${CHECKOUT}/strategies`,
        body: strategy,
    });

    if (isPostgres) expect(roundTrips).toBe(4);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(isPostgres ? 28 : 27);
});

test('creating a user takes at most four round trips', async () => {
    withoutBackgroundWork();
    const app = await testApp();
    const user = (name: string) => ({ username: name, email: `${name}@example.com`, rootRole: 'Editor' });
    await app.post('/api/admin/user-admin', user('ann'));

    const { roundTrips } = await costOf(app, watchStatements(), { path: '/api/admin/user-admin', body: user('ed') });

    if (isPostgres) expect(roundTrips).toBeLessThanOrEqual(4);
});

const file = (count: number, prefix: string) => {
    const names = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
    return {
        project: 'default',
        environment: 'development',
        data: {
            features: names.map((name) => ({ name, stale: name.endsWith('7') })),
            featureStrategies: names.map((featureName) => ({
                featureName,
                name: 'flexibleRollout',
                constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }],
            })),
            featureEnvironments: names.map((featureName, index) => ({
                name: featureName,
                featureName,
                enabled: index % 5 !== 0,
                variants: index % 10 === 0 ? [{ name: 'a', weight: 1000, weightType: 'variable' }] : [],
            })),
            featureTags: names.map((featureName) => ({ featureName, tagType: 'simple', tagValue: prefix })),
            tagTypes: [],
            dependencies: names.slice(1).map((feature) => ({
                feature,
                dependencies: [{ feature: names[0]!, enabled: true, variants: [] }],
            })),
            links: names.map((feature) => ({
                feature,
                links: [{ url: `https://example.com/${feature}`, title: 'about' }],
            })),
        },
    };
};

test('an import takes the same number of round trips for each five hundred flags', { timeout: 120_000 }, async () => {
    withoutBackgroundWork();
    const app = await testApp();
    const watched = watchStatements();
    const importOf = (count: number) =>
        costOf(app, watched, { path: '/api/admin/features-batch/import', body: file(count, `of-${count}`) });

    const few = await importOf(500);
    const more = await importOf(1_000);
    const most = await importOf(1_500);

    const grew = (of: 'statements' | 'roundTrips') => {
        const counts = [few, more, most].map((cost) =>
            of === 'roundTrips' ? cost.roundTrips : cost.statements.length,
        );
        return [counts[0]!, counts[1]! - counts[0]!, counts[2]! - counts[1]!];
    };
    const [first, second, third] = grew('statements');
    expect(first).toBeLessThan(80);
    expect(Math.max(second!, third!)).toBeLessThan(50);
    if (isPostgres) {
        const [first, second, third] = grew('roundTrips');
        expect(first).toBeLessThan(31);
        // Following the log may take a round trip at the same time.
        expect((second! + third!) / 2).toBeLessThan(15);
    }
    const { features } = await app.clientFeatures();
    expect(features).toHaveLength(3_000);
});

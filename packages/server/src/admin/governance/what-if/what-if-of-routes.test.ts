import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { wholeDatabase } from '../../../../test/support/whole-database.ts';

const WHAT_IF = { headers: { prefer: 'what-if' }, changesNothing: true };
const PROJECT = '/api/admin/projects/default';

async function appWithFlag(): Promise<TestApp> {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', enabled: true });
    return app;
}

test('every write route supports a what-if, which changes nothing', async () => {
    const app = await appWithFlag();
    await app.has.flag({ name: 'gone' });
    await app.delete(`${PROJECT}/features/gone`);
    const data = {
        features: [{ name: 'imported' }],
        featureStrategies: [{ featureName: 'imported', name: 'default', parameters: {} }],
        featureEnvironments: [{ name: 'imported', featureName: 'imported', enabled: true }],
    };
    const before = await wholeDatabase(app.services);

    const imported = await app.post(
        '/api/admin/features-batch/import',
        { project: 'default', environment: 'development', data },
        WHAT_IF,
    );
    const taken = await app.delete(`${PROJECT}/environments/development`, WHAT_IF);
    const revived = await app.post(`${PROJECT}/revive`, { features: ['gone'] }, WHAT_IF);

    expect(imported).toMatchObject({
        status: 200,
        body: {
            changes: expect.arrayContaining([
                expect.objectContaining({ environment: 'development', name: 'imported', project: 'default' }),
            ]),
            who: [
                { environment: 'development', population: 'made-up', flags: [{ name: 'imported', offToOn: 1_000 }] },
                { environment: 'production', flags: [{ name: 'imported', changed: 0 }] },
            ],
        },
    });
    expect(imported.headers.get('preference-applied')).toBe('what-if');
    expect(taken.body.changes).toMatchObject([
        { environment: 'development', name: 'checkout', before: { definition: { enabled: true } } },
    ]);
    expect(taken.body.changes[0].after.definition).toBeNull();
    expect(revived.body.changes.map(({ name }: { name: string }) => name)).toContain('gone');
    expect(await wholeDatabase(app.services)).toEqual(before);
});

test('a what-if of a refused change returns the reason', async () => {
    const app = await appWithFlag();

    const { status, body } = await app.post(`${PROJECT}/features/checkout/clone`, { name: 'checkout' }, WHAT_IF);

    expect(status).toBe(200);
    expect(body).toMatchObject({ changes: [], failed: { name: 'NameExistsError' } });
});

test('a what-if requires the permission of the change', async () => {
    const app = await appWithFlag();
    const viewer = await app.has.user({ rootRole: 'viewer' });

    const response = await app.post(
        `${PROJECT}/revive`,
        { features: ['checkout'] },
        {
            ...viewer,
            headers: { ...viewer.headers, prefer: 'what-if' },
        },
    );

    expect(response.status).toBe(403);
});

test('a what-if of a route that does not support it is refused and changes nothing', async () => {
    const app = await appWithFlag();

    const response = await app.post('/api/admin/constraints/validate', {}, WHAT_IF);

    expect(response).toMatchObject({ status: 400, body: { message: expect.stringContaining('Prefer: what-if') } });
});

test('the daily number of evaluations of each flag is included', async () => {
    const app = await appWithFlag();
    const { secret: token } = await app.has.token({ type: 'client', environment: 'development', projects: ['*'] });
    const toggles = { checkout: { yes: 40_000, no: 6_540, variants: {} } };
    const now = Date.now();
    await app.post('/api/client/metrics', { appName: 'shop', bucket: { start: now, stop: now, toggles } }, { token });
    await app.services.reports.store();

    const { body } = await app.post(`${PROJECT}/features/checkout/environments/development/off`, {}, WHAT_IF);

    expect(body.who).toMatchObject([
        { environment: 'development', flags: [{ name: 'checkout', answersPerDay: 46_540 }] },
    ]);
});

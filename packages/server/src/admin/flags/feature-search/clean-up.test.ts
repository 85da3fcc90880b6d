import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const FEATURES = '/api/admin/projects/default/features';
const DAY = 86_400_000;

async function appWithProduction() {
    const app = await testApp();
    const { body } = await app.post('/api/admin/api-tokens', {
        tokenName: 'shop',
        type: 'client',
        environment: 'production',
        projects: ['*'],
    });
    const report = async (toggles: Record<string, object>, appName = 'shop') => {
        const now = app.services.clock().toISOString();
        const bucket = { start: now, stop: now, toggles };
        const response = await app.post('/api/client/metrics', { appName, bucket }, { token: body.secret });
        expect(response.status).toBe(202);
        await app.services.reports.store();
        await app.services.flagIndex.followMeasurements();
    };
    return { app, report };
}

const search = async (app: TestApp, query: string) => {
    const { status, body } = await app.get(`/api/admin/search/features?${query}`);
    expect(status).toBe(200);
    return body.features;
};
const names = async (app: TestApp, query: string) =>
    (await search(app, query)).map(({ name }: { name: string }) => name);

test('a flag with the same value for all users in production shows the value and since when, until a user gets another value', async () => {
    const { app, report } = await appWithProduction();
    for (const name of ['always', 'never', 'mixed', 'asleep']) await app.has.flag({ name });
    const began = app.services.clock().toISOString();
    await report({ always: { yes: 5, no: 0 }, never: { yes: 0, no: 3 }, mixed: { yes: 1, no: 1 } });
    const reported = app.services.clock().toISOString();
    app.passTime(10 * DAY);
    await report({ always: { yes: 7, no: 0 }, never: { yes: 0, no: 1 }, mixed: { yes: 4, no: 9 } });

    expect(await names(app, 'oneAnswerFor=10&sortBy=name')).toEqual(['always', 'never']);
    expect(await names(app, 'oneAnswerFor=11')).toEqual([]);
    const [always, never] = await search(app, 'oneAnswerFor=1&sortBy=name');
    expect(always.oneAnswer).toEqual({ enabled: true, since: expect.any(String) });
    expect(never.oneAnswer).toEqual({ enabled: false, since: always.oneAnswer.since });
    expect(always.oneAnswer.since >= began && always.oneAnswer.since <= reported).toBe(true);
    expect((await search(app, 'name=IS:mixed'))[0]).not.toHaveProperty('oneAnswer');

    // A single different result from any application resets the period.
    await report({ always: { yes: 0, no: 1 } }, 'another');
    expect(await names(app, 'oneAnswerFor=1')).toEqual(['never']);
    app.passTime(3 * DAY);
    await report({ always: { yes: 2, no: 0 } });
    app.passTime(2 * DAY);
    await report({ always: { yes: 2, no: 0 }, mixed: { yes: 3, no: 0 } });
    expect(await names(app, 'oneAnswerFor=2&sortBy=oneAnswer')).toEqual(['never', 'always']);
    expect(await names(app, 'sortBy=oneAnswer&sortOrder=asc')).toEqual(['never', 'always', 'mixed', 'asleep']);
});

test('the same variant for all users counts as the same value, several variants do not', async () => {
    const { app, report } = await appWithProduction();
    const variants = ['red', 'blue'].map((name) => ({
        name,
        weight: 500,
        weightType: 'variable',
        stickiness: 'default',
    }));
    for (const name of ['one', 'several']) {
        await app.has.flag({ name });
        await app.put(`${FEATURES}/${name}/environments/production/variants`, variants);
    }
    await report({ one: { yes: 4, no: 0 }, several: { yes: 4, no: 0, variants: { red: 2, blue: 2 } } });
    const began = (await search(app, 'name=IS:one'))[0].oneAnswer.since;
    app.passTime(DAY);
    // Reports with the variant refine the value that is already known.
    await report({ one: { yes: 4, no: 0, variants: { red: 4 } }, several: { yes: 4, no: 0, variants: { red: 4 } } });
    expect((await search(app, 'oneAnswerFor=1')).map(({ oneAnswer }: { oneAnswer: object }) => oneAnswer)).toEqual([
        { enabled: true, variant: 'red', since: began },
    ]);
    await report({ one: { yes: 4, no: 0, variants: { blue: 4 } } });
    expect(await names(app, 'oneAnswerFor=1')).toEqual([]);
});

test('the filter "not seen" finds flags without recent evaluations, and flags never evaluated since their creation', async () => {
    const { app, report } = await appWithProduction();
    for (const name of ['used', 'forgotten', 'unused']) await app.has.flag({ name });
    await report({ used: { yes: 1, no: 0 }, forgotten: { yes: 1, no: 0 } });
    app.passTime(30 * DAY);
    await report({ used: { yes: 1, no: 0 } });
    await app.has.flag({ name: 'young' });

    expect(await names(app, 'notSeenFor=30&sortBy=name')).toEqual(['forgotten', 'unused']);
    expect(await names(app, 'notSeenFor=31')).toEqual([]);
    expect(await names(app, 'notSeenFor=1&sortBy=name&sortOrder=desc')).toEqual(['unused', 'forgotten']);
});

test.each(['0', '-1', '1.5', '99999', 'week'])('%s is not a valid number of days', async (days) => {
    const app = await testApp();

    expect(await app.get(`/api/admin/search/features?notSeenFor=${days}`)).toMatchObject({ status: 400 });
    expect(await app.get(`/api/admin/search/features?oneAnswerFor=${days}`)).toMatchObject({ status: 400 });
});

test('flags can be sorted by project, owner and lifecycle stage; flags without a value come last', async () => {
    const { app, report } = await appWithProduction();
    const { id: project } = await app.has.project({ id: 'a-first' });
    const { body: group } = await app.post('/api/admin/groups', { name: 'Payments' });
    const { body: crew } = await app.post('/api/admin/groups', { name: 'crew' });
    await app.has.flag({ name: 'anchor', enabled: ['production'] });
    await app.has.flag({ name: 'buoy', project });
    await app.has.flag({ name: 'chart' });
    await app.patch(`${FEATURES}/anchor`, [{ op: 'add', path: '/owner', value: { type: 'group', id: group.id } }]);
    await app.patch(`${FEATURES}/chart`, [{ op: 'add', path: '/owner', value: { type: 'group', id: crew.id } }]);
    await report({ anchor: { yes: 1, no: 0 } });

    expect(await names(app, 'sortBy=project')).toEqual(['buoy', 'anchor', 'chart']);
    expect(await names(app, 'sortBy=owner')).toEqual(['chart', 'anchor', 'buoy']);
    expect(await names(app, 'sortBy=lifecycle&sortOrder=desc')).toEqual(['anchor', 'buoy', 'chart']);
});

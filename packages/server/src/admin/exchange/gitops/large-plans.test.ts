import { expect, test } from 'vitest';
import { type RequestOptions, testApp } from '../../../../test/support/test-app.ts';

// Plans with many rows: bulk statements, and the write lock.

const PLAN = '/api/admin/gitops/plan';
const APPLY = '/api/admin/gitops/apply';

const rollout = (percent: number, more: object = {}) => ({
    name: 'flexibleRollout',
    parameters: { rollout: percent, stickiness: 'userId' },
    ...more,
});

const json = (body: object) => ({
    headers: { 'content-type': 'application/json' },
    rawBody: JSON.stringify(body),
});

test('a plan of many steps does not block other writers', async () => {
    const app = await testApp();
    const viewer = await app.has.user();
    const [switched, segment, parent] = ['switched', 'segment', 'parent'];
    await app.has.flag({ name: switched });
    const created = (flag: string, strategies: object[], more: object = {}) => ({
        flag,
        project: 'default',
        environments: { development: { enabled: true, strategies } },
        ...more,
    });
    const files = {
        segments: [{ segment, constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }] }],
        flags: Array.from({ length: 300 }, (_, index) =>
            created(`flag-${index}`, [rollout(10, { segments: [segment] })], { dependsOn: [{ feature: parent }] }),
        ).toSpliced(150, 0, created(parent, [rollout(10)])),
    };

    let isDone = false;
    const send = (path: string, body: object, by: RequestOptions = {}) =>
        app.send('POST', path, {
            ...by,
            headers: { ...by.headers, 'content-type': 'application/json' },
            rawBody: JSON.stringify(body),
        });
    const asked = send(PLAN, files, viewer).finally(() => {
        isDone = true;
    });
    let written = 0;
    for (let round = 0; !isDone; round++) {
        await send(
            `/api/admin/projects/default/features/${switched}/environments/development/${round % 2 ? 'off' : 'on'}`,
            {},
        );
        if (!isDone) written++;
    }
    const { planned, problems, changes } = (await asked).body;

    // A writer that had to wait for the whole plan would have written once before and once after it.
    expect(written).toBeGreaterThan(3);
    expect(problems).toEqual([]);
    expect(planned).toHaveLength(302);
    expect(changes.filter(({ environment }: { environment: string }) => environment === 'development')).toHaveLength(
        301,
    );
});

test('files of 5,100 flags are compared in one plan, which contains only the changes, and are applied', {
    timeout: 120_000,
}, async () => {
    const app = await testApp({ environment: { UNLEASH_FEATURE_FLAGS_LIMIT: '10000' } });
    const names = Array.from({ length: 5_100 }, (_, index) => `flag-${String(index).padStart(4, '0')}`);
    const data = {
        features: names.map((name) => ({ name })),
        featureStrategies: names.map((featureName) => ({ featureName, name: 'default' })),
    };
    const imported = { project: 'default', environment: 'development', data };
    expect(await app.send('POST', '/api/admin/features-batch/import', json(imported))).toMatchObject({
        status: 200,
    });
    const { body } = await app.send('GET', '/api/admin/projects/default/gitops/files');
    expect(body.flags).toHaveLength(names.length);

    const unchanged = await app.send('POST', PLAN, json({ flags: body.flags }));
    expect(unchanged).toMatchObject({ status: 200, body: { planned: [], problems: [] } });

    body.flags[5_050].environments.development.strategies = [rollout(25)];
    body.flags[3].environments.development.strategies = [rollout(1, { segments: ['unknown'] })];
    const wrong = await app.send('POST', PLAN, json({ flags: body.flags }));
    expect(wrong.body.problems).toMatchObject([
        { path: '/body/flags/3/environments/development/strategies/0/segments/0' },
    ]);

    body.flags[3].environments.development.strategies = [];
    const changed = await app.send('POST', PLAN, json({ flags: body.flags }));
    expect(changed.body.planned).toMatchObject([
        { key: 'flag flag-0003', action: 'change' },
        { key: 'flag flag-5050', action: 'change' },
    ]);
    expect(changed.body.problems).toEqual([]);
    const applied = await app.send('POST', APPLY, json({ flags: body.flags }));
    expect(applied).toMatchObject({ status: 200, body: { planned: changed.body.planned } });
    expect((await app.send('POST', PLAN, json({ flags: body.flags }))).body.planned).toEqual([]);
});

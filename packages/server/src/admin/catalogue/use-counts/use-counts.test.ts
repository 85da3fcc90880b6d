import { expect, test } from 'vitest';
import { watchStatements, withoutBackgroundWork } from '../../../../test/support/statements.ts';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const TIER = [{ contextName: 'tier', operator: 'IN', values: ['gold'] }];
const REGION = [{ contextName: 'region', operator: 'IN', values: ['eu'] }];

/** Two projects with one flag each. Both flags use the segment, and only the first one a constraint of its own. */
async function twoProjects() {
    const app = await testApp();
    for (const name of ['tier', 'region']) await app.post('/api/admin/context', { name });
    const segment = await app.has.segment({ name: 'customers', constraints: REGION });
    for (const project of ['one', 'two']) {
        await app.has.project({ id: project });
        await app.has.flag({ project, name: `flag-${project}`, enabled: ['production'] });
        await app.has.strategy({
            project,
            flag: `flag-${project}`,
            environment: 'production',
            segments: [segment.id],
            constraints: project === 'one' ? TIER : [],
        });
    }
    return { app, segment };
}

/** The numbers of flags that use both context fields, the segment and production, as the API returns them. */
async function useCounts(app: TestApp, options = {}) {
    const context = (await app.get('/api/admin/context', options)).body;
    const { segments } = (await app.get('/api/admin/segments', options)).body;
    const { environments } = (await app.get('/api/admin/environments', options)).body;
    const usesOf = (list: { name: string }[], name: string) => list.find((each) => each.name === name) as never;
    const { usedInFeatures: tier } = usesOf(context, 'tier');
    const { usedInFeatures: region } = usesOf(context, 'region');
    const { usedInFeatures: customers } = usesOf(segments, 'customers');
    const { enabledToggleCount: production } = usesOf(environments, 'production');
    return { tier, region, customers, production };
}

const path = (project: string) => `/api/admin/projects/${project}/features/flag-${project}`;

test('the numbers of uses follow every kind of change', async () => {
    const { app, segment } = await twoProjects();
    expect(await useCounts(app)).toEqual({ tier: 1, region: 2, customers: 2, production: 2 });

    await app.delete(path('one'));
    expect(await useCounts(app)).toEqual({ tier: 0, region: 1, customers: 1, production: 1 });
    await app.post('/api/admin/archive/revive/flag-one');
    expect(await useCounts(app)).toEqual({ tier: 1, region: 2, customers: 2, production: 1 });

    await app.put(`/api/admin/segments/${segment.id}`, { name: 'customers', constraints: TIER });
    expect(await useCounts(app)).toEqual({ tier: 2, region: 0, customers: 2, production: 1 });

    await app.delete('/api/admin/projects/two/environments/production');
    expect(await useCounts(app)).toEqual({ tier: 1, region: 0, customers: 1, production: 0 });
    await app.post('/api/admin/projects/two/environments', { environment: 'production' });
    expect(await useCounts(app)).toEqual({ tier: 2, region: 0, customers: 2, production: 1 });

    await app.delete('/api/admin/environments/production');
    await app.has.environment({ name: 'production' });
    expect(await useCounts(app)).toEqual({ tier: 0, region: 0, customers: 0, production: 0 });
});

test('a flag that leaves a private project is not counted there any more', async () => {
    const { app } = await twoProjects();
    await app.put('/api/admin/projects/one', { name: 'one', mode: 'private' });
    const viewer = await app.has.user();
    expect(await useCounts(app, viewer)).toEqual({ tier: 0, region: 1, customers: 1, production: 1 });
    expect(await useCounts(app)).toEqual({ tier: 1, region: 2, customers: 2, production: 2 });

    await app.post(`${path('one')}/changeProject`, { newProjectId: 'two' });

    const all = { tier: 1, region: 2, customers: 2, production: 2 };
    expect([await useCounts(app), await useCounts(app, viewer)]).toEqual([all, all]);
    const { segments } = (await app.get('/api/admin/segments')).body;
    expect(segments[0]).toMatchObject({ usedInProjects: 1 });
});

test('unchanged counts need no query of strategies, and a change reads the strategies of its project only', async () => {
    withoutBackgroundWork();
    const { app } = await twoProjects();
    await useCounts(app);
    const statements = watchStatements();
    const strategyQueries = () => statements.executed().filter((sql) => /"strategies"|"flag_environments"/.test(sql));

    await useCounts(app);
    expect(strategyQueries()).toEqual([]);

    await app.send('POST', `${path('one')}/environments/production/off`);
    strategyQueries();
    expect(await useCounts(app)).toMatchObject({ production: 1 });
    // Two for context fields, one for segments and one for environments.
    expect(strategyQueries()).toHaveLength(4);
});

import { expect, test } from 'vitest';
import { run } from '../support/in-process.ts';
import { ADMIN_TOKEN, testApp } from '../support/test-app.ts';

const rollout = (percent: string) => ({
    name: 'flexibleRollout',
    parameters: { rollout: percent, stickiness: 'default', groupId: '{{featureName}}' },
});

test('a release is added, rehearsed, started, paused, resumed and removed from the command line', async () => {
    const app = await testApp();
    const environment = { HALYARD_URL: app.url, HALYARD_TOKEN: ADMIN_TOKEN };
    const release = (...args: string[]) => run(['release', ...args], { environment });
    await app.post('/api/admin/projects/default/features', { name: 'new-checkout' });
    await app.post('/api/admin/release-plan-templates', {
        name: 'Gradual',
        milestones: [
            {
                name: 'Few',
                sortOrder: 0,
                strategies: [rollout('10')],
                transitionCondition: { intervalMinutes: 60 },
            },
            { name: 'All', sortOrder: 1, strategies: [rollout('100')] },
        ],
    });

    expect(await release('templates', '--project', 'default')).toMatchObject({
        status: 0,
        json: { templates: [{ name: 'Gradual' }] },
    });
    expect(await release('show', 'new-checkout', '-e', 'development')).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('halyard release add new-checkout <template> -e development'),
    });
    expect(await release('add', 'new-checkout', 'Unknown', '-e', 'development')).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('Use one of: Gradual'),
    });
    expect(await release('add', 'new-checkout', 'Gradual', '-e', 'development')).toMatchObject({
        status: 0,
        json: { name: 'Gradual', activeMilestoneId: null, milestones: [{ name: 'Few' }, { name: 'All' }] },
    });
    expect(await run(['flag', 'on', 'new-checkout', '-e', 'development'], { environment })).toMatchObject({
        status: 0,
    });
    const few = await release('show', 'new-checkout', '-e', 'development');
    expect(few).toMatchObject({ status: 0, json: { milestones: [{ startedAt: expect.any(String) }, {}] } });

    expect(await release('start', 'new-checkout', 'All', '-e', 'development', '--dry-run')).toMatchObject({
        status: 0,
        json: { dryRun: true, changes: [{ name: 'new-checkout', environment: 'development' }] },
    });
    expect(await release('show', 'new-checkout', '-e', 'development')).toMatchObject({ json: few.json as object });

    expect(await release('pause', 'new-checkout', '-e', 'development')).toMatchObject({
        status: 0,
        json: { paused: true },
    });
    expect(await release('show', 'new-checkout', '-e', 'development')).toMatchObject({
        json: { milestones: [{ pausedAt: expect.any(String) }, {}] },
    });
    expect(await release('resume', 'new-checkout', '-e', 'development')).toMatchObject({
        status: 0,
        json: { paused: false },
    });
    expect(await release('start', 'new-checkout', 'All', '-e', 'development')).toMatchObject({
        status: 0,
        json: { name: 'All', startedAt: expect.any(String) },
    });
    expect(await release('remove', 'new-checkout', '-e', 'development')).toMatchObject({ status: 0 });
    expect(await release('show', 'new-checkout', '-e', 'development')).toMatchObject({ status: 1 });
});

test('a flag is released gradually, rehearsed and listed from the command line', async () => {
    const app = await testApp();
    const environment = { HALYARD_URL: app.url, HALYARD_TOKEN: ADMIN_TOKEN };
    const release = (...args: string[]) => run(['release', ...args], { environment });
    await app.has.flag({ name: 'new-basket' });
    await app.post('/api/admin/release-plan-templates', {
        ...{ name: 'At once', milestones: [{ name: 'All', sortOrder: 0, strategies: [rollout('100')] }] },
    });
    expect(await release('list')).toMatchObject({ status: 0, json: { releases: [], total: 0 } });
    expect(await release('rehearse', 'new-basket', 'At once', '-e', 'development')).toMatchObject({
        ...{ status: 0, json: { milestones: [{ name: 'All' }] } },
    });
    expect(await release('gradually', 'new-basket', '-e', 'development', '--minutes', 'x')).toMatchObject({
        ...{ status: 1, stderr: expect.stringContaining('--minutes must be a whole number') },
    });

    expect(await release('gradually', 'new-basket', '-e', 'development', '--minutes', '90')).toMatchObject({
        status: 0,
        json: {
            milestones: [
                { name: '1%', transitionCondition: { intervalMinutes: 90 } },
                { name: '10%', transitionCondition: { intervalMinutes: 90 } },
                { name: '50%', transitionCondition: { intervalMinutes: 90 } },
                { name: 'Everyone', transitionCondition: null },
            ],
        },
    });
    await app.post('/api/admin/projects/default/features/new-basket/environments/development/on');

    expect(await release('rehearse', 'new-basket', '-e', 'development')).toMatchObject({
        ...{ status: 0, json: { milestones: [{ name: '1%', start: { state: 'started' } }, {}, {}, {}] } },
    });
    const listed = await release('list', '--project', 'default');
    expect(listed).toMatchObject({
        status: 0,
        json: { releases: [{ featureName: 'new-basket', environment: 'development', next: {} }], total: 1 },
    });
});

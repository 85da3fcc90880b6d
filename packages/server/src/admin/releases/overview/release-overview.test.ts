import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const RELEASES = '/api/admin/releases';

const milestone = (name: string, sortOrder: number, more: object = {}) => ({
    name,
    sortOrder,
    strategies: [{ name: 'flexibleRollout', parameters: { rollout: '10', stickiness: 'default', groupId: 'x' } }],
    ...more,
});

const MILESTONES = [
    milestone('few', 0, { transitionCondition: { type: 'time', intervalMinutes: 60 } }),
    milestone('all', 1),
];

async function release(app: TestApp, { project = 'default', name }: { project?: string; name: string }) {
    const path = `/api/admin/projects/${project}/features/${name}/environments/development/release-plans`;
    return app.post(path, { name: 'Gradual rollout', milestones: MILESTONES });
}

const listed = (releases: { featureName: string }[]) => releases.map(({ featureName }) => featureName);

test('all releases are listed with their milestones, without those of archived flags', async () => {
    const app = await testApp();
    const on = await app.has.flag({ enabled: true });
    const off = await app.has.flag();
    const archived = await app.has.flag();
    for (const { name } of [on, off, archived]) expect(await release(app, { name })).toMatchObject({ status: 200 });
    await app.delete(`/api/admin/projects/default/features/${archived.name}`);

    const { status, body } = await app.get(RELEASES);

    expect(status).toBe(200);
    expect(body.total).toBe(2);
    expect(listed(body.releases).sort()).toEqual([on.name, off.name].sort());
    const running = body.releases.find((each: { featureName: string }) => each.featureName === on.name);
    expect(running).toMatchObject({
        project: 'default',
        environment: 'development',
        environmentType: 'development',
        enabled: true,
        plan: {
            name: 'Gradual rollout',
            milestones: [
                { name: 'few', startedAt: expect.any(String), transitionCondition: { intervalMinutes: 60 } },
                { name: 'all', startedAt: null, transitionCondition: null },
            ],
        },
    });
    expect(running.plan.activeMilestoneId).toBe(running.plan.milestones[0].id);
    const [{ startedAt }] = running.plan.milestones;
    expect(running.next).toEqual({ dueAt: new Date(Date.parse(startedAt) + 60 * 60_000).toISOString() });
    const waiting = body.releases.find((each: { featureName: string }) => each.featureName === off.name);
    expect(waiting).toMatchObject({ enabled: false, plan: { activeMilestoneId: null }, next: null });
    expect((await app.get(`${RELEASES}?limit=1&offset=1`)).body).toMatchObject({
        total: 2,
        releases: [body.releases[1]],
    });
    expect((await app.get(`${RELEASES}?project=nowhere`)).body).toEqual({ releases: [], total: 0 });
});

test('releases of private projects are listed only for their members', async () => {
    const app = await testApp();
    const { id: project } = await app.has.project({ mode: 'private' });
    const { name } = await app.has.flag({ project });
    expect(await release(app, { project, name })).toMatchObject({ status: 200 });
    const viewer = await app.has.user();

    expect(listed((await app.get(RELEASES)).body.releases)).toEqual([name]);
    expect((await app.get(RELEASES, viewer)).body).toEqual({ releases: [], total: 0 });
    expect((await app.get(`${RELEASES}?project=${project}`, viewer)).body).toEqual({ releases: [], total: 0 });
});

test('a plan without a template needs a name, milestones and strategies, and no templateId', async () => {
    const app = await testApp();
    const { name } = await app.has.flag();
    const path = `/api/admin/projects/default/features/${name}/environments/development/release-plans`;

    for (const body of [
        {},
        { name: 'Gradual rollout' },
        { milestones: MILESTONES },
        { templateId: 'x', name: 'Gradual rollout', milestones: MILESTONES },
        { name: 'Gradual rollout', milestones: [] },
        { name: 'Gradual rollout', milestones: [{ ...milestone('few', 0), strategies: [] }] },
        { name: 'Gradual rollout', milestones: [milestone('few', 0), milestone('few', 1)] },
    ]) {
        expect(await app.post(path, body)).toMatchObject({ status: 400 });
    }
    expect(await app.post(path, { name: ' Slow ', milestones: MILESTONES })).toMatchObject({
        status: 200,
        body: { name: 'Slow', description: null, milestones: [{ name: 'few' }, { name: 'all' }] },
    });
});

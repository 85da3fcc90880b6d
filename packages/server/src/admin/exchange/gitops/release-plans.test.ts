import { expect, test } from 'vitest';
import { protectedProject } from '../../../../test/support/change-requests.ts';
import { environmentOf, newTemplate, servedRollouts, step } from '../../../../test/support/releases.ts';
import { type RequestOptions, type TestApp, testApp } from '../../../../test/support/test-app.ts';

const plan = async (app: TestApp, flag: object) => (await app.post('/api/admin/gitops/plan', { flags: [flag] })).body;
const apply = (app: TestApp, flag: object, options?: RequestOptions) =>
    app.post('/api/admin/gitops/apply', { flags: [flag] }, options);
const fileOf = async (app: TestApp, flag = 'checkout', project = 'default') => {
    const { flags } = (await app.get(`/api/admin/projects/${project}/gitops/files`)).body;
    return flags.find((each: { flag: string }) => each.flag === flag);
};
const E = environmentOf('checkout');
const planOf = async (app: TestApp, environment = E) => (await app.get(`${environment}/release-plans`)).body[0];

const rollout = (percent: number, more: object = {}) => ({
    ...{
        name: 'flexibleRollout',
        parameters: { rollout: percent, stickiness: 'userId', groupId: 'checkout' },
        ...more,
    },
});
const releasePlan = {
    name: 'careful',
    milestones: [
        { name: 'few', transitionCondition: { intervalMinutes: 60 }, strategies: [rollout(10)] },
        { name: 'all', strategies: [rollout(100)] },
    ],
    safeguards: [{ comparison: { outcome: 'error', margin: 0.02 }, action: { type: 'returnToPreviousMilestone' } }],
};
const file = (inEnvironment: object, more: object = {}) => ({
    ...{ flag: 'checkout', project: 'default', type: 'release', ...more },
    environments: { development: inEnvironment },
});

test('a new flag gets the plan of its file before it is turned on, and the next plan is empty', async () => {
    const app = await testApp();
    const flag = file({ enabled: true, releasePlan });

    expect(await plan(app, flag)).toMatchObject({
        problems: [],
        planned: [{ key: 'flag checkout', action: 'create' }],
    });
    expect(await apply(app, flag)).toMatchObject({ status: 200 });

    expect(await servedRollouts(app, 'checkout')).toEqual(['10']);
    expect(await planOf(app)).toMatchObject({
        ...{ name: 'careful', safeguards: [{ comparison: { outcome: 'error' } }] },
        milestones: [{ name: 'few', transitionCondition: { intervalMinutes: 60 } }, { name: 'all' }],
    });
    expect(await plan(app, flag)).toMatchObject({ planned: [], problems: [] });
});

test('a flag with a plan is written to its file and read back without a difference, whatever milestone is active', async () => {
    const app = await testApp();
    const segment = await app.has.segment({ name: 'crew' });
    await app.has.flag({ name: 'checkout' });
    const strategies = [{ name: 'default', segments: [segment.id], parameters: {} }];
    const { id: templateId } = await newTemplate(app, {
        milestones: [{ name: 'crew', strategies }, step('half', '50', { intervalMinutes: 5 }), step('all', '100')],
    });
    const { id, milestones } = (await app.post(`${E}/release-plans`, { templateId })).body;
    await app.post(`${E}/on`);
    const written = await fileOf(app);
    expect(written.environments.development).toMatchObject({
        strategies: [],
        releasePlan: {
            name: 'steps',
            milestones: [
                { name: 'crew', strategies: [{ name: 'default', segments: ['crew'] }] },
                { name: 'half', transitionCondition: { intervalMinutes: 5 } },
                { name: 'all' },
            ],
        },
    });

    await app.post(`${E}/release-plans/${id}/milestones/${milestones[1].id}/start`);

    expect(await fileOf(app)).toEqual(written);
    expect(await plan(app, written)).toMatchObject({ planned: [], problems: [] });
});

test('a plan that runs is changed in place, and keeps its milestone', async () => {
    const app = await testApp();
    await apply(app, file({ enabled: true, releasePlan }));
    const { id, activeMilestoneId, milestones } = await planOf(app);
    const [few, all] = releasePlan.milestones;
    const changed = {
        ...releasePlan,
        milestones: [
            { ...few, transitionCondition: { intervalMinutes: 90 }, strategies: [rollout(20, { title: 'more' })] },
            { ...all, strategies: [rollout(100, { disabled: false })] },
        ],
        safeguards: [{ comparison: { outcome: 'refund' } }],
    };

    const before = await plan(app, file({ releasePlan: changed }));
    expect(before.planned[0].differences).toMatchObject([
        { path: ['environments', 'development', 'releasePlan'], onService: releasePlan, isObserved: false },
    ]);
    expect(await apply(app, file({ releasePlan: changed }))).toMatchObject({ status: 200 });

    expect(await planOf(app)).toMatchObject({
        ...{ id, activeMilestoneId, safeguards: [{ comparison: { outcome: 'refund' } }] },
        milestones: [
            { id: milestones[0].id, transitionCondition: { intervalMinutes: 90 } },
            { id: milestones[1].id, strategies: [{ id: milestones[1].strategies[0].id }] },
        ],
    });
    expect(await servedRollouts(app, 'checkout')).toEqual(['20']);
    expect(await plan(app, file({ releasePlan: changed }))).toMatchObject({ planned: [] });
});

test('other milestones are a problem, because a new plan begins again; null removes the plan, and a file without one leaves it', async () => {
    const app = await testApp();
    await apply(app, file({ enabled: true, releasePlan, strategies: [rollout(5)] }));
    const other = { ...releasePlan, milestones: releasePlan.milestones.slice(1) };

    expect((await plan(app, file({ releasePlan: other }))).problems).toMatchObject([
        {
            path: '/body/flags/0/environments/development/releasePlan',
            message: expect.stringContaining('a new plan begins again'),
        },
    ]);
    expect(await apply(app, file({ releasePlan: other }))).toMatchObject({ status: 400 });
    expect(await plan(app, file({ strategies: [rollout(5)] }))).toMatchObject({ planned: [], problems: [] });
    expect(await apply(app, file({ releasePlan: null }))).toMatchObject({ status: 200 });

    expect(await planOf(app)).toBeUndefined();
    expect(await servedRollouts(app, 'checkout')).toEqual(['5']);
});

test.each([
    ['no milestones', { milestones: [] }, '/releasePlan'],
    [
        'an unknown segment',
        { milestones: [{ name: 'a', strategies: [rollout(1, { segments: ['nobody'] })] }] },
        'segments/0',
    ],
    [
        'a condition without a number',
        { milestones: [{ ...releasePlan.milestones[0], transitionCondition: {} }] },
        'transitionCondition',
    ],
])('a plan with %s is refused', async (_case, change, path) => {
    const app = await testApp();

    const { status, body } = await apply(app, file({ releasePlan: { ...releasePlan, ...change } }));

    expect(status).toBe(400);
    expect(body.details[0].path).toContain(path);
    expect(await app.get('/api/admin/projects/default/features/checkout')).toMatchObject({ status: 404 });
});

test('in a protected environment, the plan of a file becomes a change request', async () => {
    const app = await testApp();
    const { project, flag, owner, move } = await protectedProject(app);
    const pipeline = await app.has.user({ projectRoles: { [project]: 'member' } });
    const content = { flag, project, environments: { production: { releasePlan } } };

    const prefer = { ...pipeline, headers: { ...pipeline.headers, prefer: 'change-request' } };
    const { status, body } = await apply(app, content, prefer);

    expect(status).toBe(202);
    const environment = environmentOf(flag, 'production', project);
    expect(await planOf(app, environment)).toBeUndefined();
    const { id } = body;
    await move(id, 'In review', pipeline);
    await move(id, 'Approved', owner);
    expect((await move(id, 'Applied', owner)).body).toMatchObject({ state: 'Applied' });
    expect(await planOf(app, environment)).toMatchObject({ name: 'careful', milestones: [{ name: 'few' }, {}] });
});

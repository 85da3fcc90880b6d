import { expect, test } from 'vitest';
import { newTemplate, step, TEMPLATES } from '../../../../test/support/releases.ts';
import { type RequestOptions, type TestApp, testApp } from '../../../../test/support/test-app.ts';

const plan = async (app: TestApp, files: object) => (await app.post('/api/admin/gitops/plan', files)).body;
const apply = (app: TestApp, files: object, options?: RequestOptions) =>
    app.post('/api/admin/gitops/apply', files, options);
const filesOf = async (app: TestApp, project = 'default') =>
    (await app.get(`/api/admin/projects/${project}/gitops/files?globalSegments=true`)).body.templates;
const named = async (app: TestApp, name: string) => {
    const listed = (await app.get('/api/admin/projects/default/release-templates?include=root')).body;
    const id = listed.find((each: { name: string }) => each.name === name)?.id;
    return id && (await app.get(`${TEMPLATES}/${id}`)).body;
};

const rollout = (percent: number, more: object = {}) => ({
    ...{ name: 'flexibleRollout', parameters: { rollout: percent, stickiness: 'default', groupId: '{{featureName}}' } },
    ...more,
});
const template = {
    template: 'careful',
    description: 'From a file',
    milestones: [
        { name: 'few', transitionCondition: { intervalMinutes: 60 }, strategies: [rollout(10)] },
        { name: 'all', strategies: [rollout(100)] },
    ],
};

test('a template of a file is created with its segments, changed, and the next plan is empty', async () => {
    const app = await testApp();
    const [few, all] = template.milestones;
    const files = {
        segments: [{ segment: 'crew', constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }] }],
        templates: [{ ...template, milestones: [{ ...few, strategies: [rollout(10, { segments: ['crew'] })] }, all] }],
    };
    expect(await plan(app, files)).toMatchObject({
        ...{ problems: [], lacking: [] },
        planned: [
            { key: 'segment crew', action: 'create' },
            {
                key: 'template careful',
                kind: 'template',
                action: 'create',
                sentences: ['create the release template careful'],
            },
        ],
    });
    expect(await apply(app, files)).toMatchObject({ status: 200 });
    expect(await named(app, 'careful')).toMatchObject({
        ...{ project: null, description: 'From a file' },
        milestones: [{ name: 'few', transitionCondition: { intervalMinutes: 60 } }, { name: 'all' }],
    });
    expect(await plan(app, files)).toMatchObject({ planned: [], problems: [] });

    const changed = { templates: [{ template: 'careful', milestones: [all] }] };
    expect((await plan(app, changed)).planned[0].differences).toMatchObject([
        { path: ['milestones'], onService: files.templates[0]!.milestones, inFile: [all] },
    ]);
    expect(await apply(app, changed)).toMatchObject({ status: 200 });
    expect(await named(app, 'careful')).toMatchObject({ description: 'From a file', milestones: [{ name: 'all' }] });
});

test('templates are written to files and read back without a difference; archived ones and those of others are not', async () => {
    const app = await testApp();
    await app.has.project({ id: 'shop' });
    await newTemplate(app, {
        name: 'steps',
        milestones: [step('few', '10', { intervalMinutes: 5 }), step('all', '100')],
    });
    const own = { name: 'own', milestones: [{ ...step('all', '100'), sortOrder: 0 }] };
    await app.post('/api/admin/projects/default/release-templates', own);
    await app.post('/api/admin/projects/shop/release-templates', { ...own, name: 'foreign' });
    const old = await newTemplate(app, { name: 'old' });
    await app.post(`${TEMPLATES}/archive/${old.id}`);

    const templates = await filesOf(app);

    expect(templates).toMatchObject([
        { template: 'own', project: 'default' },
        { template: 'steps', milestones: [{ name: 'few', transitionCondition: { intervalMinutes: 5 } }, {}] },
    ]);
    expect(await plan(app, { templates })).toMatchObject({ planned: [], problems: [] });
});

test('a template is deleted on request, and plans that were made from it stay', async () => {
    const app = await testApp();
    await apply(app, { templates: [template] });
    await app.has.flag({ name: 'checkout' });
    const plans = '/api/admin/projects/default/features/checkout/environments/development/release-plans';
    await app.post(plans, { templateId: (await named(app, 'careful')).id });

    expect(await apply(app, { templates: [{ template: 'careful', deleted: true }] })).toMatchObject({ status: 200 });

    expect(await named(app, 'careful')).toBeUndefined();
    expect((await app.get(plans)).body).toMatchObject([{ name: 'careful' }]);
    expect(await plan(app, { templates: [{ template: 'careful', deleted: true }] })).toMatchObject({ planned: [] });
});

test('what a template cannot be is a problem with its location', async () => {
    const app = await testApp();
    const archived = await newTemplate(app, { name: 'old' });
    await app.post(`${TEMPLATES}/archive/${archived.id}`);
    await newTemplate(app, { name: 'steps' });
    const problemsOf = async (...templates: object[]) => (await plan(app, { templates })).problems;

    expect(await problemsOf({ ...template, template: 'old' })).toMatchObject([
        { path: '/body/templates/0', message: expect.stringContaining('was archived') },
    ]);
    expect(await problemsOf({ template: 'steps', project: 'default' })).toMatchObject([
        { path: '/body/templates/0/project', message: expect.stringContaining('is for all projects') },
    ]);
    expect(await problemsOf({ template: 'new' })).toMatchObject([
        { message: expect.stringContaining('no milestones') },
    ]);
    expect(await problemsOf(template, template)).toMatchObject([{ path: '/body/templates/1' }]);
    const unknown = [{ name: 'a', strategies: [rollout(1, { segments: ['nobody'] })] }];
    expect(await problemsOf({ ...template, milestones: unknown })).toMatchObject([
        { path: '/body/templates/0/milestones/0/strategies/0/segments/0' },
    ]);
});

test('applying a template needs its permission, and templates of hidden projects stay hidden', async () => {
    const app = await testApp();
    await app.has.project({ id: 'shop', mode: 'private' });
    const member = await app.has.user({ projectRoles: { default: 'owner' } });
    const ofShop = { name: 'secret', milestones: [{ ...step('all', '100'), sortOrder: 0 }] };
    await app.post('/api/admin/projects/shop/release-templates', ofShop);

    expect(await apply(app, { templates: [template] }, member)).toMatchObject({ status: 403 });
    expect(await apply(app, { templates: [{ ...template, project: 'default' }] }, member)).toMatchObject({
        status: 200,
    });
    expect(await apply(app, { templates: [{ ...template, project: 'shop' }] }, member)).toMatchObject({ status: 404 });
    const answer = await apply(
        app,
        { templates: [{ template: 'secret', deleted: true }] },
        { ...member, changesNothing: true },
    );
    expect(answer).toMatchObject({ status: 200, body: { planned: [] } });
});

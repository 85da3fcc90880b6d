import { expect, test } from 'vitest';
import { protectedProject } from '../../../../test/support/change-requests.ts';
import { environmentOf, newTemplate } from '../../../../test/support/releases.ts';
import { testApp } from '../../../../test/support/test-app.ts';

const E = environmentOf('checkout');
const comparison = { outcome: 'checkout_failed', margin: 0.01 };
const back = { type: 'returnToPreviousMilestone' };
const threshold = {
    impactMetric: { metricName: 'errors', timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} },
    triggerCondition: { operator: '>', threshold: 5 },
};

test('a plan is added with its safeguards in one change', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const { id: templateId } = await newTemplate(app);

    const { status, body: plan } = await app.post(`${E}/release-plans`, {
        templateId,
        safeguards: [{ comparison, action: back }, threshold],
    });

    expect(status).toBe(200);
    const { body } = await app.get(`${E}/release-plans/${plan.id}/safeguards`);
    expect(body.safeguards).toMatchObject([
        { comparison: { ...comparison, minimumSample: 100 }, action: back },
        { ...threshold, action: { type: 'pauseReleasePlanProgressions' } },
    ]);
    const { body: log } = await app.get('/api/admin/events/checkout');
    const [changed, , added] = log.events;
    expect([changed.type, added.type]).toEqual(['safeguard-changed', 'release-plan-added']);
    expect(changed.groupId).toBe(added.groupId);
});

test('a plan with an invalid safeguard is not added', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const { id: templateId } = await newTemplate(app);

    const refused = await app.post(`${E}/release-plans`, { templateId, safeguards: [{ action: back }] });

    expect(refused).toMatchObject({
        status: 400,
        body: { details: [{ message: expect.stringContaining('comparison') }] },
    });
    expect((await app.get(`${E}/release-plans`)).body).toEqual([]);
});

test('safeguards of a new plan need the permission to set them', async () => {
    const app = await testApp();
    const { id: project } = await app.has.project();
    const { name: flag } = await app.has.flag({ project });
    const { id: templateId } = await newTemplate(app);
    const at = environmentOf(flag, 'development', project);
    const permissions = [{ name: 'CREATE_FEATURE_STRATEGY', environment: 'development' }];
    const { body: role } = await app.post('/api/admin/roles', { name: 'Starter', type: 'custom', permissions });
    const user = await app.has.user({ rootRole: 'viewer' });
    await app.post(`/api/admin/projects/${project}/access`, { roles: [role.roles.id], users: [user.id], groups: [] });

    const refused = await app.post(`${at}/release-plans`, { templateId, safeguards: [threshold] }, user);
    expect(refused).toMatchObject({ status: 403, body: { permissions: ['UPDATE_FEATURE_STRATEGY'] } });
    expect(await app.post(`${at}/release-plans`, { templateId }, user)).toMatchObject({ status: 200 });
});

test('in a protected environment, the approval of a plan covers its safeguards', async () => {
    const app = await testApp();
    const { project, flag, author, owner, propose, move } = await protectedProject(app);
    const { id: templateId } = await newTemplate(app);
    const at = environmentOf(flag, 'production', project);
    const payload = { templateId, safeguards: [{ comparison, action: back }] };
    const { id } = (await propose({ feature: flag, action: 'addReleasePlan', payload }, author)).body;
    await move(id, 'In review', author);
    await move(id, 'Approved', owner);

    expect(await move(id, 'Applied', owner)).toMatchObject({ status: 200 });

    const [plan] = (await app.get(`${at}/release-plans`)).body;
    const { body } = await app.get(`${at}/release-plans/${plan.id}/safeguards`);
    expect(body.safeguards).toMatchObject([{ comparison, action: back }]);
});

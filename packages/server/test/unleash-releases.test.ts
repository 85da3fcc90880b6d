import { expect, test } from 'vitest';
import { protectedProject } from './support/change-requests.ts';
import { testApp } from './support/test-app.ts';

const TEMPLATES = '/api/admin/release-plan-templates';
const ULID = expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** As the template form of Unleash 8.2 sends it: ids are made by the page. */
const formStrategy = (id: string, rollout: string, segments: number[] = []) => ({
    ...{ id, name: 'flexibleRollout', title: '', disabled: false, sortOrder: 0, segments, variants: [] },
    ...{ parameters: { rollout, stickiness: 'default', groupId: '{{featureName}}' }, constraints: [] },
});
const form = {
    ...{ name: 'three steps', description: 'internal first' },
    milestones: [
        {
            ...{ id: 'tmp-1', name: 'staff', sortOrder: 0, strategies: [formStrategy('tmp-2', '25')] },
            transitionCondition: { intervalMinutes: 1440 },
        },
        {
            ...{ id: 'tmp-3', name: 'ten percent', sortOrder: 1, strategies: [formStrategy('tmp-4', '10')] },
            transitionCondition: { type: 'exposure', minimumExposures: 20_000 },
        },
        { id: 'tmp-5', name: 'all', sortOrder: 2, strategies: [formStrategy('tmp-6', '100')] },
    ],
};

/* The pages of Unleash 8.2 in commercial mode make these calls in this order. The test checks the members that they read. */
test("the pages of Unleash's release templates and plans work", async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const F = '/api/admin/projects/default/features/checkout';
    const E = `${F}/environments/development`;
    const flagPage = async () => {
        const { environments } = (await app.get(F)).body;
        return environments.find(({ name }: { name: string }) => name === 'development');
    };

    // 1. The template list, the form, and the list again.
    expect((await app.get('/api/admin/ui-config')).body).toMatchObject({ flags: expect.any(Object) });
    expect((await app.get(TEMPLATES)).body).toEqual([]);
    const { status, body: template } = await app.post(TEMPLATES, form);
    expect(status).toBe(200);
    expect(template).toMatchObject({
        ...{ id: ULID, discriminator: 'template', name: 'three steps', description: 'internal first' },
        ...{ createdByUserId: expect.any(Number), createdAt: TIME, project: null, archivedAt: null },
        milestones: form.milestones.map(({ name, sortOrder, ...milestone }) => ({
            ...{ id: ULID, name, sortOrder, releasePlanDefinitionId: template.id },
            ...('transitionCondition' in milestone && { transitionCondition: milestone.transitionCondition }),
            strategies: [{ id: ULID, milestoneId: ULID, name: 'flexibleRollout', strategyName: 'flexibleRollout' }],
        })),
    });
    expect(template.milestones.map(({ id }: { id: string }) => id)).not.toContain('tmp-1');
    expect(await app.post(TEMPLATES, form)).toMatchObject({ status: 409 });
    const [listed] = (await app.get(TEMPLATES)).body;
    expect(listed).not.toHaveProperty('milestones');

    // 2. The template is opened, edited and saved as it was read.
    const { body: read } = await app.get(`${TEMPLATES}/${template.id}`);
    const edited = { ...read, milestones: read.milestones.map((each: object) => ({ ...each, startedAt: null })) };
    edited.milestones[0].name = 'staff and friends';
    expect(await app.put(`${TEMPLATES}/${template.id}`, edited)).toMatchObject({
        status: 200,
        body: { milestones: [{ name: 'staff and friends' }, {}, {}] },
    });

    // 3. A template of a project; the menu of a flag lists its own templates first, then those for all projects.
    const ofProject = '/api/admin/projects/default/release-templates';
    const { body: own } = await app.post(ofProject, { ...form, name: 'own' });
    expect((await app.get(`${ofProject}?include=root`)).body).toMatchObject([
        { name: 'own', project: 'default' },
        { name: 'three steps', project: null },
    ]);
    expect(await app.put(`${ofProject}/${own.id}`, { ...own, description: 'ours' })).toMatchObject({ status: 200 });
    expect((await app.post(`${ofProject}/archive/${own.id}`)).status).toBe(200);
    expect((await app.get(`${TEMPLATES}/${own.id}`)).body).toMatchObject({ archivedAt: TIME });
    expect((await app.delete(`${TEMPLATES}/${own.id}`)).status).toBe(200);

    // 4. The plan is added to an environment that is off, which is switched on.
    const added = await app.post(`${E}/release-plans`, { templateId: template.id });
    expect(added).toMatchObject({
        status: 200,
        body: { id: ULID, discriminator: 'plan', activeMilestoneId: null, releasePlanTemplateId: template.id },
    });
    expect(await app.post(`${E}/release-plans`, { templateId: template.id })).toMatchObject({ status: 409 });
    const plan = added.body;
    expect((await flagPage()).releasePlans).toMatchObject([{ id: plan.id, activeMilestoneId: null, safeguards: [] }]);
    expect((await app.post(`${E}/on?shouldActivateDisabledStrategies=false`)).status).toBe(200);
    const [first, second, third] = plan.milestones;
    expect(await flagPage()).toMatchObject({
        // Strategies of milestones are inside the plan.
        ...{ enabled: true, strategies: [] },
        releasePlans: [{ activeMilestoneId: first.id, milestones: [{ startedAt: TIME }, { startedAt: null }, {}] }],
    });
    const search = await app.get('/api/admin/search/features?query=checkout');
    expect(
        search.body.features[0].environments.find(({ name }: { name: string }) => name === 'development'),
    ).toMatchObject({ milestoneName: 'staff and friends', milestoneOrder: 0, totalMilestones: 3 });

    // 5. Strategies of the active and of another milestone are edited.
    const { name: _name, id: _id, ...strategy } = formStrategy('', '30');
    expect(await app.put(`${E}/milestone-strategies/${first.strategies[0].id}`, strategy)).toMatchObject({
        status: 200,
        body: { id: first.strategies[0].id, milestoneId: first.id, parameters: { rollout: '30' } },
    });
    expect((await app.put(`${E}/milestone-strategies/${third.strategies[0].id}`, strategy)).status).toBe(200);

    // 6. The automation of a milestone is changed, deleted and added again.
    const time = { targetMilestone: second.id, transitionCondition: { intervalMinutes: 300 } };
    expect(await app.put(`${E}/progressions/${first.id}`, time)).toMatchObject({
        status: 200,
        body: { ...time, sourceMilestone: first.id },
    });
    expect((await app.delete(`${E}/progressions/${first.id}`)).status).toBe(204);
    expect((await app.delete(`${E}/progressions/${first.id}`)).status).toBe(404);
    const exposure = { type: 'exposure', minimumExposures: 5_000 };
    expect(
        await app.put(`${E}/progressions/${first.id}`, {
            ...{ sourceMilestone: first.id, targetMilestone: second.id, transitionCondition: exposure },
        }),
    ).toMatchObject({ status: 200, body: { transitionCondition: exposure } });

    // 7. Safeguards: the form sends the same body to create and to edit, without an id.
    const safeguard = {
        impactMetric: {
            ...{ metricName: 'checkout_errors', timeRange: 'hour', aggregationMode: 'count', source: 'internal' },
            labelSelectors: { environment: ['development'], appName: ['shop-web'] },
        },
        triggerCondition: { operator: '>', threshold: 50 },
    };
    for (const path of [`${E}/release-plans/${plan.id}/safeguards`, `${E}/safeguards`]) {
        expect((await app.put(path, safeguard)).status).toBe(204);
        const changed = { ...safeguard, triggerCondition: { operator: '<', threshold: 3 } };
        expect((await app.put(path, changed)).status).toBe(204);
    }
    const page = await flagPage();
    const read1 = { id: expect.any(String), impactMetric: { id: expect.any(String), ...safeguard.impactMetric } };
    const triggerCondition = { operator: '<', threshold: 3 };
    expect(page.releasePlans[0].safeguards).toMatchObject([
        { ...read1, triggerCondition, action: { type: 'pauseReleasePlanProgressions', id: plan.id } },
    ]);
    expect(page.safeguards).toMatchObject([
        {
            ...{ ...read1, triggerCondition },
            action: {
                ...{ type: 'disableFeatureEnvironment', featureName: 'checkout' },
                ...{ environment: 'development', project: 'default' },
            },
        },
    ]);
    const [{ id: ofPlan }] = page.releasePlans[0].safeguards;
    expect((await app.delete(`${E}/release-plans/${plan.id}/safeguards/${ofPlan}`)).status).toBe(204);
    expect((await app.delete(`${E}/release-plans/${plan.id}/safeguards/${ofPlan}`)).status).toBe(404);
    expect((await app.delete(`${E}/safeguards/${page.safeguards[0].id}`)).status).toBe(204);

    // 8. A later milestone is started, then an earlier one again; the plan is resumed, which changes nothing, and removed.
    const start = (id: string) => app.post(`${E}/release-plans/${plan.id}/milestones/${id}/start`);
    expect(await start(third.id)).toMatchObject({ status: 200, body: { id: third.id, startedAt: TIME } });
    expect(await start(second.id)).toMatchObject({ status: 200, body: { id: second.id, pausedAt: null } });
    expect((await start('01XXXXXXXXXXXXXXXXXXXXXXXX')).status).toBe(404);
    expect((await app.post(`${E}/progressions/${plan.id}/resume`, undefined, { changesNothing: true })).status).toBe(
        200,
    );
    expect((await app.delete(`${E}/release-plans/${plan.id}`)).status).toBe(200);
    expect(await flagPage()).toMatchObject({ enabled: false, releasePlans: [] });
});

test("the paths of Unleash's older clients, with an underscore, are the same plans", async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const E = '/api/admin/projects/default/features/checkout/environments/development';
    const { id: templateId } = (await app.post(TEMPLATES, form)).body;
    const { body: plan } = await app.post(`${E}/release_plans`, { templateId });

    expect((await app.get(`${E}/release-plans`)).body).toMatchObject([{ id: plan.id }]);
    expect((await app.post(`${E}/release_plans/${plan.id}/milestones/${plan.milestones[1].id}/start`)).status).toBe(
        200,
    );
    expect((await app.delete(`${E}/release_plans/${plan.id}`)).status).toBe(200);
});

test("all eleven actions of Unleash's change requests about releases are proposed, approved and applied", async () => {
    const app = await testApp();
    const { project, flag, author, owner, propose, move } = await protectedProject(app);
    const E = `/api/admin/projects/${project}/features/${flag}/environments/production`;
    const { id: templateId } = (await app.post(TEMPLATES, form)).body;
    const plan = async () => (await app.get(`${E}/release-plans`)).body[0];
    const apply = async (action: string, payload: object) => {
        const { status, body } = await propose([{ feature: flag, action, payload }], author);
        expect({ action, status }).toEqual({ action, status: 200 });
        await move(body.id, 'In review', author);
        await move(body.id, 'Approved', owner);
        const applied = await move(body.id, 'Applied', owner);
        expect({ action, state: applied.body.state }).toEqual({ action, state: 'Applied' });
    };
    const safeguard = {
        impactMetric: { metricName: 'errors', timeRange: 'day', aggregationMode: 'sum', labelSelectors: {} },
        triggerCondition: { operator: '>', threshold: 1 },
    };

    await apply('addReleasePlan', { templateId });
    await apply('updateEnabled', { enabled: true });
    const { id: planId, milestones } = await plan();
    const [first, second] = milestones;
    const { name: _name, ...strategy } = formStrategy(first.strategies[0].id, '42');
    await apply('updateMilestoneStrategy', strategy);
    const target = { sourceMilestone: first.id, targetMilestone: second.id };
    await apply('changeMilestoneProgression', { ...target, transitionCondition: { intervalMinutes: 5 } });
    await apply('deleteMilestoneProgression', { sourceMilestone: first.id });
    await apply('changeReleasePlanSafeguard', { planId, safeguard });
    await apply('changeFeatureEnvSafeguard', { safeguard });
    const [{ id: ofPlan }] = (await app.get(`${E}/release-plans/${planId}/safeguards`)).body.safeguards;
    const [{ id: ofFlag }] = (await app.get(`${E}/safeguards`)).body.safeguards;
    await apply('deleteReleasePlanSafeguard', { planId, safeguardId: ofPlan });
    await apply('deleteFeatureEnvSafeguard', { safeguardId: ofFlag });
    await app.post(`${E}/progressions/${planId}/pause`, undefined, owner);
    await apply('resumeMilestoneProgression', { planId });
    await apply('startMilestone', { planId, milestoneId: second.id });

    expect(await plan()).toMatchObject({
        activeMilestoneId: second.id,
        milestones: [
            { transitionCondition: null, pausedAt: null, strategies: [{ parameters: { rollout: '42' } }] },
            { startedAt: TIME },
            {},
        ],
    });
    await apply('deleteReleasePlan', { planId });
    expect(await plan()).toBeUndefined();
});

import { describe, expect, test } from 'vitest';
import { environmentOf, newTemplate, rollout, servedRollouts, step } from '../../../../test/support/releases.ts';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const E = environmentOf('checkout');

/** A flag with a plan of two milestones. */
async function withPlan(flag: object = {}, milestones = [step('few', '10'), step('all', '100')]) {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', ...flag });
    const template = await newTemplate(app, { milestones });
    const { status, body: plan } = await app.post(`${E}/release-plans`, { templateId: template.id });
    expect(status).toBe(200);
    return { app, template, plan };
}

const eventsOf = async (app: TestApp) => {
    const { body } = await app.get('/api/admin/events/checkout');
    return body.events.map(({ type }: { type: string }) => type).reverse();
};

const planIn = async (app: TestApp) => (await app.get(`${E}/release-plans`)).body[0];

describe('a plan', () => {
    test('is a copy of the template with ids of its own and the name of the flag', async () => {
        const { plan, template, app } = await withPlan();

        expect(plan).toMatchObject({
            discriminator: 'plan',
            name: 'steps',
            description: null,
            featureName: 'checkout',
            environment: 'development',
            createdByUserId: expect.any(Number),
            createdAt: expect.any(String),
            releasePlanTemplateId: template.id,
            activeMilestoneId: null,
            safeguards: [],
            milestones: [
                {
                    name: 'few',
                    sortOrder: 0,
                    releasePlanDefinitionId: plan.id,
                    startedAt: null,
                    pausedAt: null,
                    progressionExecutedAt: null,
                    transitionCondition: null,
                    strategies: [
                        {
                            name: 'flexibleRollout',
                            strategyName: 'flexibleRollout',
                            sortOrder: 0,
                            parameters: { rollout: '10', groupId: 'checkout', stickiness: 'default' },
                            constraints: [],
                            segments: [],
                            variants: [],
                            title: null,
                            disabled: false,
                        },
                    ],
                },
                { name: 'all', sortOrder: 1 },
            ],
        });
        const ids = (milestones: { id: string }[]) => milestones.map(({ id }) => id);
        expect(ids(plan.milestones)).not.toEqual(ids(template.milestones));
        expect(plan.milestones[0].strategies[0].milestoneId).toBe(plan.milestones[0].id);
        expect((await app.get('/api/admin/projects/default/features/checkout')).body.environments[0]).toMatchObject({
            name: 'development',
            releasePlans: [plan],
            safeguards: [],
        });
        await app.put(`/api/admin/release-plan-templates/${template.id}`, {
            name: 'other',
            milestones: [{ ...step('none', '0'), sortOrder: 0 }],
        });
        expect(await planIn(app)).toEqual(plan);
    });

    test('of a flag that is off starts with its first milestone when the flag is turned on, without a default strategy', async () => {
        const { app, plan } = await withPlan();
        expect(await servedRollouts(app, 'checkout')).toBe('off');

        expect(await app.post(`${E}/on`)).toMatchObject({ status: 200 });

        expect(await servedRollouts(app, 'checkout')).toEqual(['10']);
        expect(await planIn(app)).toMatchObject({
            activeMilestoneId: plan.milestones[0].id,
            milestones: [{ startedAt: expect.any(String) }, { startedAt: null }],
        });
        expect(await eventsOf(app)).toEqual([
            'feature-created',
            'release-plan-added',
            'release-plan-milestone-started',
            'feature-environment-enabled',
        ]);
        const started = (await planIn(app)).milestones[0].startedAt;
        await app.post(`${E}/off`);
        await app.post(`${E}/on`);
        expect((await planIn(app)).milestones[0].startedAt).toBe(started);
    });

    test('of a flag that is on starts at once, next to the own strategies of the flag', async () => {
        const { app, plan } = await withPlan({ enabled: true });

        expect(plan.activeMilestoneId).toBe(plan.milestones[0].id);
        expect(await servedRollouts(app, 'checkout')).toEqual(['10', '100']);
        const { body } = await app.get('/api/admin/projects/default/features/checkout');
        const [own, ...others] = body.environments[0].strategies;
        expect(others).toEqual([]);
        const { body: inEnvironment } = await app.get(E);
        expect(inEnvironment.strategies).toMatchObject([{ id: plan.milestones[0].strategies[0].id }, { id: own.id }]);
        expect(inEnvironment.strategies[0]).not.toHaveProperty('milestoneId');

        await app.delete(`${E}/strategies/${own.id}`);

        expect(await servedRollouts(app, 'checkout')).toEqual(['10']);
    });

    test('sends SDKs the strategies of the active milestone only, without ids, titles and positions', async () => {
        const { app, plan } = await withPlan();
        await app.post(`${E}/on`);

        const { body } = await app.post(`${E}/release-plans/${plan.id}/milestones/${plan.milestones[1].id}/start`);

        expect(body).toMatchObject({ id: plan.milestones[1].id, startedAt: expect.any(String) });
        const { features } = await app.clientFeatures();
        expect(features[0].strategies).toEqual([
            {
                name: 'flexibleRollout',
                constraints: [],
                parameters: { rollout: '100', stickiness: 'default', groupId: 'checkout' },
                variants: [],
            },
        ]);
    });

    test('can go back to an earlier milestone', async () => {
        const { app, plan } = await withPlan();
        await app.post(`${E}/on`);
        const [few, all] = plan.milestones;
        await app.post(`${E}/release-plans/${plan.id}/milestones/${all.id}/start`);

        await app.post(`${E}/release_plans/${plan.id}/milestones/${few.id}/start`);

        expect(await servedRollouts(app, 'checkout')).toEqual(['10']);
        expect((await planIn(app)).activeMilestoneId).toBe(few.id);
    });

    test('that is removed leaves the own strategies of the flag', async () => {
        const { app, plan } = await withPlan({ enabled: true });

        expect(await app.delete(`${E}/release-plans/${plan.id}`)).toMatchObject({ status: 200 });

        expect(await servedRollouts(app, 'checkout')).toEqual(['100']);
        expect((await app.get(`${E}/release-plans`)).body).toEqual([]);
    });

    test('that is removed turns a flag without own strategies off', async () => {
        const { app, plan } = await withPlan();
        await app.post(`${E}/on`);

        await app.delete(`${E}/release-plans/${plan.id}`);

        expect(await servedRollouts(app, 'checkout')).toBe('off');
        expect((await app.get(E)).body).toMatchObject({ enabled: false, strategies: [] });
        expect((await eventsOf(app)).slice(-2)).toEqual(['release-plan-removed', 'feature-environment-disabled']);
    });

    test('is listed in search with its active milestone', async () => {
        const { app } = await withPlan();
        const search = async () =>
            (await app.get('/api/admin/search/features?query=checkout')).body.features[0].environments[0];
        expect(await search()).not.toHaveProperty('milestoneName');

        await app.post(`${E}/on`);

        expect(await search()).toMatchObject({
            milestoneName: 'few',
            milestoneOrder: 0,
            totalMilestones: 2,
            hasStrategies: true,
            hasEnabledStrategies: true,
        });
    });
});

describe('a plan without a template', () => {
    const gradually = async (body: object, flag: object = {}) => {
        const app = await testApp();
        await app.put('/api/admin/projects/default', { name: 'Default', defaultStickiness: 'userId' });
        await app.has.flag({ name: 'checkout', ...flag });
        return { app, ...(await app.post(`${E}/release-plans`, body)) };
    };
    const sharesOf = (milestones: { strategies: { parameters: object }[] }[]) =>
        milestones.map(({ strategies }) => strategies.map(({ parameters }) => parameters));

    test('rolls the flag out to 1, 10, 50 and 100 % of the users, a day apart, and stays on for them', async () => {
        const { status, body } = await gradually({ gradually: {} });

        expect(status).toBe(200);
        expect(sharesOf(body.milestones)).toEqual(
            ['1', '10', '50', '100'].map((rollout) => [{ rollout, stickiness: 'userId', groupId: 'checkout' }]),
        );
        const day = { intervalMinutes: 1_440 };
        expect(body).toMatchObject({
            name: 'Gradual rollout',
            milestones: [
                { name: '1%', transitionCondition: day },
                { name: '10%', transitionCondition: day },
                { name: '50%', transitionCondition: day },
                { name: 'Everyone', transitionCondition: null },
            ],
        });
    });

    test('can have other shares, be advanced by hand, and have safeguards', async () => {
        const { app, body } = await gradually({
            gradually: { percentages: [20, 100], intervalMinutes: 0, stickiness: 'sessionId' },
            ...{ name: 'Slow', safeguards: [{ comparison: { outcome: 'error' } }] },
        });

        expect(body).toMatchObject({ name: 'Slow', milestones: [{ transitionCondition: null }, {}] });
        expect(sharesOf(body.milestones)[0]).toMatchObject([{ rollout: '20', stickiness: 'sessionId' }]);
        expect((await planIn(app)).safeguards).toMatchObject([{ comparison: { outcome: 'error' } }]);
    });

    test.each([
        [{ gradually: { percentages: [50, 10, 100] } }, '/body/gradually/percentages'],
        [{ gradually: { percentages: [10, 50] } }, '/body/gradually/percentages'],
        [{ gradually: { percentages: [] } }, '/body/gradually/percentages'],
        [{ gradually: { intervalMinutes: -1 } }, '/body/gradually/intervalMinutes'],
        [{ gradually: {}, templateId: '01XXXXXXXXXXXXXXXXXXXXXXXX' }, '/body'],
    ])('is refused with %j', async (content, path) => {
        const { status, body } = await gradually(content);
        expect(status).toBe(400);
        expect(body.details[0].path).toContain(path);
    });
});

describe('a strategy of a milestone', () => {
    const edited = { ...rollout('25'), name: undefined, title: 'more', segments: [] };

    test('that is active is changed for SDKs, too', async () => {
        const { app, plan } = await withPlan();
        await app.post(`${E}/on`);
        const [{ id, milestoneId }] = plan.milestones[0].strategies;

        const { status, body } = await app.put(`${E}/milestone-strategies/${id}`, edited);

        expect(status).toBe(200);
        expect(body).toMatchObject({ id, milestoneId, name: 'flexibleRollout', title: 'more' });
        expect(await servedRollouts(app, 'checkout')).toEqual(['25']);
        expect((await planIn(app)).milestones[0].strategies).toEqual([body]);
    });

    test('that waits is changed when it starts', async () => {
        const { app, plan } = await withPlan();
        await app.post(`${E}/on`);
        const all = plan.milestones[1];

        await app.put(`${E}/milestone-strategies/${all.strategies[0].id}`, edited);

        expect(await servedRollouts(app, 'checkout')).toEqual(['10']);
        await app.post(`${E}/release-plans/${plan.id}/milestones/${all.id}/start`);
        expect(await servedRollouts(app, 'checkout')).toEqual(['25']);
    });

    test('cannot be changed or removed like an own strategy of the flag', async () => {
        const { app, plan } = await withPlan();
        await app.post(`${E}/on`);
        const [{ id }] = plan.milestones[0].strategies;

        for (const response of [
            await app.delete(`${E}/strategies/${id}`),
            await app.put(`${E}/strategies/${id}`, rollout('50')),
        ]) {
            expect(response).toMatchObject({
                status: 400,
                body: { message: expect.stringContaining('milestone of a release plan') },
            });
        }
        expect(await servedRollouts(app, 'checkout')).toEqual(['10']);
    });

    test('that is the last enabled one turns the flag off when it is disabled', async () => {
        const { app, plan } = await withPlan();
        await app.post(`${E}/on`);
        const [{ id }] = plan.milestones[0].strategies;

        await app.put(`${E}/milestone-strategies/${id}`, { ...edited, disabled: true });

        expect(await servedRollouts(app, 'checkout')).toBe('off');
        expect(await app.post(`${E}/on`)).toMatchObject({
            status: 400,
            body: { message: expect.stringContaining('All strategies of the active milestone') },
        });
    });

    test('keeps segments and strategy types in use, also while its milestone waits', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'checkout' });
        const segment = await app.has.segment({ name: 'crew' });
        await app.post('/api/admin/strategies', { name: 'moon', parameters: [] });
        const strategies = [{ name: 'moon', segments: [segment.id], parameters: {} }];
        const template = await newTemplate(app, {
            milestones: [step('few', '10'), { name: 'all', strategies }],
        });
        await app.post(`${E}/release-plans`, { templateId: template.id });

        expect(await app.delete(`/api/admin/segments/${segment.id}`)).toMatchObject({ status: 409 });
        expect(await app.delete('/api/admin/strategies/moon')).toMatchObject({ status: 409 });
        expect((await app.get(`/api/admin/segments/${segment.id}/strategies`)).body.strategies).toMatchObject([
            { featureName: 'checkout', strategyName: 'moon' },
        ]);
    });
});

describe('a clear error is returned for', () => {
    test('a second plan', async () => {
        const { app, template } = await withPlan();

        expect(await app.post(`${E}/release-plans`, { templateId: template.id })).toMatchObject({
            status: 409,
            body: { message: expect.stringContaining('has the release plan steps') },
        });
    });

    test('a plan on an archived flag, or on an environment that the project does not use', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'checkout' });
        const template = await newTemplate(app);
        await app.has.environment({ name: 'elsewhere' });
        expect(
            await app.post(`${environmentOf('checkout', 'elsewhere')}/release-plans`, { templateId: template.id }),
        ).toMatchObject({ status: 404 });
        await app.delete('/api/admin/projects/default/features/checkout');

        expect(await app.post(`${E}/release-plans`, { templateId: template.id })).toMatchObject({
            status: 400,
            body: { message: 'Flag checkout is archived. Restore it first.' },
        });
    });

    test('a template that is archived, of another project, or unknown', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'checkout' });
        await app.has.project({ id: 'shop' });
        const { body: foreign } = await app.post('/api/admin/projects/shop/release-templates', {
            name: 'foreign',
            milestones: [{ ...step('all', '100'), sortOrder: 0 }],
        });
        const archived = await newTemplate(app);
        await app.post(`/api/admin/release-plan-templates/archive/${archived.id}`);
        const add = (templateId: string) => app.post(`${E}/release-plans`, { templateId });

        expect(await add(foreign.id)).toMatchObject({
            status: 400,
            body: { message: expect.stringContaining('belongs to another project') },
        });
        expect(await add(archived.id)).toMatchObject({
            status: 400,
            body: { message: expect.stringContaining('is archived') },
        });
        expect(await add('01XXXXXXXXXXXXXXXXXXXXXXXX')).toMatchObject({ status: 404 });
    });

    test('an unknown plan, milestone or strategy', async () => {
        const { app, plan } = await withPlan();

        expect(await app.delete(`${E}/release-plans/nowhere`)).toMatchObject({ status: 404 });
        expect(await app.post(`${E}/release-plans/${plan.id}/milestones/nowhere/start`)).toMatchObject({ status: 404 });
        expect(await app.put(`${E}/milestone-strategies/nowhere`, {})).toMatchObject({ status: 404 });
        expect(await app.post(`${E}/progressions/nowhere/resume`)).toMatchObject({ status: 404 });
    });
});

describe('an automatic progression', () => {
    test('is created, changed and deleted with an event each', async () => {
        const { app, plan } = await withPlan();
        const [few, all] = plan.milestones;
        const set = (intervalMinutes: number) =>
            app.put(`${E}/progressions/${few.id}`, {
                sourceMilestone: few.id,
                targetMilestone: all.id,
                transitionCondition: { intervalMinutes },
            });

        expect(await set(60)).toMatchObject({
            status: 200,
            body: {
                sourceMilestone: few.id,
                targetMilestone: all.id,
                transitionCondition: { intervalMinutes: 60 },
            },
        });
        await set(120);
        expect((await planIn(app)).milestones[0].transitionCondition).toEqual({ intervalMinutes: 120 });
        expect(await app.delete(`${E}/progressions/${few.id}`)).toMatchObject({ status: 204 });
        expect(await app.delete(`${E}/progressions/${few.id}`)).toMatchObject({ status: 404 });

        expect((await planIn(app)).milestones[0].transitionCondition).toBeNull();
        expect((await eventsOf(app)).slice(-3)).toEqual([
            'milestone-progression-created',
            'milestone-progression-changed',
            'milestone-progression-deleted',
        ]);
    });

    test('cannot have an interval of 0, nor lead to its own or an earlier milestone', async () => {
        const { app, plan } = await withPlan();
        const [few, all] = plan.milestones;
        const set = (targetMilestone: string, transitionCondition: object) =>
            app.put(`${E}/progressions/${few.id}`, { targetMilestone, transitionCondition });

        for (const condition of [{ intervalMinutes: 0 }, { type: 'exposure', minimumExposures: 0 }, {}]) {
            expect(await set(all.id, condition)).toMatchObject({ status: 400 });
        }
        expect(await set(few.id, { intervalMinutes: 5 })).toMatchObject({
            status: 400,
            body: { message: expect.stringContaining('Name a later milestone') },
        });
    });

    test('is paused and resumed for the plan as a whole', async () => {
        const { app, plan } = await withPlan({}, [step('few', '10', { intervalMinutes: 60 }), step('all', '100')]);

        await app.post(`${E}/progressions/${plan.id}/pause`);
        expect((await planIn(app)).milestones[0].pausedAt).toEqual(expect.any(String));
        await app.post(`${E}/progressions/${plan.id}/resume`);

        expect((await planIn(app)).milestones[0].pausedAt).toBeNull();
        expect((await eventsOf(app)).slice(-2)).toEqual([
            'release-plan-progressions-paused',
            'release-plan-progressions-resumed',
        ]);
    });
});

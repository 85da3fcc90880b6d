import { expect, test } from 'vitest';
import { environmentOf, newTemplate, rollout, servedRollouts } from '../../../../test/support/releases.ts';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const E = environmentOf('checkout');

/** A flag with an own strategy and an active milestone. */
async function released() {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', enabled: true });
    const before = Number((await app.get('/api/admin/events/checkout')).body.events[0].id);
    const { body: plan } = await app.post(`${E}/release-plans`, { templateId: (await newTemplate(app)).id });
    return { app, plan, before };
}

test('an export and a copied flag contain the own strategies of a flag, not those of milestones', async () => {
    const { app } = await released();

    const { body } = await app.post(
        '/api/admin/features-batch/export',
        { features: ['checkout'], environment: 'development' },
        { changesNothing: true },
    );
    await app.post('/api/admin/projects/default/features/checkout/clone', { name: 'copy' });

    const rollouts = (list: { parameters: { rollout: string } }[]) => list.map(({ parameters }) => parameters.rollout);
    expect(rollouts(body.featureStrategies)).toEqual(['100']);
    const { body: copy } = await app.get(environmentOf('copy'));
    expect(rollouts(copy.strategies)).toEqual(['100']);
    expect(copy.releasePlans).toEqual([]);
});

test('reverting a change of an own strategy leaves the milestone that is active', async () => {
    const { app, plan } = await released();
    const [own] = (await app.get('/api/admin/projects/default/features/checkout')).body.environments[0].strategies;
    await app.put(`${E}/strategies/${own.id}`, { ...own, parameters: { ...own.parameters, rollout: '70' } });
    const [{ id: revision }] = (await app.get('/api/admin/events/checkout')).body.events;
    expect(await servedRollouts(app, 'checkout')).toEqual(['10', '70']);
    await app.post(`${E}/release-plans/${plan.id}/milestones/${plan.milestones[1].id}/start`);

    const { status } = await app.post('/api/admin/projects/default/revert', { event: revision });

    expect(status).toBe(200);
    expect(await servedRollouts(app, 'checkout')).toEqual(['100', '100']);
});

test.each([
    ['a rollout of 100 %', { name: 'flexibleRollout', parameters: { rollout: '100' } }, 1],
    ['the default strategy', { name: 'default' }, 1],
    ['a disabled one', { name: 'default', disabled: true }, 0],
    ['a rollout of 99 %', { name: 'flexibleRollout', parameters: { rollout: '99' } }, 0],
    [
        'one with a constraint',
        { name: 'default', constraints: [{ contextName: 'userId', operator: 'IN', values: ['a'] }] },
        0,
    ],
])(
    'beside %s as own strategy, a plan warns that it changes nothing only if that is so',
    async (_case, strategy, count) => {
        const app = await testApp();
        await app.has.flag({ name: 'checkout' });
        await app.has.strategy({ flag: 'checkout', ...strategy });
        await app.post(`${E}/release-plans`, { templateId: (await newTemplate(app)).id });
        await app.post(`${E}/on`);

        const plans = [
            (await app.get(`${E}/release-plans`)).body[0],
            (await app.get(E)).body.releasePlans[0],
            (await app.get('/api/admin/projects/default/features/checkout')).body.environments[0].releasePlans[0],
        ];
        expect(plans.map(({ warnings = [] }) => warnings.length)).toEqual([count, count, count]);
        if (count > 0) expect(plans[0].warnings[0]).toContain('serves everyone');
    },
);

const servedIn = async (app: TestApp, environment: string) => {
    const { secret } = await app.has.token({ environment });
    return servedRollouts(app, 'checkout', secret);
};

/** A flag that is on in development with a milestone of 10 %, and with no strategy of its own. */
async function onlyReleased() {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const { id: templateId } = await newTemplate(app);
    const { body: plan } = await app.post(`${E}/release-plans`, { templateId });
    await app.post(`${E}/on`);
    return { app, plan };
}

test('a past moment shows the milestone that was active then', async () => {
    const { app, plan } = await onlyReleased();
    const then = await app.revision();
    await app.post(`${E}/release-plans/${plan.id}/milestones/${plan.milestones[1].id}/start`);
    const users = Array.from({ length: 100 }, (_, number) => String(number)).join(',');

    const onAt = async (asOf: number) => {
        const { body } = await app.post('/api/admin/playground/advanced', {
            ...{ environments: ['development'], projects: ['default'], asOf: String(asOf) },
            context: { appName: 'x', userId: users },
        });
        const [{ environments }] = body.features;
        return environments.development.filter(({ isEnabled }: { isEnabled: boolean }) => isEnabled).length;
    };

    expect(await onAt(then)).toBeLessThan(30);
    expect(await onAt(await app.revision())).toBe(100);
});

test('what-if of starting a milestone counts the users who start, and changes nothing', async () => {
    const { app, plan } = await onlyReleased();
    const contexts = Array.from({ length: 100 }, (_, number) => ({ userId: `user-${number}` }));
    const payload = { planId: plan.id, milestoneId: plan.milestones[1].id };

    const { body } = await app.post(
        '/api/admin/what-if',
        {
            ...{ project: 'default', contexts },
            steps: [{ environment: 'development', feature: 'checkout', action: 'startMilestone', payload }],
        },
        { changesNothing: true },
    );

    const [flag] = body.who[0].flags;
    expect(flag).toMatchObject({ onAfter: 100, onToOff: 0 });
    expect(flag.offToOn).toBe(100 - flag.onBefore);
    expect(flag.onBefore).toBeLessThan(30);
    expect(await servedRollouts(app, 'checkout')).toEqual(['10']);
});

test('a copy of an environment does not turn on for everyone what only a plan released in the source', async () => {
    const { app } = await onlyReleased();
    await app.has.flag({ name: 'lantern', enabled: ['development'] });

    const copied = await app.post('/api/admin/projects/default/environments/production/copy', {
        source: 'development',
    });

    expect(copied.status, JSON.stringify(copied.body)).toBe(200);
    expect(await servedIn(app, 'production')).toBe('off');
    expect((await app.get(`${environmentOf('checkout', 'production')}/release-plans`)).body).toEqual([]);
    expect((await app.get(environmentOf('lantern', 'production'))).body.enabled).toBe(true);
});

test('a copy into an environment with a plan leaves the plan', async () => {
    const { app, plan } = await onlyReleased();
    await app.post(`${environmentOf('checkout', 'production')}/strategies`, rollout('70'));
    await app.post(`${environmentOf('checkout', 'production')}/on`);

    const copied = await app.post('/api/admin/projects/default/environments/development/copy', {
        source: 'production',
    });

    expect(copied.status, JSON.stringify(copied.body)).toBe(200);
    expect(await servedRollouts(app, 'checkout')).toEqual(['10', '70']);
    expect((await app.get(`${E}/release-plans`)).body).toMatchObject([{ id: plan.id }]);
});

test('a new environment that is copied from one with a plan does not serve the flag to everyone', async () => {
    const { app } = await onlyReleased();

    const { status, body } = await app.post('/api/admin/environments/development/clone', {
        ...{ name: 'staging', type: 'test', projects: ['default'], clonePermissions: false },
    });

    expect(status, JSON.stringify(body)).toBe(200);
    expect(await servedIn(app, 'staging')).toBe('off');
});

test('an export and the files of GitOps do not say that a flag is on that only its plan serves', async () => {
    const { app } = await onlyReleased();

    const { body } = await app.post(
        '/api/admin/features-batch/export',
        { features: ['checkout'], environment: 'development' },
        { changesNothing: true },
    );
    const { body: files } = await app.get('/api/admin/projects/default/gitops/files');
    const [file] = files.flags;

    expect(body.featureEnvironments).toMatchObject([{ featureName: 'checkout', enabled: false }]);
    expect(file.environments.development).toEqual({ strategies: [], releasePlan: expect.any(Object) });
    expect((await app.post('/api/admin/gitops/plan', { flags: [file] }, { changesNothing: true })).body).toMatchObject({
        ...{ planned: [], problems: [] },
    });
    await app.post('/api/admin/gitops/apply', { flags: [{ ...file, flag: 'copy' }] });
    expect((await app.get(environmentOf('copy'))).body.enabled).toBe(false);
    await app.post('/api/admin/gitops/apply', {
        flags: [
            {
                ...file,
                environments: { development: { strategies: [{ name: 'userWithId', parameters: { userIds: '7' } }] } },
            },
        ],
    });
    expect((await app.get(`${E}/release-plans`)).body).toHaveLength(1);
    expect(
        (await app.clientFeatures()).features.find(({ name }: { name: string }) => name === 'checkout').strategies,
    ).toHaveLength(2);
});

test('a revert does not turn on for everyone what a removed plan served', async () => {
    const { app, plan } = await onlyReleased();
    await app.delete(`${E}/release-plans/${plan.id}`);
    expect(await servedRollouts(app, 'checkout')).toBe('off');
    const off = (await app.get('/api/admin/events/checkout')).body.events.find(
        ({ type }: { type: string }) => type === 'feature-environment-disabled',
    );

    const { status } = await app.post('/api/admin/projects/default/revert', { event: off.id });

    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(await servedRollouts(app, 'checkout')).toBe('off');
});

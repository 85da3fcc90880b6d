import { expect, test } from 'vitest';
import { environmentOf, newTemplate, servedRollouts } from '../../../../test/support/releases.ts';
import { testApp } from '../../../../test/support/test-app.ts';

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

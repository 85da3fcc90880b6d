import { expect, test } from 'vitest';
import { startSdk, until as untilSdk } from '../packages/server/test/support/sdk.ts';
import { testApp } from '../packages/server/test/support/test-app.ts';

const ENVIRONMENT = '/api/admin/projects/default/features/checkout/environments/development';
const rollout = (percentage: string) => ({
    ...{ name: 'flexibleRollout', parameters: { rollout: percentage, stickiness: 'userId', groupId: 'checkout' } },
});

test('when users with the feature begin to fail, the release returns to the previous milestone within a minute', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const { body: template } = await app.post('/api/admin/release-plan-templates', {
        name: 'steps',
        milestones: [
            { name: 'few', sortOrder: 0, strategies: [rollout('5')] },
            { name: 'half', sortOrder: 1, strategies: [rollout('50')] },
        ],
    });
    const { body: plan } = await app.post(`${ENVIRONMENT}/release-plans`, { templateId: template.id });
    const path = `${ENVIRONMENT}/release-plans/${plan.id}`;
    await app.post(`${ENVIRONMENT}/on`);
    await app.put(`${path}/safeguards`, {
        comparison: { outcome: 'error', margin: 0.02, minimumSample: 100 },
        action: { type: 'returnToPreviousMilestone' },
    });
    await app.post(`${path}/milestones/${plan.milestones[1].id}/start`);
    const { secret: token } = await app.has.token({ environment: 'development' });
    const sdk = await startSdk(app.url, { token });
    const users = Array.from({ length: 1_000 }, (_, index) => `user-${index}`);
    const isOn = (userId: string) => sdk.isEnabled('checkout', { userId });
    await untilSdk(sdk, () => users.filter(isOn).length > 400);
    const half = users.filter(isOn);

    // The application tells that each user was there, and who failed. It says nothing about the flag.
    const began = performance.now();
    const seen = users.map((userId) => ({ name: 'seen', context: { userId } }));
    const errors = half.filter((_, index) => index % 5 === 0).map((userId) => ({ name: 'error', context: { userId } }));
    await app.post('/api/client/outcomes', { outcomes: [...seen, ...errors] }, { token });
    await untilSdk(sdk, () => users.filter(isOn).length < 100);

    expect(performance.now() - began).toBeLessThan(60_000);
    const { events } = (await app.get('/api/admin/events')).body;
    const triggered = events.find(({ type }: { type: string }) => type === 'safeguard-triggered');
    expect(triggered).toMatchObject({
        ...{ createdBy: 'safeguard', featureName: 'checkout', environment: 'development' },
        data: {
            comparison: { outcome: 'error', margin: 0.02 },
            evaluation: { state: 'harm shown', units: { treatment: half.length, control: 1_000 - half.length } },
        },
    });
    expect(triggered.data.evaluation.effect).toBeCloseTo(0.2, 1);
    const [{ activeMilestoneId }] = (await app.get(`${ENVIRONMENT}/release-plans`)).body;
    expect(activeMilestoneId).toBe(plan.milestones[0].id);
}, 120_000);

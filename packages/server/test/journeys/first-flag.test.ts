import { expect, test } from 'vitest';
import { startSdk, until } from '../support/sdk.ts';
import { testApp } from '../support/test-app.ts';

test('a flag is created and turned on by HTTP, and a polling SDK sees it', async () => {
    const app = await testApp({ environment: { STREAMING_HINT: 'false' } });
    const sdk = await startSdk(app.url);

    await app.post('/api/admin/projects/default/features', { name: 'checkout' });
    await until(sdk, () => sdk.getFeatureToggleDefinition('checkout') !== undefined);
    expect(sdk.isEnabled('checkout')).toBe(false);
    await app.post('/api/admin/projects/default/features/checkout/environments/development/on');
    await until(sdk, () => sdk.isEnabled('checkout'));

    expect(sdk.isEnabled('checkout', { userId: '7' })).toBe(true);
});

test('a constraint set by an administrator is evaluated by the SDK', async () => {
    const app = await testApp({ environment: { STREAMING_HINT: 'false' } });
    const sdk = await startSdk(app.url);

    await app.has.flag({ name: 'beta', enabled: true });
    const strategies = '/api/admin/projects/default/features/beta/environments/development/strategies';
    const [strategy] = (await app.get(strategies)).body;
    await app.put(`${strategies}/${strategy.id}`, {
        name: 'flexibleRollout',
        parameters: { rollout: '100', stickiness: 'default', groupId: 'beta' },
        constraints: [{ contextName: 'country', operator: 'IN', values: ['no'] }],
    });
    await until(sdk, () => sdk.getFeatureToggleDefinition('beta')?.strategies?.[0]?.constraints?.length === 1);

    expect(sdk.isEnabled('beta', { properties: { country: 'no' } })).toBe(true);
    expect(sdk.isEnabled('beta', { properties: { country: 'se' } })).toBe(false);
});

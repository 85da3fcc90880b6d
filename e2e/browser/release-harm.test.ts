import { createFlightRecorder } from '@unleash/sdk-flight-recorder';
import { expect, test } from 'vitest';
import { startSdk, until as untilSdk } from '../../packages/server/test/support/sdk.ts';
import { enter, SLOW, startService } from './support/visitor.ts';

const FLAGS = '/api/admin/projects/default/features';
const PRODUCTION = `${FLAGS}/lantern/environments/production`;
const rollout = (share: string) => ({
    name: 'flexibleRollout',
    parameters: { rollout: share, stickiness: 'userId', groupId: 'lantern' },
});

test(
    'when users with the feature begin to fail, the release goes back within a minute, and the open page says why',
    SLOW,
    async () => {
        const server = await startService();
        const ask = async <T>(method: string, path: string, content?: unknown) =>
            (await server.request(method, path, content)).body as T;
        await ask('POST', FLAGS, { name: 'lantern' });
        const plan = await ask<{ id: string; milestones: { id: string }[] }>('POST', `${PRODUCTION}/release-plans`, {
            name: 'Careful',
            milestones: [
                { name: 'Few', sortOrder: 0, strategies: [rollout('5')] },
                { name: 'Half', sortOrder: 1, strategies: [rollout('50')] },
            ],
            safeguards: [
                {
                    comparison: { outcome: 'error', margin: 0.02, minimumSample: 100 },
                    action: { type: 'returnToPreviousMilestone' },
                },
                {
                    impactMetric: {
                        ...{ metricName: 'checkouts', timeRange: 'hour', aggregationMode: 'count' },
                        labelSelectors: {},
                    },
                    triggerCondition: { operator: '>', threshold: 5_000 },
                },
            ],
        });
        await ask('POST', `${PRODUCTION}/on`);
        await ask('POST', `${PRODUCTION}/release-plans/${plan.id}/milestones/${plan.milestones[1]!.id}/start`);
        const { secret: token } = await ask<{ secret: string }>('POST', '/api/admin/api-tokens', {
            ...{ tokenName: 'shop', type: 'client', environment: 'production', projects: ['*'] },
        });
        const { page, problems, goTo, inspect } = await enter(server.url);
        await goTo('/projects/default/features/lantern');
        const release = page.getByRole('region', { name: 'Release in production', exact: true });
        const safeguards = release.getByRole('region', { name: 'Safeguards of the release in production' });
        await safeguards.getByText('share of users with error', { exact: false }).waitFor();

        // The application: the SDK with its metrics, and the flight recorder for what users do.
        const sdk = await startSdk(server.url, { token, disableMetrics: false, metricsInterval: 200 });
        const failures: unknown[] = [];
        const recorder = createFlightRecorder({
            ...{ url: `${server.url}/api/client/events`, clientKey: token },
            onError: (failure) => void failures.push(failure),
        });
        sdk.impactMetrics.defineCounter('checkouts', 'Checkouts');
        const users = Array.from({ length: 1_000 }, (_, index) => `user-${index}`);
        const isOn = (userId: string) => sdk.isEnabled('lantern', { userId });
        await untilSdk(sdk, () => users.filter(isOn).length > 400);
        const treated = users.filter(isOn);
        const began = performance.now();
        for (const [index, userId] of users.entries()) {
            const context = { userId };
            sdk.impactMetrics.incrementCounter('checkouts');
            recorder.record({ eventType: 'custom', eventName: 'seen', context });
            if (isOn(userId) && index % 4 === 0) recorder.record({ eventType: 'custom', eventName: 'error', context });
        }
        await recorder.close();
        expect(failures).toEqual([]);

        await untilSdk(sdk, () => users.filter(isOn).length < 100);
        expect(performance.now() - began).toBeLessThan(60_000);

        // The page was open all the time.
        const harmed = safeguards.getByRole('article').filter({ hasText: 'error' });
        await harmed.getByText('Harm shown').waitFor();
        const { treatment, control } = { treatment: treated.length, control: users.length - treated.length };
        await harmed.getByText(`${treatment} users with the feature, ${control} without.`, { exact: false }).waitFor();
        const measured = safeguards.getByRole('article').filter({ hasText: 'checkouts' });
        await measured.getByText('Healthy so far').waitFor();
        await measured.getByText('Now 1,000, limit 5,000.', { exact: false }).waitFor();
        await release.getByText('paused', { exact: false }).first().waitFor();
        expect(await inspect()).toEqual([]);
        const { events } = await ask<{ events: { type: string; createdBy: string; data: object }[] }>(
            'GET',
            '/api/admin/events',
        );
        expect(events.find(({ type }) => type === 'safeguard-triggered')).toMatchObject({
            ...{ createdBy: 'safeguard', featureName: 'lantern', environment: 'production' },
            data: { evaluation: { state: 'harm shown', units: { treatment, control } } },
        });
        const [started] = events.filter(({ type }) => type === 'release-plan-milestone-started');
        expect(started).toMatchObject({ createdBy: 'safeguard', data: { milestoneName: 'Few' } });
        expect(problems).toEqual([]);
    },
);

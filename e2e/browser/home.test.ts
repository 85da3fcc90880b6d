import { expect, test } from 'vitest';
import { SLOW, startService, visit } from './support/visitor.ts';

test(
    'home shows recent changes, pending requests, flags to clean up and failing integrations; insights show charts',
    SLOW,
    async () => {
        // No server listens at this address.
        const server = await startService({ UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1' });
        const { request } = server;
        const responses = [
            await request('POST', '/api/admin/projects', { id: 'pier', name: 'The pier' }),
            await request('POST', '/api/admin/projects/pier/access', { roles: [4], groups: [], users: [1] }),
            await request('POST', '/api/admin/addons', {
                provider: 'webhook',
                enabled: true,
                description: 'Harbour log',
                parameters: { url: 'http://127.0.0.1:9/' },
                events: ['feature-created'],
            }),
            await request('POST', '/api/admin/projects/pier/features', { name: 'old-crane' }),
            await request('POST', '/api/admin/projects/default/features', { name: 'elsewhere' }),
            await request('POST', '/api/admin/projects/pier/stale', { features: ['old-crane'], stale: true }),
            await request('PUT', '/api/admin/projects/pier/environments/production/change-requests/config', {
                changeRequestsEnabled: true,
                requiredApprovals: 1,
            }),
            await request('POST', '/api/admin/projects/pier/environments/production/change-requests', [
                { feature: 'old-crane', action: 'updateEnabled', payload: { enabled: true } },
            ]),
            await request('PUT', '/api/admin/projects/pier/change-requests/1/state', { state: 'In review' }),
        ];
        expect(responses.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
        const { page, problems, signIn, goTo, inspect } = await visit(server.url);
        await signIn();
        const starred = await page.request.post(`${server.url}/api/admin/projects/pier/features/old-crane/favorites`);
        expect(starred.status()).toBe(200);

        const questions = page.getByRole('navigation', { name: 'Explore' });
        await questions.getByRole('link', { name: 'Time travel' }).waitFor();
        const panel = (title: string) => page.locator('section', { has: page.getByRole('heading', { name: title }) });
        const changed = panel('What changed in your projects');
        await changed.getByRole('link', { name: 'old-crane' }).first().waitFor();
        expect(await changed.getByText('elsewhere').count()).toBe(0);
        await panel('Your favourites').getByRole('link', { name: 'old-crane' }).waitFor();
        await panel('Waiting for you').getByRole('link').first().waitFor();
        await panel('Flags to clean up').getByRole('link', { name: 'old-crane' }).waitFor();
        await panel('Integrations')
            .getByText(/[12] failed/)
            .waitFor();
        const card = page.getByLabel('Your projects').getByRole('listitem').filter({ hasText: 'The pier' });
        await card.getByText('1 flag to clean up').waitFor();
        await card.getByRole('img', { name: 'Owner admin' }).or(card.getByTitle('admin')).first().waitFor();

        await panel('Flags to clean up').getByRole('link', { name: 'Insights' }).click();
        await page.getByRole('heading', { level: 1, name: 'Insights' }).waitFor();
        await page
            .getByRole('row', { name: /The pier/ })
            .getByText('0%')
            .waitFor();
        await page.locator('.recharts-surface').first().waitFor();
        expect(await inspect()).toEqual([]);

        // The list of integrations also shows the failure and its result.
        await goTo('/integrations');
        await page.getByRole('button', { name: /^Latest deliveries to Webhook: [12] failed/ }).click();
        const deliveries = page.getByRole('dialog', { name: 'Deliveries' });
        await deliveries.getByText('Flag created').first().waitFor();
        await page.keyboard.press('Escape');
        await deliveries.waitFor({ state: 'hidden' });
        await page.getByRole('button', { name: /^Slack/ }).click();
        await page.getByRole('list', { name: 'How to prepare Slack' }).getByText('incoming webhooks').waitFor();
        expect(problems).toEqual([]);
    },
);

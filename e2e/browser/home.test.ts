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
            // This adds the default strategy and turns the flag on.
            await request('POST', '/api/admin/projects/pier/features', { name: 'new-crane' }),
            await request('POST', '/api/admin/projects/pier/features/new-crane/environments/production/on'),
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

        const days = page.getByRole('list', { name: 'Changes in production in the last 14 days' }).getByRole('link');
        await expect.poll(() => days.last().getAttribute('aria-label')).toMatch(/: 2 changes$/);
        const { width, height } = page.viewportSize()!;
        await page.setViewportSize({ width: 390, height });
        expect(await days.count()).toBe(14);
        await page.setViewportSize({ width, height });
        const panel = (title: string) => page.locator('section', { has: page.getByRole('heading', { name: title }) });
        const changed = panel('What changed in your projects');
        await changed.getByRole('link', { name: 'old-crane' }).first().waitFor();
        expect(await changed.getByText('elsewhere').count()).toBe(0);
        // Steps of a draft are left out.
        await changed.getByText('to review').first().waitFor();
        expect(await changed.getByText('added a change').count()).toBe(0);
        await panel('Your favourites').getByRole('link', { name: 'old-crane' }).waitFor();
        await panel('Waiting for you').getByRole('link').first().waitFor();
        await panel('Flags to clean up').getByRole('link', { name: 'old-crane' }).waitFor();
        await panel('Integrations')
            .getByText(/[1-4] failed/)
            .waitFor();
        const card = page.getByLabel('Your projects').getByRole('listitem').filter({ hasText: 'The pier' });
        await card.getByText('1 flag to clean up').waitFor();
        await card.getByRole('img', { name: 'Owner admin' }).or(card.getByTitle('admin')).first().waitFor();

        await page.getByRole('button', { name: 'New flag' }).click();
        const dialog = page.getByRole('dialog', { name: 'New flag' });
        await dialog.getByRole('combobox', { name: 'Project' }).click();
        await page.getByRole('option', { name: 'The pier' }).click();
        await dialog.getByLabel('Name', { exact: true }).fill('Second Crane');
        await expect.poll(() => dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('second-crane');
        expect(await inspect()).toEqual([]);
        await dialog.getByRole('button', { name: 'Create flag' }).click();
        await page.getByRole('heading', { level: 1, name: 'second-crane' }).waitFor();
        expect((await request('GET', '/api/admin/projects/pier/features/second-crane')).status).toBe(200);
        await goTo('/');

        await panel('Flags to clean up').getByRole('link', { name: 'Insights' }).click();
        await page.getByRole('heading', { level: 1, name: 'Insights' }).waitFor();
        await page
            .getByRole('row', { name: /The pier/ })
            .getByText(/^\d+%$/)
            .waitFor();
        await page.getByRole('img', { name: /^Flags by age and type\. ≤ 1 wk: release \d/ }).waitFor();
        const flow = page.getByRole('figure', { name: 'Created and archived' });
        await flow.getByRole('link', { name: /^Project created, / }).waitFor();
        expect(await inspect()).toEqual([]);

        // The list of integrations also shows the failure and its result.
        await goTo('/integrations');
        await page.getByRole('button', { name: /^Latest deliveries to Webhook: [1-4] failed/ }).click();
        const deliveries = page.getByRole('dialog', { name: 'Deliveries' });
        await deliveries.getByText('Flag created').first().waitFor();
        await page.keyboard.press('Escape');
        await deliveries.waitFor({ state: 'hidden' });
        await page.getByRole('button', { name: /^Slack/ }).click();
        await page.getByRole('list', { name: 'How to prepare Slack' }).getByText('incoming webhooks').waitFor();
        expect(problems).toEqual([]);
    },
);

import { expect, test } from 'vitest';
import { enter, SLOW, startService } from './support/visitor.ts';

test('the actions of an integration are in a menu with labels', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/addons', {
        provider: 'webhook',
        enabled: false,
        description: 'Audit',
        parameters: { url: 'https://example.com/hook' },
        events: ['feature-archived'],
    });
    const { page, problems, goTo, inspect } = await enter(server.url);
    await goTo('/integrations');
    await page
        .getByRole('button', { name: /^Webhook/ })
        .getByText('Sends events to your own URL as JSON.')
        .waitFor();
    await page.getByRole('button', { name: 'Actions for integration with Webhook' }).click();
    for (const label of ['Deliver a test event', 'Deliveries', 'Delete']) {
        await page.getByRole('menuitem', { name: label, exact: true }).waitFor();
    }
    expect(await inspect()).toEqual([]);
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('dialog', { name: 'Edit Webhook' }).getByLabel('Description').fill('Audit log');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Integration with Webhook changed').waitFor();
    await page.getByText('Audit log').first().waitFor();
    expect(problems).toEqual([]);
});

import { expect, test } from 'vitest';
import { enter, SLOW, startService } from './support/visitor.ts';

const FLAGS = '/api/admin/projects/default/features';
const DEVELOPMENT = `${FLAGS}/checkout/environments/development`;
const VIEWER = { username: 'vera', password: 'Correct-horse-8' };

const sendAlert = (url: string, alert: string) =>
    fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ status: 'firing', alert }),
    });

test('alerts are tried out in a dry run, then turn a flag off, and the log says both', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/user-admin', { ...VIEWER, rootRole: 3, sendEmail: false });
    await server.request('POST', FLAGS, { name: 'checkout' });
    await server.request('POST', `${DEVELOPMENT}/on`);
    const isOn = async () => ((await server.request('GET', DEVELOPMENT)).body as { enabled: boolean }).enabled;
    const { page, problems, goTo, inspect } = await enter(server.url);
    const dialog = page.getByRole('dialog');

    await goTo('/projects/default?tab=releases');
    await page.getByRole('button', { name: 'New signal endpoint' }).first().click();
    await dialog.getByLabel('Name').fill('alertmanager');
    await dialog.getByRole('button', { name: 'Add rule' }).click();
    await dialog.getByRole('button', { name: 'Create signal endpoint' }).click();
    await dialog.getByText('Choose a flag').waitFor();
    await dialog.getByRole('combobox', { name: 'Then' }).click();
    await page.getByRole('option', { name: 'Turn the flag off' }).click();
    await dialog.getByRole('combobox', { name: 'Flag', exact: true }).click();
    await page.getByRole('option', { name: 'checkout', exact: true }).click();
    await dialog.getByRole('combobox', { name: 'Environment', exact: true }).click();
    await page.getByRole('option', { name: 'development', exact: true }).click();
    expect(await inspect()).toEqual([]);
    await dialog.getByRole('button', { name: 'Create signal endpoint' }).click();
    await page.getByText('Turn checkout off in development if status is one of firing').waitFor();
    await page.getByText('No URL yet').waitFor();

    // The URL is a secret that is shown once.
    await page.getByRole('button', { name: 'URLs of alertmanager' }).click();
    await dialog.getByLabel('New URL for').fill('Prometheus');
    await dialog.getByRole('button', { name: 'Create URL' }).click();
    const secret = page.getByRole('dialog', { name: 'New URL of alertmanager' });
    const url = (await secret.locator('code').textContent()) ?? '';
    expect(url).toContain('/api/signals/');
    await secret.getByRole('button', { name: 'Done' }).click();
    await dialog.getByRole('button', { name: 'Delete URL Prometheus' }).waitFor();
    expect(await page.content()).not.toContain(url);
    expect(await inspect()).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    expect((await sendAlert(url, 'one')).status).toBe(202);
    await page.getByRole('button', { name: 'Signals received by alertmanager' }).click();
    await dialog.getByText('checkout in development: would have acted (dry run)').waitFor();
    expect(await isOn()).toBe(true);
    await dialog
        .getByRole('button', { name: /^Details of/ })
        .first()
        .click();
    await dialog.getByText('"alert": "one"', { exact: false }).waitFor();
    expect(await inspect()).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    await page.getByRole('button', { name: 'Edit alertmanager' }).click();
    await dialog.getByRole('checkbox', { name: 'Dry run' }).uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Active', { exact: true }).waitFor();
    expect((await sendAlert(url, 'two')).status).toBe(202);
    expect(await isOn()).toBe(false);
    await page.getByRole('button', { name: 'Signals received by alertmanager' }).click();
    await dialog.getByText('checkout in development: acted').waitFor();
    expect(problems).toEqual([]);

    const viewer = await enter(server.url, VIEWER);
    await viewer.goTo('/projects/default?tab=releases');
    await viewer.page.getByText('Only users who may change the project see its signals.').waitFor();
    expect(viewer.problems).toEqual([]);
});

import { expect, test } from 'vitest';
import { type BrowserService, enter, SLOW, startService } from './support/visitor.ts';

const FLAGS = '/api/admin/projects/default/features';
const PRODUCTION = `${FLAGS}/lantern/environments/production`;
const VIEWER = { username: 'vera', password: 'Correct-horse-8' };

/** Reports errors in production, as the SDK of the application `shop` would, and stores them. */
async function reportErrors(server: BrowserService, value: number): Promise<void> {
    const { body } = await server.request('POST', '/api/admin/api-tokens', {
        tokenName: `shop ${value}`,
        type: 'client',
        environment: 'production',
        projects: ['*'],
    });
    const { status } = await fetch(`${server.url}/api/client/metrics`, {
        method: 'POST',
        headers: { authorization: (body as { secret: string }).secret, 'content-type': 'application/json' },
        body: JSON.stringify({
            appName: 'shop',
            instanceId: 'one',
            impactMetrics: [
                {
                    name: 'checkout_errors',
                    help: 'Failed checkouts',
                    type: 'counter',
                    samples: [{ labels: { appName: 'shop' }, value }],
                },
            ],
        }),
    });
    expect(status).toBe(202);
    await server.storeReports();
}

const isOn = async (server: BrowserService) => {
    const { body } = await server.request('GET', PRODUCTION);
    return (body as { enabled: boolean }).enabled;
};

test('a safeguard says what it measures, and turns the flag off when harm is shown', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/user-admin', { ...VIEWER, rootRole: 3, sendEmail: false });
    await server.request('POST', FLAGS, { name: 'lantern' });
    await server.request('POST', `${PRODUCTION}/on`);
    await reportErrors(server, 3);
    const { page, problems, goTo, inspect, settled } = await enter(server.url);
    await goTo('/projects/default/features/lantern');
    const safeguards = page.getByRole('region', { name: 'Safeguards in production' });
    const production = page.getByRole('region', { name: 'Environment production' });
    await production.getByRole('button', { name: 'Add safeguard' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a safeguard in production' });
    await dialog.getByRole('combobox', { name: 'Metric', exact: true }).fill('checkout');
    await page.getByRole('option', { name: /checkout_errors/ }).click();
    await dialog.getByLabel('Limit').fill('50');
    await dialog.getByRole('slider', { name: 'Values of Values of checkout_errors in production' }).waitFor();
    expect(await inspect()).toEqual([]);
    await dialog.getByRole('button', { name: 'Add safeguard' }).click();
    await dialog.waitFor({ state: 'detached' });

    const card = safeguards.getByRole('article');
    await card.waitFor();
    await server.passTime(60_000);
    await goTo('/projects');
    await goTo('/projects/default/features/lantern');
    await card.getByText('Healthy so far').waitFor();
    await card.getByText('Now 3, limit 50.', { exact: false }).waitFor();
    expect(await inspect()).toEqual([]);
    expect(await isOn(server)).toBe(true);

    await reportErrors(server, 60);
    await server.passTime(60_000);
    expect(await isOn(server)).toBe(false);
    await goTo('/projects');
    await goTo('/projects/default/features/lantern');
    await settled();
    await card.getByText('Harm shown').waitFor();
    expect(await inspect()).toEqual([]);
    expect(problems).toEqual([]);

    const viewer = await enter(server.url, VIEWER);
    await viewer.goTo('/projects/default/features/lantern');
    const shown = viewer.page.getByRole('region', { name: 'Safeguards in production' });
    expect(await shown.getByRole('button', { name: 'Edit safeguard' }).isDisabled()).toBe(true);
    expect(await shown.getByRole('button', { name: 'Remove safeguard' }).isDisabled()).toBe(true);
    expect(viewer.problems).toEqual([]);

    await safeguards.getByRole('button', { name: 'Remove safeguard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove safeguard' }).click();
    await production.getByRole('button', { name: 'Add safeguard' }).waitFor();
    expect(problems).toEqual([]);
});

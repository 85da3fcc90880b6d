import { expect, test } from 'vitest';
import { enter, SLOW, startService } from './support/visitor.ts';

const FLAGS = '/api/admin/projects/default/features';

test('an application shows its evaluated flags and environments, missing flags, and outdated SDKs', SLOW, async () => {
    const server = await startService();
    for (const name of ['lantern', 'buoy']) await server.request('POST', FLAGS, { name });
    const sendReport = async (environment: string, sdkVersion: string, toggles?: object, appName = 'shop') => {
        const token = await server.request('POST', '/api/admin/api-tokens', {
            tokenName: `${appName} in ${environment}`,
            type: 'client',
            environment,
            projects: ['*'],
        });
        const now = new Date();
        const application = { appName, instanceId: `${environment}-1`, sdkVersion };
        const post = (path: string, body: object) =>
            fetch(`${server.url}/api/client/${path}`, {
                method: 'POST',
                headers: {
                    authorization: (token.body as { secret: string }).secret,
                    'content-type': 'application/json',
                },
                body: JSON.stringify({ ...application, ...body }),
            });
        expect((await post('register', { strategies: [], started: now, interval: 10 })).status).toBe(202);
        if (toggles) expect((await post('metrics', { bucket: { start: now, stop: now, toggles } })).status).toBe(202);
    };
    const used = { yes: 3, no: 1 };
    await sendReport('development', 'unleash-node-sdk:6.12.1', { lantern: used, buoy: used });
    await sendReport('production', 'unleash-client-go:3.9.2', { lantern: used, lantren: used });
    await sendReport('development', 'unleash-node-sdk:6.12.1', undefined, 'buoyance');
    await server.storeReports();
    await expect
        .poll(async () => {
            const { body } = await server.request('GET', '/api/admin/metrics/applications/shop');
            return (body as { seenToggles?: { name: string }[] }).seenToggles?.map(({ name }) => name);
        })
        .toEqual(['buoy', 'lantern', 'lantren']);

    const { page, problems, goTo, inspect } = await enter(server.url);
    await goTo('/applications');
    const shop = page.getByRole('table', { name: 'Applications' }).getByRole('row').filter({ hasText: 'shop' });
    await shop.getByRole('img', { name: '12 evaluations of shop in the last 24 hours' }).waitFor();
    await expect
        .poll(() => shop.innerText())
        .toMatch(/unleash-client-go 3\.9\.2 and 1 more\s+outdated\s+2\s+12\s+development, production\s+default/i);
    // An application without usage shows the environment and the projects of its token.
    const buoyance = page.getByRole('row').filter({ hasText: 'buoyance' });
    await expect
        .poll(() => buoyance.innerText())
        .toMatch(/unleash-node-sdk 6\.12\.1\s+1\s+none\s+development\s+all projects/i);
    expect(await inspect()).toEqual([]);

    await page.getByRole('link', { name: 'shop', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'shop' }).waitFor();
    await page.getByRole('img', { name: /^Evaluations per hour\..*: development 8, production 4/ }).waitFor();
    await page.getByText('30 d', { exact: true }).click();
    await page.getByRole('img', { name: /^Evaluations per day\..*: development 8, production 4/ }).waitFor();
    const table = page.getByRole('table', { name: 'Flags used' });
    const cells = (name: string) => table.getByRole('row').filter({ hasText: name }).getByRole('cell').allInnerTexts();
    const row = (name: string) => table.getByRole('row').filter({ hasText: name });
    await expect
        .poll(async () => (await table.getByRole('columnheader').allInnerTexts()).map((title) => title.trim()))
        .toEqual(['Flag', 'Project', 'development', 'production']);
    await expect.poll(async () => (await cells('lantern')).slice(1)).toEqual(['default', 'used', 'used']);
    await expect.poll(async () => (await cells('buoy')).slice(1)).toEqual(['default', 'used', '–']);
    await expect.poll(async () => (await cells('lantren')).slice(1)).toEqual(['', '–', 'used']);
    await row('lantren').getByText('does not exist').waitFor();
    await page.getByText(/unleash-client-go 3\.9\.2 is outdated: use 4\.1\.0 or newer/).waitFor();
    await page.getByRole('table', { name: 'Instances in production' }).getByText('production-1').waitFor();
    expect(await inspect()).toEqual([]);

    await row('lantern').getByRole('link', { name: 'lantern' }).click();
    await page.getByRole('heading', { level: 1, name: 'lantern' }).waitFor();

    await goTo('/applications/buoyance');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete buoyance?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Applications' }).waitFor();
    await expect.poll(() => buoyance.count()).toBe(0);
    expect(problems).toEqual([]);
});

import { expect, test } from 'vitest';
import { enter, SLOW, startService } from './support/visitor.ts';

const FLAGS = '/api/admin/projects/default/features';

test('an application shows its evaluated flags and environments, missing flags, and outdated SDKs', SLOW, async () => {
    const server = await startService();
    for (const name of ['lantern', 'buoy']) await server.request('POST', FLAGS, { name });
    const sendReport = async (environment: string, sdkVersion: string, toggles: object) => {
        const token = await server.request('POST', '/api/admin/api-tokens', {
            tokenName: `shop in ${environment}`,
            type: 'client',
            environment,
            projects: ['*'],
        });
        const now = new Date();
        const application = { appName: 'shop', instanceId: `${environment}-1`, sdkVersion };
        const post = (path: string, body: object) =>
            fetch(`${server.url}/api/client/${path}`, {
                method: 'POST',
                headers: {
                    authorization: (token.body as { secret: string }).secret,
                    'content-type': 'application/json',
                },
                body: JSON.stringify({ ...application, ...body }),
            });
        const responses = [
            await post('register', { strategies: [], started: now, interval: 10 }),
            await post('metrics', { bucket: { start: now, stop: now, toggles } }),
        ];
        expect(responses.map(({ status }) => status)).toEqual([202, 202]);
    };
    const used = { yes: 3, no: 1 };
    await sendReport('development', 'unleash-node-sdk:6.12.1', { lantern: used, buoy: used });
    await sendReport('production', 'unleash-client-go:3.9.2', { lantern: used, lantren: used });
    await server.storeMeasurements();
    await expect
        .poll(async () => {
            const { body } = await server.request('GET', '/api/admin/metrics/applications/shop');
            return (body as { seenToggles?: { name: string }[] }).seenToggles?.map(({ name }) => name);
        })
        .toEqual(['buoy', 'lantern', 'lantren']);

    const { page, problems, goTo, inspect } = await enter(server.url);
    await goTo('/applications');
    await page.getByRole('link', { name: 'shop', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'shop' }).waitFor();
    await page
        .getByRole('img', {
            name: 'shop runs in development, production and uses 3 flags, of which 1 does not exist.',
        })
        .waitFor();
    const table = page.getByRole('table', { name: 'Flags used' });
    const row = (name: string) => table.getByRole('row').filter({ hasText: name });
    await row('lantern').waitFor();
    await expect.poll(() => row('lantern').innerText()).toMatch(/default\s+development, production/);
    await expect.poll(() => row('lantren').innerText()).toMatch(/does not exist\s+production/);
    await page.getByText(/unleash-client-go 3\.9\.2 is outdated: use 4\.1\.0 or newer/).waitFor();
    await page.getByRole('table', { name: 'Instances in production' }).getByText('production-1').waitFor();
    expect(await inspect()).toEqual([]);

    await row('lantern').getByRole('link', { name: 'lantern' }).click();
    await page.getByRole('heading', { level: 1, name: 'lantern' }).waitFor();
    expect(problems).toEqual([]);
});

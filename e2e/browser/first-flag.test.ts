import { expect, test } from 'vitest';
import { until } from '../support/until.ts';
import { SLOW, startService, visit } from './support/visitor.ts';

test('a new user signs in and is guided to a first flag that SDKs receive', SLOW, async () => {
    const server = await startService();
    const { page, problems, signIn, goTo, settled } = await visit(server.url);

    await signIn();
    await page.getByLabel('First steps').getByRole('button', { name: 'Create a flag' }).click();
    await page.getByLabel('Name').fill('first-light');
    await page.getByRole('button', { name: 'Create flag' }).click();
    // The steps continue on the page of the flag.
    const next = page.getByLabel('Next step');
    await next.getByText('Step 2 of 3.').waitFor();
    await page.getByLabel('first-light in development').press('Space');
    await next.getByText('Step 3 of 3.').waitFor();
    await until(async () =>
        (await server.clientFlags()).some(({ name, enabled }) => name === 'first-light' && enabled),
    );

    // The clock of a browser may be wrong, also by more than the age of a report.
    await page.clock.install({ time: Date.now() + 600_000 });
    await page.getByRole('link', { name: 'Halyard, home' }).first().click();
    await page.getByLabel('First steps').getByRole('link', { name: 'Connect' }).click();
    await page.getByRole('button', { name: 'Create a backend token' }).click();
    await page.getByText("isEnabled('first-light'").waitFor();
    const token = await page.locator('code', { hasText: '*:development.' }).first().innerText();
    await fetch(`${server.url}/api/client/register`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify({ appName: 'shop', instanceId: 'one', strategies: [], started: new Date(), interval: 10 }),
    });
    await server.storeReports();

    await page.getByText('Your application is connected').waitFor();

    // A returning user finds the token again; after a while its secret is no longer shown.
    const shown = page.locator('code', { hasText: token }).first();
    await goTo('/projects');
    await goTo('/connect');
    await shown.waitFor();
    await page.reload();
    await settled();
    await page.getByRole('button', { name: 'Replace the backend token' }).waitFor();
    await page.getByLabel('Its secret').fill(token);
    await page.getByRole('button', { name: 'Use it' }).click();
    await shown.waitFor();
    const { body } = await server.request('GET', '/api/admin/api-tokens');
    const { tokens } = body as { tokens: { tokenName: string }[] };
    expect(tokens.filter(({ tokenName }) => tokenName.startsWith('connect-'))).toHaveLength(1);
    expect(problems).toEqual([]);
});

test('a wrong password shows an error message', SLOW, async () => {
    const server = await startService();
    const { page } = await visit(server.url);

    await page.getByLabel('Username or e-mail').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();

    await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/password/i);
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newDatabase } from '../support/databases.ts';
import { type BrowserService, enter, SLOW, startService } from './support/visitor.ts';

const FLAGS = '/api/admin/projects/default/features';

/** A flag that is enabled for everyone in production. */
async function liveFlag(server: BrowserService) {
    await server.request('POST', FLAGS, { name: 'lantern' });
    await server.request('POST', `${FLAGS}/lantern/environments/production/on`);
}

async function enabledIn(server: BrowserService, environment: string): Promise<boolean> {
    const { body } = await server.request('GET', `${FLAGS}/lantern`);
    const { environments } = body as { environments: { name: string; enabled: boolean }[] };
    return environments.find(({ name }) => name === environment)!.enabled;
}

const banner = (page: Page) => page.getByText('The service cannot be reached. Showing data as of');

/** Shown in dialogs and drawers, which cover the banner. */
const DISABLED = 'Changes are disabled until the connection is back.';

test('a half-filled strategy says why it cannot be saved while offline, and is saved afterwards', SLOW, async () => {
    const server = await startService();
    await liveFlag(server);
    const { page, goTo } = await enter(server.url);
    await goTo('/projects/default/features/lantern?environment=development&strategy=new');
    const drawer = page.getByRole('dialog');
    const percentage = drawer.getByRole('textbox', { name: 'Percentage of users' });
    await percentage.fill('37');

    await page.context().setOffline(true);
    await drawer.getByText(DISABLED).waitFor();
    const save = drawer.getByRole('button', { name: 'Save strategy' });
    expect(await save.isDisabled()).toBe(true);

    await page.context().setOffline(false);
    await drawer.getByText(DISABLED).waitFor({ state: 'hidden' });
    expect(await percentage.inputValue()).toBe('37%');
    await save.click();
    await drawer.waitFor({ state: 'hidden' });
    const { body } = await server.request('GET', `${FLAGS}/lantern/environments/development/strategies`);
    expect(body).toMatchObject([{ parameters: { rollout: '37' } }]);
});

test(
    'a click made offline never reaches the service, and controls are disabled until the connection is back',
    SLOW,
    async () => {
        const server = await startService();
        await liveFlag(server);
        const { page, goTo } = await enter(server.url);
        await goTo('/projects/default');
        const toggle = page.getByLabel('lantern in development');
        await toggle.waitFor();
        const context = page.context();

        await context.setOffline(true);
        await banner(page).waitFor();
        await expect.poll(() => toggle.isDisabled()).toBe(true);
        expect(await page.getByLabel('lantern in production').isDisabled()).toBe(true);
        expect(await page.getByRole('button', { name: 'Add lantern to favourites' }).isDisabled()).toBe(true);
        await toggle.click({ force: true });
        expect(await toggle.isChecked()).toBe(false);

        await context.setOffline(false);
        await banner(page).waitFor({ state: 'hidden' });
        await expect.poll(() => toggle.isDisabled()).toBe(false);
        expect(await enabledIn(server, 'development')).toBe(false);
        // A later change goes through, and is the only one.
        await page.getByLabel('lantern in production').waitFor();
        await toggle.press('Space');
        await expect.poll(() => enabledIn(server, 'development')).toBe(true);
    },
);

test('a review of a production change cannot be confirmed or opened while offline', SLOW, async () => {
    const server = await startService();
    await liveFlag(server);
    const { page, goTo, inspect } = await enter(server.url);
    await goTo('/projects/default/features/lantern');
    const toggle = page.getByLabel('lantern in production');
    await toggle.press('Space');
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Turn off' });
    await page.getByRole('dialog').getByText('Who is affected').waitFor();

    await page.context().setOffline(true);
    await banner(page).waitFor();
    await expect.poll(() => confirm.isDisabled()).toBe(true);
    await page.getByRole('dialog').getByText(DISABLED).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => toggle.isDisabled()).toBe(true);
    expect(await toggle.isChecked()).toBe(true);
    expect(await inspect()).toEqual([]);
    await page.context().setOffline(false);

    await banner(page).waitFor({ state: 'hidden' });
    await expect.poll(() => toggle.isDisabled()).toBe(false);
    expect(await enabledIn(server, 'production')).toBe(true);
    await toggle.press('Space');
    await confirm.click();
    await expect.poll(() => enabledIn(server, 'production')).toBe(false);
});

for (const { title, isMade, lose, outcome } of [
    { title: 'the connection broke after the service applied it', isMade: true, lose: 'abort', outcome: 'Applied' },
    { title: 'the connection broke before it arrived', isMade: false, lose: 'abort', outcome: 'Not applied' },
    { title: 'a proxy answered 504 after the service applied it', isMade: true, lose: 504, outcome: 'Applied' },
    { title: 'a proxy answered 503 before it arrived', isMade: false, lose: 503, outcome: 'Not applied' },
] as const) {
    test(`a change is shown as unknown until its outcome is known: ${title}`, SLOW, async () => {
        const server = await startService();
        await liveFlag(server);
        const { page, goTo } = await enter(server.url);
        await goTo('/projects/default');
        const toggle = page.getByLabel('lantern in development');
        await page.route('**/development/on', async (route) => {
            if (isMade) await route.fetch();
            if (lose === 'abort') await route.abort();
            else await route.fulfill({ status: lose, contentType: 'text/html', body: '<h1>Gateway</h1>' });
        });
        const settled = Promise.withResolvers<void>();
        await page.route('**/change-receipts/**', async (route) => {
            await settled.promise;
            await route.continue();
        });

        await toggle.press('Space');
        await page.getByText('Outcome unknown').waitFor();
        settled.resolve();

        await page.getByText(outcome, { exact: true }).waitFor();
        await expect.poll(() => toggle.isChecked()).toBe(isMade);
        expect(await enabledIn(server, 'development')).toBe(isMade);
        expect(await page.getByText('Outcome unknown').count()).toBe(0);
        expect(await page.getByText('Failed to fetch').count()).toBe(0);
    });
}

test('a form says that its change was applied although the response was lost', SLOW, async () => {
    const server = await startService();
    await liveFlag(server);
    const { page, goTo } = await enter(server.url);
    await goTo('/projects/default');
    await page.route(`**${FLAGS}`, async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        await route.fetch();
        await route.abort();
    });
    await page.getByRole('button', { name: 'New flag' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('beacon');
    await page.getByRole('button', { name: 'Create flag' }).click();

    await page.getByRole('alert').getByText('The service applied your change').first().waitFor();
    expect(await server.request('GET', `${FLAGS}/beacon`)).toMatchObject({ status: 200 });
});

test('a change that was under way when the service stopped is reported after the restart', SLOW, async () => {
    const database = await newDatabase('embedded');
    const server = await startService(database);
    await liveFlag(server);
    const { page, goTo } = await enter(server.url);
    await goTo('/projects/default');
    const toggle = page.getByLabel('lantern in development');
    let isSent = false;
    await page.route('**/development/on', async (route) => {
        isSent = true;
        await server.stop();
        await route.continue();
    });
    const messages = Promise.withResolvers<void>();
    await page.route('**/assets/messages-*.js', async (route) => {
        await messages.promise;
        await route.continue();
    });

    // Unlike a key press, a click waits until the switch is enabled.
    await toggle.click();
    await page.getByRole('progressbar', { name: 'Saving' }).waitFor();
    // The change waits for the code of its message, which a stopped service no longer serves.
    expect(isSent).toBe(false);
    messages.resolve();
    await page.getByText('Outcome unknown').waitFor();
    await banner(page).waitFor();
    expect(await toggle.isChecked()).toBe(false);
    const restarted = await startService({ ...database, HTTP_PORT: new URL(server.url).port });

    await page.getByText('Not applied', { exact: true }).waitFor();
    await banner(page).waitFor({ state: 'hidden' });
    expect(await enabledIn(restarted, 'development')).toBe(false);
});

test(
    'a change that gets no response from a service that hangs ends as unknown, and is never applied late',
    SLOW,
    async () => {
        const server = await startService();
        await liveFlag(server);
        const { page, goTo } = await enter(server.url);
        await page.clock.install();
        await goTo('/projects/default');
        const toggle = page.getByLabel('lantern in development');
        const hanging = Promise.withResolvers<void>();
        const late = Promise.withResolvers<number>();
        await page.route('**/development/on', async (route) => {
            await hanging.promise;
            // The service continues with the request long after the page gave up.
            late.resolve((await route.fetch()).status());
            await route.abort().catch(() => undefined);
        });
        await page.route('**/ready', (route) => (isHanging ? undefined : route.continue()));
        let isHanging = true;

        await toggle.press('Space');
        await page.getByRole('progressbar', { name: 'Saving' }).waitFor();
        await page.clock.fastForward(11_000);
        await page.clock.fastForward(6_000);
        await banner(page).waitFor();
        await page.getByText('Outcome unknown').waitFor();
        isHanging = false;
        await page.clock.fastForward(3_000);
        await page.getByText('Not applied', { exact: true }).waitFor();
        hanging.resolve();

        expect(await late.promise).toBe(400);
        expect(await enabledIn(server, 'development')).toBe(false);
    },
);

test('a page that was suspended checks the connection and shows missed changes', SLOW, async () => {
    const server = await startService();
    await liveFlag(server);
    const { page, goTo } = await enter(server.url);
    await goTo('/projects/default');
    const session = await page.context().newCDPSession(page);
    await page.getByLabel('lantern in development').waitFor();
    await session.send('Page.setWebLifecycleState', { state: 'frozen' });
    await server.request('POST', `${FLAGS}/lantern/environments/development/on`);
    await page.context().setOffline(true);
    await session.send('Page.setWebLifecycleState', { state: 'active' });

    await banner(page).waitFor();
    await expect.poll(() => page.getByLabel('lantern in development').isDisabled()).toBe(true);
    await page.context().setOffline(false);
    await banner(page).waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByLabel('lantern in development').isChecked()).toBe(true);
});

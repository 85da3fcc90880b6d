import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ServerProcess } from '../support/server-process.ts';
import { enter, SLOW, startService, type Visitor } from './support/visitor.ts';

const PROJECT = '/api/admin/projects/default';
const FLAGS = `${PROJECT}/features`;
const PASSWORD = 'Correct-horse-7';
const MEMBER = 5;

/** A flag that is on in production, where changes need approval. */
async function protectedFlag(rules: object = { turnOffWithoutApproval: true }): Promise<ServerProcess> {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    await server.request('POST', `${FLAGS}/lantern/environments/production/on`);
    await server.request('PUT', `${PROJECT}/environments/production/change-requests/config`, {
        changeRequestsEnabled: true,
        rules,
    });
    return server;
}

/** A member of the project, who may not bypass approvals. */
async function member(server: ServerProcess): Promise<Visitor> {
    const credentials = { username: 'ada', password: PASSWORD };
    const user = { ...credentials, rootRole: 3, sendEmail: false };
    const { body } = await server.request('POST', '/api/admin/user-admin', user);
    const { id } = body as { id: number };
    await server.request('POST', `${PROJECT}/access`, { roles: [MEMBER], users: [id], groups: [] });
    return enter(server.url, credentials);
}

async function isOn(server: ServerProcess): Promise<boolean> {
    const { body } = await server.request('GET', `${FLAGS}/lantern/environments/production`);
    return (body as { enabled: boolean }).enabled;
}

async function newestEvents(server: ServerProcess): Promise<unknown[]> {
    const { body } = await server.request('GET', '/api/admin/events');
    return (body as { events: unknown[] }).events.slice(0, 2);
}

const switchIn = (page: Page) => page.getByRole('switch', { name: 'lantern in production' });
const dialogIn = (page: Page) => page.getByRole('dialog');
const turnOffNow = (page: Page) => dialogIn(page).getByRole('button', { name: 'Turn off now' });

test('a member turns a flag off in production at once, although changes need approval', SLOW, async () => {
    const server = await protectedFlag();
    const { page, problems, inspect } = await member(server);
    // The switch is pressed before the approval settings are loaded.
    const { promise: pressed, resolve: press } = Promise.withResolvers<void>();
    await page.route('**/change-requests/config', async (route) => {
        await pressed;
        await route.continue();
    });
    await page.goto(`${server.url}/projects/default/features/lantern`);

    await switchIn(page).press('Space');
    press();
    await turnOffNow(page).waitFor();
    expect(await inspect()).toEqual([]);
    await turnOffNow(page).click();
    await page.getByText('lantern is off in production').waitFor();

    expect(await isOn(server)).toBe(false);
    // Turning the flag on again needs approval, so it cannot be undone with a click.
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await switchIn(page).press('Space');
    await dialogIn(page).getByRole('button', { name: 'Create request' }).waitFor();
    expect(problems).toEqual([]);
});

test(
    'without the exemption, a user who may bypass approvals turns the flag off with the same button',
    SLOW,
    async () => {
        const server = await protectedFlag({ turnOffWithoutApproval: false });
        const { page, problems, goTo } = await enter(server.url);
        await goTo('/projects/default/features/lantern');

        await switchIn(page).press('Space');
        await turnOffNow(page).click();
        await page.getByText('lantern is off in production').waitFor();

        expect(await newestEvents(server)).toMatchObject([{ type: 'feature-environment-disabled', bypass: true }, {}]);
        expect(problems).toEqual([]);
    },
);

test('where approvals can only be bypassed by break glass, the dialog asks for the reason', SLOW, async () => {
    const server = await protectedFlag({ turnOffWithoutApproval: false, bypass: 'break-glass' });
    const { page, problems, goTo, inspect } = await enter(server.url);
    await goTo('/projects/default/features/lantern');

    await switchIn(page).press('Space');
    await expect.poll(() => turnOffNow(page).isDisabled()).toBe(true);
    // The field of the reason has the focus.
    await expect.poll(() => page.locator('textarea:focus').count()).toBe(1);
    await page.keyboard.type('Payments fail');
    expect(await dialogIn(page).getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('Payments fail');
    expect(await inspect()).toEqual([]);
    await turnOffNow(page).click();
    await page.getByText('is applied and live', { exact: false }).waitFor();

    expect(await isOn(server)).toBe(false);
    expect(await newestEvents(server)).toMatchObject([
        { type: 'change-request-applied', data: { breakGlass: true } },
        { type: 'feature-environment-disabled', bypass: true, reason: 'Payments fail' },
    ]);
    expect(problems).toEqual([]);
});

test('a member who may not bypass approvals proposes the change', SLOW, async () => {
    const server = await protectedFlag({ turnOffWithoutApproval: false });
    const { page, problems, goTo } = await member(server);
    await goTo('/projects/default/features/lantern');

    await switchIn(page).press('Space');
    await dialogIn(page).getByRole('button', { name: 'Create request' }).click();
    await page.getByText('New draft for production').waitFor();

    expect(await turnOffNow(page).count()).toBe(0);
    expect(await isOn(server)).toBe(true);
    expect(problems).toEqual([]);
});

test('turning a flag off never joins other work of the user, unless the user selects it', SLOW, async () => {
    const server = await protectedFlag({ turnOffWithoutApproval: false });
    await server.request('POST', FLAGS, { name: 'buoy' });
    const { page, problems, goTo, inspect, setAppearance } = await member(server);
    const REQUESTS = `${PROJECT}/change-requests`;
    // The member proposes an unrelated change, and an administrator approves it.
    await goTo('/projects/default/features/buoy');
    await page.getByRole('switch', { name: 'buoy in production' }).press('Space');
    await dialogIn(page).getByRole('button', { name: 'Create request' }).click();
    await page.getByText('New draft for production').waitFor();
    await page.getByRole('button', { name: 'Open draft' }).click();
    await dialogIn(page).getByLabel('Title').fill('Buoy for everyone');
    await dialogIn(page).getByRole('button', { name: 'Send to review' }).click();
    await page.getByRole('heading', { level: 1, name: 'Buoy for everyone' }).waitFor();
    const admin = await enter(server.url);
    const state = `${server.url}${REQUESTS}/1/state`;
    expect((await admin.page.request.put(state, { data: { state: 'Approved' } })).ok()).toBe(true);

    await goTo('/projects/default/features/lantern');
    await switchIn(page).press('Space');
    const review = dialogIn(page);
    await review.getByText('Approved. Its 1 approval will be cleared · buoy').waitFor();
    expect(await review.getByRole('radio', { name: 'New request' }).isChecked()).toBe(true);
    for (const scheme of ['light', 'dark'] as const) {
        await setAppearance({ scheme, width: scheme === 'light' ? 1440 : 390 });
        expect(await inspect()).toEqual([]);
    }
    await page.keyboard.press('Control+Enter');
    await page.getByText('New draft for production').waitFor();

    const { body: approved } = await server.request('GET', `${REQUESTS}/1`);
    expect(approved).toMatchObject({ state: 'Approved', approvals: [{}], features: [{ name: 'buoy' }] });

    await setAppearance({ scheme: 'light', width: 1440 });
    // Adding to the approved request is possible, and clears its approval as announced.
    await switchIn(page).press('Space');
    await review.getByRole('radio', { name: 'Add to “Buoy for everyone”' }).check();
    await review.getByRole('button', { name: 'Add to request' }).click();
    await page.getByText('Added to “Buoy for everyone”. It is in review.').waitFor();
    const { body: joined } = await server.request('GET', `${REQUESTS}/1`);
    expect(joined).toMatchObject({ state: 'In review', approvals: [], features: [{}, {}] });
    expect(problems).toEqual([]);
});

test('an emergency is handled with the keyboard alone', SLOW, async () => {
    const server = await protectedFlag();
    const { page, problems, goTo } = await member(server);
    await goTo('/segments');

    await page.keyboard.press('Control+k');
    await page.keyboard.type('lantern stop');
    await page.getByRole('button', { name: 'Turn off lantern in production' }).waitFor();
    await page.keyboard.press('Enter');
    // The button of an urgent change has the focus, although its rules are loaded after the dialog.
    await turnOffNow(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('lantern is off in production').waitFor();

    expect(await isOn(server)).toBe(false);
    expect(problems).toEqual([]);
});

test('a change in production is confirmed with Ctrl+Enter, and never with Enter by mistake', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    const { page, problems, goTo } = await enter(server.url);
    await goTo('/projects/default/features/lantern');

    await switchIn(page).press('Space');
    await dialogIn(page).getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await dialogIn(page).waitFor({ state: 'hidden' });
    expect(await isOn(server)).toBe(false);
    await switchIn(page).press('Space');
    await dialogIn(page).getByRole('button', { name: 'Turn on' }).waitFor();
    await page.keyboard.press('Meta+Enter');
    await page.getByText('lantern is on in production').waitFor();
    expect(await isOn(server)).toBe(true);

    // A confirmation of something that is hard to undo.
    await page.getByRole('button', { name: 'Archive' }).press('Enter');
    await dialogIn(page).getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('lantern archived').waitFor();
    expect(problems).toEqual([]);
});

test('the palette turns a flag off from any screen, and the list of flags does on a phone', SLOW, async () => {
    const server = await protectedFlag();
    const { page, problems, goTo, setAppearance } = await member(server);
    await goTo('/segments');

    await page.keyboard.press('Control+k');
    await page.getByLabel('Find anything').fill('turn off lant in prod');
    await page.getByRole('button', { name: 'Turn off lantern in production' }).waitFor();
    await page.keyboard.press('Enter');
    await turnOffNow(page).click();
    await page.getByText('lantern is off in production').waitFor();
    expect(await isOn(server)).toBe(false);

    await server.request('POST', `${FLAGS}/lantern/environments/production/on`);
    await setAppearance({ scheme: 'light', width: 390 });
    await goTo('/projects/default');
    const development = await page.getByRole('switch', { name: 'lantern in development' }).boundingBox();
    const production = await switchIn(page).boundingBox();
    expect(production!.x).toBeLessThan(development!.x);
    await switchIn(page).press('Space');
    await turnOffNow(page).click();
    await expect.poll(() => isOn(server)).toBe(false);
    expect(problems).toEqual([]);
});

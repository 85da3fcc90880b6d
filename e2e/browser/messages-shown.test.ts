import { expect, test } from 'vitest';
import { enter, SLOW, startService } from './support/visitor.ts';

const FLAGS = '/api/admin/projects/default/features';

test('the newest message is always visible, however many persist, and messages cover no content', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    const { page, problems, goTo, settled } = await enter(server.url);
    const messages = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Dismiss' }) });
    const review = page.getByRole('dialog');

    // Undo messages in production persist: five of them are one more than fits.
    await page.clock.install();
    await goTo('/projects/default/features/lantern');
    for (const state of ['on', 'off', 'on', 'off', 'on']) {
        await page.getByLabel('lantern in production').press('Space');
        await review.getByText('lantern in production').waitFor();
        await settled();
        await review.getByRole('button', { name: `Turn ${state}` }).click();
        await review.waitFor({ state: 'hidden' });
        await messages.last().getByText(`lantern is ${state} in production`).waitFor();
        await settled();
    }
    await expect.poll(() => messages.count()).toBe(4);

    // Messages disappear after a while, unless the pointer rests on them.
    await page.mouse.move(0, 0);
    await page.getByLabel('lantern in development').press('Space');
    const passing = messages.filter({ hasText: 'lantern is on in development' });
    await passing.waitFor();
    await page.clock.fastForward('10:00');
    await passing.waitFor({ state: 'hidden' });
    await expect.poll(() => messages.count()).toBe(3);

    // In a narrow window, too, the end of the page is above the messages.
    await page.setViewportSize({ width: 390, height: 700 });
    const covered = async () => {
        await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
        const [end, stack] = await Promise.all([
            page.locator('main#main').evaluate((main) => main.lastElementChild?.getBoundingClientRect().bottom ?? 0),
            messages.first().evaluate((first) => first.getBoundingClientRect().top),
        ]);
        return end > stack;
    };
    await expect.poll(covered).toBe(false);
    expect(problems).toEqual([]);
});

test('the buttons of a dialog do not move while its content is loading', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    const { page, problems, goTo, settled } = await enter(server.url);
    const dialog = page.getByRole('dialog');
    /** Responses of this URL wait until the returned function is called. */
    async function hold(address: string): Promise<() => void> {
        const { promise, resolve } = Promise.withResolvers<void>();
        await page.route(address, async (route) => {
            await promise;
            await route.continue();
        });
        return resolve;
    }
    const positionOf = (button: string) => dialog.getByRole('button', { name: button }).boundingBox();

    const release = await hold('**/api/admin/what-if');
    const list = await hold('**/api/admin/feature-types');
    await goTo('/projects/default/features/lantern');
    await page.getByLabel('lantern in production').press('Space');
    await expect.poll(() => positionOf('Turn on')).not.toBeNull();
    const before = await positionOf('Turn on');
    release();
    await dialog.getByText('Who is affected').waitFor();
    await settled();
    expect(await positionOf('Turn on')).toEqual(before);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await goTo('/projects/default');
    await page.getByRole('button', { name: 'New flag' }).click();
    await expect.poll(() => positionOf('Create flag')).not.toBeNull();
    const early = await positionOf('Create flag');
    list();
    await dialog.getByText('kill-switch').first().waitFor();
    expect(await positionOf('Create flag')).toEqual(early);
    expect(problems).toEqual([]);
});

test('a user who leaves during a save is not redirected back', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    await server.request('POST', '/api/admin/projects', { id: 'harbour', name: 'Harbour' });
    const { page, problems, goTo } = await enter(server.url);
    const dialog = page.getByRole('dialog');
    const isThere = async (path: string) => (await server.request('GET', path)).status;

    /** Saves, navigates away before the response, and waits for the response. */
    async function leaveWhileSaving(address: string, save: () => Promise<void>, created: string): Promise<void> {
        const { promise, resolve: release } = Promise.withResolvers<void>();
        await page.route(address, async (route) => {
            if (route.request().method() === 'POST') await promise;
            await route.continue();
        });
        const requested = page.waitForRequest((request) => request.method() === 'POST');
        await save();
        const responded = (await requested).response();
        // The same kind of page, so that the first one is not unmounted.
        await goTo('/projects/harbour');
        release();
        await responded;
        await page.unroute(address);
        expect(await isThere(created)).toBe(200);
        // Effects of a response happen within two frames.
        await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
        await page.getByRole('heading', { name: 'Harbour', level: 1 }).waitFor();
        expect(new URL(page.url()).pathname).toBe('/projects/harbour');
    }

    await goTo('/projects/default');
    await leaveWhileSaving(
        '**/api/admin/projects/default/features',
        async () => {
            await page.getByRole('button', { name: 'New flag' }).click();
            await dialog.getByLabel('Name').fill('left-behind');
            await dialog.getByRole('button', { name: 'Create flag' }).click();
        },
        `${FLAGS}/left-behind`,
    );

    await goTo('/projects/default/features/lantern');
    await leaveWhileSaving(
        '**/lantern/clone',
        async () => {
            await page.getByRole('button', { name: 'More actions' }).click();
            await page.getByRole('menuitem', { name: 'Clone…' }).click();
            await dialog.getByRole('button', { name: 'Clone flag' }).click();
        },
        `${FLAGS}/lantern-copy`,
    );

    // A user who stays is redirected to it.
    await goTo('/projects/default/features/lantern');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Clone…' }).click();
    await dialog.getByLabel('Name of the copy').fill('second-copy');
    await dialog.getByRole('button', { name: 'Clone flag' }).click();
    await page.waitForURL('**/features/second-copy');
    expect(problems).toEqual([]);
});

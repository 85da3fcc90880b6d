import { expect, onTestFinished, test } from 'vitest';
import { startTcpProxy, targetOf, throughProxy } from '../../packages/server/test/support/tcp-proxy.ts';
import { newDatabase } from '../support/databases.ts';
import { ADMIN, enter, SLOW, startService, visit } from './support/visitor.ts';

const FLAGS = '/api/admin/projects/default/features';

test('while the service is unavailable the page stays and shows that, and recovers automatically', SLOW, async () => {
    const database = await newDatabase('embedded');
    const server = await startService(database);
    const { page, goTo, inspect } = await enter(server.url, ADMIN, { hasCache: false });
    await goTo('/projects/default');
    const away = page.getByText('The service cannot be reached. Showing data as of');
    expect(await away.count()).toBe(0);

    await server.stop();
    await away.waitFor();
    // A screen that has not been opened yet.
    await page.getByRole('link', { name: 'Segments' }).click();
    await page.getByRole('heading', { name: 'This screen could not be loaded' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Playground' }).isVisible()).toBe(true);
    expect(await inspect()).toEqual([]);

    const restarted = await startService({ ...database, HTTP_PORT: new URL(server.url).port });
    await restarted.request('POST', '/api/admin/segments', { name: 'Castaways', constraints: [] });
    await away.waitFor({ state: 'hidden' });
    await page.getByText('Castaways').waitFor();
});

test('a part of a screen that cannot be loaded shows an error in its place, and the rest stays', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    const { page, goTo, inspect } = await enter(server.url);
    await page.route('**/api/admin/search/events*', (route) => route.abort());
    await goTo('/projects/default/features/lantern?tab=history');
    const failed = page.getByRole('status').filter({ hasText: 'The history could not be loaded.' });
    await failed.waitFor();
    expect(await inspect()).toEqual([]);
    await page.unroute('**/api/admin/search/events*');
    await failed.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('region', { name: 'Timeline' }).waitFor();

    await page.route('**/assets/FlagPastStates-*.js', (route) => route.abort());
    await page.reload();
    await page.getByText('This part of the interface could not be loaded.', { exact: false }).waitFor();

    await page.getByRole('button', { name: /^Event \d+: / }).waitFor();
    expect(await inspect()).toEqual([]);
    await page.unroute('**/assets/FlagPastStates-*.js');
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await page.getByRole('region', { name: 'Timeline' }).waitFor();
});

test('while the database is unavailable the page shows the reason, and recovers automatically', SLOW, async () => {
    const database = await newDatabase('PostgreSQL');
    const url = database['DATABASE_URL']!;
    const proxy = await startTcpProxy(targetOf(url));
    onTestFinished(proxy.close);
    const server = await startService({ DATABASE_URL: throughProxy(url, proxy) });
    const connectedNode = await startService(database);
    await server.request('POST', FLAGS, { name: 'lantern' });
    const { page, goTo } = await enter(server.url);
    await goTo('/projects/default');
    await page.getByLabel('lantern in development').waitFor();

    proxy.cut();
    await page.getByLabel('lantern in development').press('Space');
    const banner = page.getByText('Nothing can be changed at the moment. The database cannot be reached');
    await banner.waitFor();
    expect(await connectedNode.request('POST', FLAGS, { name: 'beacon' })).toMatchObject({ status: 201 });
    expect(await page.getByLabel('beacon in development').count()).toBe(0);
    proxy.mend();

    await banner.waitFor({ state: 'hidden' });
    await page.getByLabel('beacon in development').waitFor();
    await page.getByLabel('lantern in development').press('Space');
    await page.getByText('lantern is on in development').waitFor();
});

test('after an upgrade the page reloads once when it needs a removed file', SLOW, async () => {
    const server = await startService();
    const { page, goTo } = await enter(server.url);
    await goTo('/projects');
    let loads = 0;
    page.on('load', () => {
        loads += 1;
    });
    // The files of the page's build are gone, and the new page refers to others.
    await page.route('**/assets/SegmentPages-*.js', (route) => route.fulfill({ status: 404 }));
    await page.route(`${server.url}/`, async (route) => {
        const response = await route.fetch();
        await route.fulfill({
            response,
            body: (await response.text()).replaceAll(/index-[\w-]+\.js/g, 'index-new.js'),
        });
    });

    await page.getByRole('link', { name: 'Segments' }).click();

    // For this page the service is still unavailable: a message is shown instead of an endless loader.
    await page.getByRole('heading', { name: 'This screen could not be loaded' }).waitFor();
    expect(loads).toBe(1);
    await page.unroute('**/assets/SegmentPages-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Segments' }).waitFor();
});

test('a failing screen does not affect others, and its error is reported', SLOW, async () => {
    const server = await startService();
    const { page, goTo } = await enter(server.url);
    await goTo('/projects');
    await page.route('**/api/admin/segments', (route) => route.fulfill({ json: { segments: 'none' } }));
    const reported = page.waitForRequest('**/api/admin/record-ui-error');

    await page.getByRole('link', { name: 'Segments' }).click();
    await page.getByRole('heading', { name: 'This screen failed' }).waitFor();
    expect((await reported).postDataJSON()).toMatchObject({ errorMessage: expect.stringMatching(/function/) });
    await page.getByRole('link', { name: 'Environments', exact: true }).click();

    await page.getByRole('heading', { level: 1, name: 'Environments' }).waitFor();
});

test(
    'on a slow connection feedback is shown at once: before the scripts, during navigation, while saving',
    SLOW,
    async () => {
        const server = await startService();
        await server.request('POST', FLAGS, { name: 'lantern' });
        const { page, signIn, goTo } = await visit(server.url);
        const open = Promise.withResolvers<void>();
        await page.route('**/assets/*.js', async (route) => {
            await open.promise;
            // Requests from before the reload are no longer awaited.
            await route.continue().catch(() => undefined);
        });
        await page.reload({ waitUntil: 'commit' });
        await page.getByRole('status').getByText('Loading…').waitFor();
        await expect.poll(() => page.evaluate("performance.getEntriesByName('first-contentful-paint').length")).toBe(1);
        open.resolve();
        await page.unroute('**/assets/*.js');
        await signIn();

        /** Responses to this pattern wait until the returned function is called. */
        const hold = async (pattern: string) => {
            const held = Promise.withResolvers<void>();
            await page.route(pattern, async (route) => {
                await held.promise;
                await route.continue();
            });
            return held.resolve;
        };
        const letThrough = await hold('**/assets/SegmentPages-*.js');
        await page.getByRole('link', { name: 'Segments' }).click();
        await page.getByRole('progressbar', { name: 'Loading' }).waitFor();
        letThrough();
        await page.getByRole('heading', { level: 1, name: 'Segments' }).waitFor();

        await goTo('/projects/default/features/lantern');
        const letSave = await hold('**/development/on');
        await page.getByLabel('lantern in development').press('Space');
        await page.getByRole('progressbar', { name: 'Saving' }).waitFor();
        letSave();
        await page.getByText('lantern is on in development').waitFor();
        await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);

        // With reduced motion, placeholders of content do not move.
        await hold('**/api/admin/search/events*');
        await page.getByRole('tab', { name: 'History' }).click();
        await page.locator('.mantine-Skeleton-root').first().waitFor();
        const moving =
            'document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime === Infinity)';
        expect(await page.evaluate(`${moving}.length`)).toBe(0);
    },
);

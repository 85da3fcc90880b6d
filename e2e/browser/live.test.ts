import type { Request, Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { newDatabase } from '../support/databases.ts';
import { enter, SLOW, startService } from './support/visitor.ts';

const FEATURES = '/api/admin/projects/default/features';

const isLive = (exchange: Request | Response) => new URL(exchange.url()).pathname === '/api/admin/live';

/** Much sooner than the next poll of the page. */
const SOON = { timeout: 20_000 };

test('changes of other users appear on open pages without a reload', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/projects/default/features', { name: 'lantern' });
    const { page, problems, goTo } = await enter(server.url);

    await goTo('/projects/default');
    await server.request('POST', '/api/admin/projects/default/features', { name: 'buoy' });
    await page.getByRole('link', { name: 'buoy' }).waitFor(SOON);

    await goTo('/projects/default/features/lantern');
    await server.request('POST', '/api/admin/projects/default/features/lantern/environments/development/on');
    await expect.poll(() => page.getByLabel('lantern in development').isChecked(), SOON).toBe(true);

    await goTo('/segments');
    await server.request('POST', '/api/admin/segments', { name: 'Sailors', constraints: [] });
    await page.getByText('Sailors').waitFor(SOON);

    expect(problems).toEqual([]);
});

test('a page that lost its connection reconnects, and loads missed changes', SLOW, async () => {
    const database = await newDatabase('embedded');
    const server = await startService(database);
    const { page, goTo } = await enter(server.url);
    await goTo('/segments');
    await page.getByRole('button', { name: 'New segment' }).first().waitFor();

    await server.stop();
    const restarted = await startService({ ...database, HTTP_PORT: new URL(server.url).port });
    await restarted.request('POST', '/api/admin/segments', { name: 'Castaways', constraints: [] });

    await page.getByText('Castaways').waitFor(SOON);
});

/** Periodic refetches are disabled: on a slow machine a minute passes. */
const WITHOUT_POLLING = `{
    const plain = setInterval;
    window.setInterval = (work, pause, ...rest) => plain(work, pause < 10_000 ? pause : 2 ** 30, ...rest);
}`;

test('a change between the load of a page and its subscription appears, too', SLOW, async () => {
    const server = await startService();
    const { page, goTo } = await enter(server.url);
    await page.addInitScript(WITHOUT_POLLING);
    const { promise: changed, resolve: letListen } = Promise.withResolvers<void>();
    await page.route(
        ({ pathname }) => pathname === '/api/admin/live',
        async (route) => {
            await changed;
            await route.continue();
        },
    );
    await goTo('/segments');
    await page.getByRole('button', { name: 'New segment' }).first().waitFor();

    await server.request('POST', '/api/admin/segments', { name: 'Stowaways', constraints: [] });
    letListen();

    await page.getByText('Stowaways').waitFor(SOON);
});

/** A project page with many flags, and its requests from now on. */
async function openProject(count: number) {
    const server = await startService();
    const features = Array.from({ length: count }, (_, index) => ({ name: `flag-${index + 1}`, type: 'release' }));
    const data = { features, featureStrategies: [] };
    await server.request('POST', '/api/admin/features-batch/import', {
        project: 'default',
        environment: 'development',
        data,
    });
    const visitor = await enter(server.url);
    const underWay = new Set<Request>();
    const asked: { method: string; path: string }[] = [];
    visitor.page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        // Lazily loaded code does not count as a request.
        if (!pathname.startsWith('/api/') || isLive(request)) return;
        underWay.add(request);
        asked.push({ method: request.method(), path: decodeURIComponent(pathname + search) });
    });
    visitor.page.on('requestfinished', (request) => underWay.delete(request));
    visitor.page.on('requestfailed', (request) => underWay.delete(request));
    await visitor.page.addInitScript(WITHOUT_POLLING);
    const hears = visitor.page.waitForResponse(isLive);
    await visitor.goTo('/projects/default?sort=in:development&query=flag');
    await visitor.page.getByText(`${count} of ${count}`).waitFor();
    await hears;
    await expect.poll(() => underWay.size, SOON).toBe(0);
    asked.length = 0;
    const first = () => visitor.page.locator('tbody a').first().textContent();
    return { ...visitor, server, asked, first };
}

test('after a change of another user an open project page reloads one row, not the list', SLOW, async () => {
    const { server, page, asked, first, problems } = await openProject(300);

    await server.request('POST', `${FEATURES}/flag-250/environments/development/on`);

    // Sorted by last change, it comes first.
    await expect.poll(first, SOON).toBe('flag-250');
    await expect.poll(() => page.getByLabel('flag-250 in development').isChecked()).toBe(true);
    expect(asked).toEqual([{ method: 'GET', path: `${FEATURES}?name=flag-250` }]);

    await server.request('POST', '/api/admin/projects/default/archive', { features: ['flag-250', 'flag-7'] });
    await page.getByText('298 of 298').waitFor(SOON);
    await server.request('POST', FEATURES, { name: 'lantern' });
    await page.getByText('298 of 299').waitFor(SOON);
    const lists = asked.filter(({ path }) => path.startsWith(FEATURES));
    expect(lists).toEqual([
        { method: 'GET', path: `${FEATURES}?name=flag-250` },
        { method: 'GET', path: `${FEATURES}?name=flag-250&name=flag-7` },
        { method: 'GET', path: `${FEATURES}?name=lantern` },
    ]);
    expect(problems).toEqual([]);
});

test('a local edit does not reload the list', SLOW, async () => {
    const { page, asked, first, problems } = await openProject(300);

    await page.getByLabel('Search flags').fill('flag-300');
    await page.getByText('1 of 300').waitFor();
    await page.getByLabel('flag-300 in development').press('Space');
    await page.getByText('flag-300 is on in development').waitFor();
    await page.getByLabel('Search flags').fill('flag');
    await expect.poll(first, SOON).toBe('flag-300');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('flag-300 is off in development').waitFor();
    await expect.poll(first, SOON).toBe('flag-1');
    // The service has announced both changes by now.
    await expect.poll(() => asked.filter(({ method }) => method === 'GET').length, SOON).toBe(3);

    const strategies = `${FEATURES}/flag-300/environments/development/strategies`;
    expect(asked).toEqual([
        { method: 'POST', path: `${FEATURES}/flag-300/environments/development/on` },
        // The flag had no strategy: undo removes the added one.
        { method: 'GET', path: strategies },
        { method: 'GET', path: `${FEATURES}?name=flag-300` },
        { method: 'POST', path: `${FEATURES}/flag-300/environments/development/off` },
        { method: 'DELETE', path: expect.stringContaining(`${strategies}/`) },
        { method: 'GET', path: `${FEATURES}?name=flag-300` },
    ]);
    expect(problems).toEqual([]);
});

import { expect, test } from 'vitest';
import { reportUsage } from './support/lantern.ts';
import { ADMIN, enter, startService } from './support/visitor.ts';

const PROJECT = '/api/admin/projects/default';
const MAX_SHIFT = 0.02;

const NETWORKS = [
    { width: 1440, latency: 40, downloadThroughput: 2_000_000 },
    { width: 390, latency: 400, downloadThroughput: 250_000 },
];

const SCREENS = [
    '/',
    '/projects/default',
    '/search',
    '/projects/default/features/lantern',
    '/projects/default/change-requests/1',
    '/change-requests',
    '/applications',
    '/history',
    '/insights',
];

/** Collects the shifts that do not follow an input of the user. */
const OBSERVE = `
    self.shift = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) self.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
`;

/** Fonts arrive after the text, and shifts are reported after the next frame. */
const PAINTED = `document.fonts.ready.then(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)))),
)`;

test.each(NETWORKS)('nothing jumps while a screen loads: $width pixels wide', { timeout: 600_000 }, async (network) => {
    const { width, ...conditions } = network;
    const server = await startService();
    const { request } = server;
    const create = (name: string) => request('POST', `${PROJECT}/features`, { name, description: `About ${name}` });
    for (const name of ['beacon', 'buoy', 'foghorn', 'lantern']) expect((await create(name)).status).toBe(201);
    await request('POST', `${PROJECT}/features/lantern/environments/production/on`);
    await reportUsage(server, { lantern: { yes: 3, no: 1, variants: {} } });
    const changes = `${PROJECT}/environments/production/change-requests`;
    await request('PUT', `${changes}/config`, { changeRequestsEnabled: true, requiredApprovals: 1 });
    await request('POST', changes, [{ feature: 'buoy', action: 'updateEnabled', payload: { enabled: true } }]);
    await request('PUT', `${PROJECT}/change-requests/1/state`, { state: 'In review' });

    const shifts: Record<string, number> = {};
    for (const screen of SCREENS) {
        // Nothing is cached.
        const { page, setAppearance, goTo } = await enter(server.url, ADMIN, { hasCache: false });
        const session = await page.context().newCDPSession(page);
        await session.send('Network.enable');
        await session.send('Network.emulateNetworkConditions', {
            offline: false,
            uploadThroughput: conditions.downloadThroughput,
            ...conditions,
        });
        await setAppearance({ scheme: 'light', width });
        await page.addInitScript(OBSERVE);
        await goTo(screen);
        await page.evaluate(PAINTED);
        const shift = Number(await page.evaluate('self.shift'));
        if (shift > MAX_SHIFT) shifts[screen] = shift;
        await page.close();
    }
    expect(shifts).toEqual({});
});

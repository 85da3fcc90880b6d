import { expect, test } from 'vitest';
import { enter, SLOW, startService } from './support/visitor.ts';

const FLAGS = '/api/admin/projects/default/features';

test('the playground keeps its flag filter in the URL, and a new context field gets the focus', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    await server.request('POST', FLAGS, { name: 'beacon' });
    const { page, goTo } = await enter(server.url);
    await goTo('/playground?find=lantern');

    await page.getByRole('button', { name: 'Add a field' }).click();
    await expect
        .poll(() => page.getByRole('combobox', { name: 'Context field 2' }).evaluate((it) => it.matches(':focus')))
        .toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Evaluate', exact: true }).click();

    await page.getByText('1 of 2 flags').waitFor();
    expect(new URL(page.url()).searchParams.get('find')).toContain('lantern');
});

test('the list of all flags shows names beside badges, and counts what is selected in all projects', SLOW, async () => {
    const server = await startService();
    const name = 'checkout-with-a-rather-long-name-that-says-much';
    await server.request('POST', '/api/admin/projects', { id: 'harbour', name: 'Harbour' });
    await server.request('POST', '/api/admin/projects/harbour/features', { name: 'buoy' });
    await server.request('POST', FLAGS, { name });
    for (const value of ['payments-and-refunds', 'quarter-four-release', 'needs-a-decision']) {
        await server.request('POST', `/api/admin/features/${name}/tags`, { type: 'simple', value });
    }
    await server.request('POST', '/api/admin/projects/default/stale', { features: [name], stale: true });
    const { page, goTo, setAppearance } = await enter(server.url);
    await goTo('/search');
    await setAppearance({ scheme: 'light', width: 1440 });

    const link = page.getByRole('link', { name, exact: true });
    await link.waitFor();
    expect((await link.boundingBox())!.width).toBeGreaterThan(70);
    await page.getByLabel('Select all shown flags').check();
    await page.getByText('1 of 2 selected').waitFor();
});

test('the handle of a strategy is on the left with and without a title', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    for (const title of ['', 'Crew']) {
        await server.request('POST', `${FLAGS}/lantern/environments/development/strategies`, {
            name: 'default',
            ...(title && { title }),
        });
    }
    const { page, goTo } = await enter(server.url);
    await goTo('/projects/default/features/lantern');
    const grips = page.getByRole('button', { name: 'Drag to reorder' });
    await expect.poll(() => grips.count()).toBe(2);

    const [untitled, titled] = [await grips.nth(0).boundingBox(), await grips.nth(1).boundingBox()];
    expect(Math.abs(untitled!.x - titled!.x)).toBeLessThanOrEqual(2);
});

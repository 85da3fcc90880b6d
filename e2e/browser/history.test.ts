import { afterAll, expect, test } from 'vitest';
import type { ServerProcess } from '../support/server-process.ts';
import { closeBrowser, SLOW, startService, visit } from './support/visitor.ts';

afterAll(closeBrowser);

const FLAGS = '/api/admin/projects/default/features';

const rollout = (share: string) => ({
    name: 'flexibleRollout',
    parameters: { rollout: share, stickiness: 'default', groupId: 'new-checkout' },
});

/** A flag that is on in production, first for a quarter of the users, then for most. */
async function rolledOut(server: ServerProcess): Promise<void> {
    const path = `${FLAGS}/new-checkout/environments/production`;
    await server.request('POST', FLAGS, { name: 'new-checkout' });
    const { body } = await server.request('POST', `${path}/strategies`, rollout('25'));
    await server.request('POST', `${path}/on`);
    await server.request('PUT', `${path}/strategies/${(body as { id: string }).id}`, rollout('90'));
}

test('each row of the log says what changed, for whom and by whom; many flags at once are one row', SLOW, async () => {
    const server = await startService();
    const { body: person } = await server.request('POST', '/api/admin/user-admin', {
        username: 'bob',
        name: 'Bob Fisher',
        rootRole: 2,
    });
    const { id } = person as { id: number };
    await server.request('PUT', `/api/admin/user-admin/${id}`, { rootRole: 3 });
    await server.request('POST', '/api/admin/projects/default/access', { roles: [4], users: [id], groups: [] });
    await rolledOut(server);
    const many = ['anchor', 'buoy', 'lantern'];
    for (const name of many) await server.request('POST', FLAGS, { name });
    await server.request('POST', '/api/admin/projects/default/archive', { features: many });
    const { page, problems, signIn, goTo, inspect } = await visit(server.url);
    await signIn();
    await goTo('/history');
    const row = (text: string) => page.getByRole('listitem').filter({ hasText: text }).first();

    expect(await row('changed a strategy of').innerText()).toMatch(
        /changed a strategy of new-checkout in production\s+25%\s+90%/,
    );
    expect(await row('changed a user').innerText()).toMatch(/Bob Fisher\s+role Editor\s+Viewer/);
    expect(await row('gave access to project').innerText()).toMatch(/Bob Fisher: Owner/);
    const archived = row('archived 3 flags');
    expect(await archived.innerText()).toMatch(/3 events: anchor, buoy, lantern/);
    await archived.getByRole('button', { name: '3 events of one change' }).click();
    expect(await archived.getByText(/archived (anchor|buoy|lantern)$/).count()).toBe(3);
    expect(await inspect()).toEqual([]);

    // To the flag, and back to one event
    await row('changed a strategy of').getByRole('link', { name: 'new-checkout' }).click();
    await page.getByRole('heading', { level: 1, name: 'new-checkout' }).waitFor();
    await goTo('/projects/default/features/new-checkout?tab=history');
    await page
        .getByRole('button', { name: /Strategy changed/ })
        .first()
        .click();
    await page.getByRole('link', { name: /^Event \d+$/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Event log' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Event \d+/, expanded: true }).count()).toBe(1);
    expect(problems).toEqual([]);
});

test('moving along the timeline shows a flag as it was, to be read only, and leads back to now', SLOW, async () => {
    const server = await startService();
    await rolledOut(server);
    const { page, problems, signIn, goTo, settled, inspect } = await visit(server.url);
    await signIn();
    await goTo('/projects/default/features/new-checkout');
    const slider = page.getByRole('slider', { name: 'Moment to look at' });
    const production = page.getByRole('region', { name: 'Environment production' });
    const then = page.getByRole('region', { name: 'Environment production as it was' });
    await slider.waitFor();
    expect(await slider.getAttribute('aria-valuetext')).toBe('Now');

    await slider.press('ArrowLeft');
    await then.getByText('90%').waitFor();
    await slider.press('ArrowLeft');
    await then.getByText('25%').waitFor();
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/Flag turned on/);
    await page.getByText('nothing can be changed here').waitFor();
    expect(await page.getByRole('switch').count()).toBe(0);
    expect(await page.getByRole('button', { name: /Add strategy|Edit strategy|Archive/ }).count()).toBe(0);
    expect(await inspect()).toEqual([]);

    // The address says the moment
    const address = new URL(page.url());
    expect(address.searchParams.get('asOf')).toMatch(/^\d{4}-\d{2}-\d{2}T/);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await production.getByText('90%').waitFor();
    expect(new URL(page.url()).searchParams.has('asOf')).toBe(false);
    await page.goto(address.href);
    await settled();
    await then.getByText('25%').waitFor();
    await page.getByRole('button', { name: 'Earlier change' }).click();
    await then.getByText('Was off for everyone').waitFor();
    await slider.press('End');
    await production.getByText('90%').waitFor();

    // And so does the log
    await goTo('/projects/default/features/new-checkout?tab=history');
    await page.getByRole('button', { name: /Strategy changed/ }).click();
    await page.getByRole('link', { name: 'As it was before this' }).click();
    await then.getByText('25%').waitFor();
    expect(problems).toEqual([]);
});

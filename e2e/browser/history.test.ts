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

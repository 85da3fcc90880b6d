import { expect, test } from 'vitest';
import type { ServerProcess } from '../support/server-process.ts';
import { enter, SLOW, startService } from './support/visitor.ts';

const FLAGS = '/api/admin/projects/default/features';

const rollout = (share: string) => ({
    name: 'flexibleRollout',
    parameters: { rollout: share, stickiness: 'default', groupId: 'new-checkout' },
});

/** A flag that is enabled in production, first for a quarter of the users, then for most. */
async function rolledOut(server: ServerProcess): Promise<void> {
    const path = `${FLAGS}/new-checkout/environments/production`;
    await server.request('POST', FLAGS, { name: 'new-checkout' });
    const { body } = await server.request('POST', `${path}/strategies`, rollout('25'));
    await server.request('POST', `${path}/on`);
    await server.request('PUT', `${path}/strategies/${(body as { id: string }).id}`, rollout('90'));
}

test('each row of the log shows the change, its scope and its author; a bulk change is one row', SLOW, async () => {
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
    const { page, problems, goTo, inspect } = await enter(server.url);
    await goTo('/history');
    const row = (text: string) => page.getByRole('listitem').filter({ hasText: text }).first();

    await expect
        .poll(() => row('changed a strategy of').innerText())
        .toMatch(/changed a strategy of new-checkout in production\s+25%\s+90%/);
    // Names of users and roles are loaded after the events.
    await expect.poll(() => row('changed a user').innerText()).toMatch(/Bob Fisher\s+role Editor\s+Viewer/);
    await expect.poll(() => row('granted access to project').innerText()).toMatch(/Bob Fisher: Owner/);
    const archived = row('archived 3 flags');
    await expect.poll(() => archived.innerText()).toMatch(/3 events: anchor, buoy, lantern/);
    await archived.getByRole('button', { name: '3 events of one change' }).click();
    await expect.poll(() => archived.getByText(/archived (anchor|buoy|lantern)$/).count()).toBe(3);
    expect(await inspect()).toEqual([]);

    // To the flag, and back to one event.
    await row('changed a strategy of').getByRole('link', { name: 'new-checkout' }).click();
    await page.getByRole('heading', { level: 1, name: 'new-checkout' }).waitFor();
    await goTo('/projects/default/features/new-checkout?tab=history');
    await page
        .getByRole('button', { name: /Strategy changed/ })
        .first()
        .click();
    await page.getByRole('link', { name: /^Event \d+$/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Event \d+/, expanded: true }).count()).toBe(1);
    expect(problems).toEqual([]);
});

test('the timeline shows a past state of a flag, read-only, with a link back to now', SLOW, async () => {
    const server = await startService();
    await rolledOut(server);
    const { page, problems, goTo, settled, inspect } = await enter(server.url);
    await goTo('/projects/default/features/new-checkout?tab=history');
    const slider = page.getByRole('slider', { name: 'Moment' });
    const production = page.getByRole('region', { name: 'Environment production' });
    const then = page.getByRole('region', { name: 'Environment production as it was' });
    await slider.waitFor();
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('Now');

    await slider.press('ArrowLeft');
    await then.getByText('90%').waitFor();
    await slider.press('ArrowLeft');
    await then.getByText('25%').waitFor();
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/Flag turned on/);
    await page.getByText('Read-only view of a past state').waitFor();
    await expect.poll(() => page.getByRole('switch').count()).toBe(0);
    await expect.poll(() => page.getByRole('button', { name: /Add strategy|Edit strategy|Archive/ }).count()).toBe(0);
    expect(await inspect()).toEqual([]);

    // The URL contains the moment.
    const address = new URL(page.url());
    expect(address.searchParams.get('asOf')).toMatch(/^\d{4}-\d{2}-\d{2}T/);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await production.getByRole('list').getByText('90%').waitFor();
    expect(new URL(page.url()).searchParams.has('asOf')).toBe(false);
    await page.goto(address.href);
    await settled();
    await then.getByText('25%').waitFor();
    await page.getByRole('button', { name: 'Earlier change' }).click();
    await then.getByText('Was off for everyone').waitFor();
    // The current state has no past: the log is shown instead.
    await slider.press('End');
    await page.getByRole('button', { name: /Strategy changed/ }).click();
    await page.getByRole('link', { name: 'State before this event' }).click();
    await then.getByText('25%').waitFor();
    expect(problems).toEqual([]);
});

test(
    'an event shows the SDK definitions before and after it, and the affected users; moments can be compared',
    SLOW,
    async () => {
        const server = await startService();
        await rolledOut(server);
        const { page, problems, goTo, inspect } = await enter(server.url);
        await goTo('/projects/default/features/new-checkout?tab=history');

        await page.getByRole('button', { name: /Strategy changed/ }).click();
        const different = page.getByRole('list', { name: 'What changed' });
        await different.getByText('90% of users').waitFor();
        await expect.poll(() => different.locator('del').innerText()).toContain('25%');
        await page.getByText(/\d+ of 1,000 synthetic users \([\d.]+%\) got it/).waitFor();
        expect(await inspect()).toEqual([]);

        // The same in a URL that can be shared, with all earlier changes.
        await page.getByRole('link', { name: 'Compare in full' }).click();
        await page.getByRole('heading', { level: 1, name: 'Compare', exact: true }).waitFor();
        await page.getByText('1 flag differs').waitFor();
        await expect.poll(() => different.locator('del').innerText()).toContain('25%');
        const { body } = await server.request('GET', '/api/admin/search/events?type=IS:feature-created');
        const created = String((body as { events: { id: number }[] }).events[0]?.id);
        // Without a choice, the changes of the last day are shown; of a new installation, all changes.
        await goTo('/compare');
        await page.getByText('1 flag differs').waitFor();
        await page.getByRole('button', { name: 'Last change in production' }).click();
        await expect.poll(() => different.locator('del').innerText()).toContain('25%');
        await expect.poll(() => different.locator('ins').innerText()).toContain('90%');
        expect(new URL(page.url()).searchParams.get('environment')).toBe('production');
        await page.getByText('Revision', { exact: true }).first().click();
        await page.getByPlaceholder('Number of an event').fill(created);
        await page.getByRole('button', { name: 'Compare', exact: true }).click();
        await different.getByText('Off for everyone', { exact: true }).waitFor();
        expect(new URL(page.url()).searchParams.get('from')).toContain(created);
        expect(await inspect()).toEqual([]);
        expect(problems).toEqual([]);
    },
);

test('on a fresh installation, moments are compared without refused requests', SLOW, async () => {
    const server = await startService();
    const { page, problems, goTo, inspect, settled } = await enter(server.url);

    await goTo('/compare');
    await page.getByText('Nothing to compare yet').waitFor();
    expect(await inspect()).toEqual([]);
    for (const preset of await page.getByRole('group', { name: 'Period' }).getByRole('button').all()) {
        await preset.click();
        await settled();
    }
    await server.request('POST', FLAGS, { name: 'new-checkout' });
    await server.request('POST', `${FLAGS}/new-checkout/environments/production/on`);
    await goTo('/compare?project=default');
    await page.getByText('1 flag differs').waitFor();

    expect(problems).toEqual([]);
});

test('the history of a flag links to the applied change request, and does not repeat the flag name', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'new-checkout' });
    const requests = '/api/admin/projects/default/environments/production/change-requests';
    await server.request('PUT', `${requests}/config`, { changeRequestsEnabled: true, requiredApprovals: 1 });
    const { page, problems, goTo, settled } = await enter(server.url);
    const switchOn = { feature: 'new-checkout', action: 'updateEnabled', payload: { enabled: true } };
    await page.request.post(server.url + requests, { data: switchOn });
    await page.request.put(`${server.url}/api/admin/projects/default/change-requests/1/state`, {
        data: { state: 'Applied', breakGlass: true, reason: 'Launch' },
    });

    await goTo('/projects/default/features/new-checkout?tab=history');
    const row = page.getByRole('listitem').filter({ hasText: 'turned the flag on in production' });
    await row.waitFor();
    await page.getByText('created the flag in project').waitFor();
    await row.getByRole('link', { name: '#1' }).click();
    await settled();
    expect(new URL(page.url()).pathname).toBe('/projects/default/change-requests/1');
    expect(problems).toEqual([]);
});

test('an event, a flag and an environment are reverted after a preview of the effect', SLOW, async () => {
    const server = await startService();
    await rolledOut(server);
    const shareOf = async () => {
        const { body } = await server.request('GET', `${FLAGS}/new-checkout`);
        const { environments } = body as {
            environments: { name: string; enabled: boolean; strategies: { parameters: { rollout: string } }[] }[];
        };
        const { enabled, strategies } = environments.find(({ name }) => name === 'production')!;
        return enabled ? strategies[0]?.parameters.rollout : 'off';
    };
    const { page, problems, goTo, inspect } = await enter(server.url);
    const review = page.getByRole('dialog');

    // The effect of one event.
    await goTo('/projects/default/features/new-checkout?tab=history');
    const event = page.getByRole('button', { name: /Strategy changed/ });
    await event.click();
    await page.getByRole('button', { name: 'Revert', exact: true }).click();
    await review.getByText('90% of users').waitFor();
    await review.getByText(/\d+ of 1,000 synthetic users \([\d.]+%\) lose it/).waitFor();
    expect(await inspect()).toEqual([]);
    expect(await shareOf()).toBe('90');
    await review.getByRole('button', { name: 'Revert', exact: true }).click();
    await page.getByText(/^Event \d+ reverted$/).waitFor();
    expect(await shareOf()).toBe('25');

    // Both events link to each other.
    await page.getByRole('link', { name: /^Reverted by event \d+$/ }).click();
    await page.getByRole('link', { name: /^reverts \d+$/ }).waitFor();

    // A flag to a moment before it was enabled.
    await goTo('/projects/default/features/new-checkout?tab=history');
    const slider = page.getByRole('slider', { name: 'Moment' });
    await slider.press('Home');
    await slider.press('ArrowRight');
    await page.getByText('Was off for everyone').first().waitFor();
    await page.getByRole('button', { name: 'Restore this version' }).click();
    await review
        .getByRole('list', { name: 'Steps' })
        .getByText(/turn new-checkout off in production/i)
        .waitFor();
    await review.getByRole('button', { name: 'Revert', exact: true }).click();
    // Not the past view, which has almost the same text and is closed afterwards.
    const now = page.getByRole('region', { name: 'Environment production', exact: true });
    await now.getByText('Off for everyone').waitFor();
    expect(await shareOf()).toBe('off');

    // An environment of the project.
    const { body } = await server.request('GET', '/api/admin/search/events?type=IS:feature-strategy-update&limit=100');
    const { events } = body as { events: { id: number }[] };
    const wasMost = events.at(-1)!.id;
    await goTo(`/compare?project=default&environment=production&from=${wasMost}`);
    await page.getByRole('button', { name: 'Restore' }).click();
    await review.getByText('90% of users').waitFor();
    await review.getByRole('button', { name: 'Revert', exact: true }).click();
    await page.getByText('production restored').waitFor();
    expect(await shareOf()).toBe('90');
    expect(problems).toEqual([]);
});

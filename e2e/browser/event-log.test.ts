import { expect, test } from 'vitest';
import { enter, SLOW, startService } from './support/visitor.ts';

const FLAGS = '/api/admin/projects/default/features';
const THREE_HOURS = 3 * 3_600_000;

test(
    'the verified part of the log is remembered: verification runs only on request, and checks only newer events',
    SLOW,
    async () => {
        const server = await startService();
        await server.request('POST', FLAGS, { name: 'lantern' });
        const { page, problems, goTo, settled } = await enter(server.url);
        const requests: string[] = [];
        page.on('request', (request) => {
            if (request.url().includes('/events/verify')) requests.push(new URL(request.url()).search);
        });
        await goTo('/history');
        await page.getByRole('button', { name: 'Verify the log' }).click();
        const proved = page.getByRole('button', { name: /^Verified up to \d+$/ });
        await proved.waitFor();
        const before = Number((await proved.innerText()).match(/\d+/)?.[0]);
        expect(requests).toEqual(['']);

        await page.reload();
        await settled();
        await proved.waitFor();
        // The tooltip of a time contains its zone
        const events = page.getByRole('button', { name: /^Event \d+: / });
        await expect
            .poll(() => events.first().getAttribute('title'))
            .toMatch(/ \d+:\d\d:\d\d.* (GMT[+-][\d:]+|[A-Z]{2,5}), /);
        await server.request('POST', FLAGS, { name: 'buoy' });
        await proved.click();
        await page.getByRole('button', { name: `Verified up to ${before + 1}` }).waitFor();
        expect(requests).toEqual(['', expect.stringMatching(new RegExp(`^\\?after=${before}(:|%3A)[0-9a-f]{64}$`))]);
        expect(problems).toEqual([]);
    },
);

test('filters suggest existing values by name, and an empty filtered log shows that it is filtered', SLOW, async () => {
    const server = await startService();
    for (const name of ['lantern', 'buoy']) await server.request('POST', FLAGS, { name });
    await server.request('POST', '/api/admin/user-admin', { username: 'bob', name: 'Bob Fisher', rootRole: 2 });
    await server.request('POST', `${FLAGS}/lantern/environments/production/on`);
    const { body } = await server.request('GET', '/api/admin/search/events?type=IS:feature-environment-enabled');
    const turnedOn = (body as { events: { id: number }[] }).events[0]!.id;
    await server.request('POST', '/api/admin/projects/default/revert', { event: turnedOn });
    const { page, problems, goTo, inspect } = await enter(server.url);
    await goTo('/history');

    // A revert links to the reverted event.
    await page.getByRole('link', { name: `reverts ${turnedOn}` }).click();
    await page.getByRole('button', { name: `Event ${turnedOn}: Flag turned on`, expanded: true }).waitFor();

    await goTo('/history');
    await page.getByRole('combobox', { name: 'Flag' }).fill('lan');
    await page.getByRole('option', { name: 'lantern' }).click();
    await page.getByRole('combobox', { name: 'Type of event' }).fill('turned o');
    await page.getByRole('option', { name: 'Flag turned off' }).waitFor();
    await page.getByRole('option', { name: 'Flag turned on' }).click();
    await expect.poll(() => page.getByRole('button', { name: /^Event \d+/ }).count()).toBe(1);
    const address = new URL(page.url()).searchParams;
    expect([address.get('feature'), address.get('type')]).toEqual(['lantern', 'feature-environment-enabled']);

    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('combobox', { name: 'Environment' }).click();
    await page.getByRole('option', { name: 'development' }).click();
    await page.getByText('No events match these filters.').waitFor();
    expect(await inspect()).toEqual([]);
    await page.getByRole('button', { name: 'Show all events' }).click();
    // Users are shown with their full names, also where the event contains only the account.
    await expect
        .poll(() => page.getByRole('listitem').filter({ hasText: 'created a user' }).first().innerText())
        .toContain('Bob Fisher');
    expect(problems).toEqual([]);
});

test('the log is filtered by a period until now, or by days in the time zone of the reader', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    await server.passTime(THREE_HOURS);
    await server.request('POST', FLAGS, { name: 'buoy' });
    const region = { locale: 'en-GB', timezoneId: 'Pacific/Auckland' };
    const { page, problems, goTo, settled, inspect } = await enter(server.url, undefined, { region });
    await page.clock.setFixedTime(Date.now() + THREE_HOURS);
    await goTo('/history');
    const created = page.getByRole('button', { name: /^Event \d+: Flag created/ });
    await expect.poll(() => created.count()).toBe(2);

    const choose = async (name: string) => {
        await page.getByRole('combobox', { name: 'Period' }).click();
        await page.getByRole('option', { name }).click();
    };
    await choose('Last hour');
    await expect.poll(() => created.count()).toBe(1);
    await page.reload();
    await settled();
    await expect.poll(() => created.count()).toBe(1);
    await choose('Last 24 hours');
    await expect.poll(() => created.count()).toBe(2);
    await choose('Days…');
    await page.getByLabel('From', { exact: true }).fill('2001-01-01');
    await page.getByLabel('To', { exact: true }).fill('2001-01-02');
    await page.getByText('No events match these filters.').waitFor();
    expect(await inspect()).toEqual([]);
    // A day starts and ends at midnight of the reader.
    const dayIn = (zone: string, at: number) => new Date(at).toLocaleDateString('sv-SE', { timeZone: zone });
    const now = Date.now() + THREE_HOURS;
    await page.getByLabel('To', { exact: true }).fill(dayIn(region.timezoneId, now));
    await expect.poll(() => created.count()).toBe(2);
    await page.getByLabel('From', { exact: true }).fill(dayIn(region.timezoneId, now + 86_400_000));
    await page.getByText('No events match these filters.').waitFor();
    expect(problems).toEqual([]);
});

test('CWE-79: markup in user input is shown as text', SLOW, async () => {
    const server = await startService();
    const markup = (where: string) => `<img src=x onerror=planted=1><b>${where}</b>`;
    const flag = `${FLAGS}/lantern`;
    await server.request('POST', FLAGS, { name: 'lantern', description: markup('description') });
    await server.request('POST', `${flag}/environments/development/strategies`, {
        name: 'default',
        title: markup('title'),
        variants: [
            {
                name: 'red',
                weight: 1000,
                weightType: 'variable',
                stickiness: 'default',
                payload: { type: 'string', value: markup('payload') },
            },
        ],
    });
    const { page, problems, goTo } = await enter(server.url);

    const untouched = async (...shown: string[]) => {
        for (const where of shown) await page.getByText(markup(where), { exact: false }).first().waitFor();
        expect(await page.locator('img[src="x"]').count()).toBe(0);
        expect(await page.evaluate(() => 'planted' in window)).toBe(false);
    };
    await goTo('/projects/default/features/lantern');
    await untouched('description', 'title');
    await goTo('/history');
    await page
        .getByRole('button', { name: /^Event \d+: / })
        .first()
        .click();
    await page.getByRole('button', { name: 'Details', exact: true }).click();
    await untouched('title', 'payload');
    expect(problems).toEqual([]);
});

import { expect, test } from 'vitest';
import { reportUsage, scheduleInNewYork } from './support/lantern.ts';
import { type BrowserService, enter, SLOW, startService } from './support/visitor.ts';

const FLAGS = '/api/admin/projects/default/features';

/** A flag with many evaluations and a change that is scheduled for a Friday evening in New York. */
async function usedFlag(): Promise<BrowserService> {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    await scheduleInNewYork(server);
    await reportUsage(server, { lantern: { yes: 48_372, no: 0 } });
    return server;
}

test.each([
    {
        region: { locale: 'en-US', timezoneId: 'America/New_York' },
        evaluations: '48,372 evaluations',
        scheduled: /Fri, Nov 19, 2100, 6:00\sPM \(America\/New_York\)/,
        time: /^\d{1,2}:\d\d\s[AP]M$/,
        zone: 'Times in America/New_York, UTC',
    },
    {
        region: { locale: 'en-GB', timezoneId: 'Europe/London' },
        evaluations: '48,372 evaluations',
        scheduled: /Fri, 19 Nov 2100, 18:00 \(America\/New_York\)/,
        time: /^\d\d:\d\d$/,
        zone: 'Times in Europe/London, UTC',
    },
    {
        region: { locale: 'de-DE', timezoneId: 'Asia/Kolkata' },
        evaluations: '48.372 evaluations',
        scheduled: /Fr., 19. Nov. 2100, 18:00 \(America\/New_York\)/,
        time: /^\d\d:\d\d$/,
        zone: 'Times in Asia/Calcutta, UTC+05:30',
    },
])('numbers, dates and times follow the locale $region.locale and the time zone', SLOW, async (expected) => {
    const server = await usedFlag();
    const { page, problems, goTo } = await enter(server.url, undefined, { region: expected.region });

    await goTo('/projects/default/features/lantern?tab=usage');
    await page.getByText(expected.evaluations, { exact: true }).waitFor();
    await goTo('/projects/default/features/lantern?tab=history');
    await page.getByRole('region', { name: 'Scheduled changes' }).getByText(expected.scheduled).waitFor();
    expect(await page.locator('time').first().innerText()).toMatch(expected.time);
    // Badges of the request and of the flag.
    await goTo('/projects/default');
    await page.getByText(expected.scheduled).first().waitFor();
    await goTo('/projects/default/change-requests/1');
    await expect.poll(() => page.getByText(expected.scheduled).count()).toBeGreaterThan(1);
    await goTo('/history?type=change-request-scheduled');
    await page.getByText(expected.scheduled).first().waitFor();
    await goTo('/change-requests?tab=calendar');
    await page.getByText(expected.zone).waitFor();
    expect(problems).toEqual([]);
});

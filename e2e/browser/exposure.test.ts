import { expect, test } from 'vitest';
import { reportUsage, scheduleInNewYork } from './support/lantern.ts';
import { enter, SLOW, startService } from './support/visitor.ts';

const FLAGS = '/api/admin/projects/default/features';

test('the flag page shows the share of each result per environment, with a marker for each change', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    await server.request('POST', `${FLAGS}/lantern/environments/production/on`);
    await server.request('PUT', `${FLAGS}/lantern/environments/production/variants`, [
        { name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'default' },
    ]);
    await reportUsage(server, { lantern: { yes: 3, no: 1, variants: { blue: 2 } } });
    const { page, problems, goTo, inspect } = await enter(server.url);

    await goTo('/projects/default/features/lantern');
    const chart = page.getByRole('figure', { name: 'Exposure in production' });
    await chart.getByText('blue 50%').waitFor();
    await chart.getByText('on 25%').waitFor();
    await chart.getByText('off 25%').waitFor();
    expect(await page.getByRole('figure', { name: 'Exposure in development' }).count()).toBe(0);
    expect(await inspect()).toEqual([]);

    // The values are readable by keyboard and as a table.
    const values = chart.getByRole('slider', { name: 'Values of Exposure in production' });
    await values.press('End');
    expect(await values.getAttribute('aria-valuetext')).toMatch(/: 4 evaluations: blue 50%, on 25%, off 25%$/);
    await values.press('ArrowLeft');
    expect(await values.getAttribute('aria-valuetext')).toMatch(/: 0 evaluations: no data$/);
    await chart.getByRole('button', { name: 'Table of Exposure in production' }).click();
    const newest = chart.getByRole('row').nth(1);
    expect(await newest.getByRole('cell').allInnerTexts()).toEqual(['50%', '25%', '25%']);
    expect(await inspect()).toEqual([]);

    await chart.getByRole('link', { name: /Flag turned on, Variants changed, / }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    await page.getByRole('button', { name: /^Event \d+: Variants changed/ }).waitFor();
    expect(problems).toEqual([]);
});

test('scheduled changes appear on the timeline of the flag with their time zone', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    await scheduleInNewYork(server);
    const { page, problems, goTo, inspect } = await enter(server.url);

    await goTo('/projects/default/features/lantern?tab=history');
    const scheduled = page.getByRole('region', { name: 'Scheduled changes' });
    await scheduled.getByText(/6:00\sPM \(America\/New_York\)/).waitFor();
    expect(await inspect()).toEqual([]);
    await scheduled.getByRole('link', { name: 'Light the lantern' }).click();
    await page.getByRole('heading', { level: 1, name: 'Light the lantern' }).waitFor();
    expect(problems).toEqual([]);
});

import { expect, test } from 'vitest';
import { reportMetrics } from './support/lantern.ts';
import { enter, SLOW, startService } from './support/visitor.ts';

const FLAGS = '/api/admin/projects/default/features';
const VIEWER = { username: 'vera', password: 'Correct-horse-8' };

test(
    'a metric of an application is charted next to the changes of a flag, and a viewer sees the chart',
    SLOW,
    async () => {
        const server = await startService();
        await server.request('POST', '/api/admin/user-admin', { ...VIEWER, rootRole: 3, sendEmail: false });
        await server.request('POST', FLAGS, { name: 'lantern' });
        const { page, problems, goTo, inspect } = await enter(server.url);

        // Without data, the tab says how to send some.
        await goTo('/projects/default/features/lantern?tab=metrics');
        await page.getByRole('heading', { name: 'Send metrics' }).waitFor();
        await page.getByText('defineCounter').waitFor();
        await page.getByText('OpenTelemetry', { exact: true }).click();
        await page.getByText('OTEL_EXPORTER_OTLP_METRICS_ENDPOINT').waitFor();
        await page.getByText('"seen"').or(page.getByText("'seen'")).first().waitFor();
        expect(await inspect()).toEqual([]);

        await reportMetrics(server, [
            {
                name: 'purchases',
                help: 'Completed purchases',
                type: 'counter',
                samples: [
                    { labels: { country: 'no' }, value: 3 },
                    { labels: { country: 'se' }, value: 4 },
                ],
            },
            { name: 'refunds', help: '', type: 'counter', samples: [{ labels: {}, value: 0 }] },
        ]);
        await server.request('POST', `${FLAGS}/lantern/environments/production/on`);
        await goTo('/projects');
        await goTo('/projects/default/features/lantern?tab=metrics');
        await page.getByRole('button', { name: 'Add a chart' }).click();
        const dialog = page.getByRole('dialog', { name: 'Add a chart' });
        await dialog.getByRole('combobox', { name: 'Metric', exact: true }).fill('purch');
        await page.getByRole('option', { name: /purchases/ }).click();
        await dialog.getByRole('slider', { name: 'Values of Preview of purchases' }).waitFor();
        expect(await inspect()).toEqual([]);
        await dialog.getByRole('button', { name: 'Add chart' }).click();
        await dialog.waitFor({ state: 'detached' });

        const chart = page.getByRole('figure', { name: 'purchases' });
        const values = chart.getByRole('slider');
        await values.press('End');
        expect(await values.getAttribute('aria-valuetext')).toMatch(/: purchases 7$/);
        await values.press('ArrowLeft');
        expect(await values.getAttribute('aria-valuetext')).toMatch(/: no data$/);
        await chart.getByRole('link', { name: /Flag turned on.*, admin, / }).waitFor();
        await page.getByRole('switch', { name: 'Compare with the period before' }).click();
        await page.getByText('7, no data in the period before').waitFor();

        // Split by the values of a label.
        await page.getByRole('button', { name: 'Actions for the chart purchases' }).click();
        await page.getByRole('menuitem', { name: 'Change…' }).click();
        const change = page.getByRole('dialog', { name: 'Change the chart' });
        await change.getByRole('combobox', { name: 'Split by country' }).click();
        await page.getByRole('option', { name: 'Every value' }).click();
        await change.getByRole('button', { name: 'Save' }).click();
        await change.waitFor({ state: 'detached' });
        await values.press('End');
        expect(await values.getAttribute('aria-valuetext')).toMatch(/country no 3, country se 4$/);

        // A metric that was reported without a count is 0, not missing.
        await page.getByRole('button', { name: 'Add a chart' }).click();
        await dialog.getByRole('combobox', { name: 'Metric', exact: true }).fill('refunds');
        await page.getByRole('option', { name: /refunds/ }).click();
        await dialog.getByText('0: applications report refunds and counted nothing in this period.').waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Discard' }).click();
        expect(problems).toEqual([]);

        // The charts of the instance are on the start page, too.
        await server.request('POST', '/api/admin/impact-metrics/config', {
            ...{ metricName: 'purchases', timeRange: 'day', aggregationMode: 'count', labelSelectors: {} },
            yAxisMin: 'zero',
        });
        await goTo('/');
        await page.getByRole('region', { name: 'Metrics' }).getByRole('figure', { name: 'purchases' }).waitFor();
        expect(await inspect()).toEqual([]);
        expect(problems).toEqual([]);

        const viewer = await enter(server.url, VIEWER);
        await viewer.goTo('/projects/default/features/lantern?tab=metrics');
        await viewer.page.getByRole('figure', { name: 'purchases' }).waitFor();
        expect(await viewer.page.getByRole('button', { name: 'Add a chart' }).isDisabled()).toBe(true);
        await viewer.page.getByRole('button', { name: 'Actions for the chart purchases' }).click();
        expect(await viewer.page.getByRole('menuitem', { name: /^Remove/ }).isDisabled()).toBe(true);
        expect(viewer.problems).toEqual([]);
    },
);

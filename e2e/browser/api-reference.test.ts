import { expect, test } from 'vitest';
import { SLOW, startService, visit } from './support/visitor.ts';

test('the API reference works over plain HTTP on a host of any name', SLOW, async () => {
    const server = await startService();
    const { page, inspect, problems } = await visit(server.url);
    // The browser trusts localhost more than other hosts, so the service is reached by another name.
    const host = 'http://flags.example.com';
    await page.route(`${host}/**`, async (route) => {
        const { pathname } = new URL(route.request().url());
        const response = await fetch(server.url + pathname);
        const headers = Object.fromEntries(response.headers);
        for (const name of ['content-encoding', 'content-length']) delete headers[name];
        await route.fulfill({ status: response.status, headers, body: await response.text() });
    });

    await page.goto(`${host}/docs/openapi`);
    expect(await page.title()).toBe('API reference · Halyard');
    await page.getByRole('searchbox').fill('flag-documents put');
    const operation = page.locator('details#putFlagDocument');
    await operation.locator('summary').click();
    await operation.getByText('Schema of the body, application/json').waitFor();

    expect(await page.locator('details:visible').count()).toBe(1);
    await expect.poll(() => operation.locator('pre').first().textContent()).toContain('"environments"');
    expect(await inspect()).toEqual([]);
    expect(problems).toEqual([]);
});

import { expect, test } from 'vitest';
import { SLOW, startService, visit } from './support/visitor.ts';

test(
    'the API reference works below a base path over plain HTTP: search, keyboard, schemas and links to endpoints',
    SLOW,
    async () => {
        const server = await startService({ BASE_URI_PATH: '/flags' });
        const { page, problems, setAppearance, inspect } = await visit(`${server.url}/docs/openapi`);
        const findings: string[] = [];
        for (const how of [{ scheme: 'light', width: 1440 } as const, { scheme: 'dark', width: 390 } as const]) {
            await setAppearance(how);
            findings.push(...(await inspect()));
            const tooWide = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
            if (tooWide > 0) findings.push(`${tooWide} pixels wider than the window`);
        }

        await page.keyboard.press('/');
        await page.keyboard.type('createEnvironment an environment');
        await page.getByText('POST /api/admin/environments').first().waitFor();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Schema of the body, application/json' }).first().waitFor();

        expect(await page.locator('details[open] pre').first().textContent()).toContain('"name"');
        expect(await page.locator('details:not([hidden])').count()).toBeLessThan(10);
        const linked = page.url();
        expect(linked).toContain('#createEnvironment');
        await page.goto('about:blank');
        await page.goto(linked);
        await page.locator('details#createEnvironment[open]').waitFor();
        findings.push(...(await inspect()));
        expect([...findings, ...problems]).toEqual([]);
    },
);

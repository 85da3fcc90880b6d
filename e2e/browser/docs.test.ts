import { expect, test } from 'vitest';
import { enter, SLOW, startService, visit } from './support/visitor.ts';

/** One page of each kind: the list, text with tables and code, a page generated from the program, a page generated from the routes. */
const PAGES = ['', 'concepts/strategies', 'reference/commands', 'api/environments'];

test('the documentation works below a base path, with search, keyboard and all colour schemes', SLOW, async () => {
    const server = await startService({ BASE_URI_PATH: '/flags' });
    const { page, problems, setAppearance, inspect } = await visit(`${server.url}/docs`);
    const findings: string[] = [];

    for (const address of PAGES) {
        await page.goto(`${server.url}/docs/${address}`);
        for (const how of [{ scheme: 'light', width: 1440 } as const, { scheme: 'dark', width: 390 } as const]) {
            await setAppearance(how);
            findings.push(...(await inspect()));
            const tooWide = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
            if (tooWide > 0) findings.push(`${page.url()}: ${tooWide} pixels wider than the window`);
        }
    }
    expect(findings).toEqual([]);

    // In a narrow window the list of pages is behind a button.
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Commands' }).click();
    await page.getByRole('heading', { level: 1, name: 'Commands' }).waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type('stickiness');
    await page.getByRole('link', { name: /^Stickiness/ }).waitFor();
    findings.push(...(await inspect()));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Stickiness' }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/flags/docs/concepts/strategies#stickiness');
    expect([...findings, ...problems]).toEqual([]);
});

test('the UI links to the documentation', SLOW, async () => {
    const server = await startService();
    const { page, problems, goTo } = await enter(server.url);
    await goTo('/segments');

    await page.getByRole('button', { name: 'admin' }).click();
    const all = await page.getByRole('menuitem', { name: 'Documentation' }).getAttribute('href');
    const more = await page.getByRole('link', { name: /^Learn more about Segments/ }).getAttribute('href');
    const responses = await Promise.all([all, more].map((href) => fetch(new URL(href!, `${server.url}/`))));

    expect(
        await Promise.all(responses.map(async (response) => /<h1>.*?<\/h1>/.exec(await response.text())?.[0])),
    ).toEqual(['<h1>Halyard documentation</h1>', '<h1>Segments and context</h1>']);
    expect(problems).toEqual([]);
});

import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { closeBrowser, SLOW, startService, visit } from './support/visitor.ts';

afterAll(closeBrowser);

/** Goes on with the Tab key until something of this name has the focus, and demands that each stop can be seen. */
async function tabTo(page: Page, name: string): Promise<void> {
    for (let stops = 0; stops < 60; stops++) {
        await page.keyboard.press('Tab');
        const at = await page.evaluate(`(() => {
            const { activeElement: at } = document;
            // The switch is drawn by what follows it.
            const drawn = [at, at.nextElementSibling, at.parentElement].filter(Boolean);
            return {
                name: at.getAttribute('aria-label') ?? at.textContent,
                isSeen: drawn.some((each) => {
                    const { outlineStyle, boxShadow } = getComputedStyle(each);
                    return outlineStyle !== 'none' || boxShadow !== 'none';
                }),
            };
        })()`);
        const { name: found, isSeen } = at as { name: string; isSeen: boolean };
        expect({ found, isSeen }).toEqual({ found, isSeen: true });
        if (found === name) return;
    }
    throw new Error(`The Tab key never came to ${name}.`);
}

test('a flag is created, found, turned on and given a strategy without a mouse', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/projects/default/features', { name: 'lantern' });
    const { page, problems, settled, goTo } = await visit(server.url);
    await settled();
    await page.keyboard.type('admin');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Correct-horse-7');
    await page.keyboard.press('Enter');
    await page.locator('main#main').waitFor();

    // Keys of the table: c creates, / searches
    await goTo('/projects/default');
    await page.keyboard.press('c');
    await page.getByRole('dialog').getByLabel('Name').waitFor();
    await page.keyboard.type('buoy');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'buoy' }).waitFor();
    await goTo('/projects/default');
    await page.keyboard.press('/');
    await page.keyboard.type('buo');
    await page.getByText('1 of 2').waitFor();
    await tabTo(page, 'buoy in development');
    await page.keyboard.press('Space');
    await page.getByText('buoy is on in development').waitFor();

    // The palette leads to a flag, and the Tab key to its strategies
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/Find a flag/).waitFor();
    await page.keyboard.type('lantern');
    await page.getByRole('button', { name: /lantern/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'lantern' }).waitFor();
    await tabTo(page, 'Add strategy');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Save strategy' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    expect(problems).toEqual([]);
});

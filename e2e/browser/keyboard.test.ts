import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CLIENT_TOKEN } from '../support/server-process.ts';
import { enter, SLOW, startService, visit } from './support/visitor.ts';

/** The name of the focused element, and whether its focus is visible: it must look different from the unfocused state. */
const STOP = `(() => {
    const { activeElement: at } = document;
    // The visible switch is the next element.
    const drawn = [at, at.nextElementSibling, at.parentElement].filter(Boolean);
    const look = () =>
        drawn.map((each) => {
            const { outlineStyle, outlineColor, boxShadow, borderColor } = getComputedStyle(each);
            return [outlineStyle, outlineColor, boxShadow, borderColor].join();
        }).join();
    const focused = look();
    at.blur();
    const unfocused = look();
    at.focus();
    return {
        name: at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent,
        isSeen: focused !== unfocused,
    };
})()`;

/** Presses Tab until an element of this name has the focus, and requires a visible focus at each stop. */
async function tabTo(page: Page, name: string): Promise<void> {
    for (let stops = 0; stops < 60; stops++) {
        await page.keyboard.press('Tab');
        const { name: focused, isSeen } = (await page.evaluate(STOP)) as { name: string; isSeen: boolean };
        expect({ found: focused, isSeen }).toEqual({ found: focused, isSeen: true });
        if (focused === name) return;
    }
    throw new Error(`The Tab key never came to ${name}.`);
}

test('a flag is created, found, enabled and configured with the keyboard', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/projects/default/features', { name: 'lantern' });
    const { page, problems, goTo } = await visit(server.url);
    const hasFocus = (field: Locator) => field.and(page.locator(':focus')).waitFor();
    await hasFocus(page.getByLabel('Username or e-mail'));
    await page.keyboard.type('admin');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Correct-horse-7');
    await page.keyboard.press('Enter');
    await page.locator('main#main').waitFor();

    // Keys of the table: c creates, / searches.
    await goTo('/projects/default');
    await page.keyboard.press('c');
    await hasFocus(page.getByRole('dialog').getByLabel('Name'));
    await page.keyboard.type('buoy');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'buoy' }).waitFor();
    await goTo('/projects/default');
    await page.keyboard.press('/');
    await hasFocus(page.getByLabel('Search flags'));
    await page.keyboard.type('buo');
    await page.getByText('1 of 2').waitFor();
    await tabTo(page, 'buoy in development');
    await page.keyboard.press('Space');
    await page.getByText('buoy is on in development').waitFor();

    // The palette opens a flag, and the Tab key reaches its strategies.
    await page.keyboard.press('Control+k');
    await hasFocus(page.getByPlaceholder(/Find a flag/));
    await page.keyboard.type('lantern');
    await page.locator('[data-action][data-selected]', { hasText: 'lantern' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'lantern' }).waitFor();
    // The heading appears before the environments.
    await expect.poll(() => page.getByRole('button', { name: 'Add strategy' }).first().isEnabled()).toBe(true);
    await tabTo(page, 'Add strategy');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').locator(':focus').waitFor();
    // First the slider, then the box beside it.
    await tabTo(page, 'Percentage of users');
    await tabTo(page, 'Percentage of users');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('30');
    await tabTo(page, 'Save strategy');
    await page.keyboard.press('Enter');
    await page.getByText('Strategy added in development').waitFor();

    const { body } = await server.request('GET', '/api/admin/projects/default/features/lantern');
    const { environments } = body as { environments: { name: string; strategies: unknown[] }[] };
    expect(environments.find(({ name }) => name === 'development')?.strategies).toMatchObject([
        { name: 'flexibleRollout', parameters: { rollout: '30' }, constraints: [] },
    ]);
    expect(problems).toEqual([]);
});

test('text typed after Ctrl K is searched, however long the palette takes to load', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/projects/default/features', { name: 'checkout' });
    const { page, problems, goTo } = await enter(server.url);
    const come = Promise.withResolvers<void>();
    await page.route(/assets\/Palette-.*\.js/, async (route) => {
        await come.promise;
        await route.continue();
    });
    await goTo('/projects/default');

    await page.keyboard.press('Control+k');
    await page.keyboard.type('checkx');
    await page.keyboard.press('Backspace');
    await page.getByRole('status', { name: 'The palette is loading' }).getByText('check').waitFor();
    come.resolve();
    const input = page.getByLabel('Find anything');
    await input.waitFor();
    await expect.poll(() => input.inputValue()).toBe('check');
    await page.keyboard.type('out');
    await expect.poll(() => input.inputValue()).toBe('checkout');
    await page.locator('[data-action][data-selected]', { hasText: 'checkout' }).waitFor();
    // The text did not trigger shortcuts of the screen.
    expect(await page.getByRole('dialog', { name: 'New flag' }).count()).toBe(0);

    // Again, after the palette is loaded: it closes, and opens without losing a letter.
    await page.keyboard.press('Control+k');
    await input.waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('checkout');
    await expect.poll(() => input.inputValue()).toBe('checkout');
    await page.keyboard.press('Escape');
    await input.waitFor({ state: 'hidden' });
    // Shortcuts of the screen work again.
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'New flag' }).waitFor();
    expect(problems).toEqual([]);
});

test('the skip link moves the focus to the content, and closing a drawer restores the focus', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/projects/default/features', { name: 'lantern' });
    const { page, problems, goTo } = await enter(server.url);
    await goTo('/projects/default/features/lantern');

    await page.getByRole('link', { name: 'Skip to the content' }).focus();
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).pathname).toBe('/projects/default/features/lantern');
    await page.locator('main#main:focus').waitFor();

    const add = page.getByLabel('Environment development').getByRole('button', { name: 'Add strategy' });
    await add.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').locator(':focus').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await add.and(page.locator(':focus')).waitFor();
    expect(problems).toEqual([]);
});

test('the palette finds all named objects and recent pages', SLOW, async () => {
    const server = await startService();
    const { request } = server;
    await request('POST', '/api/admin/projects/default/features', { name: 'harbour-lights' });
    await request('POST', '/api/admin/projects', { id: 'pier', name: 'The pier' });
    await request('POST', '/api/admin/segments', { name: 'Night crew', constraints: [] });
    await request('POST', '/api/admin/context', { name: 'tide-level' });
    await request('POST', '/api/admin/groups', { name: 'Pilots', users: [] });
    await request('POST', '/api/admin/user-admin', { username: 'grace', name: 'Grace Hopper', rootRole: 2 });
    await fetch(`${server.url}/api/client/register`, {
        method: 'POST',
        headers: { authorization: CLIENT_TOKEN, 'content-type': 'application/json' },
        body: JSON.stringify({ appName: 'tug', instanceId: 'one', strategies: [], started: new Date(), interval: 10 }),
    });
    // The palette requests its data once.
    await server.storeReports();
    const { body: applications } = await request('GET', '/api/admin/metrics/applications');
    expect(applications).toMatchObject({ applications: [{ appName: 'tug' }] });
    const { page, problems, goTo, settled } = await enter(server.url);
    await goTo('/projects/default/features/harbour-lights');
    await goTo('/projects');

    const FOUND = [
        { typed: 'harb', label: 'harbour-lights', path: /\/projects\/default\/features\/harbour-lights$/ },
        { typed: '#1', label: 'Event 1', path: /\/history\?id=/ },
        { typed: 'night c', label: 'Night crew', path: /\/segments\/\d+$/ },
        { typed: 'the pi', label: 'The pier' },
        { typed: 'grace', label: 'Grace Hopper' },
        { typed: 'pilo', label: 'Pilots' },
        { typed: 'tug', label: 'tug' },
        { typed: 'tide', label: 'tide-level' },
        { typed: 'produc', label: 'production' },
        { typed: 'saml', label: 'Signing in' },
    ];
    const input = page.getByLabel('Find anything');
    const waitForSelected = (label: string) =>
        page.locator('[data-action][data-selected]', { hasText: label }).waitFor();
    await page.keyboard.press('Control+k');
    for (const { typed, label } of FOUND) {
        await input.fill(typed);
        await waitForSelected(label);
    }
    await page.keyboard.press('Escape');
    // Enter navigates.
    for (const { typed, label, path } of FOUND) {
        if (!path) continue;
        await page.keyboard.press('Control+k');
        await input.fill(typed);
        await waitForSelected(label);
        await page.keyboard.press('Enter');
        await page.waitForURL(path);
        await settled();
    }
    await page.getByRole('heading', { level: 1, name: 'Night crew' }).waitFor();
    // An empty input offers the recent pages.
    await page.keyboard.press('Control+k');
    await page.locator('[data-action]', { hasText: 'harbour-lights' }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Search and run commands').waitFor();
    expect(problems).toEqual([]);
});

test('arrow keys and Enter select search results and picker options', SLOW, async () => {
    const server = await startService();
    for (const name of ['buoy', 'buoy-lamp', 'buoy-light']) {
        await server.request('POST', '/api/admin/projects/default/features', { name });
    }
    const { page, problems, goTo, settled } = await enter(server.url);
    const hasFocus = (field: Locator) => field.and(page.locator(':focus')).waitFor();
    await goTo('/projects/default');
    await page.keyboard.press('/');
    await page.keyboard.type('lamp');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'buoy-lamp' }).waitFor();

    await goTo('/projects/default?query=buoy&sort=name');
    await page.getByText('3 of 3').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    await hasFocus(page.getByRole('link', { name: 'buoy', exact: true }));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await hasFocus(page.getByRole('link', { name: 'buoy-lamp' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'buoy-lamp' }).waitFor();

    // A constraint without a mouse: the new one has the focus, Enter takes the first match.
    await goTo('/projects/default/features/buoy?environment=development&strategy=new');
    await settled();
    await page.getByRole('button', { name: 'Add constraint' }).press('Enter');
    const field = page.getByRole('combobox', { name: 'Context field' });
    await hasFocus(field);
    await page.keyboard.type('user');
    await page.getByRole('option', { name: 'userId' }).and(page.locator('[data-combobox-selected]')).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('userId');
    const operator = page.getByRole('combobox', { name: 'Operator' });
    await operator.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('ends');
    await page.locator('[data-combobox-selected]', { hasText: 'ends with' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => operator.inputValue()).toContain('ends with');
    expect(problems).toEqual([]);
});

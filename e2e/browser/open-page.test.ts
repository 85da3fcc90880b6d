import { type Browser, chromium } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { findChromium } from '../../packages/server/test/support/chromium.ts';
import { enter, SLOW, startService, visit } from './support/visitor.ts';

const FLAGS = '/api/admin/projects/default/features';

/** A browser for which this machine has a host name that does not count as local. */
async function launchWithName(name: string): Promise<Browser> {
    const { executablePath, env } = await findChromium();
    const browser = await chromium.launch({
        executablePath,
        env: { ...process.env, ...env },
        args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${name} 127.0.0.1`],
    });
    onTestFinished(() => browser.close());
    return browser;
}

test('everything works over plain HTTP with a host name that browsers do not treat as local', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    const address = new URL(server.url);
    address.hostname = 'halyard.test';
    const { page, problems, signIn, goTo } = await visit(address.href, launchWithName(address.hostname));
    expect(await page.evaluate('isSecureContext')).toBe(false);
    await signIn();

    await goTo('/projects/default/features/lantern');
    await page.getByLabel('lantern in development').press('Space');
    await page.getByText('lantern is on in development').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('lantern is off in development').waitFor();
    expect(await page.getByText('Something went wrong').count()).toBe(0);

    await goTo('/playground?environments=["development"]');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect.poll(() => page.evaluate('getSelection().toString()')).toBe(page.url());
    expect(await page.getByText('Link copied').count()).toBe(0);

    // A header that browsers only support with HTTPS, and warn about.
    expect(problems.filter((line) => !line.includes('Cross-Origin-Opener-Policy'))).toEqual([]);
});

test('a user whose session ends signs in on top of the form and continues', SLOW, async () => {
    const server = await startService();
    const { page, signIn, goTo } = await enter(server.url);
    await goTo('/projects/default');
    await page.getByRole('button', { name: 'Create the first flag' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('half-written');

    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Create flag' }).click();
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.waitFor();
    await page.keyboard.press('Escape');
    await signIn();
    await again.waitFor({ state: 'hidden' });

    await expect.poll(() => page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('half-written');
    expect(await page.getByRole('dialog').getByRole('alert').count()).toBe(0);
    await page.getByRole('button', { name: 'Create flag' }).click();
    await page.getByRole('heading', { level: 1, name: 'half-written' }).waitFor();

    // A change without a form was not saved. The dialog says so, and no message stays after it.
    const lever = page.getByRole('switch', { name: 'half-written in development' });
    await lever.waitFor();
    await page.context().clearCookies();
    await lever.press('Space');
    await again.getByText('was not saved', { exact: false }).waitFor();
    await signIn();
    await again.waitFor({ state: 'hidden' });
    expect(await page.getByText('Something went wrong').count()).toBe(0);
    await lever.press('Space');
    await page.getByText('half-written is on in development').waitFor();
});

test('a partly filled dialog is not lost by Escape, a click outside, Back or a reload', SLOW, async () => {
    const server = await startService();
    const { page, problems, goTo } = await enter(server.url);
    await goTo('/projects');
    await page.getByRole('link', { name: 'Default' }).first().click();
    await page.getByRole('button', { name: 'Create the first flag' }).click();
    const form = page.getByRole('dialog', { name: 'New flag' });
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    const keep = question.getByRole('button', { name: 'Keep editing' });
    await form.getByLabel('Name').waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'Create the first flag' }).click();
    await form.getByLabel('Name').fill('half-written');
    const attempts = [
        () => page.keyboard.press('Escape'),
        () => page.mouse.click(5, 400),
        () => form.getByRole('button', { name: 'Cancel' }).click(),
        () => page.goBack(),
    ];
    for (const leave of attempts) {
        await leave();
        await keep.click();
        await question.waitFor({ state: 'hidden' });
        await expect.poll(() => form.getByLabel('Name').inputValue()).toBe('half-written');
    }
    // For this one the browser shows the question.
    const browserQuestion = page.waitForEvent('dialog');
    await page.evaluate('setTimeout(() => location.reload())');
    const browsers = await browserQuestion;
    expect(browsers.type()).toBe('beforeunload');
    await browsers.dismiss();
    await expect.poll(() => form.getByLabel('Name').inputValue()).toBe('half-written');

    await form.getByRole('button', { name: 'Create flag' }).click();
    await page.getByRole('heading', { level: 1, name: 'half-written' }).waitFor();
    await expect.poll(() => question.count()).toBe(0);
    expect(problems).toEqual([]);
});

test('another user who signs in after a session ended or a sign-out sees none of its data', SLOW, async () => {
    const server = await startService();
    const bob = { username: 'bob', password: 'Correct-horse-8' };
    await server.request('POST', '/api/admin/user-admin', { ...bob, rootRole: 3, sendEmail: false });
    const { page, signIn, goTo } = await enter(server.url);
    await goTo('/projects/default');
    await page.getByRole('button', { name: 'Create the first flag' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('half-written');

    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Create flag' }).click();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await signIn(bob);

    await page.getByRole('button', { name: 'bob' }).waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

    await page.getByRole('button', { name: 'bob' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn();
    await page.getByRole('button', { name: 'admin' }).waitFor();
});

test('the palette opens the flag that was typed instead of switching the one on the screen', SLOW, async () => {
    const server = await startService();
    for (const name of ['lantern', 'development-notes']) await server.request('POST', FLAGS, { name });
    const { page, problems, goTo } = await enter(server.url);
    await goTo('/projects/default/features/lantern');

    await page.keyboard.press('Control+k');
    const selected = page.locator('[data-action][data-selected]');
    const search = page.getByPlaceholder(/Find a flag/);
    const toggle = page.getByRole('button', { name: 'Turn on in development' });
    await toggle.waitFor();
    expect(await selected.count()).toBe(0);
    await search.fill('lan');
    await expect.poll(() => selected.innerText()).toContain('lantern');
    await expect.poll(() => toggle.count()).toBe(0);
    await search.fill('dev');
    await expect.poll(() => selected.innerText()).toContain('development-notes');
    await expect.poll(() => toggle.count()).toBe(1);
    await search.press('Enter');

    await page.getByRole('heading', { level: 1, name: 'development-notes' }).waitFor();
    expect((await server.clientFlags()).filter(({ enabled }) => enabled)).toEqual([]);
    expect(problems).toEqual([]);
});

test('another project starts without the selection and the search of the previous one', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/projects', { id: 'elsewhere', name: 'Elsewhere' });
    await server.request('POST', FLAGS, { name: 'lantern' });
    await server.request('POST', '/api/admin/projects/elsewhere/features', { name: 'buoy' });
    const { page, problems, goTo } = await enter(server.url);
    await goTo('/projects/elsewhere');
    await goTo('/projects/default');
    await page.getByLabel('Search flags').fill('lan');
    await page.getByText('1 of 1').waitFor();
    await page.getByLabel('Select lantern').check();
    const selection = page.getByRole('region', { name: 'Selected flags' });
    await selection.getByText('1 selected').waitFor();

    await goTo('/projects/elsewhere');
    await page.getByRole('link', { name: 'buoy' }).waitFor();
    await expect.poll(() => selection.count()).toBe(0);
    await expect.poll(() => page.getByLabel('Search flags').inputValue()).toBe('');

    await page.goBack();
    await page.getByRole('link', { name: 'lantern' }).waitFor();
    await expect.poll(() => page.getByLabel('Search flags').inputValue()).toBe('lan');
    await expect.poll(() => selection.count()).toBe(0);
    await page.getByLabel('Select lantern').check();
    await server.request('POST', '/api/admin/projects/default/archive', { features: ['lantern'] });
    await selection.waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
});

test('data that could not be refreshed stays with a note; deleted objects disappear', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/segments', { name: 'Sailors', constraints: [] });
    await server.request('POST', '/api/admin/projects', { id: 'elsewhere', name: 'Elsewhere' });
    const { page, goTo } = await enter(server.url);
    await goTo('/segments');
    const segments = page.getByRole('table', { name: 'Segments' });
    await segments.getByText('Sailors').waitFor();

    await page.route(/\/api\/admin\/segments/, (route) => route.fulfill({ status: 503, json: { message: 'Busy.' } }));
    await server.request('POST', '/api/admin/segments', { name: 'Dockers', constraints: [] });
    await page.getByText('This could not be refreshed, and may be out of date. Busy.').waitFor();
    await expect.poll(() => segments.getByText('Sailors').count()).toBe(1);
    await page.unroute(/\/api\/admin\/segments/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await segments.getByText('Dockers').waitFor();
    await expect.poll(() => page.getByText('This could not be refreshed').count()).toBe(0);

    await goTo('/compare?project=elsewhere&source=');
    await page.getByText('No flags to compare').waitFor();
    await goTo('/projects/elsewhere/change-requests/404');
    await page.getByText('It does not exist, or it is a draft of another user.').waitFor();
    await goTo('/projects/elsewhere');
    await page.getByRole('button', { name: 'Create the first flag' }).waitFor();
    await server.request('POST', '/api/admin/projects/archive/elsewhere');
    await server.request('DELETE', '/api/admin/projects/elsewhere');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
});

test('Back restores the query of the playground and the text of a search', SLOW, async () => {
    const server = await startService();
    const { page, problems, goTo } = await enter(server.url);
    await goTo('/playground?environments=["development"]&context={"userId":"ada"}');
    const user = page.getByLabel('Value of userId');
    await user.fill('bob');
    await page.getByRole('button', { name: 'Evaluate' }).click();
    await expect.poll(() => page.url()).toContain('bob');
    await expect.poll(() => user.inputValue()).toBe('bob');
    await page.goBack();
    await expect.poll(() => user.inputValue()).toBe('ada');

    await goTo('/search?query=lantern');
    await goTo('/search');
    const searchField = page.getByLabel('Search flags');
    await expect.poll(() => searchField.inputValue()).toBe('');
    await page.goBack();
    await expect.poll(() => searchField.inputValue()).toBe('lantern');
    expect(problems).toEqual([]);
});

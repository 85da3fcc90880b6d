import { expect, test } from 'vitest';
import { enter, SLOW, startService } from './support/visitor.ts';

const FLAGS = '/api/admin/projects/default/features';

/** Presses Escape, and Control+K in the next frame. */
const REOPEN = `(async () => {
    const press = (init) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }));
    press({ key: 'Escape', code: 'Escape' });
    await new Promise(requestAnimationFrame);
    press({ key: 'k', code: 'KeyK', ctrlKey: true });
})()`;

test('the palette offers commands, finds import by the name of another product, and has a name', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    const { page, problems, goTo, inspect, setAppearance } = await enter(server.url);
    await goTo('/projects');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    const input = page.getByLabel('Find anything');
    const run = async (typed: string, label: string) => {
        await page.keyboard.press('Control+k');
        await input.fill(typed);
        await palette.getByRole('button', { name: label }).click();
    };
    await page.keyboard.press('Control+k');
    await palette.waitFor();
    for (const scheme of ['light', 'dark'] as const) {
        await setAppearance({ scheme, width: 1280 });
        expect(await inspect()).toEqual([]);
    }
    for (const label of [
        'Create a flag in default',
        'Turn off a flag…',
        'Schedule a change of a flag…',
        'Invite a user',
    ]) {
        await palette.getByRole('button', { name: label }).waitFor();
    }
    await page.keyboard.press('Escape');

    await run('launchdarkly', 'Import flags');
    await page.waitForURL('**/transfer');
    await run('export', 'Export flags');
    await page.waitForURL('**/transfer?export=true');
    await run('invite', 'Invite a user');
    await page.getByRole('dialog', { name: 'New user' }).waitFor();
    expect(await inspect()).toEqual([]);
    await page.keyboard.press('Escape');
    await run('appro', 'Change requests');
    await page.waitForURL('**/change-requests');
    await goTo('/projects/default');
    await run('approval rules', 'Settings: approval rules of default');
    await page.getByRole('button', { name: 'Require approvals in production' }).waitFor();

    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: 'Import and export' }).click();
    await page.waitForURL('**/transfer');
    expect(problems).toEqual([]);
});

test('the palette completes commands with a flag and an environment, and schedules a change', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    const { page, problems, goTo, inspect } = await enter(server.url);
    await goTo('/segments');
    await page.keyboard.press('Control+k');
    const input = page.getByLabel('Find anything');
    await input.fill('schedule');
    await page.getByRole('button', { name: 'Schedule a change of a flag…' }).click();
    await expect.poll(() => input.inputValue()).toBe('schedule ');
    await page.keyboard.type('lant in prod');
    await page.getByRole('button', { name: 'Schedule: turn on lantern in production' }).waitFor();
    // Groups with the same title, or groups that disappeared, would leave gaps.
    const group = page.locator('.mantine-Spotlight-actionsGroup');
    expect(await group.count()).toBe(1);
    const [search, first] = [await input.boundingBox(), await group.boundingBox()];
    expect(first!.y - (search!.y + search!.height)).toBeLessThan(16);
    expect(await inspect()).toEqual([]);
    await page.keyboard.press('Enter');

    const dialog = page.getByRole('dialog', { name: 'Turn lantern on in production?' });
    await dialog.getByLabel('Date and time').waitFor();
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.getByText(/^Scheduled for /).waitFor();

    const { body } = await server.request('GET', `${FLAGS}/lantern/environments/production`);
    expect(body).toMatchObject({ enabled: false });
    expect(problems).toEqual([]);
});

test('the palette is empty when it is opened again while it fades out', SLOW, async () => {
    const server = await startService();
    const { page, problems, goTo } = await enter(server.url);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await goTo('/projects');
    await page.keyboard.press('Control+k');
    const input = page.getByLabel('Find anything');
    await input.fill('segm');
    await page.getByRole('button', { name: 'Segments' }).waitFor();
    // Both keys arrive before the transition ends.
    await page.evaluate(REOPEN);

    await expect.poll(() => input.inputValue()).toBe('');
    await page.keyboard.type('users');
    await expect.poll(() => input.inputValue()).toBe('users');
    expect(problems).toEqual([]);
});

test('new flags are created in the project that was visited last', SLOW, async () => {
    const server = await startService();
    for (const id of ['aaa', 'web']) await server.request('POST', '/api/admin/projects', { id, name: id });
    const { page, problems, goTo } = await enter(server.url);
    await goTo('/projects/web');
    await goTo('/');

    await page.getByRole('button', { name: 'New flag' }).click();
    const project = page.getByRole('dialog').getByRole('combobox', { name: 'Project' });
    await expect.poll(() => project.inputValue()).toBe('web');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('button', { name: 'Create a flag in web' }).waitFor();
    expect(problems).toEqual([]);
});

test('the palette understands commands in any word order, and signing out is the last result', SLOW, async () => {
    const server = await startService();
    for (const name of ['gift-cards', 'promo-banner', 'new-ranking', 'on-call']) {
        await server.request('POST', FLAGS, { name });
        if (name !== 'on-call') await server.request('POST', `${FLAGS}/${name}/environments/production/on`);
    }
    const { page, problems, goTo } = await enter(server.url);
    await goTo('/segments');
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    const first = palette.getByRole('button').first();
    const commands = [
        ['off gift', 'Turn off gift-cards in production'],
        ['stop promo', 'Turn off promo-banner in production'],
        ['ranking off', 'Turn off new-ranking in production'],
        ['prod disable ranking new', 'Turn off new-ranking in production'],
        ['kill banner', 'Turn off promo-banner in production'],
        // The name of a flag is not a command.
        ['on call', 'on-call'],
    ] as const;
    for (const [typed, label] of commands) {
        await page.getByLabel('Find anything').fill(typed);
        await expect.poll(() => first.textContent()).toContain(label);
    }
    await page.getByLabel('Find anything').fill('o');
    await palette.getByRole('button', { name: 'Sign out' }).waitFor();
    await expect.poll(() => palette.getByRole('button').last().textContent()).toContain('Sign out');
    expect(problems).toEqual([]);
});

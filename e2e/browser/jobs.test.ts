import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { enter, SLOW, startService } from './support/visitor.ts';

/** Daily tasks, and their maximum number of clicks from the screen where they start. Typing is not counted. */
const CLICKS = {
    'create a flag': 2,
    'roll it out gradually in production': 3,
    'restrict it by a constraint': 4,
    'restrict it by a segment': 5,
    'turn it on in production': 2,
    'find a flag': 1,
    'see why a user gets what they get': 2,
    'take a change back': 3,
    'create a token': 3,
    'archive a flag': 2,
    'invite a user into a project': 5,
    'use a segment in three flags': 7,
};

type Job = keyof typeof CLICKS;

test('daily tasks take no more clicks than before', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/segments', {
        name: 'Beta testers',
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['ada'] }],
    });
    const { page, problems, goTo } = await enter(server.url);
    const counted = new Map<Job, number>();
    let job: Job = 'create a flag';
    const begin = (next: Job) => {
        job = next;
        counted.set(job, 0);
    };
    const click = async (target: Locator, { force = false } = {}) => {
        counted.set(job, (counted.get(job) ?? 0) + 1);
        await target.click({ force });
    };
    const button = (name: string | RegExp, within: Locator = page.locator('body')) =>
        within.getByRole('button', { name, exact: true });
    const editor = page.getByRole('dialog');
    const production = page.getByLabel('Environment production');
    const saved = async () => {
        await click(button('Review', editor));
        await click(button('Save to production', editor));
        await editor.waitFor({ state: 'hidden' });
    };

    await goTo('/projects/default');
    begin('create a flag');
    await click(button('Create the first flag'));
    await editor.getByLabel('Name').fill('beacon');
    await click(button('Create flag', editor));
    await page.getByRole('heading', { level: 1, name: 'beacon' }).waitFor();

    begin('roll it out gradually in production');
    await click(button('Add strategy', production));
    await editor.getByRole('textbox', { name: 'Percentage of users' }).fill('25');
    await saved();
    await production.getByText('25% of users').first().waitFor();

    begin('restrict it by a constraint');
    await click(production.getByLabel('Edit strategy'));
    await click(button('Add constraint', editor));
    await page.keyboard.type('userId');
    await page.keyboard.press('Enter');
    await editor.getByLabel('Values').fill('ada');
    await page.keyboard.press('Enter');
    await saved();
    await production.getByText('ada').first().waitFor();

    begin('restrict it by a segment');
    await click(production.getByLabel('Edit strategy'));
    await click(editor.getByRole('combobox', { name: 'Segments' }));
    await click(page.getByRole('option', { name: 'Beta testers' }));
    await saved();
    await production.getByRole('link', { name: 'Beta testers' }).waitFor();

    begin('turn it on in production');
    // The chart covers the switch.
    await click(page.getByLabel('beacon in production'), { force: true });
    await click(button('Turn on', editor));
    await editor.waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByLabel('beacon in production').isChecked()).toBe(true);

    begin('see why a user gets what they get');
    await click(page.getByRole('link', { name: 'Evaluate' }));
    await click(page.getByRole('button', { name: /beacon in production: .* Why/ }));
    await page.getByText('Matches: userId is ada').first().waitFor();

    await goTo('/projects/default/features/beacon');
    begin('take a change back');
    await click(page.getByRole('tab', { name: 'History' }));
    const change = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /Flag turned on/ }) });
    await change.first().hover();
    await click(change.first().getByRole('button', { name: 'Revert' }));
    await click(button('Revert', editor));
    await editor.waitFor({ state: 'hidden' });
    await page
        .getByRole('button', { name: /Flag turned off/ })
        .first()
        .waitFor();

    await goTo('/');
    begin('find a flag');
    await click(page.getByRole('button', { name: /Find anything/ }).first());
    await page.getByLabel('Find anything').fill('beac');
    await page.locator('[data-action][data-selected]', { hasText: 'beacon' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'beacon' }).waitFor();

    begin('archive a flag');
    await click(button('Archive'));
    await click(button(/^Archive/, editor));
    await page.getByText('archived').first().waitFor();

    await goTo('/api-tokens');
    begin('create a token');
    await click(button('New token'));
    await editor.getByLabel('Name').fill('till');
    await click(button('Create token', editor));
    await click(button(/Copy|Done|Close/, page.getByRole('dialog', { name: 'Token created' })).first());

    await goTo('/admin?tab=users');
    begin('invite a user into a project');
    await click(button('New user'));
    await editor.getByLabel('Username').fill('grace');
    await click(editor.getByRole('combobox', { name: 'Projects' }));
    await click(page.getByRole('option', { name: 'Default' }));
    await page.keyboard.press('Escape');
    await click(button('Create user', editor));
    await click(button(/Copy|Done|Close/, page.getByRole('dialog', { name: 'Send this link' })).first());

    for (const name of ['tide', 'tug', 'pier']) {
        await server.request('POST', '/api/admin/projects/default/features', { name });
    }
    await goTo('/segments/1');
    begin('use a segment in three flags');
    await click(button('Use in flags'));
    await click(editor.getByRole('combobox', { name: 'Flags' }));
    for (const name of ['tide', 'tug', 'pier']) await click(page.getByRole('option', { name, exact: true }));
    await page.keyboard.press('Escape');
    await click(button('Review', editor));
    await click(button('Add to flags', editor));
    await editor.waitFor({ state: 'hidden' });

    const more = [...counted].filter(([done, clicks]) => clicks > CLICKS[done]);
    expect(more).toEqual([]);
    expect([...counted.keys()].sort()).toEqual(Object.keys(CLICKS).sort());
    expect(problems).toEqual([]);
});

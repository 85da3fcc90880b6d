import { expect, test } from 'vitest';
import { enter, SLOW, startService } from './support/visitor.ts';

const PROJECT = '/api/admin/projects/default';

test('the rules of a project are saved, flags that break them are listed, and the form of new flags follows them', SLOW, async () => {
    const server = await startService();
    await server.request('POST', `${PROJECT}/features`, { name: 'older', type: 'operational' });
    const { page, goTo, inspect, problems } = await enter(server.url);

    await goTo('/projects/default?tab=settings&section=policy');
    const rules = page.getByRole('textbox', { name: 'Rules' });
    await rules.fill('{ "types": ["none"] }');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('There is no flag type none.').first().waitFor();
    await rules.fill('{ "types": ["experiment"], "ownerRequired": true }');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The type operational is not allowed. Use one of: experiment.').waitFor();
    expect((await server.request('GET', `${PROJECT}/flag-policy`)).body).toEqual({
        types: ['experiment'],
        ownerRequired: true,
    });
    expect(await inspect()).toEqual([]);

    await goTo('/projects/default');
    await page.getByRole('button', { name: 'New flag' }).click();
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByRole('radio').count()).toBe(1);
    await dialog.getByLabel('Name').fill('newer');
    await dialog.getByRole('button', { name: 'Create flag' }).click();
    await dialog.getByText('Choose an owner: this project requires one').waitFor();
    await dialog.getByRole('combobox', { name: 'Owner' }).click();
    await page.getByRole('option').first().click();
    await dialog.getByRole('button', { name: 'Create flag' }).click();
    await dialog.waitFor({ state: 'hidden' });

    const { body } = await server.request('GET', `${PROJECT}/features/newer`);
    expect(body).toMatchObject({ type: 'experiment', owner: { type: 'user' } });
    expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);
});

import { expect, test } from 'vitest';
import { enter, SLOW, startService } from './support/visitor.ts';

const ACCESS = '/api/admin/projects/default/access';

interface Members {
    users: { username: string; roles: number[] }[];
}

test('an administrator creates a user with a role in a project in one dialog', SLOW, async () => {
    const server = await startService();
    const { page, problems, goTo, inspect } = await enter(server.url);
    await goTo('/admin?tab=users');
    await page.getByRole('button', { name: 'New user' }).click();
    const dialog = page.getByRole('dialog', { name: 'New user' });
    await dialog.getByLabel('Username').fill('grace');
    await dialog.getByRole('combobox', { name: 'Projects' }).click();
    await page.getByRole('option', { name: 'Default' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.getByLabel('Role in these projects').inputValue()).toBe('Member');
    expect(await inspect()).toEqual([]);
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await page.getByRole('dialog', { name: 'Send this link to the new user' }).waitFor();

    const { users } = (await server.request('GET', ACCESS)).body as Members;
    expect(users.filter(({ username }) => username === 'grace')).toMatchObject([{ roles: [5] }]);
    expect(problems).toEqual([]);
});

test(
    'the actions of a user are in a menu with labels, and the last administrator cannot be deleted',
    SLOW,
    async () => {
        const server = await startService();
        await server.request('POST', '/api/admin/user-admin', { username: 'grace', name: 'Grace', rootRole: 3 });
        const { page, problems, goTo, inspect } = await enter(server.url);
        await goTo('/admin?tab=users');
        await page.getByRole('button', { name: 'Actions for admin' }).click();
        await page.getByRole('menuitem', { name: /^Delete.*This is you\./ }).waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Actions for Grace' }).click();
        for (const label of ['Edit', 'Sessions', 'Set a password']) {
            await page.getByRole('menuitem', { name: label }).waitFor();
        }
        expect(await inspect()).toEqual([]);
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        await page.getByRole('dialog', { name: 'Delete Grace?' }).getByRole('button', { name: 'Delete' }).click();
        await page.getByText('Grace deleted', { exact: false }).waitFor();
        await page.getByRole('button', { name: 'Actions for Grace' }).waitFor({ state: 'detached' });
        expect(problems).toEqual([]);
    },
);

test('people are added to a project as members by default, without the current members', SLOW, async () => {
    const server = await startService();
    for (const username of ['grace', 'ada']) {
        await server.request('POST', '/api/admin/user-admin', { username, rootRole: 3 });
    }
    await server.request('POST', ACCESS, { roles: [4], users: [2], groups: [] });
    const { page, problems, goTo, inspect } = await enter(server.url);
    await goTo('/projects/default?tab=access');
    await page.getByRole('button', { name: 'Add people' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add people' });
    await dialog.getByText('Choose at least one user or group.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true);
    await dialog.getByRole('combobox', { name: 'Users and groups' }).click();
    await page.getByRole('option', { name: 'ada' }).waitFor();
    expect(await page.getByRole('option', { name: 'grace' }).count()).toBe(0);
    await page.getByRole('option', { name: 'ada' }).click();
    await page.keyboard.press('Escape');
    expect(await inspect()).toEqual([]);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('ada added to the project').waitFor();

    const { users } = (await server.request('GET', ACCESS)).body as Members;
    expect(users.find(({ username }) => username === 'ada')?.roles).toEqual([5]);
    expect(problems).toEqual([]);
});

test('a built-in role shows its permissions, and has no buttons that do nothing', SLOW, async () => {
    const server = await startService();
    const role = { name: 'Pilot', type: 'custom', permissions: [{ name: 'CREATE_FEATURE' }] };
    await server.request('POST', '/api/admin/roles', role);
    const { page, problems, goTo, inspect } = await enter(server.url);
    await goTo('/admin?tab=roles');
    await page.getByRole('button', { name: 'Delete role Pilot' }).waitFor();
    expect(await page.getByRole('button', { name: /^(Edit|Delete) role/ }).count()).toBe(2);

    await page.getByRole('button', { name: 'Permissions of Member' }).click();
    const dialog = page.getByRole('dialog', { name: 'Role Member (built in)' });
    await dialog.getByText(/^Project \(/).waitFor();
    expect(await inspect()).toEqual([]);
    expect(await dialog.getByRole('button', { name: 'Save' }).count()).toBe(0);
    // The other button named Close is the icon of the dialog.
    await dialog.getByText('Close', { exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
});

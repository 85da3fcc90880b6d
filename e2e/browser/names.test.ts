import { expect, test } from 'vitest';
import { enter, SLOW, startService } from './support/visitor.ts';

interface Form {
    screen: string;
    opens: string;
    /** The field for the name, and further required fields. */
    field: string;
    name: string;
    also?: Record<string, string>;
    sends: string;
}

/** All forms with a unique name or e-mail address. */
const FORMS: Form[] = [
    { screen: '/projects/default', opens: 'New flag', field: 'Name', name: 'lantern', sends: 'Create flag' },
    {
        screen: '/projects',
        opens: 'New project',
        field: 'Id',
        name: 'default',
        also: { Name: 'Another' },
        sends: 'Create project',
    },
    { screen: '/segments', opens: 'New segment', field: 'Name', name: 'Nordics', sends: 'Create segment' },
    { screen: '/context', opens: 'New context field', field: 'Name', name: 'userId', sends: 'Create context field' },
    {
        screen: '/environments',
        opens: 'New environment',
        field: 'Name',
        name: 'production',
        sends: 'Create environment',
    },
    { screen: '/types', opens: 'New tag type', field: 'Name', name: 'simple', sends: 'Create tag type' },
    { screen: '/types', opens: 'New strategy type', field: 'Name', name: 'ours', sends: 'Create strategy type' },
    { screen: '/admin?tab=groups', opens: 'New group', field: 'Name', name: 'Crew', sends: 'Create group' },
    { screen: '/admin?tab=roles', opens: 'New role', field: 'Name', name: 'Editor', sends: 'Create role' },
    {
        screen: '/admin?tab=services',
        opens: 'New service account',
        field: 'Username',
        name: 'deploy',
        also: { Name: 'Deploy again' },
        sends: 'Create service account',
    },
    {
        screen: '/admin?tab=users',
        opens: 'New user',
        field: 'E-mail',
        name: 'ada@example.com',
        also: { Username: 'ada-again' },
        sends: 'Create user',
    },
    {
        screen: '/admin?tab=users',
        opens: 'New user',
        field: 'Username',
        name: 'ada',
        also: { 'E-mail': 'ada-again@example.com' },
        sends: 'Create user',
    },
    { screen: '/profile', opens: 'New token', field: 'Description', name: 'my scripts', sends: 'Create token' },
];

test('every form shows beside the field that a name is taken, until it is changed', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/projects/default/features', { name: 'lantern' });
    await server.request('POST', '/api/admin/segments', { name: 'Nordics', constraints: [] });
    await server.request('POST', '/api/admin/groups', { name: 'Crew' });
    await server.request('POST', '/api/admin/strategies', { name: 'ours', parameters: [] });
    await server.request('POST', '/api/admin/service-account', { username: 'deploy', name: 'Deploy', rootRole: 2 });
    await server.request('POST', '/api/admin/user-admin', { username: 'ada', email: 'ada@example.com', rootRole: 2 });
    const { page, goTo } = await enter(server.url);
    const created = await page.request.post(`${server.url}/api/admin/user/tokens`, {
        data: { description: 'my scripts', expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
    });
    expect(created.status()).toBe(201);
    const dialog = page.getByRole('dialog');
    const silent: string[] = [];
    for (const { screen, opens, field, name, also = {}, sends } of FORMS) {
        await goTo(screen);
        await page.getByRole('button', { name: opens, exact: true }).click();
        for (const [label, value] of Object.entries(also)) await dialog.getByLabel(label, { exact: true }).fill(value);
        const input = dialog.getByLabel(field, { exact: true });
        await input.fill(name);
        await dialog.getByRole('button', { name: sends }).click();
        await expect.poll(() => input.getAttribute('aria-invalid'), { message: opens }).toBe('true');
        const described = await input.getAttribute('aria-describedby');
        const ids = (described ?? '').split(' ').filter(Boolean);
        const descriptions = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()));
        if (!descriptions.join(' ').includes('already exists')) silent.push(`${opens}: ${descriptions.join(' ')}`);
        // The error is shown once, at the field, and only while it applies.
        expect(await dialog.getByRole('alert').count(), opens).toBe(0);
        await input.fill(`${name}-2`);
        await expect.poll(() => dialog.getByText('already exists').count(), { message: opens }).toBe(0);
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Discard' }).click();
        await dialog.waitFor({ state: 'hidden' });
    }
    expect(silent).toEqual([]);
});

test(
    'a service account has the name shown in its form, and its secret stays visible until it is closed',
    SLOW,
    async () => {
        const server = await startService();
        const { page, goTo } = await enter(server.url);
        const dialog = page.getByRole('dialog');
        await goTo('/admin?tab=services');
        await page.getByRole('button', { name: 'New service account', exact: true }).click();
        await dialog.getByLabel('Name', { exact: true }).fill('Nightly Build');
        const shown = await dialog.getByLabel('Username', { exact: true }).getAttribute('placeholder');
        await dialog.getByRole('button', { name: 'Create service account' }).click();
        await page.getByRole('button', { name: 'Actions for service account Nightly Build' }).click();
        await page.getByRole('menuitem', { name: 'New token' }).click();
        const { body } = await server.request('GET', '/api/admin/service-account');
        expect(body).toMatchObject({ serviceAccounts: [{ username: shown }] });

        await dialog.getByLabel('Description', { exact: true }).fill('nightly');
        await dialog.getByRole('button', { name: 'Create token' }).click();
        const notice = dialog.getByText('Copy it now: it is not shown again.');
        await notice.waitFor();
        const secret = (await dialog.locator('code').innerText()).trim();
        await page.mouse.click(5, 5);
        expect(await dialog.locator('code').innerText()).toContain(secret);
        const used = await fetch(`${server.url}/api/admin/projects`, { headers: { authorization: secret } });
        expect(used.status).toBe(200);
        await dialog.getByRole('button', { name: 'Done', exact: true }).click();
        await notice.waitFor({ state: 'hidden' });
        expect(await page.getByText(secret).count()).toBe(0);
    },
);

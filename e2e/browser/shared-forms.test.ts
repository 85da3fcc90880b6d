import { expect, test } from 'vitest';
import { enter, SLOW, startService } from './support/visitor.ts';

const FLAGS = '/api/admin/projects/default/features';

test('the settings of a flag send only edited fields, and show changes of others in the rest', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern', description: 'old', type: 'release' });
    const { page, problems, goTo } = await enter(server.url);
    await goTo('/projects/default/features/lantern?tab=settings');
    await page.getByLabel('Impression data').check();

    const patch = [{ op: 'replace', path: '/description', value: 'changed by someone else' }];
    await server.request('PATCH', `${FLAGS}/lantern`, patch);
    await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('changed by someone else');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Save' }).click();

    expect((await sent).postDataJSON()).toEqual([{ op: 'replace', path: '/impressionData', value: true }]);
    await page.getByText('Settings of lantern saved').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    expect((await server.request('GET', `${FLAGS}/lantern`)).body).toMatchObject({
        description: 'changed by someone else',
        impressionData: true,
    });
    expect(problems).toEqual([]);
});

test(
    'the owner of a flag is selected from users and groups, is shown with the flag, and can be undone',
    SLOW,
    async () => {
        const server = await startService();
        await server.request('POST', FLAGS, { name: 'lantern' });
        await server.request('POST', '/api/admin/groups', { name: 'Lighthouse keepers' });
        const ownerOf = async () => {
            const { body } = await server.request('GET', `${FLAGS}/lantern`);
            return (body as { owner?: { name: string } }).owner?.name;
        };
        const { page, problems, goTo, inspect } = await enter(server.url);
        await goTo('/projects/default/features/lantern?tab=settings');

        await page.getByRole('combobox', { name: 'Owner' }).fill('keepers');
        await page.getByRole('option', { name: 'Lighthouse keepers' }).click();
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('Settings of lantern saved').waitFor();

        expect(await ownerOf()).toBe('Lighthouse keepers');
        expect(await inspect()).toEqual([]);
        await goTo('/projects/default/features/lantern');
        await page.getByLabel('About this flag').getByText('Lighthouse keepers').waitFor();

        await goTo('/projects/default/features/lantern?tab=history');
        await page
            .getByRole('button', { name: /^Event \d+: / })
            .first()
            .click();
        await page.getByRole('button', { name: 'Revert', exact: true }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Revert', exact: true }).click();
        await expect.poll(ownerOf).toBeUndefined();
        expect(problems).toEqual([]);
    },
);

test('the settings of a project send only edited fields, and show changes of others in the rest', SLOW, async () => {
    const server = await startService();
    const { page, problems, goTo } = await enter(server.url);
    await goTo('/projects/default?tab=settings');
    await page.getByLabel('Name', { exact: true }).fill('Port');
    await page.getByLabel('Flag limit').fill('7');

    await server.request('PUT', '/api/admin/projects/default', { name: 'Harbour', description: 'by someone else' });
    await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('by someone else');
    await page.getByText('Changed by someone else in the meantime to: Harbour').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Harbour');
    const puts: string[] = [];
    page.on('request', (request) => {
        if (request.method() === 'PUT') puts.push(`${new URL(request.url()).pathname} ${request.postData()}`);
    });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Project default changed').waitFor();

    expect(puts).toEqual([`/api/admin/projects/default/settings ${JSON.stringify({ featureLimit: 7 })}`]);
    expect((await server.request('GET', '/api/admin/projects/default/overview')).body).toMatchObject({
        name: 'Harbour',
        featureLimit: 7,
    });
    expect(problems).toEqual([]);
});

test('each section of the project settings has an address and its own Save button', SLOW, async () => {
    const server = await startService();
    const { page, problems, goTo } = await enter(server.url);
    const sections = page.getByRole('navigation', { name: 'Settings' });
    await goTo('/projects/default?tab=settings');
    await sections.getByRole('link', { name: 'Approval rules' }).click();
    await page.getByRole('button', { name: 'Require approvals in production' }).waitFor();
    expect(page.url()).toContain('section=approvals');

    await sections.getByRole('link', { name: 'Flag names' }).click();
    await page.getByLabel('Pattern').fill('harbour-.*');
    // Unsaved input of a section is not lost.
    await sections.getByRole('link', { name: 'General' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
    // Saved input is not confirmed again, even if the form does not have the new state yet.
    const reloaded = Promise.withResolvers<void>();
    await page.route('**/api/admin/projects/default/overview', async (route) => {
        await reloaded.promise;
        await route.continue();
    });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Project default changed').waitFor();
    await sections.getByRole('link', { name: 'General' }).click();
    await page.getByRole('combobox', { name: 'Collaboration' }).waitFor();
    reloaded.resolve();

    // Input during a save is kept, and not lost either.
    const reloadedAgain = Promise.withResolvers<void>();
    await page.route('**/api/admin/projects/default/overview', async (route) => {
        await reloadedAgain.promise;
        await route.continue();
    });
    const description = page.getByLabel('Description');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await description.fill('Ships');
    const stored = page.waitForResponse((response) => response.request().method() === 'PUT');
    await save.click();
    await stored;
    await description.fill('Ships and boats');
    reloadedAgain.resolve();
    await expect.poll(() => save.getAttribute('data-loading')).toBe(null);
    expect(await description.inputValue()).toBe('Ships and boats');
    expect(await page.getByText('Changed by someone else').count()).toBe(0);
    await sections.getByRole('link', { name: 'Flag names' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByLabel('Pattern').waitFor();

    expect((await server.request('GET', '/api/admin/projects/default/overview')).body).toMatchObject({
        featureNaming: { pattern: 'harbour-.*', example: null, description: null },
    });
    expect(problems).toEqual([]);
});

test('the form of a role starts with the current role, or shows that it cannot be loaded', SLOW, async () => {
    const server = await startService();
    const role = { name: 'Pilot', description: 'old', type: 'custom', permissions: [{ name: 'CREATE_FEATURE' }] };
    const { body } = await server.request('POST', '/api/admin/roles', role);
    const { id } = (body as { roles: { id: number } }).roles;
    const { page, goTo } = await enter(server.url);
    await goTo('/admin?tab=roles');
    const edit = page.getByRole('button', { name: 'Edit role Pilot' });
    await edit.click();
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByLabel('Description').inputValue()).toBe('old');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await server.request('PUT', `/api/admin/roles/${id}`, { ...role, description: 'new' });
    await edit.click();
    await expect.poll(() => dialog.getByLabel('Description').inputValue()).toBe('new');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await page.route(`**/api/admin/roles/${id}`, (route) => route.fulfill({ status: 500, body: '{}' }));
    await edit.click();
    await dialog.getByText('This could not be loaded').waitFor();
});

test('the preview counts by the stickiness field of a rollout, and is hidden without a rollout', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    const strategies = `${FLAGS}/lantern/environments/development/strategies`;
    const parameters = { rollout: '50', stickiness: 'companyId', groupId: 'lantern' };
    const ids: string[] = [];
    for (const strategy of [
        { name: 'flexibleRollout', parameters },
        { name: 'userWithId', parameters: { userIds: 'ada' } },
    ]) {
        const response = await server.request('POST', strategies, strategy);
        ids.push((response.body as { id: string }).id);
    }
    const { page, problems, goTo } = await enter(server.url);
    const [rollout, listed] = ids;

    await goTo(`/projects/default/features/lantern?environment=development&strategy=${rollout}`);
    const text = await page.getByText(/are within the percentage/).innerText();
    const inside = Number(/users, (\d+) are within/.exec(text)?.[1]);
    expect(inside).toBeGreaterThan(400);
    expect(inside).toBeLessThan(600);
    await goTo(`/projects/default/features/lantern?environment=development&strategy=${listed}`);
    await page.getByText('Enter a context to preview the result.').waitFor();
    await expect.poll(() => page.getByText(/are within the percentage/).count()).toBe(0);
    expect(problems).toEqual([]);
});

test('a dependency can require variants of its parent', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'child' });
    await server.request('POST', FLAGS, { name: 'parent' });
    await server.request('POST', `${FLAGS}/parent/environments/development/strategies`, {
        name: 'flexibleRollout',
        variants: ['red', 'blue'].map((name) => ({ name, weight: 500, weightType: 'variable', stickiness: 'default' })),
    });
    const { page, problems, goTo } = await enter(server.url);
    await goTo('/projects/default/features/child');

    await page.getByRole('button', { name: 'Add a dependency' }).click();
    await page.getByRole('combobox', { name: 'Parent flag' }).click();
    await page.getByRole('option', { name: 'parent' }).click();
    await page.getByRole('combobox', { name: 'With one of these variants' }).click();
    await page.getByRole('option', { name: 'red' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add dependency' }).click();
    await page.getByText('child depends on parent').waitFor();

    expect((await server.request('GET', `${FLAGS}/child`)).body).toMatchObject({
        dependencies: [{ feature: 'parent', enabled: true, variants: ['red'] }],
    });
    expect(problems).toEqual([]);
});

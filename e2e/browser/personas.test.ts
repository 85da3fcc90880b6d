import { expect, test } from 'vitest';
import { SLOW, startService, visit } from './support/visitor.ts';

const FLAGS = '/api/admin/projects/default/features';

test('a persona is created in the project settings, and used in playground and preview', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    const path = `${FLAGS}/lantern/environments/development`;
    const norwegians = { name: 'default', constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }] };
    const { body } = await server.request('POST', `${path}/strategies`, norwegians);
    await server.request('POST', `${path}/on`);
    const { page, problems, signIn, goTo, inspect } = await visit(server.url);
    const dialog = page.getByRole('dialog');
    await signIn();
    // Navigates like a user: Back only includes steps of the router.
    await page.goto(`${server.url}/projects/default`);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Personas' }).click();

    // A partly filled form is lost neither by Escape nor by navigation.
    await page.getByRole('button', { name: 'New persona' }).click();
    await dialog.getByLabel('Name').fill('Customer in Norway');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'hidden' });
    await page.goBack();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'hidden' });
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Customer in Norway');

    await dialog.getByLabel('Value of userId').fill('ada');
    await dialog.getByRole('button', { name: 'Add a field' }).click();
    await dialog.getByLabel('Context field 2').fill('country');
    await dialog.getByLabel('Value of country').fill('NO');
    expect(await inspect()).toEqual([]);
    await dialog.getByRole('button', { name: 'Create persona' }).click();
    const personas = page.getByRole('table', { name: 'Personas' });
    await personas.getByText('Customer in Norway').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    expect(await inspect()).toEqual([]);

    await goTo('/playground');
    await page.getByRole('combobox', { name: 'Persona' }).click();
    await page.getByRole('option', { name: 'Customer in Norway' }).click();
    await expect.poll(() => page.getByLabel('Value of country').inputValue()).toBe('NO');
    await page.getByRole('button', { name: 'Evaluate', exact: true }).click();
    await page.getByRole('button', { name: 'lantern in development: on Why?' }).waitFor();

    const { id } = body as { id: string };
    await goTo(`/projects/default/features/lantern?environment=development&strategy=${id}`);
    await dialog.getByRole('combobox', { name: 'Persona' }).click();
    await page.getByRole('option', { name: 'Customer in Norway' }).click();
    await dialog.getByText('On', { exact: true }).waitFor();

    await goTo('/projects/default?tab=settings&section=personas');
    await page.getByRole('button', { name: 'Delete persona Customer in Norway' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No personas yet').waitFor();
    expect(problems).toEqual([]);
});

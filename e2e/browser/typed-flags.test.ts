import { expect, test } from 'vitest';
import { enter, SLOW, startService } from './support/visitor.ts';

test('a flag shows its value in code, and a mismatch is shown at its field', SLOW, async () => {
    const server = await startService();
    const flag = async () => (await server.request('GET', '/api/admin/projects/default/features/retries')).body;
    const { page, problems, goTo, inspect, settled } = await enter(server.url);
    await goTo('/projects/default');

    await page.getByRole('button', { name: 'Create the first flag' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('retries');
    await dialog.getByRole('button', { name: 'More' }).click();
    await dialog.getByRole('combobox', { name: 'Value type' }).click();
    await page.getByRole('option', { name: 'integer' }).click();
    await dialog.getByLabel('Fallback', { exact: true }).fill('3.5');
    await dialog.getByText('Enter a number without decimals, such as 3').waitFor();
    await dialog.getByLabel('Fallback', { exact: true }).fill('3');
    expect(await inspect()).toEqual([]);
    await dialog.getByRole('button', { name: 'Create flag' }).click();
    await page.getByRole('heading', { name: 'retries' }).waitFor();
    expect(await flag()).toMatchObject({ valueType: 'integer', codeDefault: 3 });

    // A variant starts with a matching value, and shows a mismatch.
    await goTo('/projects/default/features/retries');
    await page.getByLabel('Environment development').getByRole('button', { name: 'Add strategy' }).click();
    const drawer = page.getByRole('dialog', { name: 'Add strategy in development' });
    await drawer.waitFor();
    await settled();
    await drawer.getByRole('button', { name: 'Add variants' }).click();
    const unfit = drawer.getByText('use a payload of type Number without decimals');
    await drawer.getByLabel('Payload of control').fill('2.5');
    await unfit.waitFor();
    await drawer.getByLabel('Payload of control').fill('2');
    await unfit.waitFor({ state: 'detached' });
    await drawer.getByRole('button', { name: 'Save strategy' }).click();
    await drawer.waitFor({ state: 'detached' });

    // Existing variants prevent the change of the type, and the error is shown at the field.
    await goTo('/projects/default/features/retries?tab=settings');
    await page.getByRole('combobox', { name: 'Value type' }).click();
    await page.getByRole('option', { name: 'string' }).click();
    await page.getByLabel('Fallback', { exact: true }).fill('three');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page
        .getByText(/Variant control does not fit flag retries/)
        .first()
        .waitFor();
    expect(await flag()).toMatchObject({ valueType: 'integer', codeDefault: 3 });
    expect(problems.filter((problem) => !problem.endsWith('answered 400'))).toEqual([]);
});

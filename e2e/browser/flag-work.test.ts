import { expect, test } from 'vitest';
import { enter, SLOW, startService, visit } from './support/visitor.ts';

test(
    'from a new project to a rollout with constraint and variants, explained, shown in the log and reverted',
    SLOW,
    async () => {
        const server = await startService();
        const { page, problems, signIn, goTo } = await visit(server.url);
        await signIn();

        // A project and a flag.
        await goTo('/projects');
        await page.getByRole('button', { name: 'New project' }).click();
        await page.getByLabel('Name').fill('Checkout');
        await page.getByRole('button', { name: 'Create project' }).click();
        await page.getByRole('button', { name: 'Create the first flag' }).click();
        await page.getByLabel('Name').fill('one-click');
        await page.getByRole('button', { name: 'Create flag' }).click();

        // A strategy in production: a quarter of the users, in Norway, in two variants.
        await page.getByLabel('Environment production').getByRole('button', { name: 'Add strategy' }).click();
        const editor = page.getByRole('dialog');
        await editor.getByRole('textbox', { name: 'Percentage of users' }).fill('100');
        await editor.getByRole('button', { name: 'Add constraint' }).click();
        await editor.getByLabel('Context field').fill('country');
        await editor.getByLabel('Values').fill('NO');
        await page.keyboard.press('Enter');
        await editor.getByRole('button', { name: 'Add variants' }).click();
        await editor.getByRole('button', { name: 'Review' }).click();
        await editor.getByText(/^Users where country is NO; split/).waitFor();
        await editor.getByRole('button', { name: 'Save to production' }).click();
        await page.getByText('Strategy added in production').waitFor();
        await expect
            .poll(() => page.getByLabel('Environment production').getByRole('list').innerText())
            .toMatch(/Users where country is NO; split into control 50% and treatment 50%/);

        // Changed to a quarter, and enabled.
        await page.getByLabel('Environment production').getByLabel('Edit strategy').click();
        await editor.getByRole('textbox', { name: 'Percentage of users' }).fill('25');
        await editor.getByRole('button', { name: 'Review' }).click();
        await editor.locator('ins').getByText('25% of users', { exact: false }).waitFor();
        await editor.getByRole('button', { name: 'Save to production' }).click();
        await page.getByText('Strategy changed in production').waitFor();
        await editor.waitFor({ state: 'hidden' });
        await page.getByLabel('one-click in production').press('Space');
        await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
        await page.getByText('one-click is on in production').waitFor();

        // The playground explains the result.
        const question = { environments: ['production'], context: { userId: 'ada', country: 'SE' } };
        const query = new URLSearchParams(
            Object.entries(question).map(([name, value]) => [name, JSON.stringify(value)] as [string, string]),
        );
        await goTo(`/playground?${query}`);
        await page.getByRole('button', { name: /one-click in production: .* Why/ }).click();
        await page.getByText('Does not match: country is NO').waitFor();
        await page.getByText(/Bucket \d+ of 100/).waitFor();
        await page.keyboard.press('Escape');

        // The log shows the change and reverts it.
        await goTo('/projects/checkout/features/one-click?tab=history');
        await page
            .getByRole('button', { name: /Strategy changed/ })
            .first()
            .click();
        const changed = page.getByRole('listitem').filter({ has: page.getByText('changed a strategy of') });
        await expect.poll(() => changed.locator('del').first().innerText()).toBe('100%');
        await expect.poll(() => changed.locator('ins').first().innerText()).toBe('25%');
        await page.getByRole('button', { name: 'Revert', exact: true }).click();
        await page.getByRole('dialog').getByText('25% of users').waitFor();
        await page.getByRole('dialog').getByRole('button', { name: 'Revert', exact: true }).click();
        await page.getByText(/^Event \d+ reverted$/).waitFor();
        await goTo('/projects/checkout/features/one-click');
        await page
            .getByLabel('Environment production')
            .getByRole('list')
            .getByText('Users where country is NO', { exact: false })
            .waitFor();

        expect(problems).toEqual([]);
    },
);

test('flags are found by the command palette, and turned on from there', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/projects/default/features', { name: 'night-mode' });
    const { page, signIn } = await visit(server.url);
    await signIn();

    await page.getByRole('button', { name: /Find anything/ }).click();
    await page.getByPlaceholder(/Find a flag/).fill('night');
    await page.getByRole('button', { name: /night-mode/ }).click();
    await page.getByRole('heading', { level: 1, name: 'night-mode' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/Find a flag/).fill('turn on');
    await page.getByRole('button', { name: 'Turn on in development' }).click();

    await page.getByText('night-mode is on in development').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('night-mode is off in development').waitFor();
});

test('a file is imported only after it was checked', SLOW, async () => {
    const server = await startService();
    const { page, goTo } = await enter(server.url);
    const file = {
        features: [{ name: 'carried-over', type: 'release', project: 'default' }],
        featureStrategies: [],
        featureEnvironments: [
            { name: 'carried-over', featureName: 'carried-over', environment: 'development', enabled: true },
        ],
        contextFields: [],
        featureTags: [],
        segments: [],
        tagTypes: [],
    };

    await goTo('/transfer?project=default');
    await page.getByLabel('What to import, as JSON').fill('{ not json');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Not JSON, line 1, column 3: a name in quotes expected.').waitFor();
    await page.getByLabel('What to import, as JSON').fill(JSON.stringify(file));
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('1 flag can be imported').waitFor();
    expect(await server.clientFlags()).toEqual([]);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('button', { name: 'See the flags' }).click();

    await page.getByRole('link', { name: 'carried-over' }).waitFor();
    expect(await server.clientFlags()).toMatchObject([{ name: 'carried-over', enabled: true }]);
});

test('actions without permission are disabled, and name the missing permission', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/projects/default/features', { name: 'guarded' });
    const { page, goTo } = await enter(server.url);

    await goTo('/admin');
    await page.getByRole('button', { name: 'New user' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Vera');
    await page.getByLabel('Username', { exact: true }).fill('vera');
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('Sail-the-7-seas');
    await page.getByRole('button', { name: 'Create user' }).click();
    await page.getByText('Vera created').waitFor();

    const vera = await enter(server.url, { username: 'vera', password: 'Sail-the-7-seas' });
    await vera.goTo('/projects/default');
    await expect.poll(() => vera.page.getByRole('button', { name: 'New flag' }).isDisabled()).toBe(true);
    await expect.poll(() => vera.page.getByLabel(/You need the permission “Create flags”/).count()).toBe(1);
    await expect.poll(() => vera.page.getByLabel('guarded in production').isDisabled()).toBe(true);
    await vera.goTo('/projects/default/features/guarded');
    for (const name of ['Archive', 'Complete…', 'Add a tag', 'Add a dependency', 'Add a link']) {
        await expect.poll(() => vera.page.getByRole('button', { name }).isDisabled(), { message: name }).toBe(true);
    }
    await expect.poll(() => vera.page.getByLabel(/You need the permission “Add strategies”/).count()).toBe(4);
    await vera.goTo('/projects/default/features/guarded?tab=settings');
    await expect.poll(() => vera.page.getByLabel('Description').isDisabled()).toBe(true);
    await vera.goTo('/admin');
    await vera.page.getByText('You need the permission “Everything”').waitFor();
    expect(vera.problems).toEqual([]);
});

test('the operator of a constraint includes its negation', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/projects/default/features', { name: 'lantern' });
    const strategies = '/api/admin/projects/default/features/lantern/environments/development/strategies';
    await server.request('POST', strategies, {
        name: 'flexibleRollout',
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['ada'], inverted: true }],
    });
    const { page, problems, goTo, inspect } = await enter(server.url);
    const { body } = await server.request('GET', strategies);
    const [{ id }] = body as [{ id: string }];
    await goTo(`/projects/default/features/lantern?environment=development&strategy=${id}`);
    const editor = page.getByRole('dialog');
    const operator = editor.getByRole('combobox', { name: 'Operator' });
    await expect.poll(() => operator.inputValue()).toBe('is not one of');
    expect(await inspect()).toEqual([]);
    await operator.click();
    await page.getByRole('option', { name: 'does not contain' }).click();
    await editor.getByRole('button', { name: 'Save strategy' }).click();
    await editor.waitFor({ state: 'hidden' });

    const saved = (await server.request('GET', strategies)).body as { constraints: unknown[] }[];
    expect(saved[0]?.constraints).toMatchObject([{ operator: 'STR_CONTAINS', values: ['ada'], inverted: true }]);
    expect(problems).toEqual([]);
});

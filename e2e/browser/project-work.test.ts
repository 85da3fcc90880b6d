import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ADMIN, enter, SLOW, startService, visit } from './support/visitor.ts';

test('a project has its own default strategy, and flags enabled without a strategy get it', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/projects/default/features', { name: 'lantern' });
    const { page, problems, goTo } = await enter(server.url);
    await goTo('/projects/default?tab=environments');

    await page.getByRole('button', { name: 'Change the default strategy in production' }).click();
    const editor = page.getByRole('dialog');
    await editor.getByRole('textbox', { name: 'Percentage of users' }).fill('30');
    await editor.getByRole('button', { name: 'Add constraint' }).click();
    await editor.getByLabel('Context field').fill('country');
    await editor.getByLabel('Values').fill('NO');
    await page.keyboard.press('Enter');
    await editor.getByRole('button', { name: 'Review' }).click();
    await editor.getByText('parameters.rollout').waitFor();
    await editor.getByRole('button', { name: 'Save to production' }).click();
    await page.getByText('Default strategy for production saved').waitFor();
    await editor.waitFor({ state: 'hidden' });
    await page.getByText(/30% of users where country is NO/).waitFor();
    await goTo('/projects/default/features/lantern');
    await page.getByLabel('lantern in production').press('Space');
    await page.getByText("turned on, it is on by the project's default strategy").waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();

    await page
        .getByLabel('Environment production')
        .getByRole('list')
        .getByText(/30% of users where country is NO/)
        .waitFor();
    expect(problems).toEqual([]);
});

test('context fields and segments of a project are offered in it, and not elsewhere', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/projects', { id: 'elsewhere', name: 'Elsewhere' });
    for (const project of ['default', 'elsewhere']) {
        await server.request('POST', `/api/admin/projects/${project}/features`, { name: `flag-of-${project}` });
    }
    const { page, problems, goTo } = await enter(server.url);
    await goTo('/projects/default?tab=targeting');

    await page.getByRole('button', { name: 'New context field' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('harbour');
    await page.getByRole('button', { name: 'Create context field' }).click();
    await page.getByRole('table', { name: 'Context fields' }).getByText('harbour').waitFor();
    await page.getByRole('button', { name: 'New segment' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Dockers');
    await page.getByRole('button', { name: 'Create segment' }).click();
    await page.getByRole('table', { name: 'Segments' }).getByText('Dockers').waitFor();

    for (const project of ['default', 'elsewhere']) {
        await goTo(`/projects/${project}/features/flag-of-${project}?environment=development&strategy=new`);
        const editor = page.getByRole('dialog');
        const offered = project === 'default' ? 1 : 0;
        await expect.poll(() => editor.getByRole('combobox', { name: 'Segments' }).count()).toBe(offered);
        await editor.getByRole('button', { name: 'Add constraint' }).click();
        await editor.getByLabel('Context field').fill('har');
        await expect.poll(() => page.getByRole('option', { name: 'harbour' }).count()).toBe(offered);
    }
    expect(problems).toEqual([]);
});

test('the export of the audit log has everything that the filter matches, page after page', SLOW, async () => {
    const server = await startService();
    const flags = Array.from({ length: 1_010 }, (_, number) => `flag-${number}`);
    const imported = await server.request('POST', '/api/admin/features-batch/import', {
        project: 'default',
        environment: 'development',
        data: {
            features: flags.map((name) => ({ name, type: 'release' })),
            featureStrategies: [],
            featureEnvironments: [],
            contextFields: [],
            featureTags: [],
            segments: [],
            tagTypes: [],
        },
    });
    expect(imported.status).toBe(200);
    const { page, problems, goTo } = await enter(server.url);
    await goTo('/history?type=feature-created');

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'As JSON' }).click();
    const events = JSON.parse(await readFile(await (await saved).path(), 'utf8')) as { featureName: string }[];

    expect(events.map(({ featureName }) => featureName).sort()).toEqual(flags.sort());
    await page.getByText('1,010 events exported').waitFor();
    expect(problems).toEqual([]);
});

test('a JSON payload is edited in an editor that shows errors', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/projects/default/features', { name: 'lantern' });
    const { page, problems, goTo, inspect } = await enter(server.url);
    await goTo('/projects/default/features/lantern?environment=development&strategy=new');
    const editor = page.getByRole('dialog');
    await editor.getByRole('button', { name: 'Add variants' }).click();

    await editor.getByLabel('Payload type of control').click();
    await page.getByRole('option', { name: 'JSON' }).click();
    const payload = editor.getByRole('textbox', { name: 'Payload of control' });
    await payload.fill('{"colour": teal');
    await editor.getByText('Not JSON').waitFor();
    const findings = await inspect();
    await payload.fill('{"colour":"teal"}');
    await editor.getByRole('button', { name: 'Format' }).click();
    await editor.getByRole('button', { name: 'Save strategy' }).click();
    await page.getByText('Strategy added in development').waitFor();

    const { body } = await server.request('GET', '/api/admin/projects/default/features/lantern');
    const { environments } = body as {
        environments: { name: string; strategies: { variants: { payload?: { value: string } }[] }[] }[];
    };
    const development = environments.find(({ name }) => name === 'development');
    expect(development?.strategies[0]?.variants[0]?.payload?.value).toBe('{\n  "colour": "teal"\n}');
    expect(findings).toEqual([]);
    expect(problems).toEqual([]);
});

test('an administrator sees the sessions of a user, and ends one', SLOW, async () => {
    const server = await startService();
    const lost = await visit(server.url);
    await lost.signIn();
    const { page, signIn, goTo } = await visit(server.url);
    await signIn();
    await goTo('/admin');

    await page.getByRole('button', { name: `Actions for ${ADMIN.username}` }).click();
    await page.getByRole('menuitem', { name: 'Sessions' }).click();
    const sessions = page.getByRole('table', { name: 'Sessions' });
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    const question = page.getByRole('dialog', { name: `everywhere?`, exact: false });
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await sessions.getByRole('button', { name: /^End: / }).click();
    await page.getByText('Session ended', { exact: true }).waitFor();

    await lost.page.reload();
    await lost.page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('a new environment copies the flag configuration of another', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/projects/default/features', { name: 'lantern' });
    await server.request('POST', '/api/admin/projects/default/features/lantern/environments/development/on');
    const { page, problems, goTo, settled } = await enter(server.url);
    await goTo('/environments');

    await page.getByRole('button', { name: 'New environment' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('rehearsal');
    await page.getByRole('combobox', { name: 'Initial flag configuration' }).click();
    await page.getByRole('option', { name: 'copied from development' }).click();
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('dialog').getByText('lantern in rehearsal').waitFor();
    await settled();
    await page.getByRole('button', { name: 'Create environment' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await goTo('/projects/default/features/lantern');

    await expect.poll(() => page.getByLabel('lantern in rehearsal').isChecked()).toBe(true);
    expect(problems).toEqual([]);
});

test('the archive shows the newest flags, finds the others, and links to them', SLOW, async () => {
    const server = await startService();
    const flags = Array.from({ length: 60 }, (_, number) => `flag-${number}`);
    for (const name of flags) await server.request('POST', '/api/admin/projects/default/features', { name });
    await server.request('POST', '/api/admin/projects/default/archive', { features: flags });
    const { page, problems, goTo } = await enter(server.url);
    await goTo('/projects/default?tab=archive');

    const archive = page.getByRole('table', { name: 'Archived flags' });
    await archive.getByRole('link', { name: 'flag-59', exact: true }).waitFor();
    await expect.poll(() => archive.getByRole('link').count()).toBe(50);
    await page.getByRole('button', { name: 'next page' }).click();
    await archive.getByRole('link', { name: 'flag-0', exact: true }).waitFor();
    await page.getByLabel('Search archived flags').fill('flag-42');
    await archive.getByRole('link', { name: 'flag-42' }).waitFor();
    await expect.poll(() => archive.getByRole('link').count()).toBe(1);
    expect(problems).toEqual([]);
});

test('the audit log is filtered by flag and event type, and Back restores the filter', SLOW, async () => {
    const server = await startService();
    for (const name of ['lantern', 'buoy']) {
        await server.request('POST', '/api/admin/projects/default/features', { name });
    }
    const { page, problems, goTo } = await enter(server.url);
    await goTo('/history');
    const flag = page.getByRole('combobox', { name: 'Flag', exact: true });
    const type = page.getByRole('combobox', { name: 'Type of event' });
    const events = page.getByRole('main').getByRole('link', { name: 'buoy' });
    await events.first().waitFor();

    // Part of the name is sufficient, and the first match is used.
    await flag.fill('lant');
    await page.getByRole('option', { name: 'lantern' }).waitFor();
    await flag.press('ArrowDown');
    await flag.press('Enter');
    await expect.poll(() => events.count()).toBe(0);
    await goTo('/history?type=feature-created');
    await expect.poll(async () => [await flag.inputValue(), await type.inputValue()]).toEqual(['', 'Flag created']);
    await type.fill('turned of');
    await page.getByRole('option', { name: 'Flag turned off' }).click();
    await page.getByText('No event matches').waitFor();
    await page.getByRole('button', { name: 'Show all events' }).click();
    await events.first().waitFor();
    await page.goBack();
    await page.goBack();
    await expect.poll(async () => [await flag.inputValue(), await type.inputValue()]).toEqual(['lantern', '']);
    await flag.fill('');
    await events.first().waitFor();
    expect(problems).toEqual([]);
});

test('a rejected click shows a message', SLOW, async () => {
    const server = await startService();
    const { status } = await server.request('POST', '/api/admin/addons', {
        provider: 'webhook',
        description: 'A hook',
        enabled: false,
        parameters: { url: 'https://example.org/hook' },
        events: ['feature-created'],
    });
    expect(status).toBe(201);
    const { page, goTo } = await enter(server.url);
    const refusal = { status: 403, json: { name: 'NoAccessError', message: 'Not today.' } };
    await page.route(/\/api\/admin\/(api-tokens|addons\/\d+)$/, (route) =>
        route.request().method() === 'GET' ? route.continue() : route.fulfill(refusal),
    );
    const message = page.getByRole('alert').filter({ hasText: 'Not today.' });

    await goTo('/connect');
    await page.getByRole('button', { name: 'Create a backend token' }).click();
    await message.waitFor();
    await message.getByRole('button').click();
    await message.waitFor({ state: 'hidden' });
    await goTo('/integrations');
    await page.getByRole('switch', { name: /is on$/ }).press('Space');
    await message.waitFor();
});

import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { ADMIN, closeBrowser, SLOW, startService, visit } from './support/visitor.ts';

afterAll(closeBrowser);

test('a project has a default strategy of its own, and flags turned on without one get it', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/projects/default/features', { name: 'lantern' });
    const { page, problems, signIn, goTo } = await visit(server.url);
    await signIn();
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
    await page.getByText(/30\s% of users, if country is NO/).waitFor();
    await goTo('/projects/default/features/lantern');
    await page.getByLabel('lantern in production').click({ force: true });

    await page
        .getByLabel('Environment production')
        .getByText(/30\s% of users, if country is NO/)
        .waitFor();
    expect(problems).toEqual([]);
});

test('context fields and segments of a project are offered in it, and not elsewhere', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/projects', { id: 'elsewhere', name: 'Elsewhere' });
    for (const project of ['default', 'elsewhere']) {
        await server.request('POST', `/api/admin/projects/${project}/features`, { name: `flag-of-${project}` });
    }
    const { page, problems, signIn, goTo } = await visit(server.url);
    await signIn();
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

test('the export of the event log has everything that the filter matches, page after page', SLOW, async () => {
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
    const { page, problems, signIn, goTo } = await visit(server.url);
    await signIn();
    await goTo('/history?type=feature-created');

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'As JSON' }).click();
    const events = JSON.parse(await readFile(await (await saved).path(), 'utf8')) as { featureName: string }[];

    expect(events.map(({ featureName }) => featureName).sort()).toEqual(flags.sort());
    await page.getByText('1,010 events exported').waitFor();
    expect(problems).toEqual([]);
});

test('a JSON payload is written in an editor that says what is wrong with it', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/projects/default/features', { name: 'lantern' });
    const { page, problems, signIn, goTo, inspect } = await visit(server.url);
    await signIn();
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

test('an administrator sees where someone is signed in, and ends it', SLOW, async () => {
    const server = await startService();
    const lost = await visit(server.url);
    await lost.signIn();
    const { page, signIn, goTo } = await visit(server.url);
    await signIn();
    await goTo('/admin');

    await page.getByRole('button', { name: `Sessions of ${ADMIN.username}`, exact: false }).click();
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

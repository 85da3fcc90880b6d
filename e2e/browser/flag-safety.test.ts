import { expect, test } from 'vitest';
import type { ServerProcess } from '../support/server-process.ts';
import { enter, SLOW, startService } from './support/visitor.ts';

const FLAGS = '/api/admin/projects/default/features';

const ROLLOUT = { name: 'flexibleRollout', parameters: { rollout: '25', stickiness: 'userId', groupId: 'lantern' } };

interface Environment {
    name: string;
    enabled: boolean;
    strategies: { id: string; title: string | null; disabled: boolean; parameters: Record<string, string> }[];
}

async function stateOf(server: ServerProcess, flag: string, environment: string): Promise<Environment> {
    const { body } = await server.request('GET', `${FLAGS}/${flag}`);
    return (body as { environments: Environment[] }).environments.find(({ name }) => name === environment)!;
}

/** An enabled flag with strategies of these titles. Returns their ids. */
async function enabledFlag(server: ServerProcess, flag: string, environment: string, titles: string[]) {
    await server.request('POST', FLAGS, { name: flag });
    const ids: string[] = [];
    for (const title of titles) {
        const path = `${FLAGS}/${flag}/environments/${environment}/strategies`;
        const { body } = await server.request('POST', path, { ...ROLLOUT, title });
        ids.push((body as { id: string }).id);
    }
    await server.request('POST', `${FLAGS}/${flag}/environments/${environment}/on`);
    return ids;
}

test.each(['Disable', 'Delete'])(
    'undo enables a flag again that was disabled with its only strategy: %s',
    SLOW,
    async (verb) => {
        const server = await startService();
        await enabledFlag(server, 'lantern', 'development', ['A quarter']);
        const { page, problems, goTo } = await enter(server.url);
        await goTo('/projects/default/features/lantern');

        await page.getByRole('button', { name: 'More for this strategy' }).click();
        await page.getByRole('menuitem', { name: verb }).click();
        await page.getByText('so the flag was turned off there').waitFor();
        expect(await stateOf(server, 'lantern', 'development')).toMatchObject({ enabled: false });
        await page.getByRole('button', { name: 'Undo' }).click();
        await page.getByText('lantern restored in development').waitFor();

        expect(await stateOf(server, 'lantern', 'development')).toMatchObject({
            enabled: true,
            strategies: [{ title: 'A quarter', disabled: false, parameters: ROLLOUT.parameters }],
        });
        expect(problems).toEqual([]);
    },
);

test('undo restores a deleted strategy at its position', SLOW, async () => {
    const server = await startService();
    await enabledFlag(server, 'lantern', 'development', ['first', 'second', 'third']);
    const { page, goTo } = await enter(server.url);
    await goTo('/projects/default/features/lantern');

    await page.getByRole('button', { name: 'More for this strategy' }).nth(1).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('lantern: strategy removed from development').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('lantern restored in development').waitFor();

    const { strategies } = await stateOf(server, 'lantern', 'development');
    expect(strategies.map(({ title }) => title)).toEqual(['first', 'second', 'third']);
});

test('the menu of a strategy does not vanish when the code for reordering has loaded', SLOW, async () => {
    const server = await startService();
    await enabledFlag(server, 'lantern', 'development', ['first', 'second']);
    const { page, settled } = await enter(server.url, undefined, { hasCache: false });
    const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
    await page.route('**/SortableList-*.js', async (route) => {
        await loaded;
        await route.continue();
    });
    await page.goto(`${server.url}/projects/default/features/lantern`);

    const menu = page.locator('[aria-label="More for this strategy"]').first();
    await menu.click({ force: true });
    expect(await page.getByRole('menu').count()).toBe(0);
    load();
    await settled();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('lantern: strategy removed from development').waitFor();
});

test('turning on a flag with only disabled strategies asks what to do with them', SLOW, async () => {
    const server = await startService();
    for (const flag of ['lantern', 'buoy']) {
        await server.request('POST', FLAGS, { name: flag });
        const path = `${FLAGS}/${flag}/environments/development/strategies`;
        await server.request('POST', path, { ...ROLLOUT, disabled: true });
    }
    const { page, goTo, inspect } = await enter(server.url);

    await goTo('/projects/default/features/lantern');
    await page.getByLabel('lantern in development').press('Space');
    await page.getByRole('dialog').getByText('All its strategies there are disabled').waitFor();
    expect(await inspect()).toEqual([]);
    expect(await stateOf(server, 'lantern', 'development')).toMatchObject({ enabled: false });
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('lantern is on in development').waitFor();
    const { strategies: enabled } = await stateOf(server, 'lantern', 'development');
    expect(enabled.map(({ disabled }) => disabled)).toEqual([false]);

    await goTo('/projects/default');
    await page.getByLabel('buoy in development').click();
    await page.getByLabel('Keep them disabled').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('buoy is on in development').waitFor();
    const { strategies: added } = await stateOf(server, 'buoy', 'development');
    expect(added.map(({ disabled }) => disabled)).toEqual([true, false]);
});

test('undo reverts the changed flag, even if another flag is shown by then', SLOW, async () => {
    const server = await startService();
    await enabledFlag(server, 'lantern', 'development', ['of lantern']);
    await enabledFlag(server, 'buoy', 'development', ['of buoy']);
    await server.request('POST', '/api/admin/features/lantern/tags', { type: 'simple', value: 'harbour' });
    const { page, problems, goTo } = await enter(server.url);

    await goTo('/projects/default/features/lantern');
    await page.getByRole('button', { name: 'Remove tag harbour' }).click();
    await page.getByText('Tag harbour removed from lantern').waitFor();
    await goTo('/projects/default/features/buoy');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('lantern tagged harbour').waitFor();
    const tagsOf = async (flag: string) =>
        ((await server.request('GET', `/api/admin/features/${flag}/tags`)).body as { tags: unknown[] }).tags;
    expect(await tagsOf('lantern')).toMatchObject([{ value: 'harbour' }]);
    expect(await tagsOf('buoy')).toEqual([]);

    await goTo('/projects/default/features/lantern');
    await page.getByRole('button', { name: 'More for this strategy' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('lantern: strategy removed from development').waitFor();
    await goTo('/projects/default/features/buoy');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('lantern restored in development').waitFor();
    const titles = async (flag: string) =>
        (await stateOf(server, flag, 'development')).strategies.map(({ title }) => title);
    expect(await titles('lantern')).toEqual(['of lantern']);
    expect(await titles('buoy')).toEqual(['of buoy']);
    expect(problems).toEqual([]);
});

test('a failed undo shows an error', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    await server.request('POST', FLAGS, { name: 'buoy' });
    await server.request('POST', `${FLAGS}/lantern/dependencies`, { feature: 'buoy' });
    const { page, goTo } = await enter(server.url);
    await goTo('/projects/default/features/lantern');

    await page.getByRole('button', { name: 'Remove the dependency on buoy' }).click();
    await page.getByText('lantern no longer depends on buoy').waitFor();
    await server.request('DELETE', `${FLAGS}/buoy`);
    await page.getByRole('button', { name: 'Undo' }).click();

    await page.getByText('Something went wrong').waitFor();
});

test('a draft survives concurrent changes of the strategy, and shows them', SLOW, async () => {
    const server = await startService();
    const [id] = await enabledFlag(server, 'lantern', 'development', ['A quarter']);
    const strategy = `${FLAGS}/lantern/environments/development/strategies/${id}`;
    const { page, problems, goTo, inspect } = await enter(server.url);
    await goTo(`/projects/default/features/lantern?environment=development&strategy=${id}`);
    const drawer = page.getByRole('dialog', { name: 'Edit strategy in development' });
    await drawer.getByLabel('Title').fill('A third');

    // Changed by another user: both changes are kept.
    await server.request('PUT', strategy, { ...ROLLOUT, parameters: { ...ROLLOUT.parameters, rollout: '33' } });
    await drawer.getByText('This strategy was changed in the meantime').waitFor();
    expect(await inspect()).toEqual([]);
    await expect.poll(() => drawer.getByRole('alert').locator('ins').innerText()).toBe('33');
    await expect.poll(() => drawer.getByRole('button', { name: 'Save strategy' }).isDisabled()).toBe(true);
    await drawer.getByRole('button', { name: 'Keep my changes' }).click();
    await expect.poll(() => drawer.getByRole('textbox', { name: 'Percentage of users' }).inputValue()).toMatch(/^33/);
    await drawer.getByRole('button', { name: 'Save strategy' }).click();
    await drawer.waitFor({ state: 'hidden' });
    expect(await stateOf(server, 'lantern', 'development')).toMatchObject({
        strategies: [{ title: 'A third', parameters: { rollout: '33' } }],
    });

    // Deleted by another user: the draft can be added as a new strategy.
    await page.getByRole('button', { name: 'Edit strategy' }).click();
    await drawer.getByLabel('Title').fill('Castaway');
    await server.request('DELETE', strategy);
    await drawer.getByText('This strategy was deleted in the meantime').waitFor();
    await drawer.getByRole('button', { name: 'Save strategy' }).click();
    await drawer.waitFor({ state: 'hidden' });
    expect(await stateOf(server, 'lantern', 'development')).toMatchObject({ strategies: [{ title: 'Castaway' }] });
    expect(problems).toEqual([]);
});

test('a draft is discarded only after confirmation', SLOW, async () => {
    const server = await startService();
    const [id] = await enabledFlag(server, 'lantern', 'development', ['A quarter']);
    const { page, goTo } = await enter(server.url);
    await goTo(`/projects/default/features/lantern?environment=development&strategy=${id}`);
    const drawer = page.getByRole('dialog', { name: 'Edit strategy in development' });
    await drawer.getByRole('button', { name: 'Add variants' }).click();
    await drawer.getByLabel('Payload type of control').click();
    await page.getByRole('option', { name: 'JSON' }).click();

    await drawer.getByRole('textbox', { name: 'Payload of control' }).click();
    await page.keyboard.press('Escape');
    await drawer.getByLabel('Title').fill('With variants');
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    expect(await question.isVisible()).toBe(false);
    await page.keyboard.press('Escape');
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await expect.poll(() => drawer.getByLabel('Title').inputValue()).toBe('With variants');
    await page.mouse.click(20, 450);
    await question.getByRole('button', { name: 'Discard' }).click();
    await drawer.waitFor({ state: 'hidden' });
});

test(
    'in production, the difference is shown before a strategy is disabled, deleted, copied or moved',
    SLOW,
    async () => {
        const server = await startService();
        const [first, second] = await enabledFlag(server, 'lantern', 'production', ['first', 'second']);
        await enabledFlag(server, 'buoy', 'production', ['only']);
        await server.request('POST', `${FLAGS}/lantern/environments/development/strategies`, {
            ...ROLLOUT,
            title: 'third',
        });
        const { page, problems, goTo } = await enter(server.url);
        await goTo('/projects/default/features/lantern');
        const production = page.getByLabel('Environment production');
        const review = page.getByRole('dialog');
        const titles = async () =>
            (await stateOf(server, 'lantern', 'production')).strategies.map(({ title }) => title);
        const choose = async (panel: string, verb: string) => {
            const more = page
                .getByLabel(`Environment ${panel}`)
                .getByRole('button', { name: 'More for this strategy' });
            await more.first().click();
            await page.getByRole('menuitem', { name: verb }).click();
        };

        const differences = review.getByRole('list', { name: 'Differences' });
        const gone = () => differences.locator('del').allInnerTexts();
        const come = () => differences.locator('ins').allInnerTexts();
        const details = review.getByRole('button', { name: 'Details' });

        await choose('production', 'Disable');
        await details.click();
        await expect.poll(come).toEqual([expect.stringContaining('Disabled: first: 25% of users')]);
        await review.getByRole('button', { name: 'Cancel' }).click();
        await choose('development', 'Copy to production');
        await details.click();
        await expect.poll(come).toEqual([expect.stringContaining('third: 25% of users')]);
        await review.getByRole('button', { name: 'Cancel' }).click();
        await review.waitFor({ state: 'hidden' });
        await production.getByRole('button', { name: 'Drag to reorder' }).first().focus();
        await page.keyboard.press('Space');
        await page.getByText(`was moved over droppable area ${first}`).waitFor();
        await page.keyboard.press('ArrowDown');
        await page.getByText(`was moved over droppable area ${second}`).waitFor();
        await page.keyboard.press('Space');
        await details.click();
        // One sentence stays, the other moves from before it to after it, or vice versa.
        await expect.poll(async () => [...(await gone()), ...(await come())]).toHaveLength(2);
        await review.getByRole('button', { name: 'Cancel' }).click();
        await choose('production', 'Delete');
        await details.click();
        await expect.poll(gone).toEqual([expect.stringContaining('first: 25% of users')]);
        expect(await titles()).toEqual(['first', 'second']);
        await review.getByRole('button', { name: 'Delete strategy' }).click();
        await page.getByText('lantern: strategy removed from production').waitFor();
        expect(await titles()).toEqual(['second']);

        // The difference shows that the flag becomes disabled.
        await goTo('/projects/default/features/buoy');
        await choose('production', 'Delete');
        await details.click();
        await expect.poll(async () => (await come()).join()).toContain('Off for everyone.');
        expect(problems).toEqual([]);
    },
);

test(
    'a revert shows its current effect, keeps later changes of others, and lists what it cannot revert',
    SLOW,
    async () => {
        const server = await startService();
        await server.request('POST', FLAGS, { name: 'lantern', description: 'one', type: 'release' });
        for (const [path, value] of [
            ['/description', 'two'],
            ['/type', 'experiment'],
            ['/description', 'three'],
        ]) {
            await server.request('PATCH', `${FLAGS}/lantern`, [{ op: 'replace', path, value }]);
        }
        const { page, goTo } = await enter(server.url);
        await goTo('/projects/default/features/lantern?tab=history');
        const changed = page.getByRole('button', { name: /Flag settings changed/ });
        const revert = page.getByRole('button', { name: 'Revert', exact: true });
        const review = page.getByRole('dialog');

        // The description has changed again.
        await changed.last().click();
        await revert.click();
        await review.getByText('was changed again later').waitFor();
        await expect.poll(() => review.getByRole('button', { name: 'Revert', exact: true }).isDisabled()).toBe(true);
        await review.getByRole('button', { name: 'Cancel' }).click();
        await changed.last().click();

        await changed.nth(1).click();
        await revert.click();
        await review.getByText('Its type is release', { exact: true }).first().waitFor();
        await review.getByRole('button', { name: 'Revert', exact: true }).click();
        await page.getByText(/^Event \d+ reverted$/).waitFor();
        expect((await server.request('GET', `${FLAGS}/lantern`)).body).toMatchObject({
            description: 'three',
            type: 'release',
        });
    },
);

test('a user without the permission still sees whether a flag is on', SLOW, async () => {
    const server = await startService();
    const FEATURE = '/api/admin/projects/default/features/lantern';
    await server.request('POST', '/api/admin/projects/default/features', { name: 'lantern' });
    await server.request('POST', `${FEATURE}/environments/development/on`);
    const viewer = { username: 'looker', password: 'Correct-horse-8' };
    await server.request('POST', '/api/admin/user-admin', { ...viewer, rootRole: 'Viewer', sendEmail: false });
    const { page, goTo } = await enter(server.url, viewer);
    await goTo('/projects/default/features/lantern');

    const trackOf = (environment: string) =>
        page.getByLabel(`lantern in ${environment}`).evaluate((input) => {
            const track = input.nextElementSibling as HTMLElement;
            return {
                isDisabled: (input as HTMLInputElement).disabled,
                colour: getComputedStyle(track).backgroundColor,
            };
        });
    const [on, off] = [await trackOf('development'), await trackOf('production')];

    expect([on.isDisabled, off.isDisabled]).toEqual([true, true]);
    expect(on.colour).not.toBe(off.colour);
});

test('a link that is not a web URL is shown as text', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/projects/default/features', { name: 'lantern' });
    const { page, goTo } = await enter(server.url);
    // An older version may have stored it.
    await page.route(/\/api\/admin\/.*\/features\/lantern(\?.*)?$/, async (route) => {
        const response = await route.fetch();
        const links = [
            { id: 'a', title: 'The trap', url: 'javascript:alert(1)' },
            { id: 'b', title: 'The ticket', url: 'https://tickets.example/1' },
        ];
        await route.fulfill({ response, json: { ...(await response.json()), links } });
    });
    await goTo('/projects/default/features/lantern');

    await page.getByText('The trap').waitFor();
    await expect
        .poll(() => page.getByRole('link', { name: 'The ticket' }).getAttribute('href'))
        .toBe('https://tickets.example/1');
    expect(await page.getByRole('link', { name: 'The trap' }).count()).toBe(0);
    expect(await page.locator('[href^="javascript:" i]').count()).toBe(0);
});

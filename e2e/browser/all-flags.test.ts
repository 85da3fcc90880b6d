import { expect, test } from 'vitest';
import { reportUsage } from './support/lantern.ts';
import { type BrowserService, enter, SLOW, startService } from './support/visitor.ts';

const featuresOf = (project: string) => `/api/admin/projects/${project}/features`;

const filtersIn = (address: string) =>
    [...new URL(address).searchParams].map(([name, value]) => `${name}=${value}`).sort();

/** Two projects: one flag that is in use, and others that are not evaluated. */
async function twoProjects(server: BrowserService): Promise<void> {
    const { body } = await server.request('POST', '/api/admin/groups', { name: 'Crew' });
    const owner = { type: 'group', id: (body as { id: number }).id };
    await server.request('POST', '/api/admin/projects', { id: 'harbour', name: 'Harbour' });
    await server.request('POST', featuresOf('default'), { name: 'lantern', owner });
    await server.request('POST', featuresOf('default'), { name: 'buoy' });
    await server.request('POST', featuresOf('harbour'), { name: 'anchor' });
    await server.request('POST', `${featuresOf('default')}/buoy/dependencies`, { feature: 'lantern' });
    await server.request('POST', '/api/admin/projects/harbour/stale', { features: ['anchor'], stale: true });
    await reportUsage(server, { lantern: { yes: 1234, no: 0 } });
}

test('the list of all flags supports cleaning up all projects, and shows reasons against archiving', SLOW, async () => {
    const server = await startService();
    await twoProjects(server);
    const { page, problems, goTo, settled, setAppearance, inspect } = await enter(server.url);
    const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
    await expect
        .poll(async () => {
            const { body } = await server.request('GET', '/api/admin/search/features?oneAnswerFor=1');
            const { body: all } = await server.request('GET', '/api/admin/search/features?query=lantern');
            const [lantern] = (all as { features: { oneAnswer?: { enabled: boolean } }[] }).features;
            return [(body as { total: number }).total, lantern?.oneAnswer?.enabled];
        })
        .toEqual([0, true]);
    await goTo('/search');
    await row('lantern').getByText('Crew').waitFor();
    await expect.poll(() => row('lantern').innerText()).toMatch(/only “on” (since just now|for \d+ min)/);
    expect(await inspect()).toEqual([]);

    // Each column sorts, and filters show the flags that could be archived.
    await page.getByRole('button', { name: 'Project', exact: true }).click();
    await page.getByRole('columnheader', { name: 'Project' }).and(page.locator('[aria-sort=ascending]')).waitFor();
    await page.getByRole('button', { name: 'Project', exact: true }).click();
    await expect.poll(() => page.getByRole('row').nth(1).innerText()).toContain('anchor');
    await page.getByRole('button', { name: /^1\s*Marked as stale$/ }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    expect(new URL(page.url()).searchParams.get('state')).toBe('stale');

    // In a narrow window the filters are behind a button, and the flags come first.
    await setAppearance({ scheme: 'light', width: 390 });
    const filters = page.getByRole('button', { name: 'Filters (1)' });
    await filters.waitFor();
    await expect.poll(() => page.getByRole('combobox', { name: 'Project' }).isVisible()).toBe(false);
    const flag = await page.getByRole('link', { name: 'anchor' }).first().boundingBox();
    expect(flag?.y).toBeLessThan(450);
    await filters.click();
    await page.getByRole('combobox', { name: 'Project' }).waitFor();
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('combobox', { name: 'Owner' }).waitFor();
    expect(await inspect()).toEqual([]);
    await setAppearance({ scheme: 'light', width: 1280 });

    // A view has a name, is available in another browser, and matches its URL.
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByLabel('Name of the view').fill('To archive');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('menuitem', { name: 'To archive', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Name of the view').waitFor({ state: 'hidden' });
    const elsewhere = await enter(server.url);
    await elsewhere.goTo('/search');
    await elsewhere.page.getByRole('button', { name: 'Saved views' }).click();
    await elsewhere.page.getByRole('menuitem', { name: 'To archive', exact: true }).click();
    await expect.poll(() => elsewhere.page.getByRole('row').count()).toBe(2);
    expect(filtersIn(elsewhere.page.url())).toEqual(filtersIn(page.url()));
    expect(elsewhere.problems).toEqual([]);

    // A switch applies the rules of its project.
    await goTo('/search');
    await row('anchor').getByRole('switch', { name: 'anchor in development' }).click();
    await expect
        .poll(() => row('anchor').getByRole('switch', { name: 'anchor in development' }).isChecked())
        .toBe(true);
    const isOn = async () => {
        const { body } = await server.request('GET', `${featuresOf('harbour')}/anchor`);
        return (body as { environments: { name: string; enabled: boolean }[] }).environments.find(
            ({ name }) => name === 'development',
        )?.enabled;
    };
    await expect.poll(isOn).toBe(true);

    // Selected in two projects: archived one after the other, each with the reasons against it.
    await goTo('/search?sort=name');
    await page.getByLabel('Select all shown flags').check();
    const bar = page.getByRole('region', { name: 'Selected flags' });
    await bar.getByRole('combobox', { name: 'Selected flags of project' }).click();
    await page.getByRole('option', { name: 'of harbour (1)' }).click();
    await bar.getByText('1 of 3 selected').waitFor();
    await bar.getByRole('button', { name: 'Archive' }).click();
    const review = page.getByRole('dialog');
    await review.getByRole('button', { name: 'Archive flag' }).click();
    // The question about the flags of the other project follows.
    await page.getByRole('dialog', { name: 'Archive 2 flags of default?' }).waitFor();
    await review.getByText(/lantern is still evaluated: 1,234 evaluations/).waitFor();
    await review.getByText(/Other flags depend on lantern/).waitFor();
    expect(await inspect()).toEqual([]);
    await review.getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByText('No flags yet').waitFor();
    await goTo('/search?archived=true');
    await settled();
    await expect.poll(() => page.getByRole('row').count()).toBe(4);
    expect(problems).toEqual([]);
});

/** A user who may read everything and change nothing. */
async function viewer(server: BrowserService): Promise<{ username: string; password: string }> {
    const credentials = { username: 'vera', password: 'Correct-horse-8' };
    await server.request('POST', '/api/admin/user-admin', {
        ...credentials,
        name: 'Vera',
        rootRole: 3,
        sendEmail: false,
    });
    return credentials;
}

test(
    'in the list of all flags Enter opens the first, and a bulk change of all matches is counted and confirmed',
    SLOW,
    async () => {
        const server = await startService();
        const names = Array.from({ length: 60 }, (_, index) => `buoy-${String(index).padStart(2, '0')}`);
        for (const name of ['lantern', ...names]) await server.request('POST', featuresOf('default'), { name });
        const { page, problems, goTo, settled } = await enter(server.url);
        const bar = page.getByRole('region', { name: 'Selected flags' });
        const dialog = page.getByRole('dialog');

        await goTo('/search');
        await page.getByLabel('Search flags').fill('lantern');
        await page.getByLabel('Search flags').press('Enter');
        await page.waitForURL('**/features/lantern');

        // Fifty are on the page, sixty match: the others are selected only on request.
        await goTo('/search?query=buoy&sort=name');
        await page.getByLabel('Select all shown flags').check();
        await bar.getByText('50 selected').waitFor();
        // The columns use the full width, also while most rows are not rendered.
        const [table, last] = await Promise.all(
            [page.getByRole('table', { name: 'Flags' }), page.getByRole('columnheader').last()].map((part) =>
                part.boundingBox(),
            ),
        );
        expect(last!.x + last!.width).toBeGreaterThan(table!.x + table!.width - 5);
        await bar.getByRole('button', { name: 'Select all 60 that match' }).click();
        await bar.getByText('60 selected').waitFor();
        await bar.getByRole('button', { name: 'Mark stale' }).click();
        await dialog.getByRole('button', { name: 'Mark 60 flags' }).click();
        await dialog.waitFor({ state: 'hidden' });
        const stale = async () => {
            const { body } = await server.request('GET', '/api/admin/search/features?state=IS:stale&limit=1');
            return (body as { total: number }).total;
        };
        await expect.poll(stale).toBe(60);
        await page.getByRole('button', { name: /^60\s*Marked as stale$/ }).waitFor();
        await settled();
        expect(problems).toEqual([]);
    },
);

test('where changes need approval, a change in the list of all flags is proposed', SLOW, async () => {
    const server = await startService();
    await server.request('POST', featuresOf('default'), { name: 'lantern' });
    const config = '/api/admin/projects/default/environments/production/change-requests/config';
    await server.request('PUT', config, { changeRequestsEnabled: true, requiredApprovals: 1 });
    const { page, problems, goTo, settled } = await enter(server.url, await viewer(server));
    const dialog = page.getByRole('dialog');
    const lever = (environment: string) => page.getByRole('switch', { name: `lantern in ${environment}` });

    await goTo('/search');
    await expect.poll(() => lever('production').isEnabled()).toBe(true);
    await expect.poll(() => lever('development').isEnabled()).toBe(false);
    await lever('production').press('Space');
    await dialog.getByText('Who is affected').waitFor();
    await settled();
    await dialog.getByRole('button', { name: 'Create request' }).click();
    await page.getByRole('button', { name: 'Your draft 1 change' }).waitFor();
    expect(problems).toEqual([]);
});

test(
    'a project has the filters of the list of all flags; former addresses and saved views are converted',
    SLOW,
    async () => {
        const server = await startService();
        await twoProjects(server);
        const { page, problems, goTo, inspect } = await enter(server.url);
        const saved = await page.request.put(`${server.url}/api/admin/user/views/project.default/Old`, {
            data: { search: JSON.stringify({ q: 'buoy', stage: 'initial' }) },
        });
        expect(saved.ok()).toBe(true);
        const searchText = page.getByLabel('Search flags');

        await goTo('/projects/default?q=lantern&stage=live');
        await page.getByText('No flag matches these filters.').waitFor();
        expect(await searchText.inputValue()).toBe('lantern');
        await expect.poll(() => filtersIn(page.url())).toEqual(['lifecycle=live', 'query=lantern']);
        await page.getByRole('button', { name: 'Clear filters' }).click();
        await page.getByRole('row').nth(2).waitFor();

        await page.getByRole('button', { name: 'Saved views' }).click();
        await page.getByRole('menuitem', { name: 'Old', exact: true }).click();
        await expect.poll(() => filtersIn(page.url())).toEqual(['lifecycle=initial', 'query=buoy']);
        await page.getByText('1 of 2').waitFor();
        await page.getByRole('button', { name: 'Clear filters' }).click();

        // An owner, as in the list of all flags.
        await page.getByRole('button', { name: 'More filters' }).click();
        await page.getByRole('combobox', { name: 'Owner' }).click();
        await page.getByRole('option', { name: 'Crew' }).click();
        await page.getByText('1 of 2').waitFor();
        await page.getByRole('link', { name: 'lantern', exact: true }).waitFor();
        expect(await inspect()).toEqual([]);
        expect(problems).toEqual([]);
    },
);

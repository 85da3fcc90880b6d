import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ServerProcess } from '../support/server-process.ts';
import { enter, SLOW, startService } from './support/visitor.ts';

const FLAGS = '/api/admin/projects/default/features';
const QUARTER = { name: 'flexibleRollout', parameters: { rollout: '25', stickiness: 'userId', groupId: 'lantern' } };

interface Environment {
    name: string;
    enabled: boolean;
    strategies: { parameters: Record<string, string> }[];
}

async function stateOf(server: ServerProcess, flag: string, environment: string): Promise<Environment> {
    const { body } = await server.request('GET', `${FLAGS}/${flag}`);
    return (body as { environments: Environment[] }).environments.find(({ name }) => name === environment)!;
}

/** A flag that is enabled in production for a quarter of the users. */
async function onInProduction(server: ServerProcess, flag: string, strategy: object = QUARTER): Promise<string> {
    const path = `${FLAGS}/${flag}/environments/production`;
    await server.request('POST', FLAGS, { name: flag });
    const { body } = await server.request('POST', `${path}/strategies`, strategy);
    await server.request('POST', `${path}/on`);
    return (body as { id: string }).id;
}

const reviewIn = (page: Page) => page.getByRole('dialog');

/** The change in one sentence. */
const summary = (page: Page) => reviewIn(page).getByRole('list', { name: 'What will change' }).innerText();
const differences = (page: Page) => reviewIn(page).getByRole('list', { name: 'Differences' });
const before = (page: Page) => differences(page).locator('del').allInnerTexts();
const after = (page: Page) => differences(page).locator('ins').allInnerTexts();

test('before a change in production the review shows sentences and the affected users', SLOW, async () => {
    const server = await startService();
    const id = await onInProduction(server, 'lantern');
    const { page, problems, goTo, inspect } = await enter(server.url);
    const review = reviewIn(page);

    // A rollout: the changed words, and the number of synthetic users, because there is no traffic yet.
    await goTo(`/projects/default/features/lantern?environment=production&strategy=${id}`);
    await review.getByRole('textbox', { name: 'Percentage of users' }).fill('90');
    await review.getByRole('button', { name: 'Review' }).click();
    await review.getByText(/^[\d,]+ of 1,000 synthetic users \([\d.]+%\) get it\.$/).waitFor();
    await expect.poll(() => summary(page)).toMatch(/25% of users by userId\s+On for .*90% of users by userId/s);
    expect(await review.getByRole('button', { name: 'Show as JSON' }).count()).toBe(0);
    await review.getByRole('button', { name: 'Details' }).click();
    await expect.poll(() => before(page)).toEqual([expect.stringMatching(/25% of users by userId\.$/)]);
    await expect.poll(() => after(page)).toEqual([expect.stringMatching(/90% of users by userId\.$/)]);
    await expect.poll(() => review.locator('mark').allInnerTexts()).toEqual(['25%', '90%']);
    expect(await inspect()).toEqual([]);
    await review.getByRole('button', { name: 'Show as JSON' }).click();
    await review.getByText('strategies[1].parameters.rollout').waitFor();
    await review.getByRole('button', { name: 'Save to production' }).click();
    await page.getByText('lantern: strategy changed in production').waitFor();
    await review.waitFor({ state: 'hidden' });

    // The switch: first cancelled, then confirmed; the undo message stays visible.
    await page.getByLabel('lantern in production').press('Space');
    await review.getByText('Turn lantern off in production?').waitFor();
    await review.getByText(/^[\d,]+ of 1,000 synthetic users \([\d.]+%\) lose it\.$/).waitFor();
    await expect.poll(() => summary(page)).toMatch(/On for .*\s+Off for everyone/s);
    expect(await inspect()).toEqual([]);
    await review.getByRole('button', { name: 'Cancel' }).click();
    await review.waitFor({ state: 'hidden' });
    expect(await stateOf(server, 'lantern', 'production')).toMatchObject({ enabled: true });
    await page.getByLabel('lantern in production').press('Space');
    await review.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('lantern is off in production').waitFor();
    expect(await stateOf(server, 'lantern', 'production')).toMatchObject({ enabled: false });
    expect(problems).toEqual([]);
});

test('an unknown effect does not block a change', SLOW, async () => {
    const server = await startService();
    await onInProduction(server, 'lantern');
    const { page, goTo } = await enter(server.url);
    await page.route('**/api/admin/what-if', (route) => route.fulfill({ status: 503, json: { message: 'Too busy.' } }));
    await goTo('/projects/default');

    await page.getByLabel('lantern in production').click();
    await reviewIn(page).getByText('The impact cannot be computed now: Too busy.').waitFor();
    await reviewIn(page).getByRole('button', { name: 'Turn off' }).click();

    await expect.poll(async () => (await stateOf(server, 'lantern', 'production')).enabled).toBe(false);
});

test('all changes that affect production are reviewed: bulk, archive, dependencies, segments', SLOW, async () => {
    const server = await startService();
    const segment = { name: 'Nordic', constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }] };
    const { body } = await server.request('POST', '/api/admin/segments', segment);
    await onInProduction(server, 'lantern', { name: 'default', segments: [(body as { id: number }).id] });
    await onInProduction(server, 'buoy');
    await server.request('POST', FLAGS, { name: 'beacon' });
    const { page, problems, goTo, inspect } = await enter(server.url);
    const review = reviewIn(page);

    await goTo('/projects/default');
    await page.getByLabel('Select all shown flags').click();
    await page.getByRole('button', { name: 'Turn on or off' }).click();
    await page.getByRole('menuitem', { name: 'Off' }).last().click();
    await review.getByText('Turn 3 flags off in production?').waitFor();
    await review.getByText('buoy in production').waitFor();
    expect(await inspect()).toEqual([]);
    await review.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await review.getByText('Archive 3 flags?').waitFor();
    await review.getByText('doesn’t exist').first().waitFor();
    await review.getByRole('button', { name: 'Cancel' }).click();

    await goTo('/projects/default/features/lantern');
    await page.getByRole('button', { name: 'Add a dependency' }).click();
    await page.getByRole('combobox', { name: 'Parent flag' }).click();
    await page.getByRole('option', { name: 'beacon' }).click();
    await review.getByRole('button', { name: 'Review' }).click();
    await review.getByText('Only where beacon is on', { exact: true }).first().waitFor();
    await expect.poll(() => review.getByRole('listitem').first().innerText()).toContain('lantern in production');
    await review.getByRole('button', { name: 'Add dependency' }).click();
    await page.getByText('lantern depends on beacon').waitFor();
    await review.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Remove the dependency on beacon' }).click();
    await review.getByRole('button', { name: 'Remove dependency' }).click();
    await page.getByText('lantern no longer depends on beacon').waitFor();

    await goTo('/segments');
    await page.getByRole('button', { name: 'Edit segment Nordic' }).click();
    await review.getByLabel('Values').fill('SE');
    await page.keyboard.press('Enter');
    await review.getByRole('button', { name: 'Review' }).click();
    await review.getByText('Segment Nordic in all environments').waitFor();
    await review.getByRole('button', { name: 'Details' }).click();
    await expect.poll(() => after(page)).toEqual([expect.stringMatching(/country is NO or SE/)]);
    expect(await inspect()).toEqual([]);
    await review.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Segment Nordic changed').waitFor();
    expect(problems).toEqual([]);
});

test(
    'enabling a flag without strategies shows that it is on for everyone, and undo removes the added strategy',
    SLOW,
    async () => {
        const server = await startService();
        await server.request('POST', FLAGS, { name: 'lantern' });
        const { page, problems, goTo } = await enter(server.url);
        const review = reviewIn(page);
        await goTo('/projects/default/features/lantern');

        await page.getByLabel('lantern in production').press('Space');
        await review.getByText('No strategies in production: when turned on, it is on for everyone.').waitFor();
        await expect.poll(() => summary(page)).toMatch(/Off for everyone\s+On for everyone/);
        await review.getByRole('button', { name: 'Turn on' }).click();
        await page.getByText('lantern is on in production for everyone').waitFor();
        expect(await stateOf(server, 'lantern', 'production')).toMatchObject({ enabled: true, strategies: [{}] });
        await page.getByRole('button', { name: 'Undo' }).click();
        await page.getByText('lantern is off in production').waitFor();

        expect(await stateOf(server, 'lantern', 'production')).toMatchObject({ enabled: false, strategies: [] });
        expect(problems).toEqual([]);
    },
);

test('a review shows personas, and its draft is not lost by going back', SLOW, async () => {
    const server = await startService();
    const norwegians = {
        name: 'default',
        constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }],
    };
    const id = await onInProduction(server, 'lantern', norwegians);
    const { page, problems, goTo, inspect } = await enter(server.url);
    const dialog = reviewIn(page);
    await server.request('POST', '/api/admin/projects/default/personas', {
        name: 'Customer in Norway',
        context: { userId: 'ada', properties: { country: 'NO' } },
    });

    await goTo('/playground');
    await goTo(`/projects/default/features/lantern?environment=production&strategy=${id}`);
    await dialog.getByRole('combobox', { name: 'Persona' }).click();
    await page.getByRole('option', { name: 'Customer in Norway' }).click();
    await dialog.getByText('On', { exact: true }).waitFor();
    await dialog.getByLabel('Values').press('Backspace');
    await dialog.getByLabel('Values').fill('SE');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Review' }).click();
    await dialog.getByText('“Customer in Norway” loses it.').waitFor();
    const why = dialog.getByRole('list', { name: 'Examples' }).getByRole('link', { name: 'Why?' });
    const { pathname, search } = new URL((await why.getAttribute('href'))!, server.url);
    expect([pathname, decodeURIComponent(search)]).toEqual(['/playground', expect.stringContaining('ada')]);
    expect(await inspect()).toEqual([]);

    // Back does not discard the draft either.
    await page.goBack();
    await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { name: 'Playground' }).waitFor();
    expect(problems).toEqual([]);
});

test(
    'an environment removed from a project is restored with its flag configuration, both after a review',
    SLOW,
    async () => {
        const server = await startService();
        await onInProduction(server, 'lantern');
        await server.request('POST', FLAGS, { name: 'buoy' });
        const { page, problems, goTo, inspect } = await enter(server.url);
        const review = reviewIn(page);
        await goTo('/projects/default?tab=environments');
        const used = page.getByLabel('Use production in this project');

        await used.press('Space');
        await review
            .getByText('1 flag is on there now. Adding production back restores the configuration of each flag.')
            .waitFor();
        expect(await inspect()).toEqual([]);
        await review.getByRole('button', { name: 'Remove production' }).click();
        await review.waitFor({ state: 'hidden' });
        await expect.poll(() => used.isChecked()).toBe(false);

        await used.press('Space');
        await review.getByText('1 flag is on again immediately.', { exact: false }).waitFor();
        await review.getByRole('button', { name: 'Add production' }).click();
        await expect.poll(() => used.isChecked()).toBe(true);

        expect(await stateOf(server, 'lantern', 'production')).toMatchObject({
            enabled: true,
            strategies: [{ parameters: QUARTER.parameters }],
        });
        expect(await stateOf(server, 'buoy', 'production')).toMatchObject({ enabled: false });
        expect(problems).toEqual([]);
    },
);

test('a review shows what a change does together with the draft that it joins', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    await server.request('PUT', '/api/admin/projects/default/environments/production/change-requests/config', {
        changeRequestsEnabled: true,
        requiredApprovals: 1,
    });
    const { page, goTo } = await enter(server.url);
    const forNobody = { ...QUARTER, parameters: { ...QUARTER.parameters, rollout: '0' } };
    const proposed = await page.request.post(
        `${server.url}/api/admin/projects/default/environments/production/change-requests`,
        { data: { feature: 'lantern', action: 'addStrategy', payload: forNobody } },
    );
    expect(proposed.ok()).toBe(true);
    await goTo('/projects/default/features/lantern');
    const review = reviewIn(page);

    await page.getByLabel('lantern in production').press('Space');
    await review.getByText(/^No effect on [\d,]+ synthetic users\.$/).waitFor();
    expect(await review.getByText('turned on, it is on for everyone').count()).toBe(0);
    // A change without approval does not wait for the draft.
    await review.getByLabel('Skip approval and change now').click();
    await review.getByText(/^([\d,]+) of \1 synthetic users \(100%\) get it\.$/).waitFor();
    await review.getByLabel('Add to “Change request #1”').click();
    await review.getByText(/^No effect on [\d,]+ synthetic users\.$/).waitFor();
    await review.getByRole('button', { name: 'Add to draft' }).click();
    await page.getByText('Added to “Change request #1”.').waitFor();
});

test('a review lists the most affected values first, and contexts without session ids', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    await server.request('POST', '/api/admin/context', { name: 'country' });
    const norwegians = { name: 'default', constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }] };
    await server.request('POST', `${FLAGS}/lantern/environments/production/strategies`, norwegians);
    for (const [index, country] of ['SE', 'SE', 'DE', 'DE', 'NO'].entries()) {
        const context = { userId: `user-${index}`, sessionId: `session-${index}`, properties: { country } };
        const { status } = await server.request('POST', '/api/admin/projects/default/personas', {
            name: `Customer ${index}`,
            context,
        });
        expect(status).toBe(201);
    }
    const { page, problems, goTo, inspect } = await enter(server.url);
    await goTo('/projects/default/features/lantern');
    const review = reviewIn(page);

    await page.getByLabel('lantern in production').press('Space');
    await review.getByRole('combobox', { name: 'Evaluated for' }).click();
    await page.getByRole('option', { name: 'Your personas' }).click();
    await review.getByText('“Customer 4” gets it.').waitFor();
    const countries = review.getByRole('region', { name: 'By country' }).getByRole('term');
    await expect.poll(async () => (await countries.allInnerTexts())[0]).toBe('NO');
    const example = review.getByRole('list', { name: 'Examples' }).getByRole('listitem');
    await expect.poll(() => example.innerText()).toContain('userId user-4');
    expect(await example.innerText()).not.toContain('session-4');
    expect(await inspect()).toEqual([]);
    expect(problems).toEqual([]);
});

/** Requests of this many users with a frontend token. */
async function visitAs(server: ServerProcess, users: number): Promise<void> {
    const { body } = await server.request('POST', '/api/admin/api-tokens', {
        tokenName: `web-${users}`,
        type: 'frontend',
        environment: 'production',
        projects: ['default'],
    });
    const headers = { authorization: (body as { secret: string }).secret };
    for (let user = 0; user < users; user++) {
        expect((await fetch(`${server.url}/api/frontend?userId=user-${user}&appName=web`, { headers })).status).toBe(
            200,
        );
    }
}

test(
    'two roles are told the same about a change: exactly, and as an estimate that never says no effect',
    SLOW,
    async () => {
        const server = await startService();
        await onInProduction(server, 'lantern', { ...QUARTER, parameters: { ...QUARTER.parameters, rollout: '50' } });
        const rare = { ...QUARTER, parameters: { rollout: '3', stickiness: 'userId', groupId: 'one-click-pay' } };
        await onInProduction(server, 'one-click-pay', rare);
        await server.request('POST', `${FLAGS}/one-click-pay/dependencies`, { feature: 'lantern' });
        const person = { username: 'mia', password: 'Correct-horse-7' };
        await server.request('POST', '/api/admin/user-admin', { ...person, rootRole: 2, sendEmail: false });
        await visitAs(server, 220);
        const told = async (as?: typeof person) => {
            const { page, problems, goTo, inspect } = await enter(server.url, as);
            await goTo('/projects/default/features/lantern');
            await page.getByLabel('lantern in production').press('Space');
            const review = reviewIn(page);
            await review
                .getByText(/of 220 users/)
                .first()
                .waitFor();
            expect(await inspect()).toEqual([]);
            const text = await review.innerText();
            await review.getByRole('button', { name: 'Cancel' }).click();
            expect(problems).toEqual([]);
            return text;
        };

        const exact = await told();
        const [, lost] = /\n(\d+) of 220 users \([\d.]+%\) lose it\./.exec(exact)!;
        expect(exact).toContain('Traffic of the last 24 hours');
        const estimate = await told(person);
        const [, about] = /\nAbout (\d+0) of 220 users \(\d+%\) lose it\./.exec(estimate)!;
        expect(Math.abs(Number(lost) - Number(about))).toBeLessThan(60);
        expect(estimate).toMatch(
            /1 dependent flag: fewer than \d+0 users\.|About \d+0 of 220 users \(\d+%\) lose it\.\n/,
        );
        expect(estimate).toContain('Exact numbers need “Read traffic examples”');
        expect(estimate).not.toMatch(/no change|no effect|nobody/i);
    },
);

test('the impact of an applied request stays on its page, as it was when it was applied', SLOW, async () => {
    const server = await startService();
    await onInProduction(server, 'lantern', { name: 'default' });
    const config = '/api/admin/projects/default/environments/production/change-requests';
    await server.request('PUT', `${config}/config`, {
        changeRequestsEnabled: true,
        requiredApprovals: 1,
        rules: { bypass: 'break-glass' },
    });
    await visitAs(server, 40);
    const off = { feature: 'lantern', action: 'updateEnabled', payload: { enabled: false } };
    const { body } = await server.request('POST', `${config}/break-glass`, { changes: [off], reason: 'Too expensive' });
    await visitAs(server, 60);
    const { page, problems, goTo, inspect } = await enter(server.url);

    await goTo(`/projects/default/change-requests/${(body as { id: number }).id}`);
    await page.getByRole('heading', { name: 'Impact' }).waitFor();
    await page.getByText('About 40 of 40 users (100%) lost it.').waitFor();
    await page.getByText('Measured when the request was applied').waitFor();
    expect(await inspect()).toEqual([]);
    expect(problems).toEqual([]);
});

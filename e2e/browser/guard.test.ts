import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ServerProcess } from '../support/server-process.ts';
import { reportUsage } from './support/lantern.ts';
import { enter, SLOW, startService } from './support/visitor.ts';

const PROJECT = '/api/admin/projects/default';
const FLAGS = `${PROJECT}/features`;
const PRODUCTION = { name: 'flexibleRollout', parameters: { rollout: '25', stickiness: 'userId', groupId: 'lantern' } };

interface Flag {
    archivedAt: string | null;
    environments: { name: string; enabled: boolean; strategies: { disabled: boolean }[] }[];
}

async function inProduction(server: ServerProcess, flag: string) {
    const { body } = await server.request('GET', `${FLAGS}/${flag}`);
    return (body as Flag).environments.find(({ name }) => name === 'production');
}

/** A flag that is enabled in production for a quarter of the users. */
async function onInProduction(server: ServerProcess, flag: string): Promise<void> {
    await server.request('POST', FLAGS, { name: flag });
    await server.request('POST', `${FLAGS}/${flag}/environments/production/strategies`, PRODUCTION);
    await server.request('POST', `${FLAGS}/${flag}/environments/production/on`);
}

interface Event {
    type: string;
    reason?: string;
}

async function newestEvents(server: ServerProcess): Promise<Event[]> {
    const { body } = await server.request('GET', '/api/admin/events?limit=5');
    return (body as { events: Event[] }).events;
}

const reviewIn = (page: Page) => page.getByRole('dialog');

const exportOf = (flag: string) =>
    JSON.stringify({
        features: [{ name: flag, type: 'release' }],
        featureStrategies: [{ featureName: flag, name: 'default', parameters: {} }],
        featureEnvironments: [{ name: flag, featureName: flag, environment: 'production', enabled: true }],
    });

async function goToCheckOfImport(page: Page, flag: string): Promise<void> {
    await page.getByRole('combobox', { name: 'Environment' }).click();
    await page.getByRole('option', { name: 'production' }).click();
    await page.getByLabel('What to import, as JSON').fill(exportOf(flag));
    await page.getByRole('button', { name: 'Check', exact: true }).click();
}

test(
    'an import into production shows its effect and the affected users, and its reason is in the log',
    SLOW,
    async () => {
        const server = await startService();
        const { page, problems, goTo, inspect } = await enter(server.url);
        await goTo('/transfer');

        await goToCheckOfImport(page, 'lantern');
        const changes = page.getByRole('list', { name: 'What will change' });
        await changes.getByText('lantern in production').waitFor();
        await page.getByText(/^[\d,]+ of [\d,]+ synthetic users \([\d.]+%\) get it\.$/).waitFor();
        expect(await inspect()).toEqual([]);
        expect((await server.request('GET', `${FLAGS}/lantern`)).status).toBe(404);
        await page.getByRole('button', { name: 'Add a reason' }).click();
        await page.getByLabel('Reason (optional)').fill('Moved from the old harbour');
        await page.getByRole('button', { name: 'Import', exact: true }).click();
        await page.getByText('Imported.').waitFor();

        expect(await inProduction(server, 'lantern')).toMatchObject({ enabled: true });
        expect(await newestEvents(server)).toContainEqual(
            expect.objectContaining({ type: 'features-imported', reason: 'Moved from the old harbour' }),
        );
        expect(problems).toEqual([]);
    },
);

test(
    'the review shows the evaluations of a flag, also when an environment is removed from a project',
    SLOW,
    async () => {
        const server = await startService();
        await onInProduction(server, 'lantern');
        await reportUsage(server, { lantern: { yes: 40_000, no: 6_540 } });
        const counted = async () => {
            const { body: usage } = await server.request('GET', '/api/admin/client-metrics/features/lantern');
            return (usage as { lastHourUsage: unknown[] }).lastHourUsage.length;
        };
        expect(await counted()).toBe(1);
        const { page, problems, goTo, inspect } = await enter(server.url);
        const review = reviewIn(page);

        await goTo('/projects/default/features/lantern');
        await page.getByRole('img', { name: '46,540 evaluations in production in the last 24 hours' }).waitFor();
        await page.getByLabel('lantern in production').press('Space');
        await review.getByText('Evaluated 46,540 times a day in production.').waitFor();
        await review.getByRole('button', { name: 'Cancel' }).click();
        await review.waitFor({ state: 'hidden' });

        await goTo('/projects/default?tab=environments');
        await page.getByLabel('Use production in this project').press('Space');
        await review.getByText('lantern in production').waitFor();
        await review.getByText('Evaluated 46,540 times a day in production.').waitFor();
        expect(await inspect()).toEqual([]);
        await review.getByRole('button', { name: 'Remove production' }).click();
        await page.getByText('production removed from the project').waitFor();
        await page.getByRole('button', { name: 'Undo' }).click();
        await expect.poll(async () => (await inProduction(server, 'lantern'))?.enabled).toBe(true);
        expect(problems).toEqual([]);
    },
);

test('reviving and permanent deletion are reviewed like other changes', SLOW, async () => {
    const server = await startService();
    await onInProduction(server, 'lantern');
    await onInProduction(server, 'buoy');
    for (const flag of ['lantern', 'buoy']) await server.request('DELETE', `${FLAGS}/${flag}`);
    const { page, problems, goTo, inspect } = await enter(server.url);
    const review = reviewIn(page);
    await goTo('/projects/default?tab=archive');

    await page
        .getByRole('row', { name: /lantern/ })
        .getByRole('button', { name: 'Restore' })
        .click();
    await review.getByText('lantern in production').waitFor();
    await review.getByText('doesn’t exist').first().waitFor();
    expect(await inspect()).toEqual([]);
    await review.getByRole('button', { name: 'Restore' }).click();
    await review.waitFor({ state: 'hidden' });
    await expect.poll(async () => (await inProduction(server, 'lantern'))?.enabled).toBe(false);

    await page.getByRole('button', { name: 'Delete buoy' }).click();
    await review.getByText('No change for SDKs.').waitFor();
    await expect.poll(() => review.getByRole('button', { name: 'Delete flag' }).isDisabled()).toBe(true);
    await review.getByLabel('Type buoy to confirm').fill('buoy');
    await review.getByRole('button', { name: 'Delete flag' }).click();
    await expect.poll(async () => (await server.request('GET', `${FLAGS}/buoy`)).status).toBe(404);
    expect(problems).toEqual([]);
});

test('where approval is required, imports and reverts are added to the draft from their review', SLOW, async () => {
    const server = await startService();
    await onInProduction(server, 'lantern');
    await server.request('POST', `${FLAGS}/lantern/environments/production/off`);
    const config = `${PROJECT}/environments/production/change-requests/config`;
    await server.request('PUT', config, { changeRequestsEnabled: true, requiredApprovals: 1 });
    const { page, problems, goTo, inspect } = await enter(server.url);
    const review = reviewIn(page);
    await goTo('/transfer');
    await goToCheckOfImport(page, 'buoy');
    await page.getByText('Changes in production need 1 approval.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Create request' }).click();
    await page.getByText('the rest is in your draft', { exact: false }).waitFor();
    const draft = page.getByRole('button', { name: /^Your draft/ }).first();
    await draft.waitFor();

    await goTo('/projects/default/features/lantern?tab=history');
    await page
        .getByRole('button', { name: /^Event \d+: / })
        .first()
        .click();
    await page.getByRole('button', { name: 'Revert', exact: true }).click();
    await review.getByText('Changes in production need 1 approval.', { exact: false }).waitFor();
    expect(await inspect()).toEqual([]);
    await review.getByRole('button', { name: 'Add to draft' }).click();
    await review.waitFor({ state: 'hidden' });

    expect(await inProduction(server, 'lantern')).toMatchObject({ enabled: false });
    await draft.click();
    const tray = page.getByRole('dialog', { name: 'Your draft' });
    await tray.getByText('lantern').first().waitFor();
    await tray.getByText('buoy').first().waitFor();
    expect(problems).toEqual([]);
});

test('a user can skip the review of small changes if the project allows it', SLOW, async () => {
    const server = await startService();
    await onInProduction(server, 'lantern');
    await server.request('POST', FLAGS, { name: 'buoy' });
    const { page, problems, goTo, inspect } = await enter(server.url);
    const review = reviewIn(page);
    const skip = review.getByLabel('Skip the review of small changes in this project');

    await goTo('/projects/default/features/lantern');
    await page.getByLabel('lantern in production').press('Space');
    await review.getByRole('list', { name: 'What will change' }).waitFor();
    expect(await skip.count()).toBe(0);
    await review.getByRole('button', { name: 'Cancel' }).click();

    await goTo('/projects/default?tab=settings&section=reviews');
    await page.getByLabel('Users can skip the review of small changes').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Project default changed').waitFor();
    await goTo('/projects/default/features/lantern');
    await page.getByLabel('lantern in production').press('Space');
    await skip.check();
    expect(await inspect()).toEqual([]);
    await review.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('lantern is off in production').waitFor();
    await page.getByLabel('lantern in production').press('Space');
    await expect.poll(async () => (await inProduction(server, 'lantern'))?.enabled).toBe(true);

    // A flag that becomes enabled for everyone is always shown in the review.
    await goTo('/projects/default/features/buoy');
    await page.getByLabel('buoy in production').press('Space');
    await review.getByText('turned on, it is on for everyone', { exact: false }).waitFor();
    await review.getByRole('button', { name: 'Cancel' }).click();

    await goTo('/projects/default?tab=settings&section=reviews');
    await page.getByRole('button', { name: 'Show reviews again' }).click();
    await goTo('/projects/default/features/lantern');
    await page.getByLabel('lantern in production').press('Space');
    await review.getByText('Turn lantern off in production?').waitFor();
    expect(problems).toEqual([]);
});

test('undo of a bulk enable removes the added strategies', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    await onInProduction(server, 'buoy');
    await server.request('POST', `${FLAGS}/buoy/environments/production/off`);
    const { page, problems, goTo } = await enter(server.url);
    const review = reviewIn(page);
    await goTo('/projects/default');

    await page.getByLabel('Select all shown flags').click();
    await page.getByRole('button', { name: 'Turn on or off' }).click();
    await page.getByRole('menuitem', { name: 'On' }).last().click();
    await review.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('2 flags turned on in production').waitFor();
    expect(await inProduction(server, 'lantern')).toMatchObject({ enabled: true, strategies: [{}] });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 flags turned off in production').waitFor();

    expect(await inProduction(server, 'lantern')).toMatchObject({ enabled: false, strategies: [] });
    expect((await inProduction(server, 'buoy'))?.strategies).toHaveLength(1);
    expect(problems).toEqual([]);
});

test('forms and the draft ask before input is lost', SLOW, async () => {
    const server = await startService();
    await onInProduction(server, 'lantern');
    const config = `${PROJECT}/environments/production/change-requests/config`;
    const rules = { turnOffWithoutApproval: false };
    await server.request('PUT', config, { changeRequestsEnabled: true, requiredApprovals: 1, rules });
    const { page, problems, goTo } = await enter(server.url);
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await goTo('/projects/default');

    await goTo('/projects/default/features/lantern?tab=settings');
    await page.getByLabel('Description').fill('Shows the way');
    await page.getByRole('link', { name: 'Segments' }).click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('Shows the way');
    await page.goBack();
    await question.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Default' }).waitFor();

    await goTo('/projects/default/features/lantern');
    await page.getByLabel('lantern in production').press('Space');
    await reviewIn(page).getByLabel('New request').check();
    await reviewIn(page).getByRole('button', { name: 'Create request' }).click();
    await page.getByRole('button', { name: 'Open draft' }).click();
    const tray = page.getByRole('dialog', { name: 'Your draft' });
    await tray.getByLabel('Reason (optional)').fill('The storm is over');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'hidden' });
    await expect.poll(() => tray.getByLabel('Reason (optional)').inputValue()).toBe('The storm is over');
    await tray.getByRole('button', { name: 'Send to review' }).click();
    await page.getByText('The storm is over').waitFor();
    expect(problems).toEqual([]);
});

test('a payload that is not JSON is rejected before the review, which opens scrolled to the top', SLOW, async () => {
    const server = await startService();
    await onInProduction(server, 'lantern');
    const { page, goTo, inspect } = await enter(server.url);
    await goTo('/projects/default/features/lantern?environment=production&strategy=new');
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Add variants' }).click();
    await drawer.getByLabel('Payload type of control').click();
    await page.getByRole('option', { name: 'JSON' }).click();
    const payload = drawer.getByRole('textbox', { name: 'Payload of control' });

    await payload.fill('{"colour": blue}');
    await drawer.getByRole('button', { name: 'Review' }).click();
    await drawer.getByText(/^Not JSON, line 1, column 12: a value expected/).waitFor();
    await expect.poll(() => drawer.getByRole('button', { name: 'Review' }).isVisible()).toBe(true);
    expect(await inspect()).toEqual([]);
    await payload.fill('{"colour": "blue"}');
    const scrolled = drawer.locator('form > div').first();
    expect(await scrolled.evaluate((fields) => [fields.scrollTo(0, 9_999), fields.scrollTop > 0].at(-1))).toBe(true);
    await drawer.getByRole('button', { name: 'Review' }).click();
    await drawer.getByRole('button', { name: 'Save to production' }).waitFor();
    await drawer.getByText('Who is affected').waitFor();
    expect(await scrolled.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
});

test('a pressed button is busy until its action is done', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    const { page, goTo } = await enter(server.url);
    await goTo('/projects/default/features/lantern');
    const open = Promise.withResolvers<void>();
    await page.route('**/favorites', async (route) => {
        await open.promise;
        await route.continue();
    });

    await page.getByRole('button', { name: 'Add to favourites' }).click();
    await page.locator('button[aria-busy=true]').waitFor();
    open.resolve();
    await page.locator('button[aria-busy=true]').waitFor({ state: 'detached' });
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ServerProcess } from '../support/server-process.ts';
import { enter, SLOW, startService, type Visitor } from './support/visitor.ts';

/** Four users in four browsers. */
const LONG = { timeout: 400_000 };

const HOUR = 3_600_000;

const PROJECT = '/api/admin/projects/default';
const FLAGS = `${PROJECT}/features`;
const PASSWORD = 'Correct-horse-7';
const OWNER = 4;
const MEMBER = 5;

interface Definition {
    name: string;
    enabled: boolean;
    strategies: { parameters: Record<string, string> }[];
}

/** The definitions of an SDK in production. */
async function inProduction(server: ServerProcess): Promise<(name: string) => Definition | undefined> {
    const { body } = await server.request('POST', '/api/admin/api-tokens', {
        tokenName: `production ${Date.now()}`,
        type: 'client',
        environment: 'production',
        projects: ['*'],
    });
    const { secret } = body as { secret: string };
    const response = await fetch(`${server.url}/api/client/features`, { headers: { authorization: secret } });
    const { features } = (await response.json()) as { features: Definition[] };
    return (name) => features.find((flag) => flag.name === name);
}

/** A flag that is enabled in production for a quarter of the users of a segment, and one that is disabled. */
async function furnish(server: ServerProcess): Promise<{ strategyId: string; segmentId: number }> {
    for (const name of ['lantern', 'beacon']) await server.request('POST', FLAGS, { name });
    const segment = await server.request('POST', '/api/admin/segments', {
        name: 'Nordics',
        project: 'default',
        constraints: [{ contextName: 'userId', operator: 'STR_STARTS_WITH', values: ['u'] }],
    });
    const { id: segmentId } = segment.body as { id: number };
    const strategy = await server.request('POST', `${FLAGS}/lantern/environments/production/strategies`, {
        name: 'flexibleRollout',
        parameters: { rollout: '25', stickiness: 'userId', groupId: 'lantern' },
        segments: [segmentId],
    });
    await server.request('POST', `${FLAGS}/lantern/environments/production/on`);
    return { strategyId: (strategy.body as { id: string }).id, segmentId };
}

async function protect(server: ServerProcess, members: object = {}): Promise<void> {
    await server.request('PUT', `${PROJECT}/environments/production/change-requests/config`, {
        changeRequestsEnabled: true,
        requiredApprovals: 1,
        rules: { turnOffWithoutApproval: false },
        ...members,
    });
}

/** A signed-in member of the project. */
async function person(server: ServerProcess, username: string, role: number): Promise<Visitor> {
    const { body } = await server.request('POST', '/api/admin/user-admin', {
        username,
        name: username,
        password: PASSWORD,
        rootRole: 3,
        sendEmail: false,
    });
    const { id } = body as { id: number };
    await server.request('POST', `${PROJECT}/access`, { roles: [role], users: [id], groups: [] });
    return enter(server.url, { username, password: PASSWORD });
}

const dialogIn = (page: Page) => page.getByRole('dialog');

async function addToDraft(page: Page): Promise<void> {
    await dialogIn(page).getByText('Changes in production need 1 approval.').waitFor();
    await dialogIn(page)
        .getByRole('button', { name: /^(Create request|Add to draft)$/ })
        .click();
    await page.getByText('Nothing changes until it is approved and applied.').last().waitFor();
    await dialogIn(page).waitFor({ state: 'hidden' });
}

async function changeRollout(page: Page, percent: string): Promise<void> {
    await dialogIn(page).getByRole('textbox', { name: 'Percentage of users' }).fill(percent);
}

test('one click sends a draft to review, although leaving the title saves it first', SLOW, async () => {
    const server = await startService();
    await furnish(server);
    await protect(server);
    const { page, problems, goTo } = await person(server, 'ada', MEMBER);
    await goTo('/projects/default');
    await page.getByLabel('beacon in production').press('Space');
    await addToDraft(page);
    await page.getByRole('button', { name: 'Open draft' }).click();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/title', async (route) => {
        await released;
        await route.continue();
    });
    await dialogIn(page).getByLabel('Title').fill('Beacon for everyone');

    // The title is saved between pressing and releasing the mouse button.
    const saving = page.waitForRequest('**/title');
    await dialogIn(page).getByRole('button', { name: 'Send to review' }).hover();
    await page.mouse.down();
    await saving;
    await page.mouse.up();
    release();

    await page.getByRole('heading', { level: 1, name: 'Beacon for everyone' }).waitFor();
    const { body } = await server.request('GET', `${PROJECT}/change-requests/1`);
    expect(body).toMatchObject({ state: 'In review', title: 'Beacon for everyone' });
    expect(problems).toEqual([]);
});

test(
    'a change is proposed, discussed, edited, approved, merged with other changes, and applied on schedule',
    LONG,
    async () => {
        const server = await startService();
        const { strategyId, segmentId } = await furnish(server);
        await protect(server);
        const ada = await person(server, 'ada', MEMBER);
        const [bob, eve] = [await person(server, 'bob', OWNER), await person(server, 'eve', OWNER)];

        // A proposal is made like a change: a rollout, a switch, a segment.
        await ada.goTo(`/projects/default/features/lantern?environment=production&strategy=${strategyId}`);
        await changeRollout(ada.page, '90');
        await dialogIn(ada.page).getByRole('button', { name: 'Review' }).click();
        await addToDraft(ada.page);
        await ada.goTo('/projects/default');
        await ada.page.getByLabel('beacon in production').press('Space');
        await dialogIn(ada.page).getByText('Turn beacon on in production?').waitFor();
        expect(await ada.inspect()).toEqual([]);
        await addToDraft(ada.page);
        await ada.goTo('/segments');
        await ada.page.getByRole('button', { name: 'Edit segment Nordics' }).click();
        await dialogIn(ada.page).getByLabel('Name', { exact: true }).fill('North');
        await dialogIn(ada.page).getByRole('button', { name: 'Review' }).click();
        await addToDraft(ada.page);
        expect((await inProduction(server))('beacon')?.enabled).not.toBe(true);

        // The draft stays visible, and lists its changes.
        await ada.goTo('/projects');
        await ada.page.getByRole('button', { name: 'Your draft 3 changes' }).click();
        const tray = dialogIn(ada.page);
        await tray.getByText('Change segment Nordics').waitFor();
        // Includes the strategy that is added when a flag without strategies is enabled.
        await expect
            .poll(() => tray.locator('ins').allInnerTexts())
            .toEqual([expect.stringContaining('90% of users'), expect.stringContaining('Everyone.')]);
        expect(await ada.inspect()).toEqual([]);
        await tray.getByLabel('Title').fill('Light the lantern');
        await tray.getByLabel('Reason (optional)').fill('Last week looked good.');
        await tray.getByRole('button', { name: 'Send to review' }).click();
        await ada.page.getByRole('heading', { name: 'Light the lantern' }).waitFor();
        const address = new URL(ada.page.url()).pathname;
        await ada.page
            .getByText(/^[\d,]+ of [\d,]+ synthetic users /)
            .first()
            .waitFor();
        expect(await ada.inspect()).toEqual([]);

        // The request waits for reviewers; one requests a change, one approves.
        await bob.goTo('/change-requests');
        await bob.page.getByRole('link', { name: 'Light the lantern' }).click();
        await bob.page.getByLabel('Comment', { exact: true }).fill('80 is enough for now.');
        await bob.page.getByRole('button', { name: 'Comment' }).click();
        await bob.page.getByText('80 is enough for now.').waitFor();
        await eve.goTo(address);
        await eve.page.getByRole('button', { name: 'Approve A', exact: true }).waitFor();
        await eve.page.keyboard.press('a');
        await dialogIn(eve.page).getByRole('button', { name: 'Approve' }).click();
        await eve.page.getByText('“Light the lantern” is approved').waitFor();

        // The author edits, which clears the approval; a reviewer is warned before approving.
        await ada.page.getByText('80 is enough for now.').waitFor();
        await ada.page.getByRole('button', { name: 'Edit: Change a strategy, lantern' }).click();
        await changeRollout(ada.page, '80');
        await dialogIn(ada.page).getByRole('button', { name: 'Save in the request' }).click();
        await ada.page.getByText('which cleared an approval').waitFor();
        const changed = bob.page.getByRole('alert').filter({ hasText: 'This request changed since you opened it' });
        await changed.waitFor();
        await expect
            .poll(() => changed.locator('ins').allInnerTexts())
            .toEqual(['90%', 'Everyone.', '80%', 'Everyone.'].map((text) => expect.stringContaining(text)));
        expect(await bob.inspect()).toEqual([]);
        await changed.getByRole('button', { name: 'Got it – show latest version' }).click();
        await bob.page.keyboard.press('a');
        await dialogIn(bob.page).getByRole('button', { name: 'Approve' }).click();
        await bob.page.getByText('“Light the lantern” is approved').waitFor();

        // Meanwhile a user with the permission changes the same strategy directly.
        await server.request('PATCH', `${FLAGS}/lantern/environments/production/strategies/${strategyId}`, [
            { op: 'replace', path: '/parameters/stickiness', value: 'sessionId' },
        ]);

        // The request is scheduled and applied automatically, and SDKs receive all of it.
        await bob.page.getByText('Approved', { exact: true }).waitFor();
        await bob.page.keyboard.press('s');
        const then = new Date(Date.now() + HOUR - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
        await dialogIn(bob.page).getByLabel('Date and time').fill(then);
        await dialogIn(bob.page).getByRole('button', { name: 'Schedule' }).click();
        await bob.page
            .getByText(/^Scheduled /)
            .first()
            .waitFor();
        expect((await inProduction(server))('beacon')?.enabled).not.toBe(true);
        await server.passTime(HOUR);
        await bob.page.getByText('Applied', { exact: true }).first().waitFor();
        const flag = await inProduction(server);
        expect(flag('beacon')).toMatchObject({ enabled: true });
        expect(flag('lantern')?.strategies).toEqual([
            expect.objectContaining({
                parameters: { rollout: '80', stickiness: 'sessionId', groupId: 'lantern' },
            }),
        ]);
        expect((await server.request('GET', `/api/admin/segments/${segmentId}`)).body).toMatchObject({ name: 'North' });
        for (const { problems } of [ada, bob, eve]) expect(problems).toEqual([]);
    },
);

test('a strategy and the switch are proposed in one dialog, and approved and applied in one step', LONG, async () => {
    const server = await startService();
    await furnish(server);
    await protect(server);
    const ada = await person(server, 'ada', MEMBER);
    await ada.goTo('/projects/default/features/beacon?environment=production&strategy=new');
    await changeRollout(ada.page, '25');
    await dialogIn(ada.page).getByRole('button', { name: 'Review' }).click();
    await dialogIn(ada.page).getByLabel('Also turn beacon on in production').check();
    await dialogIn(ada.page)
        .getByText(/ get it\./)
        .first()
        .waitFor();
    expect(await ada.inspect()).toEqual([]);
    await addToDraft(ada.page);
    await ada.page.getByRole('button', { name: 'Your draft 2 changes' }).click();
    await dialogIn(ada.page).getByRole('button', { name: 'Send to review' }).click();
    await ada.page.getByRole('button', { name: /^Cancel request/ }).waitFor();

    const bob = await person(server, 'bob', OWNER);
    await bob.goTo(new URL(ada.page.url()).pathname);
    await bob.page.getByRole('button', { name: /^Approve and apply/ }).click();
    expect(await bob.inspect()).toEqual([]);
    await dialogIn(bob.page).getByRole('button', { name: 'Approve and apply' }).click();
    await bob.page.getByText('is applied and live', { exact: false }).waitFor();

    expect((await inProduction(server))('beacon')).toMatchObject({
        enabled: true,
        strategies: [{ parameters: { rollout: '25' } }],
    });
    for (const { problems } of [ada, bob]) expect(problems).toEqual([]);
});

test('a copied strategy and the switch are proposed in one dialog, also for a flag with strategies', LONG, async () => {
    const server = await startService();
    await furnish(server);
    for (const [environment, rollout] of [
        ['development', '25'],
        ['production', '10'],
    ]) {
        const strategy = { name: 'flexibleRollout', parameters: { rollout, stickiness: 'userId', groupId: 'beacon' } };
        await server.request('POST', `${FLAGS}/beacon/environments/${environment}/strategies`, strategy);
    }
    await protect(server);
    const ada = await person(server, 'ada', MEMBER);
    await ada.goTo('/projects/default/features/beacon');
    const development = ada.page.getByLabel('Environment development');
    await development.getByRole('button', { name: 'More for this strategy' }).click();
    await ada.page.getByRole('menuitem', { name: 'Copy to production' }).click();
    await dialogIn(ada.page).getByLabel('Also turn beacon on in production').check();
    await dialogIn(ada.page)
        .getByText(/ get it\./)
        .first()
        .waitFor();
    expect(await ada.inspect()).toEqual([]);
    await addToDraft(ada.page);
    await ada.page.getByRole('button', { name: 'Your draft 2 changes' }).click();
    await dialogIn(ada.page).getByText('Turn on', { exact: true }).waitFor();
    expect((await inProduction(server))('beacon')).toMatchObject({ enabled: false, strategies: [{}] });

    // Without approvals, both are applied in one change.
    const admin = await enter(server.url);
    await admin.goTo('/projects/default/features/beacon');
    const source = admin.page.getByLabel('Environment development');
    await source.getByRole('button', { name: 'More for this strategy' }).click();
    await admin.page.getByRole('menuitem', { name: 'Copy to production' }).click();
    await dialogIn(admin.page).getByLabel('Also turn beacon on in production').check();
    await dialogIn(admin.page).getByLabel('Skip approval and change now').check();
    await dialogIn(admin.page).getByRole('button', { name: 'Copy to production' }).click();
    await admin.page.getByText('beacon: strategy copied, and turned on in production').waitFor();
    expect((await inProduction(server))('beacon')).toMatchObject({
        enabled: true,
        strategies: [{ parameters: { rollout: '10' } }, { parameters: { rollout: '25' } }],
    });
    for (const { problems } of [ada, admin]) expect(problems).toEqual([]);
});

test('a request that was approved but could not be applied is applied by the next attempt', LONG, async () => {
    const server = await startService();
    const { strategyId } = await furnish(server);
    await protect(server);
    const ada = await person(server, 'ada', MEMBER);
    const requests = ada.page.request;
    const proposed = await requests.post(`${server.url}${PROJECT}/environments/production/change-requests`, {
        data: {
            feature: 'lantern',
            action: 'updateStrategy',
            payload: { id: strategyId, name: 'flexibleRollout', parameters: { rollout: '80' } },
        },
    });
    const { id } = (await proposed.json()) as { id: number };
    await requests.put(`${server.url}${PROJECT}/change-requests/${id}/state`, { data: { state: 'In review' } });
    const bob = await person(server, 'bob', OWNER);
    await bob.goTo(`/projects/default/change-requests/${id}`);
    await bob.page.route('**/state', (route) =>
        route.request().postDataJSON().state === 'Applied'
            ? route.fulfill({ status: 409, json: { name: 'ConflictError', message: 'Nothing goes live on Fridays.' } })
            : route.continue(),
    );
    await bob.page.keyboard.press('p');
    await dialogIn(bob.page).getByRole('button', { name: 'Approve and apply' }).click();
    await dialogIn(bob.page).getByText('Nothing goes live on Fridays.').waitFor();
    await dialogIn(bob.page).getByText('Approved, but not applied yet.').waitFor();

    await bob.page.unroute('**/state');
    await dialogIn(bob.page).getByRole('button', { name: 'Approve and apply' }).click();
    await bob.page.getByText('is applied and live', { exact: false }).waitFor();

    expect((await inProduction(server))('lantern')?.strategies[0]?.parameters['rollout']).toBe('80');
});

test(
    'in an emergency a request is applied immediately with a reason, and direct changes are rejected',
    SLOW,
    async () => {
        const server = await startService();
        await furnish(server);
        await protect(server);
        const ada = await person(server, 'ada', MEMBER);
        await ada.goTo('/projects/default/features/lantern');

        const refused = await ada.page.evaluate(async () => {
            const response = await fetch('api/admin/projects/default/features/lantern/environments/production/off', {
                method: 'POST',
            });
            return { status: response.status, body: await response.json() };
        });
        expect(refused).toMatchObject({
            status: 403,
            body: { name: 'PermissionError', changeRequest: { method: 'POST' } },
        });
        ada.problems.length = 0;
        expect((await inProduction(server))('lantern')).toMatchObject({ enabled: true });

        await ada.page.getByLabel('lantern in production').press('Space');
        await addToDraft(ada.page);
        await ada.page.getByRole('button', { name: 'Your draft 1 change' }).click();
        await dialogIn(ada.page).getByRole('button', { name: 'Send to review' }).click();
        await ada.page.getByRole('button', { name: /^Cancel request/ }).waitFor();

        const admin = await enter(server.url);
        await admin.goTo(new URL(ada.page.url()).pathname);
        await admin.page.getByRole('button', { name: 'Break glass' }).waitFor();
        await admin.page.keyboard.press('g');
        await dialogIn(admin.page).getByLabel('Reason for not waiting').fill('The lantern sets the harbour on fire.');
        await dialogIn(admin.page).getByRole('button', { name: 'Break glass' }).click();
        await admin.page.getByText('Applied without approval').waitFor();
        expect((await inProduction(server))('lantern')).toMatchObject({ enabled: false });
        expect(await admin.inspect()).toEqual([]);
        for (const { problems } of [ada, admin]) expect(problems).toEqual([]);
    },
);

test(
    'approval rules are shown as sentences while editing, and a user with bypass chooses between draft and immediate change',
    SLOW,
    async () => {
        const server = await startService();
        await furnish(server);
        const { page, problems, goTo, inspect } = await enter(server.url);

        await goTo('/projects/default?tab=settings&section=approvals');
        await page.getByRole('button', { name: 'Require approvals in production' }).click();
        const dialog = dialogIn(page);
        await dialog.getByText('1 person can approve changes in production: admin.').waitFor();
        await dialog.getByText('In production a change needs 1 approval.', { exact: false }).waitFor();
        await dialog.getByLabel('Approvals', { exact: true }).fill('2');
        await dialog.getByText('The rules require 2 approvals, so no change can be approved.').waitFor();
        await dialog.getByRole('button', { name: 'Add weekly freeze' }).click();
        await dialog
            .getByText(/needs 2 approvals; nothing goes live from Friday 6:00\sPM to Monday 8:00\sAM/)
            .waitFor();
        expect(await inspect()).toEqual([]);
        const exemption = dialog.getByLabel('Turning a flag off needs no approval');
        expect(await exemption.isChecked()).toBe(true);
        await exemption.uncheck();
        await dialog.getByRole('button', { name: 'Save rules' }).click();
        await page.getByText('Changes in production now need approval').waitFor();
        await dialog.waitFor({ state: 'hidden' });
        await page.getByText(/nothing goes live from Friday 6:00\sPM to Monday 8:00\sAM/).waitFor();

        await goTo('/projects/default/features/lantern');
        await page.getByLabel('lantern in production').press('Space');
        await dialog.getByLabel('New request').check();
        await dialog.getByRole('button', { name: 'Create request' }).waitFor();
        await dialog.getByLabel('Skip approval and change now').check();
        await dialog.getByLabel('Reason (optional)').fill('Für den Notfall 火');
        await dialog.getByRole('button', { name: 'Turn off' }).click();
        await page.getByText('lantern is off in production').waitFor();
        const { body } = await server.request('GET', '/api/admin/events?limit=1');
        expect((body as { events: unknown[] }).events[0]).toMatchObject({
            type: 'feature-environment-disabled',
            reason: 'Für den Notfall 火',
        });
        expect(problems).toEqual([]);
    },
);

test('without approvals a change can be scheduled, and appears in the calendar', SLOW, async () => {
    const server = await startService();
    await furnish(server);
    const { page, problems, goTo, inspect } = await enter(server.url);

    await goTo('/projects/default/features/lantern');
    await page.getByLabel('lantern in production').press('Space');
    const dialog = dialogIn(page);
    await dialog.getByRole('button', { name: 'More options' }).click();
    await page.getByRole('menuitem', { name: 'Schedule…' }).click();
    expect(await inspect()).toEqual([]);
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await page.getByText(/^Scheduled for /).waitFor();
    await page.getByRole('link', { name: /^scheduled / }).waitFor();
    await goTo('/projects/default?tab=change-requests');
    await page.getByText('Calendar', { exact: true }).click();
    await page.getByRole('table', { name: 'Calendar of scheduled changes' }).getByRole('link').waitFor();
    expect(await inspect()).toEqual([]);
    expect(problems).toEqual([]);
});

import { expect, test } from 'vitest';
import { startSdk, until } from '../../packages/server/test/support/sdk.ts';
import { type BrowserService, enter, startService, type Visitor } from './support/visitor.ts';

/** Three users in three browsers, and an SDK. */
const LONG = { timeout: 600_000 };

const PROJECT = '/api/admin/projects/default';
const FLAG = `${PROJECT}/features/button`;
const PASSWORD = 'Correct-horse-7';
const OWNER = 4;

/** A flag whose users in production get one of two variants. */
async function splitFlag({ request }: BrowserService, stickiness: string): Promise<string> {
    await request('POST', `${PROJECT}/features`, { name: 'button' });
    const { body } = await request('POST', `${FLAG}/environments/production/strategies`, strategyWith(stickiness));
    await request('POST', `${FLAG}/environments/production/on`);
    return (body as { id: string }).id;
}

const strategyWith = (stickiness: string) => ({
    name: 'flexibleRollout',
    parameters: { rollout: '100', stickiness, groupId: 'button' },
    variants: ['grey', 'blue'].map((name) => ({ name, weight: 500, weightType: 'variable', stickiness })),
});

async function backendToken({ request }: BrowserService): Promise<string> {
    const { body } = await request('POST', '/api/admin/api-tokens', {
        ...{ tokenName: 'shop', type: 'client', environment: 'production', projects: ['*'] },
    });
    return (body as { secret: string }).secret;
}

async function person(server: BrowserService, username: string, role?: number): Promise<Visitor> {
    const user = { username, name: username, password: PASSWORD, rootRole: 3, sendEmail: false };
    const { body } = await server.request('POST', '/api/admin/user-admin', user);
    const { id } = body as { id: number };
    if (role) await server.request('POST', `${PROJECT}/access`, { roles: [role], users: [id], groups: [] });
    return enter(server.url, { username, password: PASSWORD });
}

const users = Array.from({ length: 1_000 }, (_, index) => `user-${index}`);

/** Users of an application: it asks the SDK for the variant of each, and reports what the user does, never the variant. */
async function simulateUsers(server: BrowserService, token: string): Promise<void> {
    const sdk = await startSdk(server.url, { token });
    const turns = { grey: 0, blue: 0 };
    const outcomes = users.flatMap((unit) => {
        const { name } = sdk.getVariant('button', { userId: unit });
        if (name !== 'grey' && name !== 'blue') throw new Error(`The SDK serves ${name} to ${unit}.`);
        const turn = turns[name]++;
        // One of ten buys with the grey button, one of three with the blue one. Errors do not differ.
        const buys = turn % (name === 'grey' ? 10 : 3) === 0;
        const fails = turn % 5 === 0;
        return ['seen', ...(buys ? ['purchase'] : []), ...(fails ? ['error'] : [])].map((each) => ({
            name: each,
            unit,
        }));
    });
    for (let start = 0; start < outcomes.length; start += 1_000) {
        const response = await fetch(`${server.url}/api/client/outcomes`, {
            method: 'POST',
            headers: { authorization: token, 'content-type': 'application/json' },
            body: JSON.stringify({ outcomes: outcomes.slice(start, start + 1_000) }),
        });
        expect(response.ok).toBe(true);
    }
    await server.storeReports();
}

test('an experiment is set up, run by users of a real SDK, and decided by a change request', LONG, async () => {
    const server = await startService();
    const strategy = await splitFlag(server, 'random');
    const token = await backendToken(server);
    const { page, problems, goTo, inspect, settled } = await enter(server.url);
    await goTo('/projects/default?tab=experiments');
    await page.getByRole('heading', { name: 'No experiments yet' }).waitFor();
    await page.getByRole('button', { name: 'New experiment' }).first().click();

    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    // The question. What prevents the start is explained at its field.
    await name.fill('Colour of the button');
    await page.getByRole('combobox', { name: 'Flag', exact: true }).click();
    await page.getByRole('option', { name: 'button', exact: true }).click();
    await page.getByRole('combobox', { name: 'Environment' }).click();
    await page.getByRole('option', { name: 'production' }).click();
    await page.getByText('The flag splits at random, so the same user gets several variants.').waitFor();
    expect(await inspect()).toEqual([]);
    await server.request('PUT', `${FLAG}/environments/production/strategies/${strategy}`, strategyWith('userId'));
    await page.getByText('The flag splits at random').waitFor({ state: 'detached' });

    // Leaving a form that is half filled in asks first.
    await page.goBack();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
    expect(await name.inputValue()).toBe('Colour of the button');
    await page.getByRole('button', { name: 'Continue' }).click();

    // The metrics. An outcome that enrols cannot be a rate.
    const first = page.getByRole('group', { name: 'Metric 1' }).or(page.getByRole('group', { name: 'seen' }));
    await first.getByRole('combobox', { name: 'Outcome' }).fill('seen');
    await page.getByText('“seen” enrols users, so the rate would be 100%.', { exact: false }).waitFor();
    await first.getByRole('combobox', { name: 'Outcome' }).fill('purchase');
    await page.getByRole('button', { name: 'Add guard' }).click();
    const guard = page.getByRole('group', { name: 'Metric 2' });
    await guard.getByRole('combobox', { name: 'Outcome' }).fill('error');
    expect(await inspect()).toEqual([]);
    await page.getByRole('button', { name: 'Save draft' }).click();

    // The plan says that nothing is known yet, instead of a duration.
    await page.getByRole('heading', { name: 'Colour of the button' }).waitFor();
    await page.getByText(/No plan for purchase: (no data|withheld)/).waitFor();
    await page.getByText("name: 'seen', unit: userId", { exact: false }).waitFor();
    await settled();
    expect(await inspect()).toEqual([]);
    await page.getByRole('button', { name: 'Start experiment' }).click();
    const verdict = page.getByRole('region', { name: 'Verdict' });
    await verdict.getByText('Nobody was enrolled yet.').waitFor();

    await simulateUsers(server, token);
    await goTo('/projects/default');
    await goTo('/projects/default?tab=experiments');
    await page.getByText(/^blue is better, \+/).waitFor();
    await page.getByRole('link', { name: 'Colour of the button' }).click();
    await verdict.getByText(/^blue is better: purchase \+.* \(95% interval \+/).waitFor();
    await verdict.getByText('1,000 users in 2 variants', { exact: false }).waitFor();
    const effects = page.getByRole('table', { name: 'Effects on metrics' });
    await effects
        .getByRole('row', { name: /^purchase/ })
        .getByText('Better')
        .waitFor();
    await page.getByText('Bayesian', { exact: true }).click();
    await effects.getByRole('columnheader', { name: 'Chance to win' }).waitFor();
    await settled();
    expect(await inspect()).toEqual([]);

    // Viewers see the results, and may not decide.
    const viewer = await person(server, 'vera');
    await viewer.goTo(new URL(page.url()).pathname);
    await viewer.page
        .getByRole('region', { name: 'Verdict' })
        .getByText(/^blue is better/)
        .waitFor();
    expect(await viewer.page.getByRole('button', { name: 'Decide' }).isDisabled()).toBe(true);
    expect(await viewer.page.getByRole('button', { name: 'Stop' }).isDisabled()).toBe(true);
    expect(viewer.problems).toEqual([]);

    // The decision needs approval. Until then, nothing changes.
    await server.request('PUT', `${PROJECT}/environments/production/change-requests/config`, {
        ...{ changeRequestsEnabled: true, requiredApprovals: 1 },
    });
    await page.getByRole('button', { name: 'Decide' }).click();
    await page.getByRole('menuitem', { name: 'Ship blue' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ship blue of button in production?' });
    await dialog.getByText('Changes in production need 1 approval.').waitFor();
    await dialog.getByRole('button', { name: /^(Create request|Add to draft)$/ }).click();
    await dialog.waitFor({ state: 'detached' });
    const sdk = await startSdk(server.url, { token });
    const served = () => new Set(users.map((userId) => sdk.getVariant('button', { userId }).name));
    expect(served()).toEqual(new Set(['grey', 'blue']));

    await goTo('/projects/default/change-requests/1');
    await page.getByRole('link', { name: 'Colour of the button' }).waitFor();
    expect(await inspect()).toEqual([]);
    await page.getByRole('button', { name: /^Send to review/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send to review' }).click();
    const bob = await person(server, 'bob', OWNER);
    await bob.goTo('/projects/default/change-requests/1');
    await bob.page.getByRole('button', { name: /^Approve and apply/ }).click();
    await bob.page.getByRole('dialog').getByRole('button', { name: 'Approve and apply' }).click();

    await until(sdk, () => served().size === 1);
    expect(served()).toEqual(new Set(['blue']));
    await goTo('/projects/default?tab=experiments');
    await page.getByText('blue was shipped').waitFor();
    await goTo('/projects/default/features/button');
    await page.getByRole('list', { name: 'Experiments' }).getByText('blue was shipped').waitFor();
    expect([...problems, ...bob.problems]).toEqual([]);
});

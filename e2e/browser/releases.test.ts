import { expect, test } from 'vitest';
import { reportMetrics } from './support/lantern.ts';
import { type BrowserService, enter, SLOW, startService } from './support/visitor.ts';

const PROJECT = '/api/admin/projects/default';
const FLAG = `${PROJECT}/features/lantern`;
const PRODUCTION = `${FLAG}/environments/production`;
/** A second browser may show text without its font for a while, which has no size. */
const ATTACHED = { state: 'attached' } as const;

const VIEWER = { username: 'vera', password: 'Correct-horse-8' };

const rollout = (percentage: number) => ({
    name: 'flexibleRollout',
    parameters: { rollout: String(percentage), stickiness: 'default', groupId: '{{featureName}}' },
});

/** The rollout of the strategies that SDKs receive. */
async function served(server: BrowserService): Promise<(string | undefined)[]> {
    const { body } = await server.request('GET', `${PRODUCTION}/strategies`);
    return (body as { parameters: { rollout?: string } }[]).map(({ parameters }) => parameters.rollout);
}

async function createTemplate(server: BrowserService): Promise<void> {
    const { status } = await server.request('POST', '/api/admin/release-plan-templates', {
        name: 'Two steps',
        milestones: [
            {
                name: 'Few',
                sortOrder: 0,
                strategies: [rollout(5)],
                transitionCondition: { type: 'time', intervalMinutes: 60 },
            },
            { name: 'All', sortOrder: 1, strategies: [rollout(100)] },
        ],
    });
    expect(status).toBe(200);
}

test(
    'a flag is rolled out gradually without a template, in three clicks, and goes forward and back',
    SLOW,
    async () => {
        const server = await startService();
        await server.request('POST', `${PROJECT}/features`, { name: 'lantern' });
        const { page, problems, goTo, inspect } = await enter(server.url);
        await goTo('/projects/default/features/lantern');
        const production = page.getByRole('region', { name: 'Environment production' });
        await production.getByRole('button', { name: 'Release in steps' }).click();
        const choice = page.getByRole('dialog', { name: 'Release in steps in production' });
        await choice.getByText('4 milestones').waitFor();
        expect(await inspect()).toEqual([]);
        await choice.getByRole('button', { name: 'Review' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Add plan' }).click();

        const release = page.getByRole('region', { name: 'Release in production' });
        await release.getByText('Not started', { exact: true }).waitFor();
        await production.getByRole('switch').press('Space');
        await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
        await release.getByText('Advancing', { exact: true }).waitFor();
        expect(await served(server)).toEqual(['1']);
        expect(await inspect()).toEqual([]);

        await release.getByRole('button', { name: 'Advance to 10%' }).click();
        const review = page.getByRole('dialog', { name: 'Start 10% in production?' });
        await review.getByText('The strategies of “10%” replace those of “1%”').waitFor();
        await review.getByRole('button', { name: 'Start 10%' }).click();
        await release.getByRole('button', { name: 'Go back to 1%' }).waitFor();
        expect(await served(server)).toEqual(['10']);

        // A milestone shows its strategies and the affected users.
        await release.getByRole('button', { name: /^50%/ }).click();
        const details = release.getByRole('region', { name: 'Milestone 50%' });
        await details.getByText('50% of users').waitFor();
        await details.getByRole('button', { name: 'Who is affected by 50%' }).click();
        await details.getByRole('list', { name: 'What will change' }).waitFor();
        expect(await inspect()).toEqual([]);

        await release.getByRole('button', { name: 'Go back to 1%' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Go back to 1%' }).click();
        await release.getByRole('button', { name: 'Advance to 10%' }).waitFor();
        expect(await served(server)).toEqual(['1']);

        await release.getByRole('button', { name: 'More for the release in production' }).click();
        await page.getByRole('menuitem', { name: 'Pause' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
        await release.getByText('This release is paused').waitFor();
        await release.getByRole('button', { name: 'Resume' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
        await release.getByText('Advancing', { exact: true }).waitFor();

        // An own strategy for everyone makes the plan useless.
        await server.request('POST', `${PRODUCTION}/strategies`, { name: 'default' });
        await release.getByText('so the plan changes nothing', { exact: false }).waitFor();
        expect(await inspect()).toEqual([]);

        await goTo('/releases');
        const row = page.getByRole('table', { name: 'Running releases' }).getByRole('row', { name: /lantern/ });
        await row.getByText('1 of 4').waitFor();
        await row.getByText('“10%” starts in', { exact: false }).waitFor();
        expect(await inspect()).toEqual([]);
        expect(problems).toEqual([]);
    },
);

test('in a protected environment a release is proposed as a whole, and a viewer only looks at it', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/user-admin', { ...VIEWER, rootRole: 3, sendEmail: false });
    await server.request('POST', `${PROJECT}/features`, { name: 'lantern' });
    await createTemplate(server);
    await server.request('POST', `${PRODUCTION}/on`);
    const before = await served(server);
    await server.request('PUT', `${PROJECT}/environments/production/change-requests/config`, {
        changeRequestsEnabled: true,
        requiredApprovals: 1,
    });
    const { page, problems, goTo, inspect } = await enter(server.url);
    await goTo('/projects/default/features/lantern');
    const production = page.getByRole('region', { name: 'Environment production' });
    await production.getByRole('button', { name: 'Release in steps' }).click();
    const choice = page.getByRole('dialog', { name: 'Release in steps in production' });
    await choice.getByRole('radio', { name: 'Two steps' }).click();
    await choice.getByText('other strategies in production', { exact: false }).waitFor();
    await choice.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create request' }).click();
    await page.getByRole('button', { name: 'Your draft 1 change' }).waitFor();
    expect(await served(server)).toEqual(before);
    await goTo('/projects/default/change-requests/1');
    await page.getByText('Add a release plan').first().waitFor();
    expect(await inspect()).toEqual([]);
    expect(problems).toEqual([]);

    await server.request('PUT', `${PROJECT}/environments/production/change-requests/config`, {
        changeRequestsEnabled: false,
    });
    const { body: templates } = await server.request('GET', '/api/admin/release-plan-templates');
    const [{ id: templateId }] = templates as [{ id: string }];
    expect(await server.request('POST', `${PRODUCTION}/release-plans`, { templateId })).toMatchObject({ status: 200 });
    const viewer = await enter(server.url, VIEWER);
    await viewer.goTo('/projects/default/features/lantern');
    const release = viewer.page.getByRole('region', { name: 'Release in production' });
    await release.getByRole('button', { name: /^Few/ }).waitFor();
    expect(await release.getByRole('button', { name: 'Advance to All' }).isDisabled()).toBe(true);
    await viewer.goTo('/releases');
    await viewer.page
        .getByRole('row', { name: /lantern/ })
        .getByText('1 of 2')
        .waitFor();
    expect(viewer.problems).toEqual([]);
});

test('a release is rehearsed before it starts, with a curve, times and conflicts', SLOW, async () => {
    const server = await startService();
    await server.request('POST', `${PROJECT}/features`, { name: 'lantern' });
    await createTemplate(server);
    await server.request('PUT', `${PROJECT}/environments/production/change-requests/config`, {
        changeRequestsEnabled: true,
        requiredApprovals: 1,
    });
    const { body: request } = await server.request('POST', `${PROJECT}/environments/production/change-requests`, [
        { feature: 'lantern', action: 'updateEnabled', payload: { enabled: true } },
    ]);
    // Drafts are visible to their authors only.
    const { id } = request as { id: number };
    const proposed = await server.request('PUT', `${PROJECT}/change-requests/${id}/state`, { state: 'In review' });
    expect(proposed).toMatchObject({ status: 200 });
    const { page, problems, goTo, inspect } = await enter(server.url);
    await goTo('/projects/default/features/lantern');
    const production = page.getByRole('region', { name: 'Environment production' });
    await production.getByRole('button', { name: 'Release in steps' }).click();
    const choice = page.getByRole('dialog', { name: 'Release in steps in production' });
    await choice.getByRole('radio', { name: 'Two steps' }).click();
    const rows = choice.getByRole('table', { name: '2 milestones' });
    await rows
        .getByRole('row', { name: /Few/ })
        .getByText(/^[3-7](\.\d)?% of generated users$/)
        .waitFor();
    await rows.getByRole('row', { name: /All/ }).getByText('100% of generated users').waitFor();
    await choice.getByRole('img', { name: /Share of users who have the feature/ }).waitFor();
    await choice.getByText('1 open change request may change this release').waitFor();
    expect(await inspect()).toEqual([]);
    expect(problems).toEqual([]);
});

test(
    'a release is guarded by comparing users, and the form says which milestones have nobody to compare',
    SLOW,
    async () => {
        const server = await startService();
        await server.request('POST', `${PROJECT}/features`, { name: 'lantern' });
        await createTemplate(server);
        const { body: templates } = await server.request('GET', '/api/admin/release-plan-templates');
        const [{ id: templateId }] = templates as [{ id: string }];
        await server.request('POST', `${PRODUCTION}/release-plans`, { templateId });
        await server.request('POST', `${PRODUCTION}/on`);
        const { page, problems, goTo, inspect } = await enter(server.url);
        await goTo('/projects/default/features/lantern');
        const release = page.getByRole('region', { name: 'Release in production', exact: true });
        await release.getByRole('button', { name: 'Add safeguard to the release' }).click();
        const dialog = page.getByRole('dialog', { name: 'Add a safeguard of the release in production' });
        await dialog.getByLabel('Outcome').fill('checkout_failed');
        await dialog.getByText('No comparison in “All”').waitFor();
        await dialog.getByText('Anybody who reads a frontend token', { exact: false }).waitFor();
        await dialog.getByRole('checkbox', { name: 'Only what backend tokens report' }).check();
        await dialog.getByText('Anybody who reads a frontend token', { exact: false }).waitFor({ state: 'detached' });
        expect(await inspect()).toEqual([]);
        await dialog.getByRole('button', { name: 'Add safeguard' }).click();
        await dialog.waitFor({ state: 'detached' });

        const card = release
            .getByRole('region', { name: 'Safeguards of the release in production' })
            .getByRole('article');
        await card
            .getByText('Goes back to the previous milestone when the share of users with checkout_failed', {
                exact: false,
            })
            .waitFor();
        expect(await inspect()).toEqual([]);
        await card.getByRole('button', { name: 'Edit safeguard' }).click();
        const edit = page.getByRole('dialog', { name: 'Change the safeguard of the release in production' });
        expect(await edit.getByLabel('Outcome').inputValue()).toBe('checkout_failed');
        await edit.getByLabel('Users per side before it is judged').fill('500');
        await edit.getByRole('button', { name: 'Save' }).click();
        await edit.waitFor({ state: 'detached' });
        const { body: plans } = await server.request('GET', `${PRODUCTION}/release-plans`);
        const [{ id }] = plans as [{ id: string }];
        const { body: stored } = await server.request('GET', `${PRODUCTION}/release-plans/${id}/safeguards`);
        expect(stored).toMatchObject({
            safeguards: [
                { comparison: { outcome: 'checkout_failed', minimumSample: 500, backendOnly: true, margin: 0.01 } },
            ],
        });
        expect(problems).toEqual([]);
    },
);

test('a release is guarded by events per evaluation, and the rule can be changed', SLOW, async () => {
    const server = await startService();
    await server.request('POST', `${PROJECT}/features`, { name: 'lantern' });
    await createTemplate(server);
    const { body: templates } = await server.request('GET', '/api/admin/release-plan-templates');
    const [{ id: templateId }] = templates as [{ id: string }];
    const { body: plan } = await server.request('POST', `${PRODUCTION}/release-plans`, { templateId });
    await server.request('POST', `${PRODUCTION}/on`);
    const labels = { feature_flag_key: 'lantern', feature_flag_result_variant: 'disabled' };
    const errors = { name: 'checkout_errors', help: '', type: 'counter', samples: [{ labels, value: 3 }] };
    await reportMetrics(server, [errors]);
    const { page, problems, goTo, inspect } = await enter(server.url);
    await goTo('/projects/default/features/lantern');
    const release = page.getByRole('region', { name: 'Release in production', exact: true });
    await release.getByRole('button', { name: 'Add safeguard to the release' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a safeguard of the release in production' });
    await dialog.getByText('Events with and without it').click();
    await dialog.getByText('No comparison in “All”').waitFor();
    await dialog.getByRole('combobox', { name: 'Metric' }).fill('checkout');
    await page.getByRole('option', { name: 'checkout_errors' }).click();
    await dialog.getByLabel('Margin (%)').fill('30');
    expect(await inspect()).toEqual([]);
    await dialog.getByRole('button', { name: 'Add safeguard' }).click();
    await dialog.waitFor({ state: 'detached' });

    const card = release.getByRole('region', { name: 'Safeguards of the release in production' }).getByRole('article');
    await card.getByText('number of checkout_errors per evaluation is higher', { exact: false }).waitFor();
    await card.getByRole('button', { name: 'Edit safeguard' }).click();
    const edit = page.getByRole('dialog', { name: 'Change the safeguard of the release in production' });
    await edit.getByLabel('Events before it is judged').fill('500');
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'detached' });
    const { id } = plan as { id: string };
    const { body: stored } = await server.request('GET', `${PRODUCTION}/release-plans/${id}/safeguards`);
    expect(stored).toMatchObject({
        safeguards: [
            {
                counts: {
                    ...{ metricName: 'checkout_errors', armLabel: 'feature_flag_result_variant' },
                    ...{ controlValues: ['disabled'], margin: 0.3, minimumEvents: 500 },
                },
            },
        ],
    });
    expect(problems).toEqual([]);
});

test('a release template is made of milestones, says what is missing, and is read by a viewer', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/user-admin', { ...VIEWER, rootRole: 3, sendEmail: false });
    const { page, problems, goTo, inspect } = await enter(server.url);
    await goTo('/releases?tab=templates');
    await page.getByRole('button', { name: 'New template' }).click();
    await page.getByRole('heading', { level: 1, name: 'New template' }).waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Careful');
    await page.getByRole('button', { name: 'Add milestone' }).click();
    // A copy of the milestone before it, without a name.
    await page.getByRole('region', { name: 'milestone 3' }).getByText('Everyone').waitFor();
    await page.getByRole('button', { name: 'Create template' }).click();
    await page.getByText('Enter a name').waitFor();
    await page.getByLabel('Name of milestone 3').fill('Partners');
    await page.getByRole('button', { name: 'Move Partners up' }).click();
    await page.getByRole('button', { name: 'Edit strategy 1 of Partners' }).click();
    const drawer = page.getByRole('dialog', { name: 'Edit strategy in Partners' });
    await drawer.getByRole('textbox', { name: 'Percentage of users' }).fill('40');
    expect(await inspect()).toEqual([]);
    await drawer.getByRole('button', { name: 'Keep strategy' }).click();
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'After Partners: the next one starts' }).click();
    await page.getByRole('option', { name: 'After both' }).click();
    expect(await inspect()).toEqual([]);
    await page.getByRole('button', { name: 'Create template' }).click();
    await page.getByRole('heading', { level: 1, name: 'Careful' }).waitFor();

    const { body: list } = await server.request('GET', '/api/admin/release-plan-templates');
    const [{ id }] = list as [{ id: string }];
    const { body } = await server.request('GET', `/api/admin/release-plan-templates/${id}`);
    expect(
        (body as { milestones: { name: string; strategies: object[]; transitionCondition?: object }[] }).milestones,
    ).toMatchObject([
        { name: '10%', transitionCondition: { intervalMinutes: 1440 } },
        {
            name: 'Partners',
            strategies: [{ parameters: { rollout: '40' } }],
            transitionCondition: { intervalMinutes: 1440, minimumExposures: 10_000, since: 'milestone' },
        },
        { name: 'Everyone' },
    ]);

    const viewer = await enter(server.url, VIEWER);
    await viewer.goTo('/releases?tab=templates');
    expect(await viewer.page.getByRole('button', { name: 'New template' }).isDisabled()).toBe(true);
    await viewer.page.getByRole('link', { name: 'Careful' }).click();
    await viewer.page.getByRole('region', { name: 'Partners' }).getByText('40% of users').waitFor(ATTACHED);
    expect(await viewer.page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);

    await goTo('/releases?tab=templates');
    await page.getByRole('button', { name: 'Archive template Careful' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await page.getByText('No templates yet').waitFor();
    expect([...problems, ...viewer.problems]).toEqual([]);
});

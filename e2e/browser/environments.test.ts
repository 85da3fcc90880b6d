import { expect, test } from 'vitest';
import type { ServerProcess } from '../support/server-process.ts';
import { enter, SLOW, startService } from './support/visitor.ts';

const PROJECT = '/api/admin/projects/default';
const FLAGS = `${PROJECT}/features`;

interface There {
    name: string;
    enabled: boolean;
    strategies: { parameters: { rollout?: string } }[];
}

async function inProduction(server: ServerProcess, flag: string) {
    const { body } = await server.request('GET', `${FLAGS}/${flag}`);
    return (body as { environments: There[] }).environments.find(({ name }) => name === 'production');
}

const rollout = (share: string) => ({
    name: 'flexibleRollout',
    parameters: { rollout: share, stickiness: 'default', groupId: 'lantern' },
});

/** Two flags with more configuration in development than in production. */
async function ahead(server: ServerProcess): Promise<void> {
    for (const name of ['lantern', 'buoy']) {
        await server.request('POST', FLAGS, { name });
        await server.request('POST', `${FLAGS}/${name}/environments/development/strategies`, rollout('90'));
        await server.request('POST', `${FLAGS}/${name}/environments/development/on`);
        await server.request('POST', `${FLAGS}/${name}/environments/production/strategies`, rollout('25'));
    }
}

test('environments are compared in sentences, and selected differences are copied after a review', SLOW, async () => {
    const server = await startService();
    await ahead(server);
    const { page, problems, goTo, settled, inspect } = await enter(server.url);
    const differences = page.getByRole('region', { name: 'Differences' });
    const review = page.getByRole('dialog');

    await goTo('/projects/default?tab=environments');
    await page.getByRole('link', { name: 'Compare environments', exact: true }).last().click();
    await differences.getByText('2 differ · Select all').waitFor();
    await settled();
    const matrix = differences.getByRole('table', { name: 'Flags in both environments' });
    const lantern = matrix
        .getByRole('row')
        .filter({ has: page.getByRole('link', { name: 'lantern', exact: true }) })
        .first();
    await expect.poll(() => lantern.innerText()).toMatch(/on\s+.*90%.*off\s+.*25%/s);
    // The row opens the differences in sentences.
    await lantern.getByRole('button', { name: 'Details of lantern' }).click();
    const sentences = matrix.getByRole('list', { name: 'What will change' });
    await expect.poll(() => sentences.innerText()).toMatch(/Off for everyone.*On for 90% of users/s);
    await matrix.getByRole('button', { name: 'Details', exact: true }).click();
    await expect.poll(() => sentences.innerText()).toMatch(/25%.*90%/s);
    expect(await inspect()).toEqual([]);

    await differences.getByLabel('Select lantern').check();
    await differences.getByRole('button', { name: 'Copy lantern to production…' }).click();
    await review.getByText('lantern in production').waitFor();
    await review.getByText('Who is affected').waitFor();
    expect(await inProduction(server, 'lantern')).toMatchObject({ enabled: false });
    await settled();
    await review.getByRole('button', { name: 'Copy to production' }).click();

    await differences.getByText('1 differs · Select all').waitFor();
    await expect.poll(() => lantern.count()).toBe(0);
    // Equal flags are shown on request.
    await differences.getByLabel('Only different flags').uncheck();
    await expect.poll(() => lantern.innerText()).toMatch(/on\s+same in both\s+on\s+same in both/);
    await expect.poll(() => differences.getByLabel('Select lantern').count()).toBe(0);
    // Undo reverts all of it, and redo applies it again.
    await page.getByRole('button', { name: 'Undo' }).click();
    await differences.getByText('2 differ · Select all').waitFor();
    expect(await inProduction(server, 'lantern')).toMatchObject({
        enabled: false,
        strategies: [{ parameters: { rollout: '25' } }],
    });
    await differences.getByRole('button', { name: 'Copy lantern to production…' }).click();
    await review.getByText('Who is affected').waitFor();
    await settled();
    await review.getByRole('button', { name: 'Copy to production' }).click();
    await differences.getByText('1 differs · Select all').waitFor();
    expect(await inProduction(server, 'lantern')).toMatchObject({
        enabled: true,
        strategies: [{ parameters: { rollout: '90' } }],
    });
    expect(await inProduction(server, 'buoy')).toMatchObject({ enabled: false });

    // The opposite direction, and a single flag from its page.
    await page.getByRole('button', { name: 'Swap' }).click();
    await differences.getByRole('button', { name: 'Copy selected to development' }).waitFor();
    await goTo('/projects/default/features/lantern');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Compare environments…' }).click();
    await differences.getByText('lantern has the same switches, strategies and variants in both.').waitFor();

    // The log shows it as one change.
    await goTo('/history');
    await page
        .getByText(/development.*production/)
        .first()
        .waitFor();
    expect(problems).toEqual([]);
});

test('where changes need approval, a copy becomes part of a draft', SLOW, async () => {
    const server = await startService();
    await ahead(server);
    await server.request('PUT', `${PROJECT}/environments/production/change-requests/config`, {
        changeRequestsEnabled: true,
        requiredApprovals: 1,
    });
    const { page, problems, goTo, settled } = await enter(server.url);

    await goTo('/compare-environments?project=default&from=development&to=production');
    // The former address of this comparison.
    await page.getByLabel('2 differ · Select all').check();
    expect(page.url()).toMatch(/\/compare\?project=default&source=development&environment=production$/);
    await page.getByRole('button', { name: 'Copy 2 flags to production…' }).click();
    const review = page.getByRole('dialog');
    await review.getByText('Who is affected').waitFor();
    await settled();
    await review.getByRole('button', { name: 'Create request' }).click();
    await review.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'Your draft 4 changes' }).waitFor();
    expect(await inProduction(server, 'lantern')).toMatchObject({ enabled: false });
    expect(problems).toEqual([]);
});

test(
    'a flag moves to another project after a review, and a copied or retyped environment is reviewed',
    SLOW,
    async () => {
        const server = await startService();
        await ahead(server);
        await server.request('POST', '/api/admin/projects', { id: 'harbour', name: 'Harbour' });
        const { page, problems, goTo, settled } = await enter(server.url);
        const dialog = page.getByRole('dialog');

        await goTo('/projects/default/features/lantern');
        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Move to another project…' }).click();
        await dialog.getByRole('combobox', { name: 'Project' }).click();
        await page.getByRole('option', { name: 'Harbour' }).click();
        await dialog.getByText('lantern in production').waitFor();
        await settled();
        await dialog.getByRole('button', { name: 'Move flag' }).click();
        await page.waitForURL('**/projects/harbour/features/lantern');
        const { status } = await server.request('GET', '/api/admin/projects/harbour/features/lantern');
        expect(status).toBe(200);

        await goTo('/environments');
        await page.getByRole('button', { name: 'New environment' }).click();
        await dialog.getByLabel('Name').fill('rehearsal');
        await dialog.getByRole('combobox', { name: 'Initial flag configuration' }).click();
        await page.getByRole('option', { name: 'copied from development' }).click();
        await dialog.getByRole('button', { name: 'Review' }).click();
        await dialog.getByText('lantern in rehearsal').waitFor();
        await settled();
        await dialog.getByRole('button', { name: 'Create environment' }).click();
        await dialog.waitFor({ state: 'hidden' });

        await page.getByRole('button', { name: 'Edit rehearsal' }).click();
        await dialog.getByLabel('production', { exact: true }).check();
        await dialog.getByRole('button', { name: 'Review' }).click();
        await dialog.getByText(/changes in rehearsal that affect users are reviewed/).waitFor();
        await settled();
        await dialog.getByRole('button', { name: 'Add a reason' }).click();
        await dialog.getByLabel('Reason (optional)').fill('It goes live');
        await dialog.getByRole('button', { name: 'Save' }).click();
        await dialog.waitFor({ state: 'hidden' });
        const { body } = await server.request('GET', '/api/admin/environments/rehearsal');
        expect(body).toMatchObject({ type: 'production' });
        const { body: log } = await server.request('GET', '/api/admin/search/events?limit=1');
        expect(log).toMatchObject({ events: [{ type: 'environment-updated', reason: 'It goes live' }] });
        expect(problems).toEqual([]);
    },
);

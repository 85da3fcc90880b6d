import { expect, test } from 'vitest';
import type { ServerProcess } from '../support/server-process.ts';
import { enter, SLOW, startService } from './support/visitor.ts';

const PROJECT = '/api/admin/projects/default';
const FLAGS = `${PROJECT}/features`;

async function furnish(server: ServerProcess): Promise<void> {
    await server.request('POST', '/api/admin/segments', {
        name: 'Nordics',
        constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }],
    });
    for (const name of ['beacon', 'buoy', 'lantern']) {
        await server.request('POST', FLAGS, { name });
        // The first flag has no strategy.
        if (name === 'beacon') continue;
        await server.request('POST', `${FLAGS}/${name}/environments/production/strategies`, {
            name: 'flexibleRollout',
            title: `Rollout of ${name}`,
            parameters: { rollout: '50', stickiness: 'default', groupId: name },
        });
    }
}

const segmentsIn = async (server: ServerProcess, flag: string) => {
    const { body } = await server.request('GET', `${FLAGS}/${flag}/environments/production/strategies`);
    return (body as { segments: number[]; parameters: { rollout?: string } }[]).map(({ segments, parameters }) => ({
        segments,
        rollout: parameters.rollout,
    }));
};

test('a segment has a page, and is added to the strategies of several flags in one change', SLOW, async () => {
    const server = await startService();
    await furnish(server);
    const { page, problems, goTo, inspect } = await enter(server.url);
    await goTo('/segments');
    await page.getByRole('link', { name: 'Nordics' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nordics' }).waitFor();
    await page.getByText('Not used yet').waitFor();

    await page.getByRole('button', { name: 'Use in flags' }).click();
    const dialog = page.getByRole('dialog', { name: 'Use Nordics in flags' });
    await dialog.getByText('Choose at least one flag.').waitFor();
    await dialog.getByRole('combobox', { name: 'Flags' }).click();
    for (const name of ['beacon', 'buoy', 'lantern']) await page.getByRole('option', { name }).click();
    await page.keyboard.press('Escape');
    await dialog.getByText('a strategy for everyone in Nordics is added', { exact: false }).waitFor();
    await dialog.getByLabel('Rollout of buoy').uncheck();
    expect(await inspect()).toEqual([]);
    await dialog.getByRole('button', { name: 'Review' }).click();
    await dialog.getByRole('list', { name: 'What will change' }).waitFor();
    expect(await inspect()).toEqual([]);
    await dialog.getByRole('button', { name: 'Add to flags' }).click();
    await page.getByText('Nordics added to 2 strategies').waitFor();

    const uses = page.getByRole('table', { name: 'Strategies' });
    await uses.getByRole('link', { name: 'lantern' }).waitFor();
    expect(await segmentsIn(server, 'lantern')).toEqual([{ segments: [1], rollout: '50' }]);
    expect(await segmentsIn(server, 'beacon')).toEqual([{ segments: [1], rollout: '100' }]);
    expect(await segmentsIn(server, 'buoy')).toEqual([{ segments: [], rollout: '50' }]);

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The changes were undone').waitFor();
    await page.getByText('Not used yet').waitFor();
    expect(await segmentsIn(server, 'beacon')).toEqual([]);
    expect(problems).toEqual([]);
});

test('a segment is added to flags of a protected environment in one draft', SLOW, async () => {
    const server = await startService();
    await furnish(server);
    await server.request('PUT', `${PROJECT}/environments/production/change-requests/config`, {
        changeRequestsEnabled: true,
        requiredApprovals: 1,
    });
    const { page, problems, goTo } = await enter(server.url);
    await goTo('/segments/1');
    await page.getByRole('button', { name: 'Use in flags' }).click();
    const dialog = page.getByRole('dialog', { name: 'Use Nordics in flags' });
    await dialog.getByRole('combobox', { name: 'Flags' }).click();
    for (const name of ['buoy', 'lantern']) await page.getByRole('option', { name }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Review' }).click();
    await dialog.getByRole('button', { name: 'Create request' }).click();
    await page.getByRole('button', { name: 'Your draft 2 changes' }).waitFor();

    expect(await segmentsIn(server, 'lantern')).toEqual([{ segments: [], rollout: '50' }]);
    expect(problems).toEqual([]);
});

test('the page of an unknown segment says so', SLOW, async () => {
    const server = await startService();
    const { page, problems, goTo } = await enter(server.url);
    await goTo('/segments/7');
    await page.getByText('Segment not found').waitFor();
    expect(problems).toEqual([]);
});

test('a new segment opens its page, from which it is used in flags', SLOW, async () => {
    const server = await startService();
    await furnish(server);
    const { page, problems, goTo } = await enter(server.url);
    await goTo('/segments');
    await page.getByRole('button', { name: 'New segment' }).click();
    const dialog = page.getByRole('dialog', { name: 'New segment' });
    await dialog.getByLabel('Name', { exact: true }).fill('Beta testers');
    await dialog.getByRole('button', { name: 'Create segment' }).click();
    await page.getByRole('heading', { level: 1, name: 'Beta testers' }).waitFor();
    await page.getByRole('button', { name: 'Use in flags' }).click();
    await page.getByRole('dialog', { name: 'Use Beta testers in flags' }).waitFor();
    expect(problems).toEqual([]);
});

import { expect, test } from 'vitest';
import { ADMIN_TOKEN } from '../support/server-process.ts';
import { enter, SLOW, startService } from './support/visitor.ts';

test('an administrator configures the access of agents, and the log shows the changes of an agent', SLOW, async () => {
    const server = await startService();
    const { page, problems, goTo, inspect } = await enter(server.url);
    await goTo('/admin?tab=agents');
    await page.getByText(`${server.url}/mcp`).first().waitFor();

    await page.getByRole('radio', { name: 'Propose' }).check();
    await page.getByRole('textbox', { name: 'Changes per hour' }).fill('7');
    await page.getByRole('button', { name: 'Save' }).click();

    await expect
        .poll(async () => (await server.request('GET', '/api/admin/agents')).body)
        .toEqual({ access: 'propose', callsPerHour: 1_000, changesPerHour: 7 });
    await page.getByRole('progressbar', { name: 'Saving' }).waitFor({ state: 'detached' });
    expect(await inspect()).toEqual([]);

    const call = async (name: string, args: object) => {
        const { status } = await fetch(`${server.url}/mcp`, {
            method: 'POST',
            headers: { authorization: ADMIN_TOKEN, 'content-type': 'application/json' },
            body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
        });
        expect(status).toBe(200);
    };
    await call('create_flag', { name: 'foghorn', description: 'warns' });
    const place = { project: 'default', environment: 'production' };
    const changes = [{ action: 'updateEnabled', feature: 'foghorn', payload: { enabled: true } }];
    await server.request('PUT', '/api/admin/projects/default/environments/production/change-requests/config', {
        changeRequestsEnabled: true,
    });
    await call('propose_change', { ...place, changes, reason: 'fog' });
    await goTo('/projects/default/change-requests/1');
    await page.getByText(/proposed by .+ \(agent\)/).waitFor();
    await goTo('/history');
    await page.getByText('by an agent').first().waitFor();
    expect(problems).toEqual([]);
});

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { ServerProcess } from '../support/server-process.ts';
import { enter, SLOW, startService } from './support/visitor.ts';

/** A flag that is imported, one with a percentage, and one that is imported partly. */
const features = `
namespace: default
flags:
  - { key: checkout, name: Checkout, type: BOOLEAN_FLAG_TYPE, enabled: false, rollouts: [{ segment: { key: nordic, value: true } }] }
  - { key: f, name: Half of them, type: BOOLEAN_FLAG_TYPE, enabled: false, rollouts: [{ threshold: { percentage: 50, value: true } }] }
  - { key: veterans, name: Veterans, type: BOOLEAN_FLAG_TYPE, enabled: false, rollouts: [{ segment: { key: early, value: true } }] }
segments:
  - { key: nordic, match_type: ALL_MATCH_TYPE, constraints: [{ type: STRING_COMPARISON_TYPE, property: country, operator: isoneof, value: [NO, SE] }] }
  - { key: early, match_type: ALL_MATCH_TYPE, constraints: [{ type: DATETIME_COMPARISON_TYPE, property: joined, operator: lt, value: "2020-01-01" }] }
`;

/** The flags of a browser client in production. */
async function frontendOf(server: ServerProcess): Promise<(query: string) => Promise<string[]>> {
    const { body } = await server.request('POST', '/api/admin/api-tokens', {
        tokenName: 'shop',
        type: 'frontend',
        environment: 'production',
        projects: ['*'],
    });
    const headers = { authorization: (body as { secret: string }).secret };
    return async (query) => {
        const response = await fetch(`${server.url}/api/frontend?${query}`, { headers });
        return ((await response.json()) as { toggles: { name: string }[] }).toggles.map(({ name }) => name);
    };
}

test(
    'a file of another product is reviewed rule by rule before the import, and its flags are evaluated afterwards',
    SLOW,
    async () => {
        const server = await startService();
        const enabledFlags = await frontendOf(server);
        const { page, problems, goTo, inspect, settled } = await enter(server.url);
        await goTo('/transfer?source=flipt');

        await page.getByLabel('What to import, as JSON or YAML').fill(features);
        await page.getByRole('button', { name: 'Next', exact: true }).click();
        await page.getByText('3 flags from Flipt.').waitFor();
        await page.getByRole('combobox', { name: 'Environment' }).click();
        await page.getByRole('option', { name: 'production' }).click();
        await page.getByLabel('Exactly the same users').check();
        expect(await inspect()).toEqual([]);
        await page.getByRole('button', { name: 'Check', exact: true }).click();

        const list = page.getByRole('list', { name: 'Import result of each flag' });
        await list.waitFor();
        // Lost rules come first, expanded, with the reason and the location in the document.
        await expect.poll(() => list.getByRole('listitem').first().innerText()).toContain('flags[2].rollouts[0]');
        await list.getByText('only the current time can be compared with a date').waitFor();
        await page.getByRole('button', { name: /1 Server only/ }).click();
        await list.getByRole('button', { name: /^f / }).waitFor();
        await list.getByRole('button', { name: /veterans/ }).waitFor({ state: 'detached' });
        await page.getByRole('button', { name: /1 Server only/ }).click();
        const changes = page.getByRole('list', { name: 'What will change' });
        await changes.getByText('checkout in production').waitFor();
        await settled();
        expect(await inspect()).toEqual([]);
        expect((await server.request('GET', '/api/admin/projects/default/features/checkout')).status).toBe(404);

        const [file] = await Promise.all([
            page.waitForEvent('download'),
            page.getByRole('button', { name: 'Report as Markdown' }).click(),
        ]);
        expect(file.suggestedFilename()).toBe('import-flipt.md');
        expect(await readFile(await file.path(), 'utf8')).toContain('## `veterans`: lost');
        await page.getByRole('button', { name: 'Import 2 flags' }).click();
        await page.getByText('Imported.').waitFor();

        // Flipt assigns bucket 3 of 100 to alice for this flag, and 83 to user-1.
        await expect.poll(() => enabledFlags('userId=alice&properties[country]=SE')).toEqual(['checkout', 'f']);
        expect(await enabledFlags('userId=user-1&properties[country]=DE')).toEqual([]);
        expect((await server.request('GET', '/api/admin/projects/default/features/veterans')).status).toBe(404);

        // A second import replaces an existing flag only if it is selected.
        await page.getByRole('button', { name: 'See the flags' }).click();
        await page.waitForURL('**/projects/default**');
        await settled();
        await goTo('/transfer?source=flipt');
        await page.getByLabel('What to import, as JSON or YAML').fill(features.replace('[NO, SE]', '[DE]'));
        await page.getByRole('button', { name: 'Next', exact: true }).click();
        await page.getByRole('combobox', { name: 'Environment' }).click();
        await page.getByRole('option', { name: 'production' }).click();
        await page.getByLabel('Exactly the same users').check();
        await page.getByRole('button', { name: 'Check', exact: true }).click();
        await list.getByText(/In production, now: .*country is DE/).waitFor();
        await page.getByLabel('Import checkout anyway').check();
        await page.getByRole('button', { name: 'Import 2 flags' }).click();
        await page.getByText('Imported.').waitFor();
        await expect.poll(() => enabledFlags('userId=user-1&properties[country]=DE')).toEqual(['checkout']);
        expect(problems).toEqual([]);
    },
);

test(
    'an unsupported document shows an error at its field; where approval is required, the import is added to the draft',
    SLOW,
    async () => {
        const server = await startService();
        await server.request('PUT', '/api/admin/projects/default/environments/production/change-requests/config', {
            changeRequestsEnabled: true,
            requiredApprovals: 1,
        });
        const { page, problems, goTo, settled } = await enter(server.url);
        const document = page.getByLabel('What to import, as JSON or YAML');
        const next = page.getByRole('button', { name: 'Next', exact: true });
        await goTo('/transfer');

        await page.getByRole('combobox', { name: 'From' }).click();
        await page.getByRole('option', { name: 'Flipt' }).click();
        await document.fill('{"some": "thing"}');
        await next.click();
        await page.getByRole('alert').getByText('no list of "flags"').waitFor();

        await document.fill(features);
        await next.click();
        await page.getByRole('combobox', { name: 'Environment' }).click();
        await page.getByRole('option', { name: 'production' }).click();
        await page.getByRole('button', { name: 'Check', exact: true }).click();
        await page.getByText('checkout in production').waitFor();
        await settled();
        await page.getByRole('button', { name: 'Create request' }).click();
        await page.getByText('the rest is in your draft').waitFor();

        await page.getByRole('button', { name: /^Your draft \d+ changes$/ }).waitFor();
        const { body } = await server.request('GET', '/api/admin/projects/default/features/checkout');
        expect((body as { environments: object[] }).environments).toContainEqual(
            expect.objectContaining({ name: 'production', enabled: false, strategies: [] }),
        );
        expect(problems).toEqual([expect.stringContaining('/foreign-import/contents answered 400')]);
    },
);

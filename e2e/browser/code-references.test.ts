import { expect, test } from 'vitest';
import { enter, SLOW, startService } from './support/visitor.ts';

const PROJECT = '/api/admin/projects/default';

test(
    'a flag shows its code references and why it cannot be archived yet, and archiving warns about them',
    SLOW,
    async () => {
        const server = await startService();
        await server.request('POST', `${PROJECT}/features`, { name: 'lantern' });
        const { page, problems, goTo, inspect } = await enter(server.url);
        const facts = page.getByLabel('About this flag');
        await goTo('/projects/default/features/lantern');
        await facts.getByText('Lifecycle').waitFor();
        expect(await facts.getByText('Clean-up').count()).toBe(0);

        // Clean-up is mentioned from the second day on.
        await page.clock.setFixedTime(Date.now() + 25 * 3_600_000);
        await page.reload();
        await facts.getByText('Not yet safe to remove').waitFor();
        expect(await facts.getByRole('heading', { name: 'In code' }).count()).toBe(0);

        const references = Array.from({ length: 7 }, (_, index) => ({
            flag: 'lantern',
            path: 'src/lamp.ts',
            line: index + 1,
        }));
        await server.request('PUT', `${PROJECT}/code-references`, {
            repository: 'acme/harbour',
            branch: 'main',
            revision: 'abc123',
            linkTemplate: 'https://github.com/acme/harbour/blob/{revision}/{path}#L{line}',
            references: references,
        });
        await page.reload();

        const link = facts.getByRole('link', { name: 'src/lamp.ts:2' });
        await link.waitFor();
        await expect
            .poll(() => link.getAttribute('href'))
            .toBe('https://github.com/acme/harbour/blob/abc123/src/lamp.ts#L2');
        await facts.getByText('Code uses it in 7 places.').waitFor();
        expect(await inspect()).toEqual([]);
        await facts.getByRole('button', { name: 'All 7 places' }).click();
        await facts.getByRole('link', { name: 'src/lamp.ts:7' }).waitFor();

        await goTo('/projects/default');
        await page.getByLabel('Select all shown flags').check();
        await page.getByRole('button', { name: 'Archive' }).click();
        await page.getByRole('dialog').getByText('Code still uses lantern, in 7 places.').waitFor();
        expect(problems).toEqual([]);
    },
);

import { expect, test } from 'vitest';
import type { ServerProcess } from '../support/server-process.ts';
import { enter, SLOW, startService } from './support/visitor.ts';

const FLAGS = '/api/admin/projects/default/features';

async function newestRevision(server: ServerProcess): Promise<number> {
    const { body } = await server.request('GET', '/api/admin/events?limit=1');
    return (body as { events: { id: number }[] }).events[0]!.id;
}

const addressOf = (question: Record<string, unknown>) =>
    `/playground?${new URLSearchParams(Object.entries(question).map(([name, value]) => [name, JSON.stringify(value)]))}`;

test('the playground evaluates a past moment, shows that, and returns to now', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    const listed = { name: 'userWithId', title: 'Friends', parameters: { userIds: 'ada' } };
    await server.request('POST', `${FLAGS}/lantern/environments/development/strategies`, listed);
    await server.request('POST', `${FLAGS}/lantern/environments/development/on`);
    const revision = await newestRevision(server);
    await server.request('POST', `${FLAGS}/lantern/environments/development/off`);
    const { page, problems, goTo, settled, inspect } = await enter(server.url);
    await goTo(addressOf({ environments: ['development'], context: { userId: 'ada' } }));
    const verdict = () => page.locator('[data-verdict]').innerText();
    await expect.poll(verdict).toBe('off');

    await page.getByRole('radiogroup', { name: 'When' }).getByText('Revision').click();
    await page.getByRole('textbox', { name: 'Revision' }).fill(String(revision));
    await page.getByRole('button', { name: 'Evaluate', exact: true }).click();
    await page.getByText(`(revision ${revision})`).waitFor();
    await expect.poll(verdict).toBe('on');
    expect(await inspect()).toEqual([]);
    await page.getByRole('button', { name: /lantern in development: .* Why/ }).click();
    await page.getByRole('dialog').getByText('Strategy 1: Friends').waitFor();
    await page.keyboard.press('Escape');

    // The URL contains the moment, too.
    await page.reload();
    await settled();
    await page.getByText(`(revision ${revision})`).waitFor();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await expect.poll(verdict).toBe('off');
    await expect.poll(() => page.getByText('As it was on').count()).toBe(0);
    expect(problems).toEqual([]);

    // A moment before the first flag.
    await page.getByRole('radiogroup', { name: 'When' }).getByText('Date and time').click();
    await page.getByRole('textbox', { name: 'Date and time' }).fill('2001-01-01T12:00');
    await page.getByRole('button', { name: 'Evaluate', exact: true }).click();
    await page.getByText('is before the first change here').waitFor();
    await page.getByRole('button', { name: 'Evaluate now' }).click();
    await expect.poll(verdict).toBe('off');
});

test('a shared link contains the filter of the flags', SLOW, async () => {
    const server = await startService();
    for (const name of ['lantern', 'buoy']) await server.request('POST', FLAGS, { name });
    const { page, problems, goTo, settled } = await enter(server.url);
    await goTo(addressOf({ environments: ['development'], context: { userId: 'ada' } }));
    const rows = page.getByRole('table', { name: 'Results' }).getByRole('rowheader');
    await expect.poll(() => rows.count()).toBe(2);

    await page.getByLabel('Filter the flags').fill('lan');
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('button', { name: 'Evaluate', exact: true }).click();
    await settled();
    await page.reload();
    await settled();

    await expect.poll(() => rows.allInnerTexts()).toEqual(['lantern']);
    await expect.poll(() => page.getByLabel('Filter the flags').inputValue()).toBe('lan');
    expect(problems).toEqual([]);
});

test('all selected environments are visible, in a field with one focus ring', SLOW, async () => {
    const server = await startService();
    await server.request('POST', FLAGS, { name: 'lantern' });
    const environments = ['development', 'production', 'staging'];
    await server.request('POST', '/api/admin/environments', { name: 'staging', type: 'preproduction' });
    const { page, problems, goTo } = await enter(server.url);
    await goTo(addressOf({ environments, context: { userId: 'ada' } }));

    // The field grows with its pills: the last one is above the next field.
    const [below] = [await page.getByText('Projects', { exact: true }).last().boundingBox()];
    for (const name of environments) {
        const pill = await page.locator('form').getByText(name, { exact: true }).boundingBox();
        expect(pill!.y + pill!.height).toBeLessThan(below!.y);
    }
    // One focus ring, around the field.
    await page.getByRole('combobox', { name: 'Environments' }).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('none');
    expect(problems).toEqual([]);
});

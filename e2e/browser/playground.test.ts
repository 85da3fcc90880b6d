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
    await page.getByRole('button', { name: /Explain lantern in development/ }).click();
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

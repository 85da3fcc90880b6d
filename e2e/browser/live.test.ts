import { afterAll, expect, test } from 'vitest';
import { newDatabase } from '../support/databases.ts';
import { closeBrowser, SLOW, startService, visit } from './support/visitor.ts';

afterAll(closeBrowser);

/** Much sooner than the page would have asked by itself. */
const SOON = { timeout: 8_000 };

test('what others change appears on open pages without a reload', SLOW, async () => {
    const server = await startService();
    await server.request('POST', '/api/admin/projects/default/features', { name: 'lantern' });
    const { page, problems, signIn, goTo } = await visit(server.url);
    await signIn();

    await goTo('/projects/default');
    await server.request('POST', '/api/admin/projects/default/features', { name: 'buoy' });
    await page.getByRole('link', { name: 'buoy' }).waitFor(SOON);

    await goTo('/projects/default/features/lantern');
    await server.request('POST', '/api/admin/projects/default/features/lantern/environments/development/on');
    await expect.poll(() => page.getByLabel('lantern in development').isChecked(), SOON).toBe(true);

    await goTo('/segments');
    await server.request('POST', '/api/admin/segments', { name: 'Sailors', constraints: [] });
    await page.getByText('Sailors').waitFor(SOON);

    expect(problems).toEqual([]);
});

test('a page that lost its connection finds back, and asks for what it may have missed', SLOW, async () => {
    const database = await newDatabase('embedded');
    const server = await startService(database);
    const { page, signIn, goTo } = await visit(server.url);
    await signIn();
    await goTo('/segments');
    await page.getByRole('button', { name: 'New segment' }).first().waitFor();

    await server.stop();
    const restarted = await startService({ ...database, HTTP_PORT: new URL(server.url).port });
    await restarted.request('POST', '/api/admin/segments', { name: 'Castaways', constraints: [] });

    await page.getByText('Castaways').waitFor(SOON);
});

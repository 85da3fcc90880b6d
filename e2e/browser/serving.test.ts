import type { Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { enter, SLOW, startService, type Visitor, visit } from './support/visitor.ts';

const html = { headers: { accept: 'text/html' } };

test('the UI works under a base path, and its page may only run its own files', SLOW, async () => {
    const server = await startService({ BASE_URI_PATH: '/flags' });
    const { page, problems, signIn } = await visit(`${server.url}/projects/default`);

    await signIn();
    await page.getByRole('heading', { level: 1, name: 'Default' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Default' }).waitFor();

    expect(new URL(page.url()).pathname).toBe('/flags/projects/default');
    expect(problems).toEqual([]);
    const response = await fetch(`${server.url}/projects`, html);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
    expect(await response.text()).not.toMatch(/<script(?![^>]*\bsrc=)/);
});

test('files are cached forever, the page is revalidated each time, and missing files return 404', SLOW, async () => {
    const server = await startService();

    const page = await fetch(`${server.url}/`);
    const [asset] = /assets\/[\w.-]+\.js/.exec(await page.text()) ?? [];
    const file = await fetch(`${server.url}/${asset}`);

    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(file.headers.get('cache-control')).toContain('immutable');
    expect((await fetch(`${server.url}/assets/nothing.js`)).status).toBe(404);
    expect((await fetch(`${server.url}/api/admin/nothing`, html)).status).toBe(401);
    expect((await fetch(`${server.url}/auth/nothing`, html)).status).toBe(404);
    expect((await fetch(`${server.url}/projects`)).status).toBe(404);
    expect((await fetch(`${server.url}/assets/..%2f..%2fpackage.json`)).status).toBeGreaterThanOrEqual(400);
});

/** Reloads the screen, and returns the compressed size of each loaded script. */
async function scriptSizes({ page, settled }: Visitor): Promise<Map<string, number>> {
    const scripts = new Map<string, number>();
    const onResponse = (response: Response) => {
        if (response.url().endsWith('.js')) {
            scripts.set(response.url(), Number(response.headers()['content-length'] ?? 0));
        }
    };
    page.on('response', onResponse);
    await page.reload();
    await settled();
    page.off('response', onResponse);
    return scripts;
}

function expectAtMost(scripts: ReadonlyMap<string, number>, { bytes, files }: { bytes: number; files: number }): void {
    const total = [...scripts.values()].reduce((sum, each) => sum + each, 0);
    expect(total).toBeGreaterThan(50_000);
    expect(total, [...scripts].map(([name, each]) => `${each} ${name}`).join('\n')).toBeLessThanOrEqual(bytes);
    expect(scripts.size, [...scripts.keys()].join('\n')).toBeLessThanOrEqual(files);
}

test('the first screen takes at most 200 KB of compressed scripts in at most 20 files', SLOW, async () => {
    const server = await startService();
    const visitor = await visit(server.url);
    await visitor.signIn();
    await visitor.page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();

    expectAtMost(await scriptSizes(visitor), { bytes: 200_000, files: 20 });
});

test(
    'the pages of a project and of lists take at most 250 KB of compressed scripts, usage 255 KB, and a flag 265 KB',
    SLOW,
    async () => {
        const server = await startService();
        const features = '/api/admin/projects/default/features';
        await server.request('POST', features, { name: 'lantern' });
        for (const rollout of ['25', '75']) {
            await server.request('POST', `${features}/lantern/environments/production/strategies`, {
                name: 'flexibleRollout',
                parameters: { rollout, stickiness: 'default', groupId: 'lantern' },
            });
        }
        const visitor = await enter(server.url);

        await visitor.goTo('/projects/default');
        await visitor.page.getByRole('link', { name: 'lantern' }).waitFor();
        expectAtMost(await scriptSizes(visitor), { bytes: 250_000, files: 35 });

        await visitor.goTo('/projects/default/features/lantern');
        await visitor.page.getByText('75%').first().waitFor();
        expectAtMost(await scriptSizes(visitor), { bytes: 265_000, files: 35 });

        await visitor.goTo('/projects/default/features/lantern?tab=usage');
        await visitor.page.getByText('No evaluations in this period').waitFor();
        expectAtMost(await scriptSizes(visitor), { bytes: 255_000, files: 35 });

        // Lists do not load the editors.
        for (const [path, title] of [
            ['/search', 'All flags'],
            ['/applications', 'Applications'],
        ] as const) {
            await visitor.goTo(path);
            await visitor.page.getByRole('heading', { level: 1, name: title }).waitFor();
            expectAtMost(await scriptSizes(visitor), { bytes: 250_000, files: 35 });
        }
    },
);

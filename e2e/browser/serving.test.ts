import { expect, test } from 'vitest';
import { SLOW, startService, visit } from './support/visitor.ts';

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

test(
    'the first screen takes at most 200 KB of compressed scripts in at most 20 files, and charts none',
    SLOW,
    async () => {
        const server = await startService();
        await server.request('POST', '/api/admin/projects/default/features', { name: 'lantern' });
        const { page, signIn, settled, goTo } = await visit(server.url);
        await signIn();
        await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();
        const scripts = new Map<string, number>();
        page.on('response', (response) => {
            if (response.url().endsWith('.js')) {
                scripts.set(response.url(), Number(response.headers()['content-length'] ?? 0));
            }
        });

        await page.reload();
        await settled();

        const bytes = [...scripts.values()].reduce((sum, each) => sum + each, 0);
        expect(bytes).toBeGreaterThan(50_000);
        expect(bytes, [...scripts].map(([name, each]) => `${each} ${name}`).join('\n')).toBeLessThan(200_000);
        expect(scripts.size, [...scripts.keys()].join('\n')).toBeLessThanOrEqual(20);

        // The chart code is loaded when a chart is shown.
        await goTo('/projects/default/features/lantern?tab=usage');
        await page.getByText('No evaluations in this period').waitFor();
        expect([...scripts.keys()].filter((name) => /chart/i.test(name))).toEqual([]);
    },
);

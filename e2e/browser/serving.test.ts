import type { Request, Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { reportUsage } from './support/lantern.ts';
import { LONG } from './support/screens.ts';
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

interface Load {
    /** The addresses of everything that the screen requests. */
    requests: string[];
    /** The compressed size of each loaded script. */
    scripts: Map<string, number>;
}

/** Reloads the screen, and returns what it loads. */
async function reload({ page, settled }: Visitor): Promise<Load> {
    const scripts = new Map<string, number>();
    const requests: string[] = [];
    const onRequest = (request: Request) => void requests.push(request.url());
    const onResponse = (response: Response) => {
        if (response.url().endsWith('.js')) {
            scripts.set(response.url(), Number(response.headers()['content-length'] ?? 0));
        }
    };
    page.on('request', onRequest);
    page.on('response', onResponse);
    await page.reload();
    await settled();
    page.off('request', onRequest);
    page.off('response', onResponse);
    return { requests, scripts };
}

function expectAtMost({ requests, scripts }: Load, limits: { bytes: number; requests: number }): void {
    const total = [...scripts.values()].reduce((sum, each) => sum + each, 0);
    expect(total).toBeGreaterThan(50_000);
    const sizes = [...scripts].map(([name, each]) => `${each} ${name}`).join('\n');
    expect.soft(total, sizes).toBeLessThanOrEqual(limits.bytes);
    expect.soft(requests.length, requests.join('\n')).toBeLessThanOrEqual(limits.requests);
}

test('the first screen loads at most 200 KB of compressed scripts in at most 30 requests', SLOW, async () => {
    const server = await startService();
    const visitor = await visit(server.url);
    await visitor.signIn();
    await visitor.page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();

    expectAtMost(await reload(visitor), { bytes: 200_000, requests: 30 });
});

const PROJECT = '/projects/default';
const FLAG = `${PROJECT}/features/lantern`;

const SCREENS = [
    '/projects',
    PROJECT,
    ...['change-requests', 'releases', 'experiments', 'settings', 'events'].map((tab) => `${PROJECT}?tab=${tab}`),
    FLAG,
    ...['usage', 'metrics', 'history', 'settings'].map((tab) => `${FLAG}?tab=${tab}`),
    `${PROJECT}/change-requests/1`,
    '/change-requests',
    '/search',
    '/playground',
    '/applications',
    '/applications/shop',
    '/history',
    '/metrics',
    '/insights',
    '/compare',
    '/releases',
    '/release-templates/new',
    '/segments',
    '/context',
    '/environments',
    '/types',
    '/integrations',
    '/api-tokens',
    '/admin',
    '/profile',
    '/connect',
    '/transfer',
];

/** A flag asks for the safeguards of each open environment; the list of all flags counts the flags of each suggested view. */
const MORE_REQUESTS: Record<string, number> = { [FLAG]: 33, '/search': 31 };

test('each screen loads at most 250 KB of compressed scripts in at most 30 requests', LONG, async () => {
    const server = await startService();
    const features = `/api/admin${PROJECT}/features`;
    await server.request('POST', features, { name: 'lantern' });
    for (const rollout of ['25', '75']) {
        await server.request('POST', `${features}/lantern/environments/production/strategies`, {
            name: 'flexibleRollout',
            parameters: { rollout, stickiness: 'default', groupId: 'lantern' },
        });
    }
    await server.request('POST', `${features}/lantern/environments/development/on`);
    await reportUsage(server, { lantern: { yes: 3, no: 1, variants: {} } });
    const changes = `/api/admin${PROJECT}/environments/production/change-requests`;
    await server.request('PUT', `${changes}/config`, { changeRequestsEnabled: true, requiredApprovals: 1 });
    const proposed = [{ feature: 'lantern', action: 'updateEnabled', payload: { enabled: true } }];
    expect(await server.request('POST', changes, proposed)).toMatchObject({ status: 200 });
    await server.request('PUT', `/api/admin${PROJECT}/change-requests/1/state`, { state: 'In review' });
    const visitor = await enter(server.url);

    for (const screen of SCREENS) {
        await visitor.goTo(screen);
        expectAtMost(await reload(visitor), { bytes: 250_000, requests: MORE_REQUESTS[screen] ?? 30 });
    }
    expect(visitor.problems).toEqual([]);
});

test(
    'the set-up of an experiment loads at most 250 KB of compressed scripts, a draft 275 KB, results 250 KB',
    SLOW,
    async () => {
        const server = await startService();
        const features = `/api/admin${PROJECT}/features`;
        await server.request('POST', features, { name: 'beacon' });
        await server.request('POST', `${features}/beacon/environments/development/strategies`, {
            ...{ name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'userId', groupId: 'beacon' } },
        });
        const experiments = `/api/admin${PROJECT}/experiments`;
        const created = await server.request('POST', experiments, {
            ...{
                name: 'Light',
                feature: 'beacon',
                environment: 'development',
                unit: 'userId',
                population: 'recomputed',
            },
            metrics: [{ key: 'bought', outcome: 'bought', kind: 'conversion', direction: 'up', role: 'primary' }],
        });
        const { id } = created.body as { id: string };
        const visitor = await enter(server.url);
        await visitor.goTo(`${PROJECT}/experiments/new`);
        expectAtMost(await reload(visitor), { bytes: 250_000, requests: 30 });
        await visitor.goTo(`${PROJECT}/experiments/${id}`);
        expectAtMost(await reload(visitor), { bytes: 275_000, requests: 40 });
        expect(await server.request('POST', `${experiments}/${id}/start`)).toMatchObject({ status: 200 });
        expectAtMost(await reload(visitor), { bytes: 250_000, requests: 40 });
        expect(visitor.problems).toEqual([]);
    },
);

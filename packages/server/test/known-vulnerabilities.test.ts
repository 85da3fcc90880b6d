import { readdirSync, readFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { expect, test } from 'vitest';
import { rawOptionsOf } from '../src/http/bodies/raw-body.ts';
import type { Route } from '../src/http/route/route.ts';
import { addressOf } from './support/samples.ts';
import { ADMIN_TOKEN, CLIENT_TOKEN, testApp } from './support/test-app.ts';

/*
 * Known vulnerability classes of services of this kind that no other test file covers. docs/security.md lists the tests for each
 * class; the first test here checks that they exist.
 */

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SOURCES = path.join(ROOT, 'packages/server/src');
const app = await testApp({
    until: 'file',
    resolve: async (host) => [host === 'fine.example' ? '93.184.216.34' : '169.254.169.254'],
});
const { secret: frontendToken } = await app.has.token({ type: 'frontend', environment: 'development' });

test('every vulnerability listed in docs/security.md has its tests', () => {
    const document = readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8');
    const rows = document
        .split('## Vulnerabilities in similar products')[1]!
        .split('\n')
        .filter((line) => /^\| (?!Vulnerability|---)/.test(line));
    expect(rows.length).toBeGreaterThanOrEqual(17);

    for (const row of rows) {
        const references = [...row.matchAll(/`([^`]+\.test\.ts)` › (.+?)(?:<br>| \|$)/g)];
        expect(references.length, row).toBeGreaterThan(0);
        for (const [, file, title] of references) {
            const titles = readFileSync(path.join(ROOT, file!), 'utf8').match(/(?<=\(\s*['`])(?:[^'`\\]|\\.)+/g) ?? [];
            expect(
                titles.some((each) => each.includes(title!)),
                `${file} has no test "${title}"`,
            ).toBe(true);
        }
    }
});

/** Sends only the Content-Length: the service may reject the request before the first byte arrives. */
function announce(route: Route, length: number, token: string): Promise<number> {
    const { hostname, port } = new URL(app.url);
    const address = addressOf(route);
    const type = rawOptionsOf(route.body)?.types[0] ?? 'application/json';
    const headers = { authorization: token, 'content-type': type, 'content-length': length };
    return new Promise((resolve, reject) => {
        const sent: ClientRequest = request(
            { hostname, port, method: route.method, path: address, headers },
            (response: IncomingMessage) => {
                resolve(response.statusCode!);
                sent.destroy();
            },
        );
        sent.on('error', reject).flushHeaders();
    });
}

const LARGEST = 64 * 1024 * 1024;
const withBody = app.routes.filter(
    (route) => route.body && route.access !== 'directory' && route.rateLimit === undefined,
);

test('CWE-770: every route rejects a body above its limit before it is read', async () => {
    expect(withBody.length).toBeGreaterThan(100);
    expect(withBody.filter(({ bodyLimit = 0 }) => bodyLimit > LARGEST)).toEqual([]);
    const tokens: Partial<Record<string, string>> = {
        client: CLIENT_TOKEN,
        sdk: CLIENT_TOKEN,
        frontend: frontendToken,
    };

    // SDKs would stop reporting after a refusal, so their reports are acknowledged and counted as dropped.
    const reports = withBody.filter(({ keepsUsableParts }) => keepsUsableParts);
    expect(reports.map(({ path }) => path)).toHaveLength(3);

    const responses = await Promise.all(
        withBody
            .filter((route) => !reports.includes(route))
            .map(async (route) => {
                const token = typeof route.access === 'string' ? tokens[route.access] : undefined;
                const status = await announce(route, LARGEST + 1, token ?? ADMIN_TOKEN);
                return `${route.method} ${route.path}: ${status}`;
            }),
    );

    // Some routes reject the request by its URL alone, because the object does not exist or cannot be changed.
    expect(responses.filter((response) => !/: (413|404|403)$/.test(response))).toEqual([]);
    expect(responses.filter((response) => response.endsWith('413')).length).toBeGreaterThan(100);
});

test('CWE-918: a URL in the internal network is rejected when it is saved, changed or called', async () => {
    const integration = (url: string) => ({
        provider: 'webhook',
        enabled: false,
        parameters: { url },
        events: ['feature-created'],
    });
    const endpoints = [
        'http://169.254.169.254/latest/meta-data',
        'http://[::ffff:127.0.0.1]/',
        'http://2130706433/',
        'https://rebound.example/',
    ];
    for (const endpoint of endpoints) {
        expect(await app.post('/api/admin/addons', integration(endpoint)), endpoint).toMatchObject({ status: 400 });
    }

    const { body: saved } = await app.post('/api/admin/addons', integration('https://fine.example/'));
    for (const endpoint of endpoints) {
        expect(await app.put(`/api/admin/addons/${saved.id}`, integration(endpoint)), endpoint).toMatchObject({
            status: 400,
        });
    }
    for (const endpoint of endpoints)
        await expect(app.services.outbound.send(endpoint, { method: 'POST', headers: {} })).rejects.toThrow();
});

test('CWE-918: all outbound requests use one module', () => {
    const calls = /\bfetch\(|\bhttps?\.(request|get)\(|from 'undici'|\bimport .*\bfrom 'node:(http2|dgram)'/;
    const outside = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
        // The CLI, an edge and telemetry call URLs that the operator configures, on the operator's own behalf.
        .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|^(outbound|cli|edge|telemetry)\//.test(file))
        // The script of a page, which runs in the browser.
        .filter((file) => file !== 'http/static/api-reference-assets.ts')
        .filter((file) => calls.test(readFileSync(path.join(SOURCES, file), 'utf8')));

    expect(outside).toEqual([]);
});

test('CWE-862: a promise that is not awaited is a lint error', () => {
    const { linter } = JSON.parse(readFileSync(path.join(ROOT, 'biome.json'), 'utf8'));

    expect(linter.rules.nursery).toMatchObject({ noFloatingPromises: 'error', noMisusedPromises: 'error' });
});

test('CWE-79: the page runs only its own scripts', async () => {
    const { headers } = await app.send('GET', '/', { token: null, headers: { accept: 'text/html' } });
    const policy = headers.get('content-security-policy') ?? '';
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';

    expect(scripts).toMatch(/'self'|'nonce-/);
    expect(scripts).not.toMatch(/unsafe|\*|https?:/);
    expect(policy).toMatch(/object-src 'none'|default-src 'none'|default-src 'self'/);
    expect(policy).toMatch(/frame-ancestors 'none'|frame-ancestors 'self'/);
});

test('the page loads nothing from other origins, so that no third party learns about its visitors', async () => {
    const { headers } = await app.send('GET', '/', { token: null, headers: { accept: 'text/html' } });
    const policy = headers.get('content-security-policy') ?? '';

    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/https?:|\*/);
});

test('CWE-79: user input is never rendered as HTML', () => {
    const pages = path.join(ROOT, 'packages/ui/src');
    const writers = readdirSync(pages, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file))
        .filter((file) =>
            /innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc/i.test(
                readFileSync(path.join(pages, file), 'utf8'),
            ),
        );

    expect(writers).toEqual([]);
});

test('CWE-1333: a pattern that blocks backtracking engines gets a response', async () => {
    const { id } = await app.has.project();
    await app.put(`/api/admin/projects/${id}/settings`, { featureNaming: { pattern: '^(a+)+$' } });

    const refused = await app.post(`/api/admin/projects/${id}/features`, { name: `${'a'.repeat(90)}_` });
    const taken = await app.post(`/api/admin/projects/${id}/features`, { name: 'a'.repeat(90) });

    expect([refused.status, taken.status]).toEqual([400, 201]);
});

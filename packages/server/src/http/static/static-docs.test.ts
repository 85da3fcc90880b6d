import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { routeServer } from '../../../test/support/route-server.ts';
import { docsPages } from './static-docs.ts';

const FLAGS = '<!doctype html><title>Flags</title>';

/** The site as built, beside a file that is not part of it. */
async function builtDocs(basePath = '') {
    const root = await mkdtemp(path.join(tmpdir(), 'halyard-docs-'));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    const folder = path.join(root, 'docs');
    await mkdir(path.join(folder, 'concepts'), { recursive: true });
    const page = async (name: string, content: string) => {
        await writeFile(path.join(folder, `${name}.html`), content);
        await writeFile(path.join(folder, `${name}.html.gz`), gzipSync(content));
        await writeFile(path.join(folder, `${name}.html.br`), brotliCompressSync(content));
    };
    await page('index', '<!doctype html><title>Home</title>');
    await page('concepts/flags', FLAGS);
    await writeFile(path.join(folder, 'not-found.html'), '<base href="/docs/"><title>Not found</title>');
    await writeFile(path.join(root, 'secret.html'), 'secret');
    const url = await routeServer([], { basePath, pages: docsPages({ basePath, folder, strictTransport: false }) });
    const agent = new Agent();
    onTestFinished(() => agent.destroy());
    /** Sends the path unchanged, and returns the bytes as sent; other clients would normalize and decode them. */
    const request = async (path: string, headers: Record<string, string> = {}) => {
        const [response] = (await once(get(url + path, { headers, agent }), 'response')) as [IncomingMessage];
        const bytes = await buffer(response);
        return { statusCode: response.statusCode, headers: response.headers, bytes, body: String(bytes) };
    };
    return { request, page };
}

test('a page is sent in the accepted encoding, and revalidated each time', async () => {
    const { request: send } = await builtDocs('/flags');
    const request = (accepted?: string) =>
        send('/flags/docs/concepts/flags', { ...(accepted !== undefined && { 'accept-encoding': accepted }) });
    const [plain, zipped, small] = await Promise.all([request(), request('gzip'), request('gzip, br')]);

    expect([plain.body, String(gunzipSync(zipped.bytes)), String(brotliDecompressSync(small.bytes))]).toEqual([
        FLAGS,
        FLAGS,
        FLAGS,
    ]);
    expect(small.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'br',
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
    });
});

test('the content security policy of all pages excludes foreign content and framing', async () => {
    const { request } = await builtDocs();

    for (const url of ['/docs/concepts/flags', '/docs/nothing']) {
        const { headers } = await request(url, { accept: 'text/html' });
        expect(String(headers['content-security-policy']).split('; ').toSorted(), url).toEqual([
            "base-uri 'self'",
            "default-src 'self'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "img-src 'self' data:",
            "object-src 'none'",
        ]);
    }
});

test('a cached page gets 304, until another of the same length replaces it', async () => {
    const { request: send, page } = await builtDocs();
    const request = (etag = '') => send('/docs/concepts/flags', { 'if-none-match': etag });
    const etag = String((await request()).headers['etag']);

    expect(await request(etag)).toMatchObject({ statusCode: 304, body: '' });
    await page('concepts/flags', FLAGS.replace('Flags', 'Ships'));
    expect(await request(etag)).toMatchObject({ statusCode: 200, body: expect.stringContaining('Ships') });
});

test('the start page is a folder, so that relative links in pages resolve', async () => {
    const { request } = await builtDocs('/flags');

    expect(await request('/flags/docs')).toMatchObject({
        statusCode: 302,
        headers: { location: '/flags/docs/' },
    });
    expect(await request('/flags/docs/')).toMatchObject({ statusCode: 200 });
});

test('a missing page gets a 404 page', async () => {
    const { request } = await builtDocs('/flags');

    expect(await request('/flags/docs/concepts/nothing', { accept: 'text/html' })).toMatchObject({
        statusCode: 404,
        body: expect.stringContaining('<base href="/flags/docs/">'),
    });
    const missing = await request('/flags/docs/nothing');
    expect({ status: missing.statusCode, ...JSON.parse(missing.body) }).toMatchObject({
        status: 404,
        name: 'NotFoundError',
    });
});

test.each([
    '/docs/../secret',
    '/docs/..%2fsecret',
    '/docs/%2e%2e/secret',
    '/docs/..%5csecret',
    '/docs/concepts/flags.html',
    '/docs/concepts',
    '/docs/%00',
    '/docs/concepts//flags',
    '/docs/concepts/flags/',
    '/docs/constructor',
    `/docs/${'long'.repeat(100)}`,
])('CWE-22: %s returns 404', async (address) => {
    const { request } = await builtDocs();

    expect(await request(address)).toMatchObject({ statusCode: 404 });
});

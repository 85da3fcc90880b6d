import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { serveDocs } from './static-docs.ts';

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
    // The same settings as the service.
    const server = fastify({ routerOptions: { ignoreDuplicateSlashes: true, ignoreTrailingSlash: true } });
    onTestFinished(() => server.close());
    serveDocs(server, { basePath, folder, strictTransport: false });
    return { server, page };
}

test('a page is sent in the accepted encoding, and revalidated each time', async () => {
    const { server } = await builtDocs('/flags');
    const request = (accepted?: string) =>
        server.inject({
            url: '/flags/docs/concepts/flags',
            headers: { ...(accepted !== undefined && { 'accept-encoding': accepted }) },
        });
    const [plain, zipped, small] = await Promise.all([request(), request('gzip'), request('gzip, br')]);

    expect([plain.body, String(gunzipSync(zipped.rawPayload)), String(brotliDecompressSync(small.rawPayload))]).toEqual(
        [FLAGS, FLAGS, FLAGS],
    );
    expect(small.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'br',
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
    });
});

test('the content security policy of all pages excludes foreign content and framing', async () => {
    const { server } = await builtDocs();

    for (const url of ['/docs/concepts/flags', '/docs/nothing']) {
        const { headers } = await server.inject({ url, headers: { accept: 'text/html' } });
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
    const { server, page } = await builtDocs();
    const request = (etag = '') => server.inject({ url: '/docs/concepts/flags', headers: { 'if-none-match': etag } });
    const etag = String((await request()).headers['etag']);

    expect(await request(etag)).toMatchObject({ statusCode: 304, body: '' });
    await page('concepts/flags', FLAGS.replace('Flags', 'Ships'));
    expect(await request(etag)).toMatchObject({ statusCode: 200, body: expect.stringContaining('Ships') });
});

test('the start page is a folder, so that relative links in pages resolve', async () => {
    const { server } = await builtDocs('/flags');

    expect(await server.inject('/flags/docs')).toMatchObject({
        statusCode: 302,
        headers: { location: '/flags/docs/' },
    });
    expect(await server.inject('/flags/docs/')).toMatchObject({ statusCode: 200 });
});

test('a missing page gets a 404 page', async () => {
    const { server } = await builtDocs('/flags');
    const browser = { headers: { accept: 'text/html' } };

    expect(await server.inject({ url: '/flags/docs/concepts/nothing', ...browser })).toMatchObject({
        statusCode: 404,
        body: expect.stringContaining('<base href="/flags/docs/">'),
    });
    expect((await server.inject('/flags/docs/nothing')).json()).toMatchObject({ statusCode: 404 });
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
    const { server } = await builtDocs();
    await server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.server.address() as AddressInfo;
    // `get` sends the path unchanged; other clients would normalize it.
    const [response] = (await once(get({ port, host: '127.0.0.1', path: address }), 'response')) as [IncomingMessage];
    response.resume();

    expect(response.statusCode).toBe(404);
});

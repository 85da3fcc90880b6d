import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { routeServer } from '../../../test/support/route-server.ts';
import { testApp } from '../../../test/support/test-app.ts';
import { uiPages } from './static-ui.ts';

/** The UI as built, beside a file that is not part of it. */
async function builtUi() {
    const root = await mkdtemp(path.join(tmpdir(), 'halyard-ui-'));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    const folder = path.join(root, 'dist');
    await mkdir(path.join(folder, 'assets'), { recursive: true });
    await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Halyard</title>');
    await writeFile(path.join(folder, 'assets', 'index-A1_b.js'), 'export {}');
    await writeFile(path.join(root, 'secret.txt'), 'secret');
    return routeServer([], {
        pages: uiPages({ basePath: '', folder, strictTransport: false, isSignedOut: () => false }),
    });
}

test('files whose names change with their content may be cached without limit', async () => {
    const response = await fetch(`${await builtUi()}/assets/index-A1_b.js`);

    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await response.text()).toBe('export {}');
});

test.each([
    '/assets/../index.html',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/x',
    '/assets/..%5c..%5csecret.txt',
    '/assets/%00',
    '/assets/.',
    '/assets/..',
    '/assets/',
    '/assets/gone.js',
])('%s returns 404', async (address) => {
    const { port } = new URL(await builtUi());
    // `get` sends the path unchanged; other clients would normalize it.
    const [response] = (await once(get({ port, host: '127.0.0.1', path: address }), 'response')) as [IncomingMessage];
    response.resume();

    expect(response.statusCode).toBe(404);
});

test.each([
    ['true', 'max-age=31536000'],
    ['false', null],
])('with SECURE_HEADERS=%s the page has the HSTS header %s', async (setting, header) => {
    const app = await testApp({ environment: { SECURE_HEADERS: setting } });

    const { status, headers } = await app.send('GET', '/', { token: null });

    expect(status).toBe(200);
    expect(headers.get('strict-transport-security')).toBe(header);
});

test.each([
    ['a browser without a session', {}, '', true],
    ['a browser with the cookie of a session', {}, 'theme=dark; halyard-session=abc', false],
    ['everybody where nobody signs in', { AUTH_TYPE: 'none' }, '', false],
])('the page says whether %s must sign in', async (_, environment, cookie, mustSignIn) => {
    const app = await testApp({ environment });

    const { body } = await app.send('GET', '/', { token: null, headers: { cookie } });

    expect(body.includes('<html data-signed-out')).toBe(mustSignIn);
});

import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/test-app.ts';

test('the API reference lists every endpoint, and is small, revalidated, and free of foreign content', async () => {
    const app = await testApp({ environment: { ENABLE_OAS: 'true', BASE_URI_PATH: '/flags' } });
    const read = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers });

    const page = await read('/docs/openapi', { 'accept-encoding': 'br' });
    const text = await page.text();
    const sources = [...text.matchAll(/(?:src|href|data-document)="([^"#]+)"/g)].map(([, address]) => address!);

    expect(page.headers.get('content-encoding')).toBe('br');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(page.headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
    for (const { operationId, summary } of app.routes) {
        expect(text).toContain(`<details id="${operationId}"`);
        expect(text).toContain(
            summary.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
        );
    }
    const { origin } = new URL(app.url);
    for (const address of sources) {
        expect(address).toMatch(/^\/flags\//);
        if (address.startsWith('/flags/docs/openapi')) expect((await fetch(origin + address)).status).toBe(200);
    }
    for (const path of ['/docs/openapi', '/docs/openapi.json']) {
        const { headers } = await read(path, { 'accept-encoding': 'br' });
        expect(headers.get('content-encoding')).toBe('br');
        expect((await read(path, { 'if-none-match': headers.get('etag')! })).status).toBe(304);
    }
    const { headers } = await read('/docs/openapi', { 'accept-encoding': 'gzip' });
    expect(headers.get('content-encoding')).toBe('gzip');
    expect(Number(headers.get('content-length'))).toBeLessThan(100_000);
});

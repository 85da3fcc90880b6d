import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Exchange } from '../pipeline/exchange.ts';
import type { WebPage } from '../pipeline/web-page.ts';
import { pageHeaders, sendFile } from './static-files.ts';

export interface StaticUiOptions {
    basePath: string;
    /** The folder of the built UI. */
    folder: string;
    /** Send the HSTS header. */
    strictTransport: boolean;
    /** Whether a request with these cookies has no session. The page contains the answer, so that the UI sends no request that must fail. */
    isSignedOut(cookies: string | undefined): boolean;
}

/** Paths of APIs: unknown paths below them return an error, not a page. */
const NOT_PAGES =
    /^\/(api|auth|docs|health|ready|internal-backstage|invite|logout|edge|scim|ofrep|openfeature|\.well-known)(\/|$)/;

/** Only names that the build creates are served. */
const ASSET = /^\/assets\/([\w-][\w.-]*\.([a-z0-9]+))$/;

const TYPES: Readonly<Record<string, string>> = {
    css: 'text/css; charset=utf-8',
    js: 'text/javascript; charset=utf-8',
    json: 'application/json; charset=utf-8',
    svg: 'image/svg+xml',
    woff2: 'font/woff2',
};

const NOT_BUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Halyard</title>
<h1>Halyard runs</h1>
<p>Its web interface is not built. <code>npm start</code> builds it, and so does <code>npm run build</code>; then start again.</p>
<p>The API is complete without it: see <a href="docs/openapi">its documentation</a>.</p>
</html>
`;

/** The web UI: its files, and its single page for every path of a screen. */
export function uiPages({ basePath, folder, strictTransport, isSignedOut }: StaticUiOptions): WebPage[] {
    const pageFile = join(folder, 'index.html');
    const isBuilt = existsSync(pageFile);

    async function page({ headers, reply }: Exchange): Promise<string> {
        // Read on each request, so that a new build needs no restart.
        const text = isBuilt ? await readFile(pageFile, 'utf8') : NOT_BUILT;
        const nonce = randomBytes(16).toString('base64');
        reply.addAll(pageHeaders(policy(nonce), strictTransport));
        return text
            .replace('<html', isSignedOut(headers.cookie) ? '<html data-signed-out' : '<html')
            .replace(/<base href="[^"]*"/, `<base href="${basePath}/"`)
            .replaceAll('__NONCE__', nonce);
    }

    const asset = (exchange: Exchange, name: string, type: string, cacheControl: string) =>
        sendFile(exchange, join(folder, name), {
            'cache-control': cacheControl,
            'content-type': TYPES[type] ?? 'application/octet-stream',
        });

    return [
        {
            path: '/assets/*',
            serve: async (exchange, path) => {
                const [, name, type] = ASSET.exec(path) ?? [];
                if (!isBuilt || !name || !type) return undefined;
                // The names of these files change with their content.
                return asset(exchange, `assets/${name}`, type, 'public, max-age=31536000, immutable');
            },
        },
        {
            path: '/favicon.svg',
            serve: async (exchange) => asset(exchange, 'favicon.svg', 'svg', 'public, max-age=86400'),
        },
        {
            path: '/*',
            serve: async (exchange, path) => {
                // The root URL, which is printed at the start, returns the page to clients other than browsers, too.
                const wantsPage = path === '/' || exchange.headers.accept?.includes('text/html');
                return wantsPage && !NOT_PAGES.test(path) ? page(exchange) : undefined;
            },
        },
    ];
}

/** Only scripts and styles of this server. The nonce is for styles that the components generate. */
const policy = (nonce: string) => [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'self'",
];

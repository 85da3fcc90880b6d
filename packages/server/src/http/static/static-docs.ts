import { join } from 'node:path';
import type { Exchange } from '../pipeline/exchange.ts';
import type { WebPage } from '../pipeline/web-page.ts';
import type { Bytes } from '../route/route.ts';
import { pageHeaders, readIfExists, sendFile } from './static-files.ts';

export interface StaticDocsOptions {
    basePath: string;
    /** The folder of the built pages, which may be missing. */
    folder: string;
    /** Send the HSTS header. */
    strictTransport: boolean;
}

/** The names of pages in the build. Other paths return 404, so that no path leads out of the folder. */
const PAGE = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/;

/** Only content of this server; these pages need no inline styles. */
export const DOCS_POLICY = [
    "default-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'none'",
];

/** The user documentation: prebuilt pages below `/docs/`. */
export function docsPages({ basePath, folder, strictTransport }: StaticDocsOptions): WebPage[] {
    const headers = pageHeaders(DOCS_POLICY, strictTransport);

    async function serve(exchange: Exchange, path: string): Promise<Bytes | undefined> {
        // The path as requested: a trailing slash makes no difference to the router, but changes the base of relative links.
        if (path === '/docs') {
            exchange.reply.status(302);
            exchange.reply.header('location', `${basePath}/docs/`);
            return '';
        }
        const page = path.slice('/docs/'.length) || 'index';
        const content = PAGE.test(page) ? await sendFile(exchange, join(folder, `${page}.html`), headers) : undefined;
        return content ?? notFoundPage(exchange);
    }

    async function notFoundPage({ headers: { accept }, reply }: Exchange): Promise<string | undefined> {
        const page = accept?.includes('text/html') ? await readIfExists(join(folder, 'not-found.html')) : undefined;
        if (page === undefined) return undefined;
        reply.status(404);
        reply.addAll(headers);
        return page.toString().replace('<base href="/docs/">', `<base href="${basePath}/docs/">`);
    }

    return [
        { path: '/docs', serve },
        { path: '/docs/*', serve },
    ];
}

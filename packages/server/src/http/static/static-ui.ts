import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';

export interface StaticUiOptions {
    basePath: string;
    /** The folder of the built UI. */
    folder: string;
    /** Send the HSTS header. */
    strictTransport: boolean;
    /** Whether a request with these cookies has no session. The page contains the answer, so that the UI sends no request that must fail. */
    isSignedOut(cookies: string | undefined): boolean;
}

const YEAR_IN_MS = 365 * 24 * 60 * 60 * 1000;

/** Paths of APIs: unknown paths below them return an error, not a page. */
const NOT_PAGES =
    /^\/(api|auth|docs|health|ready|internal-backstage|invite|logout|edge|scim|ofrep|openfeature|\.well-known)(\/|$)/;

const NOT_BUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Halyard</title>
<h1>Halyard runs</h1>
<p>Its web interface is not built. <code>npm start</code> builds it, and so does <code>npm run build</code>; then start again.</p>
<p>The API is complete without it: see <a href="docs/openapi">its documentation</a>.</p>
</html>
`;

/** Serves the web UI: its files, and its single page for every path of a screen. */
export async function serveUi(
    server: FastifyInstance,
    { basePath, folder, strictTransport, isSignedOut }: StaticUiOptions,
): Promise<void> {
    const pageFile = join(folder, 'index.html');
    const isBuilt = existsSync(pageFile);
    async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
        // Read on each request, so that a new build needs no restart.
        const page = isBuilt ? await readFile(pageFile, 'utf8') : NOT_BUILT;
        const nonce = randomBytes(16).toString('base64');
        return reply
            .headers({
                'content-security-policy': policy(nonce),
                'cache-control': 'no-cache',
                'referrer-policy': 'same-origin',
                'cross-origin-opener-policy': 'same-origin',
                ...(strictTransport && { 'strict-transport-security': 'max-age=31536000' }),
            })
            .type('text/html; charset=utf-8')
            .send(
                page
                    .replace('<html', isSignedOut(request.headers.cookie) ? '<html data-signed-out' : '<html')
                    .replace(/<base href="[^"]*"/, `<base href="${basePath}/"`)
                    .replaceAll('__NONCE__', nonce),
            );
    }

    async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
        const path = request.url.slice(basePath.length).split('?')[0] ?? '/';
        // The root URL, which is printed at the start, returns the page to clients other than browsers, too.
        const wantsPage = path === '/' || request.headers.accept?.includes('text/html');
        if (!request.url.startsWith(basePath) || NOT_PAGES.test(path) || !wantsPage) {
            reply.callNotFound();
            return reply;
        }
        return sendPage(request, reply);
    }

    const pages: FastifyPluginAsync = async (scoped) => {
        if (isBuilt) {
            await scoped.register(fastifyStatic, {
                root: folder,
                serve: false,
                index: false,
                cacheControl: false,
                preCompressed: true,
            });
            // The names of these files change with their content.
            scoped.get<{ Params: { '*': string } }>(`${basePath}/assets/*`, (request, reply) => {
                const file = request.params['*'];
                // Only names that the build creates are served.
                if (!/^[\w-][\w.-]*$/.test(file)) return reply.callNotFound();
                return reply.sendFile(`assets/${file}`, { cacheControl: true, maxAge: YEAR_IN_MS, immutable: true });
            });
            scoped.get(`${basePath}/favicon.svg`, (_request, reply) =>
                reply.sendFile('favicon.svg', { cacheControl: true, maxAge: 24 * 60 * 60 * 1000 }),
            );
        }
        scoped.get(`${basePath}/`, serve);
        scoped.get(`${basePath}/*`, serve);
    };
    await server.register(pages);
}

/** Only scripts and styles of this server. The nonce is for styles that the components generate. */
const policy = (nonce: string) =>
    [
        "default-src 'self'",
        "script-src 'self'",
        `style-src 'self' 'nonce-${nonce}'`,
        "img-src 'self' data:",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'self'",
        "form-action 'self'",
    ].join('; ');

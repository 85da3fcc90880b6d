import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../bodies/etag.ts';
import { Negotiation } from '../bodies/negotiation.ts';

export interface StaticDocsOptions {
    basePath: string;
    /** The folder of the built pages, which may be missing. */
    folder: string;
    /** Send the HSTS header. */
    strictTransport: boolean;
}

/** The names of pages in the build. Other paths return 404, so that no path leads out of the folder. */
const PAGE = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/;

/** The file extensions; the build creates the compressed files. */
const ENDINGS = { br: '.br', gzip: '.gz', identity: '' };

/** Only content of this server; these pages need no inline styles. */
const POLICY = [
    "default-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'none'",
].join('; ');

/** Serves the user documentation: prebuilt pages below `/docs/`. */
export function serveDocs(server: FastifyInstance, { basePath, folder, strictTransport }: StaticDocsOptions): void {
    const negotiation = new Negotiation(['br', 'gzip']);
    const headers = {
        'content-security-policy': POLICY,
        'cache-control': 'no-cache',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        ...(strictTransport && { 'strict-transport-security': 'max-age=31536000' }),
    };

    async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
        // The path as requested: a trailing slash makes no difference to the router, but changes the base of relative links.
        const [address = ''] = request.url.split('?');
        if (address === `${basePath}/docs`) return reply.redirect(`${basePath}/docs/`);
        const page = address.slice(`${basePath}/docs/`.length) || 'index';
        const encoding = negotiation.encodingFor(request.headers['accept-encoding']);
        const content = PAGE.test(page)
            ? await readIfExists(join(folder, `${page}.html${ENDINGS[encoding]}`))
            : undefined;
        if (content === undefined) return sendNotFound(request, reply);
        // A hash of the content: all files of a package have the same time, and a page of a new release may have the same length.
        const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
        reply.headers({ ...headers, etag, vary: 'accept-encoding' }).type('text/html; charset=utf-8');
        if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send();
        if (encoding !== 'identity') reply.header('content-encoding', encoding);
        return reply.send(content);
    }

    async function sendNotFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
        const page = request.headers.accept?.includes('text/html')
            ? await readIfExists(join(folder, 'not-found.html'))
            : undefined;
        if (page === undefined) {
            reply.callNotFound();
            return reply;
        }
        return reply
            .status(404)
            .headers(headers)
            .type('text/html; charset=utf-8')
            .send(page.toString().replace('<base href="/docs/">', `<base href="${basePath}/docs/">`));
    }

    server.get(`${basePath}/docs`, sendPage);
    server.get(`${basePath}/docs/*`, sendPage);
}

/** Reads a file on each request, so that a new build needs no restart. */
async function readIfExists(file: string): Promise<Buffer | undefined> {
    return readFile(file).catch((error: NodeJS.ErrnoException) => {
        // A URL may be longer than any file name.
        if (error.code === 'ENOENT' || error.code === 'ENAMETOOLONG') return undefined;
        throw error;
    });
}

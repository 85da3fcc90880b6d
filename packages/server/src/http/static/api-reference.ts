import { createHash } from 'node:crypto';
import { matchesEtag } from '../bodies/etag.ts';
import { Negotiation } from '../bodies/negotiation.ts';
import { ByteChunks, Payload } from '../bodies/payload.ts';
import type { Exchange } from '../pipeline/exchange.ts';
import type { WebPage } from '../pipeline/web-page.ts';
import type { OpenApiDocument } from '../route/openapi.ts';
import type { Bytes } from '../route/route.ts';
import { SCRIPT, STYLE } from './api-reference-assets.ts';
import { apiReferenceHtml } from './api-reference-html.ts';
import { DOCS_POLICY } from './static-docs.ts';
import { pageHeaders } from './static-files.ts';

interface ApiReferenceOptions {
    basePath: string;
    /** Send the HSTS header. */
    strictTransport: boolean;
}

const negotiation = new Negotiation(['br', 'gzip']);

/**
 * The document at `/docs/openapi.json` and a page to read it at `/docs/openapi`. They are rarely used, and creating them takes
 * longer than the rest of a start, so the first request creates them.
 */
export function apiReferencePages(
    makeDocument: () => OpenApiDocument,
    { basePath, strictTransport }: ApiReferenceOptions,
): WebPage[] {
    const document = once(makeDocument);
    const headers = pageHeaders(DOCS_POLICY, strictTransport);
    const page = (text: () => string, contentType: string): WebPage['serve'] => {
        const content = once(() => contentOf(text()));
        return (exchange) => send(exchange, content(), { ...headers, 'content-type': contentType });
    };
    const html = page(() => apiReferenceHtml(document(), basePath), headers['content-type']);
    return [
        {
            path: '/docs/openapi.json',
            serve: page(() => JSON.stringify(document()), 'application/json; charset=utf-8'),
        },
        { path: '/docs/openapi', serve: html },
        { path: '/docs/openapi/style.css', serve: page(() => STYLE, 'text/css; charset=utf-8') },
        { path: '/docs/openapi/script.js', serve: page(() => SCRIPT, 'text/javascript; charset=utf-8') },
    ];
}

interface Content {
    payload: Payload;
    etag: string;
}

const contentOf = (text: string): Content => ({
    payload: Payload.ofText(text),
    etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
});

async function send(
    { headers: { 'if-none-match': known, 'accept-encoding': accepted }, reply }: Exchange,
    { payload, etag }: Content,
    headers: Readonly<Record<string, string>>,
): Promise<Bytes> {
    reply.addAll({ ...headers, etag, vary: 'accept-encoding' });
    if (matchesEtag(known, etag)) {
        reply.status(304);
        reply.remove('content-type');
        return '';
    }
    const encoding = negotiation.encodingFor(accepted);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    const bytes = await payload.in(encoding);
    return bytes instanceof ByteChunks ? Buffer.concat(bytes.chunks) : bytes;
}

function once<T>(make: () => T): () => T {
    let made: { value: T } | undefined;
    return () => {
        made ??= { value: make() };
        return made.value;
    };
}

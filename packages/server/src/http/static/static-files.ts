import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { matchesEtag } from '../bodies/etag.ts';
import { Negotiation } from '../bodies/negotiation.ts';
import type { Exchange } from '../pipeline/exchange.ts';

/** The file extensions; the build creates the compressed files. */
const ENDINGS = { br: '.br', gzip: '.gz', identity: '' };

const negotiation = new Negotiation(['br', 'gzip']);

/** Returns a file in an accepted encoding, with its headers; nothing if the client has it already, undefined if there is none. */
export async function sendFile(
    { headers, reply }: Exchange,
    file: string,
    ownHeaders: Readonly<Record<string, string>>,
): Promise<Buffer | string | undefined> {
    const accepted = negotiation.encodingFor(headers['accept-encoding']);
    const inAccepted = await readIfExists(file + ENDINGS[accepted]);
    const content = inAccepted ?? (await readIfExists(file));
    if (content === undefined) return undefined;
    // A hash of the content: all files of a package have the same time, and a page of a new release may have the same length.
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
    reply.addAll({ ...ownHeaders, etag, vary: 'accept-encoding' });
    if (matchesEtag(headers['if-none-match'], etag)) {
        reply.status(304);
        reply.remove('content-type');
        return '';
    }
    if (inAccepted && accepted !== 'identity') reply.header('content-encoding', accepted);
    return content;
}

/** Reads a file on each request, so that a new build needs no restart. */
export async function readIfExists(file: string): Promise<Buffer | undefined> {
    return readFile(file).catch((error: NodeJS.ErrnoException) => {
        // A URL may be longer than any file name, or name a folder.
        if (error.code === 'ENOENT' || error.code === 'ENAMETOOLONG' || error.code === 'EISDIR') return undefined;
        throw error;
    });
}

/** The headers of pages: content of this server only, as `policy` states, and revalidated on each use. */
export const pageHeaders = (policy: readonly string[], strictTransport: boolean) => ({
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-cache',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    ...(strictTransport && { 'strict-transport-security': 'max-age=31536000' }),
    'content-type': 'text/html; charset=utf-8',
});

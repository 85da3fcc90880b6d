import type { IncomingMessage } from 'node:http';
import { unsupportedBody, unsupportedContentType } from '../../core/errors/errors.ts';
import { parseLargeJsonBody } from '../bodies/json-body.ts';
import { rawOptionsOf, readRawBody } from '../bodies/raw-body.ts';
import { readBody } from '../bodies/read-body.ts';
import { readForm } from '../bodies/read-form.ts';
import type { Route } from '../route/route.ts';

/** Sufficient for any single change; routes that need more declare it. */
export const BODY_LIMIT = 512 * 1024;

const FORM = 'application/x-www-form-urlencoded';

/** Reads and parses the body as the route declares it. A body that the route does not use is read as JSON, too. */
export async function requestBody(request: IncomingMessage, route: Route): Promise<unknown> {
    if (request.method === 'GET' || request.method === 'HEAD') return undefined;
    const { headers } = request;
    const header = headers['content-type'];
    const raw = rawOptionsOf(route.body);
    if (header === undefined && !hasBody(request)) {
        if (!route.body || route.keepsUsableParts) return undefined;
        throw raw ? unsupportedBody('content type', undefined, raw.types) : unsupportedContentType(undefined);
    }
    if (raw) return readRawBody(request, headers, raw);
    const type = (header ?? '').split(';', 1)[0]!.trim().toLowerCase();
    if (!accepts(route, type) && !route.keepsUsableParts) throw unsupportedContentType(header);
    const length = Number(headers['content-length']);
    const bytes = await readBody(request, { length, limit: route.bodyLimit ?? BODY_LIMIT });
    if (type === FORM) return readForm(bytes.toString(), route.body);
    return bytes.length === 0 ? undefined : parseLargeJsonBody(bytes);
}

const hasBody = ({ headers }: IncomingMessage) =>
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;

const accepts = ({ takesForm, mediaType }: Route, type: string) =>
    type === 'application/json' || type === mediaType || (takesForm === true && type === FORM);

import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type TSchema, type TUnsafe, Type } from 'typebox';
import { invalid, payloadTooLarge, unsupportedBody } from '../../core/errors/errors.ts';
import { readBody } from './read-body.ts';

/** A body that the handler decodes. */
export interface RawBody {
    /** One of the declared types, in lower case and without parameters. */
    type: string;
    /** The content encoding that the handler has to decode: one of the declared ones, or `identity`. */
    encoding: string;
    bytes: Buffer;
}

interface RawOptions {
    /** The accepted media types, in lower case. */
    types: readonly string[];
    /** In bytes, as sent and after gzip is decoded. */
    limit: number;
    /** Content encodings besides gzip, which the handler decodes. */
    encodings?: readonly string[];
    description?: string;
}

type RawSchema = TUnsafe<RawBody> & { raw: RawOptions };

/** Declares a body of other media types than JSON. It is passed to the handler as bytes; gzip is decoded. */
export function Raw(raw: RawOptions): RawSchema {
    return { ...Type.Unsafe<RawBody>({ ...(raw.description && { description: raw.description }) }), raw };
}

export const rawOptionsOf = (body: TSchema | undefined): RawOptions | undefined => (body as RawSchema | undefined)?.raw;

/** Reads a declared body. */
export async function readRawBody(
    payload: Readable,
    headers: IncomingHttpHeaders,
    { types, limit, encodings = [] }: RawOptions,
): Promise<RawBody> {
    const type = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
    if (!types.includes(type)) {
        throw unsupportedBody('content type', headers['content-type'], types);
    }
    const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
    if (encoding !== 'identity' && encoding !== 'gzip' && !encodings.includes(encoding)) {
        throw unsupportedBody('content encoding', encoding, ['gzip', ...encodings]);
    }
    const bytes = await readBody(payload, { length: Number(headers['content-length']), limit });
    if (encoding !== 'gzip') return { type, encoding, bytes };
    return { type, encoding: 'identity', bytes: await unzipped(bytes, limit) };
}

async function unzipped(bytes: Buffer, limit: number): Promise<Buffer> {
    try {
        return await promisify(gunzip)(bytes, { maxOutputLength: limit });
    } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw payloadTooLarge(limit);
        throw invalid('The request body is not valid gzip data. Send it as its content-encoding header says.', '/body');
    }
}

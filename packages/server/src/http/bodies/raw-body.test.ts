import { gzipSync } from 'node:zlib';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { routeServer } from '../../../test/support/route-server.ts';
import { openApiDocument } from '../route/openapi.ts';
import { routeWithTag } from '../route/route.ts';
import { Raw } from './raw-body.ts';

const LIMIT = 10_000;
const route = routeWithTag('Test');
const routes = [
    route('POST /bytes', {
        operationId: 'sendBytes',
        summary: 'Returns what it received',
        access: 'public',
        body: Raw({
            types: ['application/x-protobuf', 'application/json'],
            limit: LIMIT,
            encodings: ['snappy'],
            description: 'A message',
        }),
        responds: {
            status: 200,
            body: Type.Object({ type: Type.String(), encoding: Type.String(), hex: Type.String() }),
        },
        handler: ({ body: { bytes, ...kind } }) => ({ ...kind, hex: bytes.toString('hex') }),
    }),
];

const PROTOBUF = { 'content-type': 'application/x-protobuf' };

async function send(body: Buffer | undefined, headers: Record<string, string>, isChunked = false) {
    const url = await routeServer(routes);
    const content = body && isChunked ? new Blob([new Uint8Array(body)]).stream() : body && new Uint8Array(body);
    const response = await fetch(`${url}/bytes`, {
        method: 'POST',
        headers,
        ...(content && { body: content, duplex: 'half' }),
    } as RequestInit);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test.each([false, true])('a raw body reaches the handler unchanged (chunked: %s)', async (isChunked) => {
    expect(await send(Buffer.from('00ff10', 'hex'), PROTOBUF, isChunked)).toEqual({
        status: 200,
        body: { type: 'application/x-protobuf', encoding: 'identity', hex: '00ff10' },
    });
});

test('a raw body of JSON is not parsed, and parameters of its type do not matter', async () => {
    expect(await send(Buffer.from('{'), { 'content-type': 'Application/JSON; charset=utf-8' })).toMatchObject({
        status: 200,
        body: { type: 'application/json', hex: '7b' },
    });
});

test('an empty raw body is a body without bytes', async () => {
    expect(await send(undefined, PROTOBUF)).toMatchObject({ status: 200, body: { hex: '' } });
});

test('gzip is decoded, and other declared encodings are left to the handler', async () => {
    const gzip = { ...PROTOBUF, 'content-encoding': 'gzip' };
    const twoMembers = Buffer.concat([gzipSync(Buffer.from([1])), gzipSync(Buffer.from([2]))]);

    expect(await send(twoMembers, gzip, true)).toMatchObject({ body: { encoding: 'identity', hex: '0102' } });
    expect(await send(Buffer.from([3]), { ...PROTOBUF, 'content-encoding': 'snappy' })).toMatchObject({
        body: { encoding: 'snappy', hex: '03' },
    });
});

test('the limit of a raw body applies to its size as sent and unpacked', async () => {
    const gzip = { ...PROTOBUF, 'content-encoding': 'gzip' };
    const message = 'The request body is larger than the 10000 bytes accepted here.';

    expect(await send(Buffer.alloc(LIMIT), PROTOBUF)).toMatchObject({ status: 200 });
    expect(await send(gzipSync(Buffer.alloc(LIMIT)), gzip)).toMatchObject({ status: 200 });
    expect(await send(Buffer.alloc(LIMIT + 1), PROTOBUF)).toMatchObject({ status: 413, body: { message } });
    expect(await send(Buffer.alloc(LIMIT + 1), PROTOBUF, true)).toMatchObject({ status: 413, body: { message } });
    expect(await send(gzipSync(Buffer.alloc(10_000_000)), gzip)).toMatchObject({ status: 413, body: { message } });
    const emptyMembers = Buffer.concat(Array.from({ length: 1_000 }, () => gzipSync('')));
    expect(await send(emptyMembers, gzip, true)).toMatchObject({ status: 413, body: { message } });
});

test.each([
    [{}, 'No content type was given. Send application/x-protobuf or application/json.'],
    [
        { 'content-type': 'text/plain' },
        'The content type "text/plain" is not supported. Send application/x-protobuf or application/json.',
    ],
    [{ ...PROTOBUF, 'content-encoding': 'br' }, 'The content encoding "br" is not supported. Send gzip or snappy.'],
])('a raw body with the headers %j is refused with the accepted ones', async (headers, message) => {
    expect(await send(Buffer.from([1]), headers)).toMatchObject({ status: 415, body: { message } });
});

test('a raw body that is not the gzip data it says is refused', async () => {
    const headers = { ...PROTOBUF, 'content-encoding': 'gzip' };
    const truncated = gzipSync(Buffer.from('complete')).subarray(0, -4);

    expect(await send(Buffer.from('plain'), headers)).toMatchObject({ status: 400 });
    expect(await send(truncated, headers)).toMatchObject({ status: 400 });
});

test('a raw body is documented with its media types', () => {
    const { paths } = openApiDocument(routes, { version: '1', basePath: '' });
    const schema = { type: 'string', format: 'binary', maxLength: LIMIT, description: 'A message' };

    expect(paths['/bytes']!['post']).toMatchObject({
        requestBody: {
            required: true,
            content: { 'application/x-protobuf': { schema }, 'application/json': { schema } },
        },
    });
});

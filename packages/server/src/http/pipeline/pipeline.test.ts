import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import { routeServer } from '../../../test/support/route-server.ts';
import { routeWithTag } from '../route/route.ts';

const route = routeWithTag('Test');
const Text = Type.Object({ text: Type.String() }, { additionalProperties: false });
let fail: () => Readable;
let called: () => void = () => undefined;
const routes = [
    route('GET /long', {
        operationId: 'long',
        summary: 'A long response',
        access: 'public',
        responds: { status: 200, body: Text },
        handler: () => ({ text: 'ü'.repeat(100_000) }),
    }),
    route('POST /echo', {
        operationId: 'echo',
        summary: 'Returns its body',
        access: 'public',
        forOtherSites: true,
        body: Text,
        responds: { status: 200, body: Text },
        handler: ({ body }) => {
            called();
            return body;
        },
    }),
    route('POST /limited', {
        operationId: 'limited',
        summary: 'Twice per minute',
        access: 'public',
        rateLimit: 2,
        responds: { status: 204 },
        handler: () => undefined,
    }),
    route('GET /broken', {
        operationId: 'broken',
        summary: 'Fails while it is sent',
        access: 'public',
        responds: { status: 200, contentType: 'text/csv', body: Type.String() },
        handler: (_request, reply) => {
            reply.header('content-type', 'text/csv');
            return fail();
        },
    }),
    route('GET /cookies', {
        operationId: 'cookies',
        summary: 'Sets two cookies',
        access: 'public',
        responds: { status: 204 },
        handler: (_request, reply) => {
            reply.header('set-cookie', 'a=1');
            reply.header('set-cookie', 'b=2');
            reply.header('x-last', 'first');
            reply.header('x-last', 'second');
        },
    }),
];

async function open(options: Parameters<typeof routeServer>[1] = {}): Promise<{ socket: Socket; url: string }> {
    const url = await routeServer(routes, options);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    return { socket: socket.setEncoding('utf8'), url };
}

/** Sends requests of which the last one closes the connection, and returns all responses. */
async function exchange(text: string): Promise<string> {
    const { socket } = await open();
    socket.write(text);
    return (await socket.toArray()).join('');
}

const HOST = 'Host: x\r\n';
const CLOSE = `${HOST}Connection: close\r\n`;
const JSON_TYPE = 'Content-Type: application/json\r\n';
const statuses = (responses: string) =>
    [...responses.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));

test('pipelined requests get their responses in order, also after one that is refused before its body is read', async () => {
    const post = (type: string, body: string, head: string) =>
        `POST /echo HTTP/1.1\r\n${head}Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

    const responses = await exchange(
        post('application/json', '{"text":"first"}', HOST) +
            post('text/plain', '{"text":"refused"}', HOST) +
            post('application/json', '{"text"', HOST) +
            post('application/json', '{"text":"last"}', CLOSE),
    );

    expect(statuses(responses)).toEqual([200, 415, 400, 200]);
    expect(responses.indexOf('first')).toBeLessThan(responses.indexOf('last'));
});

test('a client that waits for 100 Continue sends its body after it', async () => {
    const { socket } = await open();
    socket.write(`POST /echo HTTP/1.1\r\n${CLOSE}${JSON_TYPE}Content-Length: 13\r\nExpect: 100-continue\r\n\r\n`);
    const [first] = await once(socket, 'data');
    socket.write('{"text":"ok"}');
    const rest = (await socket.toArray()).join('');

    expect(first).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    expect(statuses(rest)).toEqual([200]);
    expect(rest).toContain('{"text":"ok"}');
});

test('a body above the limit gets 413, and its connection is closed', async () => {
    const responses = await exchange(
        `POST /echo HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 600000\r\n\r\n${'x'.repeat(1_000)}`,
    );

    expect(statuses(responses)).toEqual([413]);
    expect(responses).toMatch(/^connection: close\r$/im);
});

test('a handler does not run for an upload that is aborted, and the server continues', async () => {
    let calls = 0;
    called = () => void calls++;
    const { socket, url } = await open();
    socket.write(`POST /echo HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 100\r\n\r\n{"text"`);
    await once(socket, 'connect');
    socket.resetAndDestroy();

    const response = await fetch(`${url}/echo`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"text":"next"}',
    });

    expect(await response.json()).toEqual({ text: 'next' });
    expect(calls).toBe(1);
});

test('HEAD has the headers of GET and no body', async () => {
    const [head, get] = await Promise.all(
        ['HEAD', 'GET'].map((method) => exchange(`${method} /long HTTP/1.1\r\n${CLOSE}\r\n`)),
    );
    const headersOf = (response: string) =>
        response
            .split('\r\n\r\n')[0]!
            .split('\r\n')
            .filter((line) => !/^(date|vary):/i.test(line));

    expect(head!.split('\r\n\r\n')[1]).toBe('');
    expect(headersOf(head!)).toEqual(headersOf(get!));
    expect(headersOf(head!)).toContain('content-length: 200011');
});

test('OPTIONS responds to preflight requests of routes for other sites, and nowhere else', async () => {
    const preflight = (path: string) =>
        exchange(
            `OPTIONS ${path} HTTP/1.1\r\n${CLOSE}Origin: https://a.example\r\nAccess-Control-Request-Headers: x-a\r\n\r\n`,
        );
    const allowed = await preflight('/echo/');

    expect(statuses(allowed)).toEqual([204]);
    expect(allowed).toContain('access-control-allow-headers: x-a\r\n');
    expect(allowed).not.toMatch(/^content-(length|type)/im);
    expect(statuses(await preflight('/limited'))).toEqual([404]);
});

test('the limit of requests per minute is reported, with the time to wait', async () => {
    const request = (head: string) => `POST /limited HTTP/1.1\r\n${head}Content-Length: 0\r\n\r\n`;

    const responses = await exchange(request(HOST) + request(HOST) + request(CLOSE));

    expect(statuses(responses)).toEqual([204, 204, 429]);
    expect(responses).toMatch(/^retry-after: (60|59)\r$/m);
    expect(responses).toMatch(/More than 2 requests in a minute\. Try again in (1 minute|59 seconds)\./);
});

test('several cookies are several headers, and any other header replaces an earlier one', async () => {
    const response = await exchange(`GET /cookies HTTP/1.1\r\n${CLOSE}\r\n`);

    expect(response.match(/^(set-cookie|x-last): .*$/gm)).toEqual([
        'set-cookie: a=1',
        'set-cookie: b=2',
        'x-last: second',
    ]);
});

test('a response that fails before its first byte is an error', async () => {
    fail = () => new Readable({ read: (): void => void 0 }).destroy(new Error('secret'));

    const response = await exchange(`GET /broken HTTP/1.1\r\n${CLOSE}\r\n`);

    expect(statuses(response)).toEqual([500]);
    expect(response).toContain('"name":"InternalError"');
    expect(response).not.toContain('secret');
});

test('a response that fails later is recognisably incomplete', async () => {
    fail = () =>
        Readable.from(
            (async function* () {
                yield 'first';
                throw new Error('secret');
            })(),
        );

    const response = await exchange(`GET /broken HTTP/1.1\r\n${CLOSE}\r\n`).catch(() => '');

    expect(response).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(response).not.toContain('secret');
});

test('a response that is created while it is sent stops when its client disconnects', async () => {
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
    fail = () =>
        Readable.from(
            (async function* () {
                try {
                    for (;;) yield 'x'.repeat(100_000);
                } finally {
                    stop();
                }
            })(),
        );
    const { socket } = await open();
    socket.write(`GET /broken HTTP/1.1\r\n${HOST}\r\n`);
    await once(socket, 'data');
    socket.destroy();

    await stopped;
});

test('URLs with invalid escape sequences get 400, and unknown paths of the API 401', async () => {
    expect(statuses(await exchange(`GET /echo/%e HTTP/1.1\r\n${CLOSE}\r\n`))).toEqual([400]);
    expect(statuses(await exchange(`GET //api//none HTTP/1.1\r\n${CLOSE}\r\n`))).toEqual([401]);
    expect(statuses(await exchange(`GET /none HTTP/1.1\r\n${CLOSE}\r\n`))).toEqual([404]);
});

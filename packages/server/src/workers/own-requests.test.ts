import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import type { Route } from '../http/route/route.ts';
import { createIsOwn } from './own-requests.ts';

const routes = [
    { method: 'GET', path: '/api/client/features', responds: { status: 200 } },
    { method: 'GET', path: '/api/client/features/:featureName', responds: { status: 200 } },
    { method: 'GET', path: '/api/client/streaming', responds: { status: 200, contentType: 'text/event-stream' } },
    { method: 'POST', path: '/api/frontend', forOtherSites: true, responds: { status: 200 } },
] as Route[];
const TOKEN = { authorization: '*:development.secret' };

const isOwn = (asked: Partial<IncomingMessage>, everyoneIsLetIn = false) =>
    createIsOwn({ routes, basePath: '/flags', everyoneIsLetIn })({
        method: 'GET',
        url: '/flags/api/client/features',
        headers: TOKEN,
        ...asked,
    } as IncomingMessage);

test.each<[string, boolean, Partial<IncomingMessage>]>([
    ['a route of SDKs', true, {}],
    ['the same with a query', true, { url: '/flags/api/client/features?namePrefix=a' }],
    ['one with a parameter', true, { url: '/flags/api/client/features/a.b' }],
    ['a parameter that is written in an unusual way', false, { url: '/flags/api/client/features/a%2Fb' }],
    ['a slash too many', false, { url: '/flags/api/client/features/' }],
    ['another base path', false, { url: '/api/client/features' }],
    ['what is about a route of SDKs without being one', false, { url: '/flags/api/client/features/a/b' }],
    ['the head of a list', true, { method: 'HEAD' }],
    ['the head of a stream', false, { method: 'HEAD', url: '/flags/api/client/streaming' }],
    [
        'what a page asks before it posts',
        true,
        { method: 'OPTIONS', url: '/flags/api/frontend', headers: { cookie: 'x' } },
    ],
    ['another method', false, { method: 'DELETE' }],
    ['the admin API', false, { url: '/flags/api/admin/projects' }],
    ['a personal token', false, { headers: { authorization: 'user:secret' } }],
    ['the token of a directory', false, { headers: { authorization: 'Bearer scim:secret' } }],
    ['a session', false, { headers: { cookie: 'session=1' } }],
    ['nothing to show', true, { headers: {} }],
])('%s: answered by a worker: %s', (_what, expected, asked) => {
    expect(isOwn(asked)).toBe(expected);
});

test('where SDKs need no token, a session is ignored', () => {
    expect(isOwn({ headers: { cookie: 'session=1' } }, true)).toBe(true);
});

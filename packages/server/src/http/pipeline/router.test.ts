import { expect, test } from 'vitest';
import type { Route } from '../route/route.ts';
import { decoded, Router, segmentsOf } from './router.ts';

const routes = [
    'GET /api/flags/:name',
    'POST /api/flags/batch',
    'GET /api/flags/:flag/tags',
    'GET /api/:kind/all/:id',
    'GET /api/flags/all',
].map((endpoint) => {
    const [method, path] = endpoint.split(' ');
    return { method, path, operationId: endpoint, responds: { status: 200 } } as unknown as Route;
});
const stream = {
    method: 'GET',
    path: '/api/stream',
    operationId: 'stream',
    responds: { status: 200, contentType: 'text/event-stream' },
} as unknown as Route;
const router = new Router([...routes, stream], '/base');

function find(method: string, url: string) {
    const segments = decoded(segmentsOf(url));
    const match = segments && router.find(method, segments);
    return match && [match.route.operationId, match.params];
}

test.each([
    ['/base/api/flags/a', { name: 'a' }],
    ['/base/api/flags/batch', { name: 'batch' }],
    ['//base///api/flags/a//', { name: 'a' }],
    ['/base/api/fl%61gs/a?x=/b', { name: 'a' }],
    ['/base/api/flags/a%2Fb%20%C3%BC', { name: 'a/b ü' }],
    ['http://host:1/base/api/flags/a#x', { name: 'a' }],
    ['/base/api/flags/__proto__', { name: '__proto__' }],
])('GET %s is the route of a flag with %j', (url, params) => {
    expect(find('GET', url)).toEqual(['GET /api/flags/:name', params]);
});

test('fixed segments take precedence over parameters, unless they lead nowhere', () => {
    expect(find('GET', '/base/api/flags/all')).toEqual(['GET /api/flags/all', {}]);
    expect(find('GET', '/base/api/flags/all/7')).toEqual(['GET /api/:kind/all/:id', { kind: 'flags', id: '7' }]);
    expect(find('GET', '/base/api/flags/all/tags')).toEqual(['GET /api/flags/:flag/tags', { flag: 'all' }]);
    expect(find('GET', '/base/api/flags/x/tags')).toEqual(['GET /api/flags/:flag/tags', { flag: 'x' }]);
    expect(find('POST', '/base/api/flags/batch')).toEqual(['POST /api/flags/batch', {}]);
});

test.each([
    ['GET', '/api/flags/a'],
    ['GET', '/base/API/flags/a'],
    ['GET', '/base/api/flags'],
    ['GET', '/base/api%2Fflags/a'],
    ['POST', '/base/api/flags/a'],
    ['OPTIONS', '/base/api/flags/a'],
    ['HEAD', '/base/api/stream'],
    ['GET', '/base/api/flags/%ff'],
])('%s %s has no route', (method, url) => {
    expect(find(method, url)).toBeUndefined();
});

test('HEAD is possible where GET is', () => {
    expect(find('HEAD', '/base/api/flags/a')).toEqual(['GET /api/flags/:name', { name: 'a' }]);
});

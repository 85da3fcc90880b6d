import { expect, test } from 'vitest';
import { isOfAdministration, statusesOf } from '../src/http/route/route.ts';
import { errorShape, JSON_TYPE, unlimitedApp } from './support/bad-input.ts';
import { addressOf, type Schema, sampleOf } from './support/samples.ts';

// The test cases are the routes, so the app starts before the tests are listed.
const app = await unlimitedApp();
const ODD = [
    '__proto__',
    'constructor',
    '..%2F..%2Fetc',
    '%F0%9F%9A%A9',
    "';drop table flags;--",
    '-1',
    '0',
    '2147483648',
    '99999999999999999999',
    '1e3',
    'x'.repeat(10_000),
];

const withParams = app.routes
    .filter(({ path }) => isOfAdministration(path) && path.includes('/:'))
    .map((route) => ({ ...route, name: `${route.method} ${route.path}` }));

test.each(withParams)('$name responds to unusual ids with a declared status', async (route) => {
    const body = route.body && JSON.stringify(sampleOf(route.body as Schema));
    const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);

    for (const odd of ODD) {
        for (const name of names) {
            const path = addressOf(route, {
                projectId: 'default',
                environment: 'development',
                [name]: decodeURIComponent(odd),
            });
            const response = await app.send(route.method, path, body ? { rawBody: body, headers: JSON_TYPE } : {});

            const what = `${route.method} ${path} answered ${response.status} ${JSON.stringify(response.body)}`;
            expect(statusesOf(route), what).toContain(response.status);
            if (response.status >= 400) expect(response.body, what).toMatchObject(errorShape);
        }
    }
});

test.each([
    ['a leap second', '2026-06-30T23:59:60Z'],
    ['a year of five digits', '9999-12-31T23:59:59-12:00'],
])('a time that cannot be stored is rejected: %s', async (_what, expiresAt) => {
    const response = await app.post('/api/admin/api-tokens', { tokenName: 'late', type: 'client', expiresAt });

    expect(response).toMatchObject({ status: 400, body: { message: expect.stringContaining('expiresAt') } });
});

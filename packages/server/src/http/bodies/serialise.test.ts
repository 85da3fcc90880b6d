import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/test-app.ts';
import { compileSerializer } from '../route/compile.ts';
import { serialise } from './serialise.ts';
import { serialiseBatches } from './serialised-list.ts';

const Item = Type.Object({ id: Type.Integer(), name: Type.Optional(Type.String()) });
const ResponseBody = Type.Object({
    version: Type.Optional(Type.Integer()),
    first: Type.Array(Item),
    last: Type.Optional(Type.Array(Item)),
});

const items = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `ü"${id}`, secret: 'no' }));

test.each([
    ['no long list', { version: 1, first: items(3) }],
    ['a long list beside other members', { version: 1, first: items(500), secret: 'no' }],
    ['only a long list', { first: items(500) }],
    ['two long lists', { first: items(201), version: 2, last: items(300) }],
])('a response with %s has the same JSON in pieces as at once', async (_what, response) => {
    const text = [...serialise(response, ResponseBody)].join('');

    expect(JSON.parse(text)).toEqual(JSON.parse(compileSerializer({ schema: ResponseBody })(response)));
    expect(text).not.toContain('secret');
});

test('a long list has the same JSON in pieces as at once', async () => {
    const schema = Type.Array(Item);

    const text = [...serialise(items(1_000), schema)].join('');

    expect(text).toBe(compileSerializer({ schema })(items(1_000)));
});

test('a few items with long lists inside are written one by one', async () => {
    const schema = Type.Object({ groups: Type.Array(Type.Object({ id: Type.Integer(), members: Type.Array(Item) })) });
    const groups = Array.from({ length: 10 }, (_, id) => ({ id, members: items(100) }));

    const pieces = [...serialise({ groups }, schema)];

    expect(pieces.length).toBeGreaterThan(groups.length);
    expect(pieces.join('')).toBe(compileSerializer({ schema })({ groups }));
});

test.each([
    ['short', 1],
    ['long', 5],
])('a %s list that is read in batches has the same JSON as a list that is read at once', async (_what, batches) => {
    async function* read() {
        for (let batch = 0; batch < batches; batch++) yield items(100);
    }
    const readAtOnce = { version: 1, first: Array.from({ length: batches }, () => items(100)).flat() };

    const response = { version: 1, first: await serialiseBatches(Item, read()) };

    const textOf = (body: object) => [...serialise(body, ResponseBody)].join('');
    expect(textOf(response)).toBe(textOf(readAtOnce));
});

test('an object without a schema has the same JSON in pieces as at once', () => {
    const list = Array.from({ length: 3_000 }, (_, id) => ({ id, name: `flag-${id}`, deep: [{ list: [[[id]]] }] }));

    for (const answer of [
        {},
        { a: undefined, b: [], c: null, 'd"': 'ü' },
        { list, more: [{ list: list.slice(0, 2) }] },
    ]) {
        expect([...serialise(answer)].join('')).toBe(JSON.stringify(answer));
    }
    expect([...serialise({ list })].length).toBeGreaterThan(list.length);
});

test('a long response has a content length, and arrives completely', async () => {
    const app = await testApp();
    const description = 'ünïcode '.repeat(50);
    const names = Array.from({ length: 300 }, (_, index) => `flag-${index}`);
    await app.post('/api/admin/features-batch/import', {
        project: 'default',
        environment: 'development',
        data: { features: names.map((name) => ({ name, description })), featureStrategies: [] },
    });

    const { headers, body } = await app.send('GET', '/api/admin/projects/default/features', {
        headers: { 'accept-encoding': 'identity' },
    });

    expect(body.features.map(({ name }: { name: string }) => name)).toEqual([...names].sort());
    expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(JSON.stringify(body)));
});

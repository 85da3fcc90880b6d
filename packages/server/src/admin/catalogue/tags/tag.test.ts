import { expect, test } from 'vitest';
import { sharedApp, type TestApp, testApp, unchangedApp } from '../../../../test/support/test-app.ts';

const newestEvents = async (app: TestApp, count = 1) =>
    (await app.get('/api/admin/events')).body.events.slice(0, count);

test('a tag has the type simple by default', async () => {
    const app = await sharedApp();
    await app.post('/api/admin/tag-types', { name: 'team' });

    const simple = await app.post('/api/admin/tags', { value: 'beta' });
    const team = await app.post('/api/admin/tags', { value: 'payments', type: 'team' });

    expect(simple.status).toBe(201);
    expect(simple.body).toEqual({ version: 1, tag: { value: 'beta', type: 'simple' } });
    expect(simple.headers.get('location')).toBe('tags/simple/beta');
    expect(team).toMatchObject({ status: 201, body: { version: 1, tag: { value: 'payments', type: 'team' } } });
    expect((await newestEvents(app))[0]).toMatchObject({
        type: 'tag-created',
        data: { value: 'payments', type: 'team' },
        preData: null,
    });
});

test('whitespace around a value is removed', async () => {
    const app = await sharedApp();

    const { body } = await app.post('/api/admin/tags', { value: ' \t beta tester \n ' });

    expect(body.tag.value).toBe('beta tester');
    expect(await app.get('/api/admin/tags/simple/beta%20tester')).toMatchObject({ status: 200 });
});

test('an existing tag returns 409 and records nothing', async () => {
    const app = await sharedApp();
    await app.post('/api/admin/tags', { value: 'beta' });

    expect(await app.post('/api/admin/tags', { value: ' beta ' })).toMatchObject({
        status: 409,
        body: { name: 'NameExistsError', message: expect.stringContaining('simple:beta') },
    });
});

test('the same value with another type or letter case is a different tag', async () => {
    const app = await sharedApp();
    await app.post('/api/admin/tag-types', { name: 'team' });
    await app.post('/api/admin/tags', { value: 'beta' });

    expect(await app.post('/api/admin/tags', { value: 'beta', type: 'team' })).toMatchObject({ status: 201 });
    expect(await app.post('/api/admin/tags', { value: 'Beta' })).toMatchObject({ status: 201 });
});

test.each([
    'ab',
    'x'.repeat(50),
    `  ${'x'.repeat(50)}  `,
    'a/b',
    'a b',
    'å🚩ß',
    '__proto__',
    'constructor',
    '..',
    '%2e',
])('the value "%s" is accepted, and its location returns it', async (value) => {
    const app = await testApp();

    const created = await app.post('/api/admin/tags', { value });

    expect(created.status).toBe(201);
    const location = created.headers.get('location')!;
    expect(location).toMatch(/^tags\/simple\/[\x21-\x7e]+$/);
    const [, , encoded] = location.split('/');
    expect(decodeURIComponent(encoded!)).toBe(value.trim());
});

test.each([
    ['one character', { value: 'x' }, 'value'],
    ['one character between spaces', { value: '   x   ' }, 'value'],
    ['51 characters', { value: 'x'.repeat(51) }, 'value'],
    ['nothing but spaces', { value: '          ' }, 'value'],
    ['an empty value', { value: '' }, 'value'],
    ['a line break inside', { value: 'a\nb' }, 'value'],
    ['a value that is a number', { value: 12 }, 'value'],
    ['a value that is null', { value: null }, 'value'],
    ['no value', {}, 'value'],
    ['spaces without end', { value: `ab${' '.repeat(1000)}` }, 'value'],
    ['an unknown type', { value: 'beta', type: 'nonsense' }, 'type'],
    ['a type named like a member of every object', { value: 'beta', type: '__proto__' }, 'type'],
    ['a type that is null', { value: 'beta', type: null }, 'type'],
    ['a property nobody knows', { value: 'beta', colour: '#FFFFFF' }, 'colour'],
])('a tag with %s is rejected, and the response names the property', async (_what, body, property) => {
    const app = await unchangedApp();

    expect(await app.post('/api/admin/tags', body)).toMatchObject({
        status: 400,
        body: {
            name: 'ValidationError',
            message: expect.stringContaining(property),
            details: [{ path: `/body/${property}` }],
        },
    });
});

test('a colour, which other tools send, is accepted and ignored', async () => {
    const app = await testApp();

    const { status, body } = await app.post('/api/admin/tags', { value: 'beta', color: '#FFFFFF' });

    expect(status).toBe(201);
    expect(body.tag).toEqual({ value: 'beta', type: 'simple' });
});

test('tags are listed by type and value, optionally of one type', async () => {
    const app = await testApp();
    await app.post('/api/admin/tag-types', { name: 'team' });
    for (const tag of [{ value: 'web' }, { value: 'payments', type: 'team' }, { value: 'beta' }]) {
        await app.post('/api/admin/tags', tag);
    }

    const beta = { value: 'beta', type: 'simple' };
    const web = { value: 'web', type: 'simple' };
    const payments = { value: 'payments', type: 'team' };
    expect((await app.get('/api/admin/tags')).body).toEqual({ version: 1, tags: [beta, web, payments] });
    expect((await app.get('/api/admin/tags/simple')).body).toEqual({ version: 1, tags: [beta, web] });
    expect((await app.get('/api/admin/tags/nonsense')).body).toEqual({ version: 1, tags: [] });
    expect((await app.get('/api/admin/tags/team/payments')).body).toEqual({ version: 1, tag: payments });
    expect(await app.get('/api/admin/tags/simple/payments')).toMatchObject({ status: 404 });
});

test('deleting a tag removes it from every flag and records each removal', async () => {
    const app = await sharedApp();
    await app.has.flag({ name: 'checkout' });
    await app.post('/api/admin/features/checkout/tags', { value: 'beta', type: 'simple' });

    await app.delete('/api/admin/tags/simple/beta');

    const tag = { value: 'beta', type: 'simple' };
    expect((await app.get('/api/admin/features/checkout/tags')).body.tags).toEqual([]);
    expect(await app.get('/api/admin/tags/simple/beta')).toMatchObject({ status: 404 });
    expect(await newestEvents(app, 2)).toMatchObject([
        { type: 'tag-deleted', data: null, preData: tag },
        { type: 'feature-untagged', featureName: 'checkout', project: 'default', data: null, preData: tag },
    ]);
});

test('deleting a tag that does not exist changes nothing', async () => {
    const app = await sharedApp();

    expect(await app.delete('/api/admin/tags/simple/nothing', { changesNothing: true })).toMatchObject({ status: 200 });
    expect(await app.delete('/api/admin/tags/__proto__/nothing', { changesNothing: true })).toMatchObject({
        status: 200,
    });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestResponse, testApp } from '../support/test-app.ts';

let app: TestApp;
let viewer: Awaited<ReturnType<TestApp['has']['user']>>;
let segment: number;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
    viewer = await app.has.user();
    await app.post('/api/admin/tags', { value: 'taken' });
    await app.has.segment({ name: 'taken' });
    segment = (await app.has.segment()).id;
});

const causes: [number, string, string, () => Promise<TestResponse>][] = [
    [400, 'ValidationError', 'a member that is missing', () => app.post('/api/admin/tags', {})],
    [400, 'ValidationError', 'a member nobody knows', () => app.post('/api/admin/tags', { value: 'ab', vlaue: 'a' })],
    [401, 'AuthenticationRequired', 'no authorization', () => app.get('/api/admin/user', { token: null })],
    [401, 'AuthenticationRequired', 'an invalid authorization', () => app.get('/api/admin/user', { token: 'x' })],
    [403, 'NoAccessError', 'a permission that is missing', () => app.post('/api/admin/tags', { value: 'ab' }, viewer)],
    [404, 'NotFoundError', 'a resource that does not exist', () => app.get('/api/admin/environments/nowhere')],
    [404, 'NotFoundError', 'a path that does not exist', () => app.get('/api/admin/nowhere')],
    [409, 'NameExistsError', 'a duplicate', () => app.post('/api/admin/tags', { value: 'taken' })],
    [
        409,
        'NameExistsError',
        'an update to a name that another has',
        () => app.put(`/api/admin/segments/${segment}`, { name: 'taken', constraints: [] }),
    ],
    [
        415,
        'ContentTypeerror',
        'a body that is not JSON',
        () => app.send('POST', '/api/admin/tags', { headers: { 'content-type': 'text/xml' }, rawBody: '<tag/>' }),
    ],
    [415, 'ContentTypeerror', 'no content type', () => app.send('POST', '/api/admin/tags')],
];

describe('Errors', () => {
    test.each(causes)('%i %s: %s', async (status, name, _cause, send) => {
        expect(await send()).toMatchObject({ status, body: { name } });
    });

    test.each(causes)(
        'the body of %i %s (%s) is JSON with id, name and message',
        async (_status, _name, _cause, send) => {
            const { headers, body } = await send();

            expect(headers.get('content-type')).toMatch(/^application\/json/);
            expect(body).toMatchObject({
                id: expect.stringMatching(/\S/),
                name: expect.stringMatching(/\S/),
                message: expect.stringMatching(/\S/),
            });
        },
    );

    test.each([
        ['missing', {}, '/body/value'],
        ['of the wrong type', { value: {} }, '/body/value'],
        ['too long', { value: 'x'.repeat(300) }, '/body/value'],
        ['not known', { value: 'ab', colour: 'red' }, '/body/colour'],
    ])('the message of a ValidationError names the offending property: %s', async (_what, body, property) => {
        expect((await app.post('/api/admin/tags', body)).body.message).toContain(property);
    });

    test('an update that conflicts changes nothing', async () => {
        await app.put(`/api/admin/segments/${segment}`, { name: 'taken', constraints: [] });

        expect((await app.get(`/api/admin/segments/${segment}`)).body.name).not.toBe('taken');
    });

    test('every occurrence has a unique id', async () => {
        const [first, second] = [await app.get('/api/admin/nowhere'), await app.get('/api/admin/nowhere')];

        expect(first.body.id).not.toBe(second.body.id);
    });

    test('a 415 lists the accepted types', async () => {
        const { body } = await app.send('POST', '/api/admin/tags', {
            headers: { 'content-type': 'text/xml' },
            rawBody: '<tag/>',
        });

        expect(body.message).toContain('application/json');
    });

    test('a body that is not JSON returns 400', async () => {
        const malformed = { headers: { 'content-type': 'application/json' }, rawBody: '{"value":' };

        expect(await app.send('POST', '/api/admin/tags', malformed)).toMatchObject({
            status: 400,
            body: { name: 'ValidationError' },
        });
    });

    test('a caller without the permission gets no validation errors of the body', async () => {
        expect(await app.post('/api/admin/tags', {}, viewer)).toMatchObject({ status: 403 });
        expect(await app.post('/api/admin/tags', {}, { token: null })).toMatchObject({ status: 401 });
    });
});

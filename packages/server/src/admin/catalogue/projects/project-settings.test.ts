import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

describe('changing a project', () => {
    test('given members change, omitted members keep their values', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop', name: 'Shop', description: 'Where people buy', mode: 'protected' });

        const response = await app.put('/api/admin/projects/shop', {
            id: 'shop',
            name: 'Store',
            defaultStickiness: 'userId',
            featureLimit: 10,
        });

        expect(response).toMatchObject({ status: 200, body: '' });
        expect((await app.get('/api/admin/projects/shop')).body).toMatchObject({
            name: 'Store',
            description: 'Where people buy',
            mode: 'protected',
            defaultStickiness: 'userId',
            featureLimit: 10,
        });
    });

    test('null removes the description and the limit', async () => {
        const app = await testApp();
        await app.put('/api/admin/projects/default', { name: 'Default', description: 'x', featureLimit: 1 });

        await app.put('/api/admin/projects/default', { name: 'Default', description: null, featureLimit: null });

        const { body } = await app.get('/api/admin/projects/default');
        expect(body).toMatchObject({ description: null, featureLimit: null });
    });

    test('the event contains the project before and after, and an update without a change records nothing', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop', name: 'Shop' });
        const before = (await app.get('/api/admin/projects/shop')).body.updatedAt;

        await app.put('/api/admin/projects/shop', { name: 'Shop' }, { changesNothing: true });
        expect((await app.get('/api/admin/projects/shop')).body.updatedAt).toBe(before);
        await app.put('/api/admin/projects/shop', { name: 'Store' });

        const [event] = (await app.get('/api/admin/events')).body.events;
        expect(event).toMatchObject({
            type: 'project-updated',
            project: 'shop',
            preData: { id: 'shop', name: 'Shop' },
            data: { id: 'shop', name: 'Store' },
        });
    });

    test('a project that does not exist returns 404', async () => {
        const app = await testApp();

        expect((await app.put('/api/admin/projects/nowhere', { name: 'X' })).status).toBe(404);
        expect((await app.put('/api/admin/projects/nowhere/settings', { mode: 'open' })).status).toBe(404);
    });
});

describe('the settings of a project', () => {
    test('can all be changed, and omitted ones keep their values', async () => {
        const app = await testApp();
        const featureNaming = { pattern: '[a-z]+\\.\\d+', example: 'shop.1', description: 'team.number' };
        const linkTemplates = [{ title: 'Ticket', urlTemplate: 'https://example.com/{{feature}}' }];

        await app.put('/api/admin/projects/default/settings', {
            mode: 'protected',
            featureNaming,
            featureLimit: 5,
            linkTemplates,
            reviewOptional: true,
        });
        await app.put('/api/admin/projects/default/settings', { mode: 'open' });

        expect((await app.get('/api/admin/projects/default')).body).toMatchObject({
            mode: 'open',
            featureNaming,
            featureLimit: 5,
        });
        expect((await app.get('/api/admin/projects/default/overview')).body).toMatchObject({
            linkTemplates,
            reviewOptional: true,
        });
    });

    test.each([null, ''])('a pattern of %j removes the naming rule', async (pattern) => {
        const app = await testApp();
        await app.put('/api/admin/projects/default/settings', { featureNaming: { pattern: 'a+', example: 'aa' } });

        await app.put('/api/admin/projects/default/settings', { featureNaming: { pattern } });

        const { featureNaming } = (await app.get('/api/admin/projects/default')).body;
        expect(featureNaming).toEqual({ pattern: null, example: null, description: null });
    });

    test('the naming rule applies to the whole name of a new flag', async () => {
        const app = await testApp();
        const create = (name: string) => app.post('/api/admin/projects/default/features', { name });
        await app.put('/api/admin/projects/default/settings', {
            featureNaming: { pattern: 'a|b', example: 'a', description: 'One letter' },
        });

        const refused = await create('ab');

        expect(refused).toMatchObject({ status: 400, body: { name: 'PatternError' } });
        expect(refused.body.message).toContain('One letter');
        expect((await create('xa')).status).toBe(400);
        expect((await create('b')).status).toBe(201);
    });

    test('a pattern with catastrophic backtracking in other engines gets an immediate response', async () => {
        const app = await testApp();
        await app.put('/api/admin/projects/default/settings', { featureNaming: { pattern: '(a+)+b' } });

        const response = await app.post('/api/admin/projects/default/features', { name: 'a'.repeat(100) });

        expect(response.body.name).toBe('PatternError');
    });

    test('a project accepts as many flags as its limit allows', async () => {
        const app = await testApp();
        await app.put('/api/admin/projects/default/settings', { featureLimit: 1 });
        await app.has.flag();

        const response = await app.post('/api/admin/projects/default/features', { name: 'second' });

        expect(response).toMatchObject({ status: 403, body: { name: 'InvalidOperationError' } });
    });

    describe('reject invalid values', () => {
        let app: TestApp;
        beforeAll(async () => {
            app = await testApp({ until: 'file' });
        });

        test.each([
            ['an unknown mode', { mode: 'secret' }],
            ['a pattern that is no regular expression', { featureNaming: { pattern: '(' } }],
            ['a pattern with a back reference', { featureNaming: { pattern: '(a)\\1' } }],
            ['a pattern with lookahead', { featureNaming: { pattern: '(?=a)a' } }],
            ['a pattern that closes the anchors', { featureNaming: { pattern: 'a)|(?:b' } }],
            ['a pattern with whitespace', { featureNaming: { pattern: 'a b' } }],
            ['an example that does not match', { featureNaming: { pattern: 'a+', example: 'b' } }],
            ['an example that matches only in part', { featureNaming: { pattern: 'a+', example: 'ab' } }],
            ['an example without a pattern', { featureNaming: { pattern: null, example: 'a' } }],
            ['a description without a pattern', { featureNaming: { pattern: '', description: 'a' } }],
            ['a naming rule without the member pattern', { featureNaming: { example: 'a' } }],
            ['a long pattern', { featureNaming: { pattern: 'a'.repeat(501) } }],
            ['a negative limit', { featureLimit: -1 }],
            ['a limit that is no integer', { featureLimit: 1.5 }],
            ['a limit beyond what a column holds', { featureLimit: 2 ** 31 }],
            ['a link without an address', { linkTemplates: [{ title: 'x' }] }],
            ['too many links', { linkTemplates: Array(21).fill({ urlTemplate: 'https://example.com' }) }],
            ['an unknown member', { colour: 'red' }],
        ])('%s returns 400', async (_what, settings) => {
            const response = await app.put('/api/admin/projects/default/settings', settings);

            expect(response).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
        });
    });
});

import { expect, test } from 'vitest';
import { testApp, unchangedApp } from '../../../../test/support/test-app.ts';

test('a new installation has the tag type simple', async () => {
    const app = await testApp();

    const { body } = await app.get('/api/admin/tag-types');

    expect(body).toMatchObject({ version: 1, tagTypes: [{ name: 'simple', icon: '#', color: '#FFFFFF' }] });
});

test('a tag type is created and read by its name', async () => {
    const app = await testApp();
    const team = { name: 'team', description: 'Who looks after it', icon: 'T', color: '#0a0B0c' };

    const response = await app.post('/api/admin/tag-types', team);

    expect(response).toMatchObject({ status: 201, body: team });
    expect(response.headers.get('location')).toBe('tag-types/team');
    expect((await app.get('/api/admin/tag-types/team')).body).toEqual({ version: 1, tagType: team });
    expect((await app.get('/api/admin/events')).body.events[0]).toMatchObject({ type: 'tag-type-created', data: team });
});

test('omitted members are null', async () => {
    const app = await testApp();

    const { body } = await app.post('/api/admin/tag-types', { name: 'team' });

    expect(body).toEqual({ name: 'team', description: null, icon: null, color: null });
});

test('a taken name is rejected', async () => {
    const app = await unchangedApp();

    expect(await app.post('/api/admin/tag-types', { name: 'simple' })).toMatchObject({
        status: 409,
        body: { name: 'NameExistsError' },
    });
    expect(await app.post('/api/admin/tag-types/validate', { name: 'simple' })).toMatchObject({ status: 409 });
});

test.each([
    ['no name', {}, 'name'],
    ['a name of one character', { name: 'x' }, 'name'],
    ['a name of 51 characters', { name: 'x'.repeat(51) }, 'name'],
    ['a name with a space', { name: 'my type' }, 'name'],
    ['a name that is a path', { name: '..' }, 'name'],
    ['a colour that is a word', { name: 'team', color: 'red' }, 'color'],
    ['a colour with too few digits', { name: 'team', color: '#FFF' }, 'color'],
    ['an icon that is too long', { name: 'team', icon: 'x'.repeat(101) }, 'icon'],
    ['a description that is too long', { name: 'team', description: 'x'.repeat(501) }, 'description'],
    ['a property nobody knows', { name: 'team', colour: 'red' }, 'colour'],
])('a tag type with %s is rejected, also by validation', async (_what, body, property) => {
    const app = await unchangedApp();

    const refused = { status: 400, body: { name: 'ValidationError', details: [{ path: `/body/${property}` }] } };
    expect(await app.post('/api/admin/tag-types', body)).toMatchObject(refused);
    expect(await app.post('/api/admin/tag-types/validate', body)).toMatchObject(refused);
});

test('validating a tag type that could be created succeeds without creating it', async () => {
    const app = await testApp();

    expect(await app.post('/api/admin/tag-types/validate', { name: 'team', icon: 'T' })).toMatchObject({
        status: 200,
        body: { valid: true, tagType: { name: 'team', description: null, icon: 'T', color: null } },
    });
    expect(await app.get('/api/admin/tag-types/team')).toMatchObject({ status: 404 });
});

test('an update changes the given members and keeps the others', async () => {
    const app = await testApp();
    await app.post('/api/admin/tag-types', { name: 'team', description: 'old', icon: 'T', color: '#000000' });

    expect(await app.put('/api/admin/tag-types/team', { description: 'new', icon: null })).toMatchObject({
        status: 200,
    });

    const after = { name: 'team', description: 'new', icon: null, color: '#000000' };
    expect((await app.get('/api/admin/tag-types/team')).body.tagType).toEqual(after);
    expect((await app.get('/api/admin/events')).body.events[0]).toMatchObject({
        type: 'tag-type-updated',
        data: after,
        preData: { name: 'team', description: 'old', icon: 'T', color: '#000000' },
    });
});

test('an update cannot rename, and an update without a change records no event', async () => {
    const app = await testApp();
    await app.post('/api/admin/tag-types', { name: 'team', icon: 'T' });

    await app.put('/api/admin/tag-types/team', { name: 'other', icon: 'T' }, { changesNothing: true });

    expect(await app.get('/api/admin/tag-types/team')).toMatchObject({ status: 200 });
    expect(await app.get('/api/admin/tag-types/other')).toMatchObject({ status: 404 });
});

test('deleting a tag type deletes its tags and removes them from flags', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    await app.post('/api/admin/tag-types', { name: 'team' });
    await app.post('/api/admin/tags', { value: 'unused', type: 'team' });
    await app.post('/api/admin/features/checkout/tags', { value: 'payments', type: 'team' });

    expect(await app.delete('/api/admin/tag-types/team')).toMatchObject({ status: 200 });

    expect((await app.get('/api/admin/features/checkout/tags')).body.tags).toEqual([]);
    expect((await app.get('/api/admin/tags')).body.tags).toEqual([]);
    const types = (await app.get('/api/admin/events')).body.events.map(({ type }: { type: string }) => type);
    expect(types.slice(0, 4)).toEqual(['tag-type-deleted', 'tag-deleted', 'tag-deleted', 'feature-untagged']);
});

test.each(['nothing', '__proto__'])('the unknown tag type %s cannot be read, changed or deleted', async (name) => {
    const app = await unchangedApp();

    expect(await app.get(`/api/admin/tag-types/${name}`)).toMatchObject({ status: 404 });
    expect(await app.put(`/api/admin/tag-types/${name}`, { icon: 'x' })).toMatchObject({ status: 404 });
    expect(await app.delete(`/api/admin/tag-types/${name}`)).toMatchObject({ status: 404 });
});

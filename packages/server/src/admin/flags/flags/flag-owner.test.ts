import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';

const FEATURES = '/api/admin/projects/default/features';
const FLAG = `${FEATURES}/checkout`;

async function appWithPeople() {
    const app = await testApp();
    const person = await app.has.user();
    const { body: group } = await app.post('/api/admin/groups', { name: 'Payments' });
    return {
        app,
        byPerson: { type: 'user', id: person.id },
        byGroup: { type: 'group', id: group.id },
        name: `Name of ${person.username}`,
    };
}

test('a flag can be created with an owner, whose name is part of all responses with the flag', async () => {
    const { app, byPerson, name } = await appWithPeople();

    const created = await app.post(FEATURES, { name: 'checkout', owner: byPerson });

    expect(created).toMatchObject({ status: 201, body: { owner: byPerson } });
    const owner = { ...byPerson, name, imageUrl: expect.any(String) };
    expect((await app.get(FLAG)).body.owner).toEqual(owner);
    expect((await app.get(FEATURES)).body.features[0].owner).toEqual(owner);
    expect((await app.get('/api/admin/search/features')).body.features[0].owner).toEqual(owner);
});

test('a group can own a flag, and responses omit a removed owner', async () => {
    const { app, byGroup } = await appWithPeople();
    await app.post(FEATURES, { name: 'checkout' });

    await app.patch(FLAG, [{ op: 'add', path: '/owner', value: byGroup }]);
    expect((await app.get(FLAG)).body.owner).toEqual({ ...byGroup, name: 'Payments' });
    const { body: log } = await app.get('/api/admin/events/checkout');
    expect(log.events[0]).toMatchObject({ type: 'feature-metadata-updated', data: { owner: byGroup } });
    expect(log.events[0].preData).not.toHaveProperty('owner');

    const removed = await app.patch(FLAG, [{ op: 'remove', path: '/owner' }]);
    expect(removed.body).not.toHaveProperty('owner');
    expect((await app.get(FLAG)).body).not.toHaveProperty('owner');
});

test('updates and imports without an owner keep the owner', async () => {
    const { app, byPerson } = await appWithPeople();
    await app.post(FEATURES, { name: 'checkout', owner: byPerson });

    expect(await app.put(FLAG, { description: 'new' })).toMatchObject({ status: 200, body: { owner: byPerson } });
    const { body: file } = await app.post(
        '/api/admin/features-batch/export',
        { environment: 'development', features: ['checkout'] },
        { changesNothing: true },
    );
    expect(file.features[0]).not.toHaveProperty('owner');
    file.features[0].description = 'imported';
    await app.post('/api/admin/features-batch/import', { project: 'default', environment: 'development', data: file });

    expect((await app.get(FLAG)).body).toMatchObject({ description: 'imported', owner: byPerson });
});

test('an import ignores owners, because ids of another instance have no meaning', async () => {
    const { app, byPerson } = await appWithPeople();

    const response = await app.post('/api/admin/features-batch/import', {
        project: 'default',
        environment: 'development',
        data: { features: [{ name: 'checkout', owner: byPerson }], featureStrategies: [] },
    });

    expect(response.status).toBe(200);
    expect((await app.get(FLAG)).body).not.toHaveProperty('owner');
});

test('a copy has the owner of its original', async () => {
    const { app, byPerson } = await appWithPeople();
    await app.post(FEATURES, { name: 'checkout', owner: byPerson });

    expect(await app.post(`${FLAG}/clone`, { name: 'copy' })).toMatchObject({ status: 201, body: { owner: byPerson } });
});

test.each([
    ['a person who does not exist', { type: 'user', id: 4711 }],
    ['a group that does not exist', { type: 'group', id: 4711 }],
    ['another kind', { type: 'role', id: 1 }],
    ['no id', { type: 'user' }],
    ['an id that is text', { type: 'user', id: '1' }],
    ['a name beside the id', { type: 'user', id: 1, name: 'me' }],
    ['text', 'user:1'],
])('an owner that is %s is refused by POST, PUT and PATCH', async (_what, owner) => {
    const { app } = await appWithPeople();
    await app.post(FEATURES, { name: 'checkout' });
    const refusal = { status: 400, body: { name: 'ValidationError' } };

    expect(await app.post(FEATURES, { name: 'other', owner })).toMatchObject(refusal);
    expect(await app.put(FLAG, { owner })).toMatchObject(refusal);
    expect(await app.patch(FLAG, [{ op: 'add', path: '/owner', value: owner }])).toMatchObject(refusal);
});

test('a deleted user is no longer shown as the owner', async () => {
    const { app, byPerson } = await appWithPeople();
    await app.post(FEATURES, { name: 'checkout', owner: byPerson });

    await app.delete(`/api/admin/user-admin/${byPerson.id}`);

    expect((await app.get(FLAG)).body).not.toHaveProperty('owner');
    expect((await app.get(FEATURES)).body.features[0]).not.toHaveProperty('owner');
    expect(await app.put(FLAG, { description: 'still editable' })).toMatchObject({ status: 200 });
});

test('flags can be filtered by owner, and by not having an owner', async () => {
    const { app, byPerson, byGroup } = await appWithPeople();
    await app.post(FEATURES, { name: 'by-person', owner: byPerson });
    await app.post(FEATURES, { name: 'by-group', owner: byGroup });
    await app.post(FEATURES, { name: 'by-nobody' });
    const namesFor = async (filter: string) => {
        const { body } = await app.get(`/api/admin/search/features?sortBy=name&owner=${encodeURIComponent(filter)}`);
        return body.features.map(({ name }: { name: string }) => name);
    };

    expect(await namesFor(`IS:user:${byPerson.id}`)).toEqual(['by-person']);
    expect(await namesFor(`IS_ANY_OF:group:${byGroup.id},nobody`)).toEqual(['by-group', 'by-nobody']);
    expect(await namesFor(`IS_NOT:user:${byPerson.id}`)).toEqual(['by-group', 'by-nobody']);
    expect(await app.get('/api/admin/search/features?owner=IS:somebody')).toMatchObject({ status: 400 });
});

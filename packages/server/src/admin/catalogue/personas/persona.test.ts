import { expect, test } from 'vitest';
import { testApp, unchangedApp } from '../../../../test/support/test-app.ts';

const PERSONAS = '/api/admin/projects/default/personas';
const premium = {
    name: 'Premium customer in Norway',
    description: 'Pays, and says so',
    context: { userId: '7', properties: { country: 'NO', plan: 'premium' } },
};

test('personas are saved, read, changed and deleted, each with an event', async () => {
    const app = await testApp();

    const created = await app.post(PERSONAS, { ...premium, name: ` ${premium.name} ` });
    expect(created).toMatchObject({ status: 201, body: { ...premium, project: 'default' } });
    const { id } = created.body;
    expect(created.headers.get('location')).toBe(`personas/${id}`);
    expect(await app.get(`${PERSONAS}/${id}`)).toMatchObject({ status: 200, body: created.body });
    await app.post(PERSONAS, { name: 'Anyone', context: {} });
    expect((await app.get(PERSONAS)).body.personas.map(({ name }: { name: string }) => name)).toEqual([
        'Anyone',
        premium.name,
    ]);

    const changed = await app.put(`${PERSONAS}/${id}`, { name: 'Swede', context: { properties: { country: 'SE' } } });
    expect(changed).toMatchObject({ status: 200, body: { id, name: 'Swede', description: null } });
    expect(await app.delete(`${PERSONAS}/${id}`)).toMatchObject({ status: 204 });
    expect(await app.get(`${PERSONAS}/${id}`)).toMatchObject({ status: 404 });

    const { body } = await app.get('/api/admin/events?project=default');
    expect(body.events.slice(0, 4)).toMatchObject([
        { type: 'persona-deleted', preData: { name: 'Swede' } },
        { type: 'persona-updated', preData: { name: premium.name }, data: { name: 'Swede' } },
        { type: 'persona-created', data: { name: 'Anyone' } },
        { type: 'persona-created', data: { ...premium, id } },
    ]);
});

test('a name is unique within a project, and available in another', async () => {
    const app = await testApp();
    await app.has.project({ id: 'shop' });
    await app.post(PERSONAS, premium);
    const { body: other } = await app.post(PERSONAS, { ...premium, name: 'Other' });

    expect(await app.post(PERSONAS, premium)).toMatchObject({ status: 409, body: { name: 'NameExistsError' } });
    expect(await app.put(`${PERSONAS}/${other.id}`, premium)).toMatchObject({ status: 409 });
    expect(
        await app.put(`${PERSONAS}/${other.id}`, { ...premium, name: 'Other' }, { changesNothing: true }),
    ).toMatchObject({
        status: 200,
    });
    expect(await app.post('/api/admin/projects/shop/personas', premium)).toMatchObject({ status: 201 });
});

test('a persona is found only in its own project, and is deleted with it', async () => {
    const app = await testApp();
    await app.has.project({ id: 'shop' });
    const { body } = await app.post('/api/admin/projects/shop/personas', premium);

    expect(await app.get(`${PERSONAS}/${body.id}`)).toMatchObject({ status: 404 });
    expect(await app.put(`${PERSONAS}/${body.id}`, premium)).toMatchObject({ status: 404 });
    expect(await app.delete(`${PERSONAS}/${body.id}`)).toMatchObject({ status: 404 });
    expect(await app.get('/api/admin/projects/nothing/personas')).toMatchObject({ status: 404 });
    expect(await app.post('/api/admin/projects/nothing/personas', premium)).toMatchObject({ status: 404 });
    await app.post('/api/admin/projects/archive/shop');
    expect(await app.delete('/api/admin/projects/shop')).toMatchObject({ status: 200 });
    expect(await app.services.db.selectFrom('personas').selectAll().execute()).toEqual([]);
});

test('a project has at most 100 personas', async () => {
    const app = await testApp();
    for (let i = 0; i < 100; i++) await app.post(PERSONAS, { name: `Persona ${i}`, context: {} });

    expect(await app.post(PERSONAS, premium)).toMatchObject({ status: 400, body: { name: 'ExceedsLimitError' } });
});

test.each([
    ['no name', { context: {} }],
    ['a name of blanks', { name: '  ', context: {} }],
    ['no context', { name: 'x' }],
    ['a context with a field that stands elsewhere', { name: 'x', context: { country: 'NO' } }],
    ['a property that is no text', { name: 'x', context: { properties: { age: 7 } } }],
    ['a value that is too long', { name: 'x', context: { userId: 'x'.repeat(501) } }],
    ['a time that is none', { name: 'x', context: { currentTime: 'tomorrow' } }],
    [
        'too many properties',
        {
            name: 'x',
            context: { properties: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`p${i}`, 'x'])) },
        },
    ],
])('a persona with %s is rejected', async (_what, body) => {
    const app = await unchangedApp();

    expect(await app.post(PERSONAS, body)).toMatchObject({ status: 400 });
});

test('users who may change the flags of a project may change its personas, and users who can see it may read them', async () => {
    const app = await testApp();
    await app.has.project({ id: 'shop' });
    const address = '/api/admin/projects/shop/personas';
    const member = await app.has.user({ projectRoles: { shop: 'member' } });
    const reader = await app.has.user({ projectRoles: { shop: 'reader' } });

    const { body } = await app.post(address, premium, member);
    expect(await app.get(address, reader)).toMatchObject({ status: 200, body: { personas: [body] } });
    expect(await app.post(address, { ...premium, name: 'Other' }, reader)).toMatchObject({ status: 403 });
    expect(await app.delete(`${address}/${body.id}`, reader)).toMatchObject({ status: 403 });
});

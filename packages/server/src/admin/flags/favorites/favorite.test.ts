import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';

const PROJECT = '/api/admin/projects/default';
const FLAG = `${PROJECT}/features/checkout`;

test('a flag is a favourite only for the user who marked it', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const ada = await app.has.user();
    const bob = await app.has.user();

    expect(await app.post(`${FLAG}/favorites`, undefined, ada)).toMatchObject({ status: 200 });

    expect((await app.get(FLAG, ada)).body.favorite).toBe(true);
    expect((await app.get(`${PROJECT}/features`, ada)).body.features).toMatchObject([{ favorite: true }]);
    expect((await app.get(FLAG, bob)).body.favorite).toBe(false);
    expect((await app.get(FLAG)).body.favorite).toBe(false);
    const { body } = await app.get('/api/admin/events/checkout');
    expect(body.events[0]).toMatchObject({
        type: 'feature-favorited',
        createdBy: ada.username,
        data: { feature: 'checkout' },
    });
});

test('a favourite can be removed; adding or removing it twice changes nothing', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const user = await app.has.user();
    await app.post(`${FLAG}/favorites`, undefined, user);

    const nothing = { ...user, changesNothing: true };
    expect(await app.post(`${FLAG}/favorites`, undefined, nothing)).toMatchObject({ status: 200 });
    expect(await app.delete(`${FLAG}/favorites`, user)).toMatchObject({ status: 200 });
    expect(await app.delete(`${FLAG}/favorites`, nothing)).toMatchObject({ status: 200 });
    expect((await app.get(FLAG, user)).body.favorite).toBe(false);
});

test('a project can be added to and removed from the favourites', async () => {
    const app = await testApp();
    const user = await app.has.user();
    const isFavorite = async () => {
        const { body } = await app.get('/api/admin/projects', user);
        return body.projects[0].favorite;
    };

    expect(await app.post(`${PROJECT}/favorites`, undefined, user)).toMatchObject({ status: 200 });
    expect(await isFavorite()).toBe(true);
    expect(await app.delete(`${PROJECT}/favorites`, user)).toMatchObject({ status: 200 });
    expect(await isFavorite()).toBe(false);
    const { body } = await app.get('/api/admin/events?project=default');
    expect(body.events.slice(0, 2)).toMatchObject([{ type: 'project-unfavorited' }, { type: 'project-favorited' }]);
});

test('a token without a user cannot have favourites, and the error says why', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });

    for (const path of [`${FLAG}/favorites`, `${PROJECT}/favorites`]) {
        for (const response of [await app.post(path), await app.delete(path)]) {
            expect(response).toMatchObject({
                status: 403,
                body: { name: 'NoAccessError', message: expect.stringContaining('user') },
            });
        }
    }
});

test('marking a flag or project that does not exist returns 404', async () => {
    const app = await testApp();
    const user = await app.has.user();

    expect(await app.post(`${PROJECT}/features/nothing/favorites`, undefined, user)).toMatchObject({ status: 404 });
    expect(await app.delete(`${PROJECT}/features/nothing/favorites`, user)).toMatchObject({ status: 404 });
    expect(await app.post('/api/admin/projects/nowhere/favorites', undefined, user)).toMatchObject({ status: 404 });
});

import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';

test('a new installation has six flag types with their lifetimes', async () => {
    const app = await testApp();

    const { body } = await app.get('/api/admin/feature-types');

    expect(body.version).toBe(1);
    expect(body.types.map(({ id, lifetimeDays }: { id: string; lifetimeDays: number }) => [id, lifetimeDays])).toEqual([
        ['experiment', 40],
        ['kill-switch', null],
        ['operational', 7],
        ['permission', null],
        ['release', 40],
        ['sunset', 90],
    ]);
    expect(body.types[0]).toEqual({
        id: 'experiment',
        name: 'Experiment',
        description: expect.stringMatching(/\S/),
        lifetimeDays: 40,
    });
});

test('setting the lifetime of a type records an event', async () => {
    const app = await testApp();

    const response = await app.put('/api/admin/feature-types/release/lifetime', { lifetimeDays: 12 });

    expect(response).toMatchObject({ status: 200, body: { id: 'release', name: 'Release', lifetimeDays: 12 } });
    expect((await app.get('/api/admin/events')).body.events[0]).toMatchObject({
        type: 'feature-type-updated',
        preData: { id: 'release', lifetimeDays: 40 },
        data: { id: 'release', lifetimeDays: 12 },
    });
});

test.each([null, 0])('a lifetime of %s is unlimited', async (lifetimeDays) => {
    const app = await testApp();

    const { body } = await app.put('/api/admin/feature-types/release/lifetime', { lifetimeDays });

    expect(body.lifetimeDays).toBeNull();
});

test('setting the current lifetime changes nothing', async () => {
    const app = await testApp();

    expect(
        await app.put('/api/admin/feature-types/release/lifetime', { lifetimeDays: 40 }, { changesNothing: true }),
    ).toMatchObject({ status: 200 });
});

test.each([-1, 1.5, '40', 36_501, 2 ** 31, true, undefined])('a lifetime of %s is refused', async (lifetimeDays) => {
    const app = await testApp();

    expect(await app.put('/api/admin/feature-types/release/lifetime', { lifetimeDays })).toMatchObject({
        status: 400,
        body: { name: 'ValidationError', details: [{ path: '/body/lifetimeDays' }] },
    });
});

test.each(['nothing', '__proto__'])('the unknown type %s returns 404', async (id) => {
    const app = await testApp();

    expect(await app.put(`/api/admin/feature-types/${id}/lifetime`, { lifetimeDays: 1 })).toMatchObject({
        status: 404,
    });
});

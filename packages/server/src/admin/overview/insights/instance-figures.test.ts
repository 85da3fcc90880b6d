import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const PATH = '/api/admin/insights/figures';
const DAY = 86_400_000;

/** Starts at noon, so that no month ends during a test. */
async function start(): Promise<TestApp> {
    const app = await testApp();
    app.passTime(1.5 * DAY - (app.services.clock().getTime() % DAY));
    return app;
}

test('flags are counted by type and age, and flags to clean up lower the health from the month in which they become stale', async () => {
    const app = await start();
    await app.has.project({ id: 'shop' });
    // The lifetime of a release flag is 40 days, that of an operational flag 7 days.
    await app.has.flag({ name: 'old-release', project: 'shop', type: 'release' });
    await app.has.flag({ name: 'marked', project: 'shop', type: 'permission' });
    await app.has.flag({ name: 'kept', project: 'shop', type: 'permission' });
    await app.has.flag({ name: 'gone', project: 'shop', type: 'permission' });
    app.passTime(10 * DAY);
    await app.post('/api/admin/projects/shop/features/old-release/environments/production/on');
    app.passTime(60 * DAY);
    await app.post('/api/admin/projects/shop/stale', { features: ['marked'], stale: true });
    await app.delete('/api/admin/projects/shop/features/gone');
    await app.has.flag({ name: 'new-release', project: 'shop', type: 'release' });

    const { status, body } = await app.get(PATH);

    expect(status).toBe(200);
    const [shop] = body.projects.filter(({ id }: { id: string }) => id === 'shop');
    expect(shop).toMatchObject({ name: 'shop', total: 4, stale: 1, daysToProduction: 10 });
    expect(body.now).toMatchObject({ total: 4, stale: 1, archived: 1, daysToProduction: 10 });
    expect(body.types).toEqual([
        { type: 'permission', lifetimeDays: null, total: 2, byAge: [0, 0, 2, 0, 0, 0] },
        { type: 'release', lifetimeDays: 40, total: 2, byAge: [1, 0, 1, 0, 0, 0] },
    ]);
    expect(body.ages[2]).toEqual({ fromDays: 30, toDays: 90 });
    // The month before the first flags, the month of the first flags, and the current month.
    const firstIndex = body.months.findIndex(({ created }: { created: number }) => created === 4);
    expect(body.months).toHaveLength(12);
    expect(body.months[firstIndex - 1]).toMatchObject({ total: 0, health: null });
    expect(body.months[firstIndex]).toMatchObject({ created: 4, total: 4, health: 100, archived: 0 });
    expect(body.months.at(-1)).toMatchObject({ created: 1, archived: 1, total: 4, health: 50 });
    expect(shop.healthByMonth).toEqual(body.months.map(({ health }: { health: number | null }) => health));
    const reached = body.months.filter(({ reachedProduction }: { reachedProduction: number }) => reachedProduction > 0);
    expect(reached).toMatchObject([{ reachedProduction: 1, daysToProduction: 10 }]);
});

test('figures do not include resources hidden from the user', async () => {
    const app = await start();
    await app.has.project({ id: 'secret' });
    await app.has.flag({ name: 'hidden', project: 'secret', type: 'experiment' });
    await app.has.flag({ name: 'seen', type: 'release' });
    await app.put('/api/admin/projects/secret/settings', { mode: 'private' });
    const stranger = await app.has.user();
    const member = await app.has.user({ projectRoles: { secret: 'member' } });

    const { body } = await app.get(PATH, stranger);

    expect(body.projects.map(({ id }: { id: string }) => id)).toEqual(['default']);
    expect(body.now.total).toBe(1);
    expect(body.types.map(({ type }: { type: string }) => type)).toEqual(['release']);
    expect(body.months.at(-1)).toMatchObject({ created: 1, total: 1 });
    expect((await app.get(PATH, member)).body.now.total).toBe(2);
});

test('figures are also given by week, until a flag is older than twelve weeks', async () => {
    const app = await start();
    await app.has.flag({ name: 'first', type: 'permission' });
    app.passTime(14 * DAY);
    await app.has.flag({ name: 'second', type: 'permission' });

    const { weeks } = (await app.get(PATH)).body;

    expect(weeks).toHaveLength(12);
    expect(new Date(weeks.at(-1).week).getUTCDay()).toBe(1);
    expect(weeks.slice(-3)).toMatchObject([
        { created: 1, total: 1, health: 100 },
        { created: 0, total: 1, health: 100 },
        { created: 1, total: 2, health: 100 },
    ]);
    expect(weeks.at(-4)).toMatchObject({ created: 0, total: 0, health: null });
    app.passTime(12 * 7 * DAY);
    expect((await app.get(PATH)).body.weeks).toEqual([]);
});

import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { SYSTEM_ACTOR } from '../../../core/access/actor.ts';
import { reconsiderStaleFlags } from './flag-staleness.commands.ts';

const PROJECT = '/api/admin/projects/default';
const FLAG = `${PROJECT}/features/checkout`;
const DAY = 24 * 60 * 60 * 1000;

const daysPass = async (app: TestApp, days: number) => {
    app.passTime(days * DAY);
    // The job that runs every minute.
    await app.services.write(SYSTEM_ACTOR, reconsiderStaleFlags, undefined);
};

const isStale = async (app: TestApp): Promise<boolean> => (await app.get(FLAG)).body.stale;

const typesOf = async (app: TestApp) => {
    const { body } = await app.get('/api/admin/events/checkout');
    return body.events.map(({ type }: { type: string }) => type).reverse();
};

test('a flag becomes stale when it is older than the lifetime of its type, and SDKs see it', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', type: 'release' });

    await daysPass(app, 39);
    expect(await isStale(app)).toBe(false);
    await daysPass(app, 2);

    expect(await isStale(app)).toBe(true);
    expect((await app.clientFeatures()).features).toMatchObject([{ stale: true }]);
    expect(await typesOf(app)).toEqual(['feature-created', 'feature-potentially-stale-on']);
    const { body } = await app.get('/api/admin/events/checkout');
    expect(body.events[0]).toMatchObject({ createdBy: 'halyard', data: null, preData: null });
});

test.each([
    ['release', 40],
    ['experiment', 40],
    ['operational', 7],
    ['sunset', 90],
])('a flag of type %s becomes stale after %i days', async (type, days) => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', type });

    await daysPass(app, days - 1);
    expect(await isStale(app)).toBe(false);
    await daysPass(app, 2);
    expect(await isStale(app)).toBe(true);
});

test.each(['kill-switch', 'permission'])('a flag of type %s never becomes stale', async (type) => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', type });

    await daysPass(app, 10_000);

    expect(await isStale(app)).toBe(false);
});

test('a second run of the job records no events', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    await daysPass(app, 41);
    const before = await app.revision();

    await daysPass(app, 1);

    expect(await app.revision()).toBe(before);
});

test('an unrelated change does not make an old flag stale before the job does', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    app.passTime(41 * DAY);

    await app.patch(FLAG, [], { changesNothing: true });
    await app.patch(FLAG, [{ op: 'replace', path: '/description', value: 'changed' }]);

    expect(await typesOf(app)).toEqual(['feature-created', 'feature-metadata-updated']);
    expect(await isStale(app)).toBe(false);
});

test('a flag that a user marked as not stale stays so at any age', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    await daysPass(app, 41);

    await app.patch(FLAG, [{ op: 'replace', path: '/stale', value: false }]);
    await daysPass(app, 100);

    expect(await isStale(app)).toBe(false);
});

test('sending the current value of stale is not a decision: the age still decides', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });

    await app.patch(FLAG, [{ op: 'replace', path: '/stale', value: false }], { changesNothing: true });
    await app.put(FLAG, { stale: false, description: 'changed' });
    await daysPass(app, 41);

    expect(await isStale(app)).toBe(true);
});

test('removing the member reverts a decision: the age decides again immediately', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    await daysPass(app, 41);
    await app.patch(FLAG, [{ op: 'replace', path: '/stale', value: false }]);

    expect(await app.patch(FLAG, [{ op: 'remove', path: '/stale' }])).toMatchObject({ body: { stale: true } });

    await app.patch(FLAG, [{ op: 'replace', path: '/stale', value: false }]);
    expect(await app.put(FLAG, {})).toMatchObject({ body: { stale: true } });
});

test('a flag with a new type is checked against its lifetime immediately', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', type: 'operational' });
    await daysPass(app, 8);

    expect(await app.patch(FLAG, [{ op: 'replace', path: '/type', value: 'release' }])).toMatchObject({
        body: { stale: false },
    });
    expect(await app.patch(FLAG, [{ op: 'replace', path: '/type', value: 'operational' }])).toMatchObject({
        body: { stale: true },
    });
    await daysPass(app, 1_000);
    expect(await app.patch(FLAG, [{ op: 'replace', path: '/type', value: 'kill-switch' }])).toMatchObject({
        body: { stale: false },
    });
});

test('a longer lifetime of the type ends the staleness of its flags within a minute, and is recorded', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    await daysPass(app, 41);

    await app.put('/api/admin/feature-types/release/lifetime', { lifetimeDays: 100 });
    await daysPass(app, 0);

    expect(await isStale(app)).toBe(false);
    const { body } = await app.get('/api/admin/events/checkout');
    expect(body.events[0]).toMatchObject({
        type: 'feature-metadata-updated',
        preData: { stale: true },
        data: { stale: false },
    });
});

test('archived flags do not become stale', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    await app.delete(FLAG);

    await daysPass(app, 100);

    expect(await typesOf(app)).toEqual(['feature-created', 'feature-archived']);
});

test('several flags can be marked as stale or not stale; unknown and unchanged flags are ignored', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    await app.has.flag({ name: 'other' });
    const features = ['checkout', 'other', 'nothing'];

    expect(await app.post(`${PROJECT}/stale`, { features, stale: true })).toMatchObject({ status: 202 });
    expect(await isStale(app)).toBe(true);
    const again = await app.post(`${PROJECT}/stale`, { features, stale: true }, { changesNothing: true });
    expect(again.status).toBe(202);
    expect(await app.post(`${PROJECT}/stale`, { features: ['checkout'], stale: false })).toMatchObject({ status: 202 });
    expect(await isStale(app)).toBe(false);
    expect(await typesOf(app)).toEqual([
        'feature-created',
        'feature-metadata-updated',
        'feature-stale-on',
        'feature-metadata-updated',
        'feature-stale-off',
    ]);
});

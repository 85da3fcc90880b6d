import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { stagesReached } from './usage-stages.ts';

const FEATURES = '/api/admin/projects/default/features';
const LIFECYCLE = `${FEATURES}/checkout/lifecycle`;

const stagesOf = async (app: TestApp) => {
    const { body } = await app.get(LIFECYCLE);
    return body.map(({ stage }: { stage: string }) => stage);
};

/** Reports evaluations of the flag in this environment. */
const isUsedIn = async (app: TestApp, environment: string, flag = 'checkout') => {
    const now = app.services.clock().toISOString();
    await app.services.recordObservation((tx) => stagesReached(tx, [{ flag, environment }], now));
};

test('a new flag is in the stage initial since its creation', async () => {
    const app = await testApp();
    const { createdAt } = await app.has.flag({ name: 'checkout' });

    expect(await app.get(LIFECYCLE)).toMatchObject({
        status: 200,
        body: [{ stage: 'initial', enteredStageAt: createdAt }],
    });
    expect((await app.get(`${FEATURES}/checkout`)).body.lifecycle).toEqual({
        stage: 'initial',
        enteredStageAt: createdAt,
    });
});

test('usage in any environment makes a flag pre-live', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', enabled: true });

    await isUsedIn(app, 'development');

    expect(await stagesOf(app)).toEqual(['initial', 'pre-live']);
});

test('usage in production makes a flag live if it is on there, otherwise pre-live', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });

    await isUsedIn(app, 'production');
    expect(await stagesOf(app)).toEqual(['initial', 'pre-live']);
    await app.post(`${FEATURES}/checkout/environments/production/on`);
    await isUsedIn(app, 'production');

    expect(await stagesOf(app)).toEqual(['initial', 'pre-live', 'live']);
});

test('only environments of type production count as production', async () => {
    const app = await testApp();
    await app.has.environment({ name: 'staging', type: 'preproduction' });
    const { id } = await app.has.project({ environments: ['staging'] });
    await app.has.flag({ name: 'staged', project: id, enabled: ['staging'] });

    await isUsedIn(app, 'staging', 'staged');

    const { body } = await app.get(`/api/admin/projects/${id}/features/staged/lifecycle`);
    expect(body).toMatchObject([{ stage: 'initial' }, { stage: 'pre-live' }]);
});

test('a stage is entered once: later usage does not change the time', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    await isUsedIn(app, 'development');
    const { body: before } = await app.get(LIFECYCLE);

    app.passTime(60_000);
    await isUsedIn(app, 'development');

    expect((await app.get(LIFECYCLE)).body).toEqual(before);
});

test('usage of flags and environments that do not exist is ignored', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });

    await isUsedIn(app, 'development', 'nothing');
    await isUsedIn(app, 'nowhere');

    expect(await stagesOf(app)).toEqual(['initial']);
});

test('usage records no event', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const before = await app.revision();

    await isUsedIn(app, 'development');

    expect(await app.revision()).toBe(before);
});

test('a flag can be completed with an outcome, and the completion can be reverted', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    await isUsedIn(app, 'development');

    expect(await app.post(`${LIFECYCLE}/complete`, { status: 'kept', statusValue: 'red' })).toMatchObject({
        status: 200,
    });
    expect((await app.get(LIFECYCLE)).body.at(-1)).toMatchObject({ stage: 'completed', status: 'kept' });
    expect((await app.get(`${FEATURES}/checkout`)).body.lifecycle).toMatchObject({ stage: 'completed' });

    expect(await app.post(`${LIFECYCLE}/uncomplete`)).toMatchObject({ status: 200 });
    expect(await stagesOf(app)).toEqual(['initial', 'pre-live']);
    const { body } = await app.get('/api/admin/events/checkout');
    expect(body.events.slice(0, 2)).toMatchObject([
        { type: 'feature-uncompleted' },
        { type: 'feature-completed', data: { status: 'kept', statusValue: 'red', kept: true } },
    ]);
});

test('completing a flag again changes its outcome; the same outcome changes nothing', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    await app.post(`${LIFECYCLE}/complete`, { status: 'kept' });

    expect(await app.post(`${LIFECYCLE}/complete`, { status: 'discarded' })).toMatchObject({ status: 200 });
    expect((await app.get(LIFECYCLE)).body.at(-1)).toMatchObject({ status: 'discarded' });
    const again = await app.post(`${LIFECYCLE}/complete`, { status: 'discarded' }, { changesNothing: true });
    expect(again).toMatchObject({ status: 200 });
});

test('a completed flag stays completed when it is used', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', enabled: ['production'] });
    await app.post(`${LIFECYCLE}/complete`, { status: 'kept' });

    await isUsedIn(app, 'production');

    expect(await stagesOf(app)).toEqual(['initial', 'completed']);
});

test('uncompleting a flag that is not completed changes nothing', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });

    expect(await app.post(`${LIFECYCLE}/uncomplete`, undefined, { changesNothing: true })).toMatchObject({
        status: 200,
    });
});

test('archiving adds the stage archived, and reviving resets the lifecycle', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    await isUsedIn(app, 'development');

    await app.delete(`${FEATURES}/checkout`);
    await isUsedIn(app, 'production');
    expect(await stagesOf(app)).toEqual(['initial', 'pre-live', 'archived']);
    await app.post('/api/admin/archive/revive/checkout');
    expect(await stagesOf(app)).toEqual(['initial']);
});

test('a flag that does not exist or is in another project has no stages', async () => {
    const app = await testApp();
    const { id } = await app.has.project();
    await app.has.flag({ name: 'checkout' });

    expect(await app.get(`${FEATURES}/nothing/lifecycle`)).toMatchObject({ status: 200, body: [] });
    expect(await app.get(`/api/admin/projects/${id}/features/checkout/lifecycle`)).toMatchObject({ body: [] });
    expect(await app.post(`${FEATURES}/nothing/lifecycle/complete`, { status: 'kept' })).toMatchObject({ status: 404 });
    expect(await app.post(`${FEATURES}/nothing/lifecycle/uncomplete`)).toMatchObject({ status: 404 });
});

test.each([
    ['no status', {}],
    ['an unknown status', { status: 'lost' }],
    ['a value that is too long', { status: 'kept', statusValue: 'x'.repeat(501) }],
    ['an unknown property', { status: 'kept', when: 'now' }],
])('completing a flag with %s is refused', async (_what, body) => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });

    expect(await app.post(`${LIFECYCLE}/complete`, body)).toMatchObject({ status: 400 });
});

test('the flags in each stage are counted', async () => {
    const app = await testApp();
    for (const name of ['a', 'b', 'c', 'd']) await app.has.flag({ name, enabled: ['production'] });
    await app.has.flag({ name: 'checkout' });
    await isUsedIn(app, 'production', 'b');
    await isUsedIn(app, 'development', 'c');
    await app.post(`${FEATURES}/d/lifecycle/complete`, { status: 'kept' });
    await app.delete(`${FEATURES}/checkout`);

    expect(await app.get('/api/admin/lifecycle/count')).toMatchObject({
        status: 200,
        body: { initial: 1, preLive: 1, live: 1, completed: 1, archived: 1 },
    });
});

test('flags of private projects are counted for members only', async () => {
    const app = await testApp();
    const { id } = await app.has.project({ mode: 'private' });
    await app.has.flag({ project: id });
    const stranger = await app.has.user();
    const member = await app.has.user({ projectRoles: { [id]: 'reader' } });

    expect((await app.get('/api/admin/lifecycle/count', stranger)).body.initial).toBe(0);
    expect((await app.get('/api/admin/lifecycle/count', member)).body.initial).toBe(1);
});

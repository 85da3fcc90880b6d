import { expect, test } from 'vitest';
import { CLIENT_TOKEN, testApp } from '../../test/support/test-app.ts';
import { SYSTEM_ACTOR } from '../core/access/actor.ts';
import { groupIdAt } from './group-id.ts';

test('reads do not wait for changes that queue behind a long one', async () => {
    const app = await testApp();
    const viewer = await app.has.user();
    const { promise: end, resolve: finish } = Promise.withResolvers<void>();
    const long = app.services.write(SYSTEM_ACTOR, () => end, undefined);
    const waiting = Array.from({ length: 10 }, (_, index) =>
        app.send('POST', '/api/admin/tags', {
            headers: { 'content-type': 'application/json' },
            rawBody: JSON.stringify({ type: 'simple', value: `tag-${index}` }),
        }),
    );

    const read = await app.send('GET', '/api/admin/projects', { token: null, headers: viewer.headers });
    finish();
    await long;
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);

    expect(read.status).toBe(200);
    expect(new Set(statuses)).toEqual(new Set([201]));
});

test('a new SDK definition is published even if its event shows no difference', async () => {
    const app = await testApp();
    const { name } = await app.has.flag();
    const features = () => app.get('/api/client/features', { token: CLIENT_TOKEN });
    const described = (description: string) =>
        app.services.write(
            SYSTEM_ACTOR,
            async ({ tx, record }) => {
                await tx.updateTable('flags').set({ description }).where('name', '=', name).execute();
                record({
                    type: 'feature-metadata-updated',
                    featureName: name,
                    project: 'default',
                    preData: {},
                    data: {},
                });
            },
            undefined,
        );

    await described('new');
    const revision = await app.revision();
    await described('new');

    expect((await features()).body.features).toMatchObject([{ name, description: 'new' }]);
    expect(await app.revision()).toBe(revision);
});

test('successive changes have successive group ids', () => {
    const moments = ['1999-12-31', '2026-01-01', '2026-01-02', '2200-01-01'].map((day) => new Date(day));

    const ids = moments.map(groupIdAt);

    expect(ids.toSorted()).toEqual(ids);
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(groupIdAt(moments[0]!)).not.toBe(ids[0]);
});

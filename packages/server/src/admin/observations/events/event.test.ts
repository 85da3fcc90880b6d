import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { SYSTEM_ACTOR } from '../../../core/access/actor.ts';
import type { NewEvent } from '../../../core/events/event-types.ts';

/** Records events in the log without the corresponding changes. */
const leave = (app: TestApp, events: NewEvent[]) =>
    app.services.write(SYSTEM_ACTOR, async ({ record }) => events.forEach(record), undefined);

const turnedOn = (featureName: string, project = 'default'): NewEvent => ({
    type: 'feature-environment-enabled',
    featureName,
    project,
    environment: 'development',
});

const ids = (events: { id: number }[]) => events.map(({ id }) => id);

test('an event contains its type, author, time, location and change', async () => {
    const app = await testApp();
    await app.post('/api/admin/api-tokens', { tokenName: 'mobile', type: 'client', projects: ['default'] });

    const { body } = await app.get('/api/admin/events');

    expect(body.version).toBe(1);
    expect(body.events[0]).toEqual({
        id: await app.revision(),
        type: 'api-token-created',
        createdBy: 'initial',
        createdByUserId: -42,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        data: expect.objectContaining({ tokenName: 'mobile' }),
        preData: null,
        tags: [],
        featureName: null,
        project: 'default',
        environment: 'development',
        groupType: 'transaction',
        groupId: expect.stringMatching(/\S/),
    });
});

test('events of one change have the same group, events of different changes do not', async () => {
    const app = await testApp();
    await leave(app, [turnedOn('a'), turnedOn('b')]);
    await leave(app, [turnedOn('c')]);

    const { body } = await app.get('/api/admin/events');

    const [c, b, a] = body.events;
    expect(a.groupId).toBe(b.groupId);
    expect(b.groupId).not.toBe(c.groupId);
});

test('an event contains the tags of its flag', async () => {
    const app = await testApp();
    const flag = await app.has.flag();
    await app.post(`/api/admin/features/${flag.name}/tags`, { type: 'simple', value: 'checkout' });
    await leave(app, [turnedOn(flag.name)]);

    const { body } = await app.get(`/api/admin/events/${flag.name}`);

    expect(body.events[0]).toMatchObject({ tags: [{ type: 'simple', value: 'checkout' }] });
});

test('returns the last 100 events without a project, newest first', async () => {
    const app = await testApp();
    await leave(
        app,
        Array.from({ length: 130 }, (_, index) => turnedOn(`flag-${index}`)),
    );
    const revision = await app.revision();

    const { body } = await app.get('/api/admin/events');

    expect(ids(body.events)).toEqual(Array.from({ length: 100 }, (_, index) => revision - index));
    expect(body.totalEvents).toBe(revision);
});

test('returns all events of a project, newest first, and no events of other projects', async () => {
    const app = await testApp();
    await leave(app, [turnedOn('elsewhere', 'other'), { type: 'user-created', data: { id: 7 } }]);
    await leave(
        app,
        Array.from({ length: 450 }, (_, index) => turnedOn(`flag-${index}`)),
    );

    const { body } = await app.get('/api/admin/events?project=default');

    expect(body.events.map((event: { featureName: string }) => event.featureName)).toEqual(
        Array.from({ length: 450 }, (_, index) => `flag-${449 - index}`),
    );
    expect(body.totalEvents).toBe(450);
});

test.each([199, 200, 201, 400])('returns all events of a project with %i events', async (count) => {
    const app = await testApp();
    await leave(
        app,
        Array.from({ length: count }, (_, index) => turnedOn(`flag-${index}`)),
    );

    const { body } = await app.get('/api/admin/events?project=default');

    expect(body.events).toHaveLength(count);
});

test('a project that does not exist has no events', async () => {
    const app = await testApp();

    const response = await app.get('/api/admin/events?project=nowhere');

    expect(response).toMatchObject({ status: 200, body: { version: 1, events: [], totalEvents: 0 } });
    expect(response.headers.get('content-type')).toContain('application/json');
});

test('returns 400 for several projects at once', async () => {
    const app = await testApp();

    expect(await app.get('/api/admin/events?project=a&project=b')).toMatchObject({
        status: 400,
        body: { name: 'ValidationError', details: [{ path: '/query/project' }] },
    });
});

test('returns all events of a flag, newest first', async () => {
    const app = await testApp();
    await leave(
        app,
        Array.from({ length: 250 }, () => turnedOn('mine')),
    );
    await leave(app, [turnedOn('another')]);

    const { body } = await app.get('/api/admin/events/mine');

    expect(body).toMatchObject({ version: 1, toggleName: 'mine', totalEvents: 250 });
    expect(ids(body.events)).toEqual(ids(body.events).toSorted((a, b) => b - a));
    expect(body.events).toHaveLength(250);
});

test.each(['unknown', '__proto__', "it's", 'a%20b%2Fc', '%F0%9F%9A%A9'])(
    'a flag that never existed (%s) has an empty list of events',
    async (name) => {
        const app = await testApp();

        expect(await app.get(`/api/admin/events/${name}`)).toMatchObject({
            status: 200,
            body: { version: 1, toggleName: decodeURIComponent(name), events: [] },
        });
    },
);

test('an event that is written while the list is read does not appear in it', async () => {
    const app = await testApp();
    await leave(
        app,
        Array.from({ length: 1000 }, () => turnedOn('mine')),
    );

    const [list] = await Promise.all([
        app.send('GET', '/api/admin/events/mine'),
        ...Array.from({ length: 20 }, () => leave(app, [turnedOn('mine')])),
    ]);

    expect(list.body.events).toHaveLength(list.body.totalEvents);
    expect(new Set(ids(list.body.events)).size).toBe(list.body.totalEvents);
});

test('only administrators and users with the permission READ_LOGS can read the log of the instance', async () => {
    const app = await testApp();
    const editor = await app.has.user({ rootRole: 'editor' });
    const admin = await app.has.user({ rootRole: 'admin' });

    expect(await app.get('/api/admin/events', editor)).toMatchObject({
        status: 403,
        body: { name: 'NoAccessError', permissions: ['ADMIN', 'READ_LOGS'] },
    });
    expect(await app.get('/api/admin/events?project=default', editor)).toMatchObject({ status: 403 });
    expect(await app.get('/api/admin/events', admin)).toMatchObject({ status: 200 });
});

test('a signed-in user sees the events of a flag, but only those that belong to a project', async () => {
    const app = await testApp();
    await leave(app, [turnedOn('mine')]);
    await app.services.recordObservation((tx) =>
        tx.updateTable('events').set({ project: null }).where('id', '=', 1).execute(),
    );
    await app.services.recordObservation((tx) =>
        tx.updateTable('events').set({ feature_name: 'mine' }).where('id', '=', 1).execute(),
    );
    const viewer = await app.has.user();

    expect((await app.get('/api/admin/events/mine', viewer)).body).toMatchObject({
        totalEvents: 1,
        events: [{ project: 'default' }],
    });
    expect((await app.get('/api/admin/events/mine')).body.events).toHaveLength(2);
});

test('events of a private project are hidden from users who are not members', async () => {
    const app = await testApp();
    await app.has.project({ id: 'secret', mode: 'private' });
    await leave(app, [turnedOn('hush', 'secret')]);
    const stranger = await app.has.user();
    const member = await app.has.user({ projectRoles: { secret: 'reader' } });

    expect((await app.get('/api/admin/events/hush', stranger)).body.events).toEqual([]);
    expect((await app.get('/api/admin/search/events?feature=IS:hush', stranger)).body).toEqual({
        events: [],
        total: 0,
    });
    expect((await app.get('/api/admin/events/hush', member)).body.events).toHaveLength(1);
});

test('every author of events is listed once; all tokens share one name, and so does the service', async () => {
    const app = await testApp();
    const user = await app.has.user({ rootRole: 'admin' });
    await app.post('/api/admin/environments', { name: 'qa', type: 'test' }, user);
    await app.has.environment();

    const { body } = await app.get('/api/admin/event-creators', user);

    expect(body).toEqual([
        { id: -1337, name: 'halyard' },
        { id: -42, name: 'admin tokens' },
        { id: user.id, name: user.username },
    ]);
});

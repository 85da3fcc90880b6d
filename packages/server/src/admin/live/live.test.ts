import { expect, test } from 'vitest';
import { listenTo } from '../../../test/support/event-source.ts';
import { ADMIN_TOKEN, CLIENT_TOKEN, type TestApp, testApp } from '../../../test/support/test-app.ts';
import { STREAMS_PER_CALLER } from './onlookers.ts';

/** Someone who has joined, and knows the revision as it is. */
async function onlooker(app: TestApp, headers: Record<string, string> = { authorization: ADMIN_TOKEN }) {
    const stream = await listenTo(`${app.url}/api/admin/live`, headers);
    return { ...stream, first: await stream.next() };
}

test('a signed-in user hears which kinds of changes there were, and not what changed', async () => {
    const app = await testApp();
    const viewer = await app.has.user();
    const stream = await onlooker(app, viewer.headers);
    expect(stream.first.data).toEqual({ revision: await app.revision(), types: [] });

    await app.has.flag({ name: 'lantern' });

    const revision = await app.revision();
    expect(await stream.next()).toEqual({
        event: undefined,
        id: String(revision),
        data: { revision, types: ['feature-created'] },
    });
});

test('of projects that the listener may not know of nothing is heard', async () => {
    const app = await testApp();
    await app.has.project({ id: 'covert', mode: 'private' });
    const outsider = await onlooker(app, (await app.has.user()).headers);
    const member = await onlooker(app, (await app.has.user({ projectRoles: { covert: 'member' } })).headers);

    await app.has.flag({ project: 'covert' });
    await app.has.segment();

    expect((await outsider.next()).data.types).toEqual(['segment-created']);
    expect((await member.next()).data.types).toEqual(['feature-created']);
});

test('only those whom the admin API knows may listen', async () => {
    const app = await testApp();

    expect(await app.get('/api/admin/live', { token: null })).toMatchObject({ status: 401 });
    expect(await app.get('/api/admin/live', { token: CLIENT_TOKEN })).toMatchObject({ status: 403 });
});

test('the stream ends when the session does', async () => {
    const app = await testApp();
    const viewer = await app.has.user();
    const stream = await onlooker(app, viewer.headers);

    await app.delete(`/api/admin/user-admin/${viewer.id}/sessions`);
    await app.services.eventStreams.recheck();

    await stream.ended;
});

test('the stream ends when the service stops', async () => {
    const app = await testApp();
    const stream = await onlooker(app);

    await app.close();

    await stream.ended;
});

test('one caller listens only so often, which leaves room for others', async () => {
    const app = await testApp();
    const viewer = await app.has.user();
    await Promise.all(Array.from({ length: STREAMS_PER_CALLER }, () => onlooker(app, viewer.headers)));

    expect(await app.get('/api/admin/live', viewer)).toMatchObject({ status: 429 });

    expect((await onlooker(app)).first.data.types).toEqual([]);
});

test('past the limit of streams the caller is told to poll', async () => {
    const app = await testApp({ environment: { MAX_STREAMS: '1' } });
    await onlooker(app);

    expect(await app.get('/api/admin/live', await app.has.user())).toMatchObject({ status: 429 });
});

import { describe, expect, test, vi } from 'vitest';
import { listenTo } from '../../../../test/support/event-source.ts';
import { ADMIN_TOKEN, CLIENT_TOKEN, type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { MAX_CHANGES } from './live.schemas.ts';
import { STREAMS_PER_CALLER } from './live-subscribers.ts';

/** Opens a stream and reads its first message, which contains the current revision. */
async function onlooker(app: TestApp, headers: Record<string, string> = { authorization: ADMIN_TOKEN }) {
    const stream = await listenTo(`${app.url}/api/admin/live`, headers);
    return { ...stream, first: await stream.next() };
}

test('a signed-in user is notified of the type and location of changes, not of their content', async () => {
    const app = await testApp();
    const viewer = await app.has.user();
    const stream = await onlooker(app, viewer.headers);
    expect(stream.first.data).toEqual({ revision: await app.revision(), types: [], changes: [] });

    await app.has.flag({ name: 'lantern', description: 'Not for the eyes of all' });

    const revision = await app.revision();
    expect(await stream.next()).toEqual({
        event: undefined,
        id: expect.stringMatching(`^${revision}\\.i[0-9a-f]{8}$`),
        data: {
            revision,
            types: ['feature-created'],
            changes: [{ type: 'feature-created', project: 'default', featureName: 'lantern' }],
        },
    });
    await app.post('/api/admin/projects/default/features/lantern/environments/development/on');
    expect((await stream.next()).data.changes).toContainEqual({
        type: 'feature-environment-enabled',
        project: 'default',
        featureName: 'lantern',
        environment: 'development',
    });
    const { id } = await app.has.segment();
    expect((await stream.next()).data.changes).toEqual([{ type: 'segment-created', segment: id }]);
});

test('after a notification only the changed rows are requested', async () => {
    const app = await testApp();
    for (const name of ['anchor', 'buoy', 'capstan']) await app.has.flag({ name });
    const FEATURES = '/api/admin/projects/default/features';
    const stream = await onlooker(app);

    // One after the other: delayed notifications are combined.
    await app.post('/api/admin/projects/default/archive', { features: ['anchor', 'buoy'] });
    const archived = (await stream.next()).data.changes;
    await app.post('/api/admin/projects/default/revive', { features: ['buoy'] });
    const revived = (await stream.next()).data.changes;
    const names = [...new Set([...archived, ...revived].map(({ featureName }) => featureName))];
    expect(names.sort()).toEqual(['anchor', 'buoy']);

    const listed = await app.get(`${FEATURES}?${names.map((name) => `name=${name}`).join('&')}`);
    expect(listed.body.features).toMatchObject([{ name: 'buoy' }]);
    const found = await app.get(`/api/admin/search/features?project=IS:default&name=IS_ANY_OF:${names.join(',')}`);
    expect(found.body).toMatchObject({ total: 1, features: [{ name: 'buoy' }] });
});

describe('a change before the subscription', () => {
    const seenBy = async (app: TestApp, user: { headers: Record<string, string> }) =>
        (await app.get('/api/admin/user', { token: null, ...user })).headers.get('halyard-revision')!;
    const listenSince = async (app: TestApp, seen: string, headers: Record<string, string>) => {
        const stream = await listenTo(`${app.url}/api/admin/live?since=${encodeURIComponent(seen)}`, headers);
        expect((await stream.next()).data).toMatchObject({ types: [], changes: [] });
        return stream;
    };

    test('is sent to subscribers that name the last seen revision, and to subscribers that reconnect', async () => {
        const app = await testApp();
        const viewer = await app.has.user();
        const seen = await seenBy(app, viewer);
        await app.has.flag({ name: 'lantern' });

        const stream = await listenSince(app, seen, viewer.headers);
        const missed = await stream.next();
        expect(missed.data.changes).toEqual([{ type: 'feature-created', project: 'default', featureName: 'lantern' }]);

        await app.has.flag({ name: 'buoy' });
        const again = await listenSince(app, seen, { ...viewer.headers, 'last-event-id': missed.id! });
        expect((await again.next()).data.changes).toMatchObject([{ featureName: 'buoy' }]);
        // A subscriber that missed nothing receives only new changes.
        const now = await listenSince(app, await seenBy(app, viewer), viewer.headers);
        await app.has.segment();
        expect((await now.next()).data.types).toEqual(['segment-created']);
    });

    test('is not sent if its project is not visible to the subscriber', async () => {
        const app = await testApp();
        await app.has.project({ id: 'covert', mode: 'private' });
        const viewer = await app.has.user();
        const seen = await seenBy(app, viewer);
        await app.has.flag({ name: 'lantern', project: 'covert' });

        const stream = await listenSince(app, seen, viewer.headers);
        await app.has.segment();

        expect((await stream.next()).data.types).toEqual(['segment-created']);
    });

    test.each([
        ['of a revision that is no longer stored', (seen: string) => seen.replace(/^\d+/, '0')],
        ['of another install', (seen: string) => seen.replace(/\.\w+/, '.0000000000')],
        ['that is invalid', () => '1\nevent: forged'],
    ])('is sent as a message without types to a subscriber with a version %s', async (_case, modified) => {
        const app = await testApp();
        const viewer = await app.has.user();

        const stream = await listenSince(app, modified(await seenBy(app, viewer)), viewer.headers);

        expect(await stream.next()).toEqual({
            event: undefined,
            id: await seenBy(app, viewer),
            data: { revision: await app.revision(), types: [] },
        });
    });
});

test('a flag that moves to another project causes a notification in both projects', async () => {
    const app = await testApp();
    await app.has.project({ id: 'covert', mode: 'private' });
    await app.has.flag({ name: 'lantern' });
    const outsider = await onlooker(app, (await app.has.user()).headers);
    const admin = await onlooker(app);

    await app.post('/api/admin/projects/default/features/lantern/changeProject', { newProjectId: 'covert' });

    const left = { type: 'feature-project-change', project: 'default', featureName: 'lantern' };
    expect((await outsider.next()).data.changes).toEqual([left]);
    expect((await admin.next()).data.changes).toEqual([{ ...left, project: 'covert' }, left]);
});

test('a new dependency causes a notification for both flags', async () => {
    const app = await testApp();
    for (const name of ['child', 'parent']) await app.has.flag({ name });
    const stream = await onlooker(app);

    await app.post('/api/admin/projects/default/features/child/dependencies', { feature: 'parent' });

    const changes: { featureName: string }[] = (await stream.next()).data.changes;
    expect(changes.map(({ featureName }) => featureName)).toEqual(['child', 'parent']);
});

test('a message about more changes than the maximum does not list them', async () => {
    const app = await testApp();
    const stream = await onlooker(app);
    const flags = Array.from({ length: MAX_CHANGES + 1 }, (_, index) => `flag-${index}`);

    await app.post('/api/admin/features-batch/import', {
        project: 'default',
        environment: 'development',
        data: { features: flags.map((name) => ({ name, type: 'release' })), featureStrategies: [] },
    });

    const { data } = await stream.next();
    expect(data.types).toContain('feature-created');
    expect(data).not.toHaveProperty('changes');
});

test('subscribers receive no notifications of projects that are not visible to them', async () => {
    const app = await testApp();
    await app.has.project({ id: 'covert', mode: 'private' });
    const outsider = await onlooker(app, (await app.has.user()).headers);
    const member = await onlooker(app, (await app.has.user({ projectRoles: { covert: 'member' } })).headers);

    await app.has.flag({ name: 'lantern', project: 'covert' });
    expect((await member.next()).data).toMatchObject({
        types: ['feature-created'],
        changes: [{ type: 'feature-created', project: 'covert', featureName: 'lantern' }],
    });
    await app.has.segment();

    expect((await outsider.next()).data).toMatchObject({
        types: ['segment-created'],
        changes: [{ type: 'segment-created' }],
    });
});

test('only users of the admin API may subscribe', async () => {
    const app = await testApp();

    expect(await app.get('/api/admin/live', { token: null })).toMatchObject({ status: 401 });
    expect(await app.get('/api/admin/live', { token: CLIENT_TOKEN })).toMatchObject({ status: 403 });
});

describe('a subscriber that lost access receives no notification of later changes', () => {
    const outcomes: [what: string, shutOut: (app: TestApp, user: { id: number }) => Promise<unknown>][] = [
        ['sessions are ended', (app, { id }) => app.delete(`/api/admin/user-admin/${id}/sessions`)],
        ['user is deleted', (app, { id }) => app.delete(`/api/admin/user-admin/${id}`)],
        ['project becomes private', (app) => app.put('/api/admin/projects/bay', { name: 'Bay', mode: 'private' })],
    ];

    test.each(outcomes)('when their %s', async (_what, shutOut) => {
        const app = await testApp();
        await app.has.project({ id: 'bay' });
        const viewer = await app.has.user();
        const [one, other] = [await onlooker(app, viewer.headers), await onlooker(app, viewer.headers)];
        await app.has.flag({ name: 'before', project: 'bay' });
        for (const { next } of [one, other]) {
            expect((await next()).data.changes).toMatchObject([{ featureName: 'before' }]);
        }

        expect((await shutOut(app, viewer)) as object).toMatchObject({ status: 200 });
        await app.has.flag({ name: 'after', project: 'bay' });

        await one.ended;
        await other.ended;
        expect([one.heard(), other.heard()]).toEqual([[], []]);
    });

    test('when their personal token is deleted', async () => {
        const app = await testApp();
        const viewer = await app.has.user();
        const made = await app.post(
            '/api/admin/user/tokens',
            { description: 'mine', expiresAt: '2090-01-01T00:00:00.000Z' },
            viewer,
        );
        const stream = await onlooker(app, { authorization: made.body.secret });

        await app.delete(`/api/admin/user/tokens/${made.body.id}`, viewer);
        await app.has.flag();

        await stream.ended;
        expect(stream.heard()).toEqual([]);
    });

    test('even while many changes are on their way', async () => {
        const app = await testApp();
        const viewer = await app.has.user();
        const stream = await onlooker(app, viewer.headers);

        // Requests are sent with `fetch`, because `app.send` checks the revision around each request.
        const send = (method: string, path: string, body = {}) =>
            fetch(`${app.url}/api/admin${path}`, {
                method,
                headers: { authorization: ADMIN_TOKEN, 'content-type': 'application/json' },
                body: JSON.stringify(body),
            });
        const flags = Array.from({ length: 20 }, (_, index) => ({ name: `flag-${index}` }));
        await Promise.all([
            send('DELETE', `/user-admin/${viewer.id}`),
            ...flags.map((flag) => send('POST', '/projects/default/features', flag)),
        ]);

        const revision = await revisionOf(app, 'user-deleted');
        await stream.ended;
        const heard: number[] = stream.heard().map(({ data }) => data.revision);
        expect(heard.filter((each) => each >= revision)).toEqual([]);
    });
});

async function revisionOf(app: TestApp, type: string): Promise<number> {
    const { body } = await app.get(`/api/admin/search/events?type=IS:${type}`);
    return body.events[0].id;
}

test('changed permissions are checked outside of the change feed, and once for all streams of a session', async () => {
    const app = await testApp();
    const viewer = await app.has.user();
    const streams = [await onlooker(app, viewer.headers), await onlooker(app, viewer.headers)];
    await app.has.flag();
    for (const stream of streams) await stream.next();
    const answer = Promise.withResolvers<void>();
    const find = vi.spyOn(app.services.sessions, 'find').mockImplementation(async () => {
        await answer.promise;
        return { userId: viewer.id, secondFactorAt: undefined, hasOnlyPassword: true };
    });

    // The response does not wait for the check of permissions.
    await app.has.token();
    const { name } = await app.has.flag();
    await vi.waitFor(() => expect(find).toHaveBeenCalledTimes(1), { timeout: 60_000 });
    expect(streams.map((stream) => stream.heard())).toEqual([[], []]);
    answer.resolve();

    for (const stream of streams) {
        const heard = await receivedUntil(stream, (change) => change.featureName === name);
        expect(heard).toContain('api-token-created');
    }
    expect(find).toHaveBeenCalledTimes(1);
});

async function receivedUntil(
    stream: Awaited<ReturnType<typeof onlooker>>,
    isLast: (change: { featureName?: string }) => boolean,
): Promise<string[]> {
    const types: string[] = [];
    for (;;) {
        const { data } = await stream.next();
        types.push(...data.types);
        if (data.changes.some(isLast)) return types;
    }
}

test('the stream ends when the service stops', async () => {
    const app = await testApp();
    const stream = await onlooker(app);

    await app.close();

    await stream.ended;
});

test('the number of streams of one caller is limited, which leaves capacity for others', async () => {
    const app = await testApp();
    const viewer = await app.has.user();
    await Promise.all(Array.from({ length: STREAMS_PER_CALLER }, () => onlooker(app, viewer.headers)));

    expect(await app.get('/api/admin/live', viewer)).toMatchObject({ status: 429 });

    expect((await onlooker(app)).first.data.types).toEqual([]);
});

test('above the limit of streams the response tells the client to poll', async () => {
    const app = await testApp({ environment: { MAX_STREAMS: '1' } });
    await onlooker(app);

    expect(await app.get('/api/admin/live', await app.has.user())).toMatchObject({ status: 429 });
});

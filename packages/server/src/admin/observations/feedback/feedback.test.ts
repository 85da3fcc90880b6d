import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';

test('feedback is stored and returned with the current user', async () => {
    const app = await testApp();
    const user = await app.has.user();

    const response = await app.post('/api/admin/feedback', { feedbackId: 'survey' }, user);

    expect(response).toMatchObject({
        status: 200,
        body: { userId: user.id, feedbackId: 'survey', neverShow: false, given: expect.stringMatching(/Z$/) },
    });
    expect((await app.get('/api/admin/user', user)).body.feedback).toEqual([response.body]);
});

test('later feedback replaces the earlier feedback', async () => {
    const app = await testApp();
    const user = await app.has.user();
    await app.post('/api/admin/feedback', { feedbackId: 'survey' }, user);

    const response = await app.put(
        '/api/admin/feedback/survey',
        { neverShow: true, given: '2026-01-02T03:04:05+01:00', userId: 999, feedbackId: 'other' },
        user,
    );

    expect(response).toMatchObject({
        status: 200,
        body: { userId: user.id, feedbackId: 'survey', neverShow: true, given: '2026-01-02T02:04:05.000Z' },
    });
    expect((await app.get('/api/admin/user', user)).body.feedback).toEqual([response.body]);
});

test.each(['intro', '__proto__', 'a%20b'])('an announcement (%s) is stored as seen', async (id) => {
    const app = await testApp();
    const user = await app.has.user();

    const first = await app.post(`/api/admin/splash/${id}`, undefined, user);
    const second = await app.post(`/api/admin/splash/${id}`, undefined, user);

    const splashId = decodeURIComponent(id);
    expect(first).toMatchObject({ status: 200, body: { userId: user.id, splashId, seen: true } });
    expect(second.body).toEqual(first.body);
    expect(Object.entries((await app.get('/api/admin/user', user)).body.splash)).toEqual([[splashId, true]]);
});

test('the stored state of one user is not returned to another user', async () => {
    const app = await testApp();
    await app.post('/api/admin/splash/intro', undefined, await app.has.user());

    expect((await app.get('/api/admin/user', await app.has.user())).body).toMatchObject({ feedback: [], splash: {} });
});

test('an API token gets 403, because it has no user', async () => {
    const app = await testApp();

    expect(await app.post('/api/admin/splash/intro')).toMatchObject({ status: 403 });
    expect(await app.post('/api/admin/feedback', { feedbackId: 'survey' })).toMatchObject({ status: 403 });
    expect((await app.get('/api/admin/user')).body).toMatchObject({ feedback: [], splash: {} });
});

test('the number of entries per user is limited', async () => {
    const app = await testApp();
    const user = await app.has.user();
    for (let index = 0; index < 100; index++) {
        await app.send('POST', `/api/admin/splash/id-${index}`, user);
    }

    expect(await app.post('/api/admin/splash/one-too-many', undefined, user)).toMatchObject({
        status: 400,
        body: { name: 'ExceedsLimitError' },
    });
    expect(await app.post('/api/admin/splash/id-7', undefined, user)).toMatchObject({ status: 200 });
});

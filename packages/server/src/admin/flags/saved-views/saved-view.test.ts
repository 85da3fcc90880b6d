import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';

const VIEWS = '/api/admin/user/views';

test('a view can be saved, replaced and deleted; other users do not see it', async () => {
    const app = await testApp();
    const [ada, bob] = [await app.has.user(), await app.has.user()];
    const quiet = { changesNothing: true } as const;

    const saved = await app.put(`${VIEWS}/flags/To%20clean%20up`, { search: '?notSeenFor=30' }, { ...ada, ...quiet });
    expect(saved).toMatchObject({
        status: 200,
        body: { place: 'flags', name: 'To clean up', search: '?notSeenFor=30' },
    });
    await app.put(`${VIEWS}/flags/To%20clean%20up`, { search: '?notSeenFor=90' }, { ...ada, ...quiet });
    await app.put(`${VIEWS}/project.default/Mine`, { search: '' }, { ...ada, ...quiet });

    expect((await app.get(VIEWS, ada)).body).toEqual({
        views: [
            { place: 'flags', name: 'To clean up', search: '?notSeenFor=90' },
            { place: 'project.default', name: 'Mine', search: '' },
        ],
    });
    expect((await app.get(VIEWS, bob)).body).toEqual({ views: [] });
    expect(await app.delete(`${VIEWS}/flags/To%20clean%20up`, { ...bob, ...quiet })).toMatchObject({ status: 200 });
    expect((await app.get(VIEWS, ada)).body.views).toHaveLength(2);
    await app.delete(`${VIEWS}/flags/To%20clean%20up`, { ...ada, ...quiet });
    expect((await app.get(VIEWS, ada)).body.views).toHaveLength(1);
});

test('the number and size of views are limited, and an API token has no views', async () => {
    const app = await testApp();
    const ada = { ...(await app.has.user()), changesNothing: true };
    const full = Array.from({ length: 200 }, (_, index) => ({
        user_id: ada.id,
        place: 'flags',
        name: String(index),
        search: '',
    }));
    await app.services.recordObservation((tx) => tx.insertInto('user_views').values(full).execute());

    expect(await app.put(`${VIEWS}/flags/more`, { search: '' }, ada)).toMatchObject({
        status: 400,
        body: { name: 'ExceedsLimitError' },
    });
    expect(await app.put(`${VIEWS}/flags/1`, { search: 'x'.repeat(4_001) }, ada)).toMatchObject({ status: 400 });
    expect((await app.get(VIEWS, ada)).body.views).toHaveLength(200);
    // The saved views of one user do not count against the limit of others.
    const bob = { ...(await app.has.user()), changesNothing: true };
    expect(await app.put(`${VIEWS}/flags/first`, { search: '' }, bob)).toMatchObject({ status: 200 });
    expect((await app.get(VIEWS)).status).toBe(403);
});

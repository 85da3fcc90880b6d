import { expect, test } from 'vitest';
import { testApp } from '../../test/support/test-app.ts';
import { SYSTEM_ACTOR } from '../core/actor.ts';

test('changes that wait for a long one keep nobody from reading', async () => {
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

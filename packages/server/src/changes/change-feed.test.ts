import { expect, test, vi } from 'vitest';
import { testApp } from '../../test/support/test-app.ts';

test('what is committed while others are being told is told in a second round, before its writer has the answer', async () => {
    const app = await testApp();
    const { promise: end, resolve: finish } = Promise.withResolvers<void>();
    const rounds: number[] = [];
    app.services.changeFeed.follow(async ({ revision }) => {
        rounds.push(revision);
        // The first round has read what is new, and is not over.
        if (rounds.length === 1) await end;
    });
    const create = (name: string) =>
        app.send('POST', '/api/admin/projects/default/features', {
            headers: { 'content-type': 'application/json' },
            rawBody: JSON.stringify({ name }),
        });
    const before = await app.revision();

    const first = create('first');
    await vi.waitFor(() => expect(rounds).toHaveLength(1), { timeout: 10_000 });
    const second = create('second');
    await vi.waitFor(async () => expect(await app.revision()).toBe(before + 2), { timeout: 10_000 });
    finish();
    await second;

    expect(rounds).toEqual([before + 1, before + 2]);
    expect(app.services.changeFeed.revision).toBe(before + 2);
    const { features } = await app.clientFeatures();
    expect(features.map(({ name }: { name: string }) => name)).toEqual(['first', 'second']);
    expect((await first).status).toBe(201);
});

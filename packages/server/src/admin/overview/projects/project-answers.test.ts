import { request } from 'node:http';
import { expect, test, vi } from 'vitest';
import { ADMIN_TOKEN, testApp } from '../../../../test/support/test-app.ts';
import { ReadyList } from '../../flags/flag-index/ready-list.ts';

const PATH = '/api/admin/projects/default/features';

test('a response is abandoned when all its readers have disconnected, and built again for the next reader', async () => {
    const app = await testApp();
    const features = Array.from({ length: 400 }, (_, index) => ({
        name: `flag-${index}`,
        description: 'x'.repeat(400),
    }));
    const data = { features, featureStrategies: [] };
    await app.post('/api/admin/features-batch/import', { project: 'default', environment: 'development', data });
    await app.get('/api/admin/search/features');
    const made = vi.spyOn(ReadyList, 'of');
    const begun = Promise.withResolvers<void>();
    // Every step takes long, so that others get their turn after each.
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => {
        now += 5;
        if (made.mock.calls.length > 0) begun.resolve();
        return now;
    });

    const reader = request(app.url + PATH, { headers: { authorization: ADMIN_TOKEN } });
    reader.on('error', () => undefined).end();
    await begun.promise;
    reader.destroy();
    await expect(made.mock.results[0]!.value).rejects.toThrow();
    vi.spyOn(performance, 'now').mockRestore();

    expect((await app.get(PATH)).body.features).toHaveLength(400);
    expect(made).toHaveBeenCalledTimes(2);
});

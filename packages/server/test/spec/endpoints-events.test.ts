import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
    await app.has.project({ id: 'busy' });
    await app.has.flag({ name: 'checkout', project: 'busy' });
    // Each added or removed tag records its own event.
    const tags = (first: number) => Array.from({ length: 50 }, (_, index) => ({ value: `tag-${first + index}` }));
    await app.put('/api/admin/features/checkout/tags', { addedTags: tags(0), removedTags: [] });
    await app.put('/api/admin/features/checkout/tags', { addedTags: tags(50), removedTags: tags(0) });
    await app.has.flag({ name: 'quiet' });
});

interface Event {
    id: number;
    type: string;
    project: string | null;
    featureName: string | null;
}
const eventsAt = async (path: string): Promise<Event[]> => (await app.get(path)).body.events;

describe('GET /api/admin/events', () => {
    test('returns 200 with version and events', async () => {
        expect(await app.get('/api/admin/events')).toMatchObject({
            status: 200,
            body: { version: 1, events: expect.any(Array) },
        });
    });

    test('returns the last 100 events without a project', async () => {
        const events = await eventsAt('/api/admin/events');

        expect(events).toHaveLength(100);
        expect(events[0]!.id).toBe(await app.revision());
    });

    test('returns all events of a project, not limited to 100, and no others', async () => {
        const events = await eventsAt('/api/admin/events?project=busy');

        expect(events.length).toBeGreaterThan(150);
        expect(events.at(-1)!.type).toBe('project-created');
        expect(new Set(events.map(({ project }) => project))).toEqual(new Set(['busy']));
    });

    test('a project that does not exist has no events', async () => {
        expect(await eventsAt('/api/admin/events?project=nowhere')).toEqual([]);
    });

    test.each(['/api/admin/events', '/api/admin/events?project=busy', '/api/admin/events/checkout'])(
        'events have unique ids, newest first: %s',
        async (path) => {
            const ids = (await eventsAt(path)).map(({ id }) => id);

            expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
        },
    );
});

describe('GET /api/admin/events/:toggleName', () => {
    test('returns 200 with the name and all events related to the flag', async () => {
        const { status, body } = await app.get('/api/admin/events/checkout');

        expect(status).toBe(200);
        expect(body.toggleName).toBe('checkout');
        expect(body.events.length).toBeGreaterThan(150);
        expect(body.events.at(-1).type).toBe('feature-created');
        expect(body.events.every(({ featureName }: Event) => featureName === 'checkout')).toBe(true);
    });

    test('a flag that does not exist has no events', async () => {
        expect(await app.get('/api/admin/events/nothing')).toMatchObject({
            status: 200,
            body: { toggleName: 'nothing', events: [] },
        });
    });

    test.each([
        ['on', 'feature-environment-enabled'],
        ['off', 'feature-environment-disabled'],
    ])('turning a flag %s records %s, with null as preData', async (state, type) => {
        await app.post(`/api/admin/projects/default/features/quiet/environments/development/${state}`);
        const [event] = (await app.get('/api/admin/events/quiet')).body.events;

        expect(event).toMatchObject({
            type,
            featureName: 'quiet',
            project: 'default',
            environment: 'development',
            preData: null,
            tags: [],
        });
    });
});

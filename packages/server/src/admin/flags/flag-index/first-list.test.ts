import type { Kysely } from 'kysely';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';
import type { Tables } from '../../../storage/tables.ts';

const DAY = 86_400_000;
const PROJECT = '/api/admin/projects/default';
const FEATURES = `${PROJECT}/features`;
/** More rows than one step of the background work reads. */
const FLAGS = 600;
const nameOf = (index: number) => `flag-${String(index).padStart(4, '0')}`;
const indexes = Array.from({ length: FLAGS }, (_, index) => index);
const LAST = nameOf(FLAGS - 1);

let app: TestApp;
let reader: Awaited<ReturnType<TestApp['has']['user']>>;

beforeAll(async () => {
    app = await testApp({ until: 'file' });
    reader = await app.has.user({ rootRole: 'admin' });
    const segment = await app.has.segment({ name: 'beta' });
    // Otherwise the test client would compare all flags after each change.
    const options = { ...reader, isPreparation: true };
    const imported = {
        project: 'default',
        environment: 'production',
        data: {
            features: indexes.map((index) => ({ name: nameOf(index), type: index % 3 ? 'release' : 'experiment' })),
            featureEnvironments: indexes.map((index) => ({
                name: nameOf(index),
                featureName: nameOf(index),
                enabled: index % 2 === 0,
            })),
            featureStrategies: indexes.map((index) => ({
                featureName: nameOf(index),
                name: 'default',
                ...(index % 4 === 0 && { segments: [segment.id] }),
            })),
            segments: [{ id: segment.id, name: 'beta' }],
            featureTags: indexes
                .filter((index) => index % 5 === 0)
                .map((index) => ({ featureName: nameOf(index), tagType: 'simple', tagValue: `team-${index % 7}` })),
            tagTypes: [{ name: 'simple' }],
        },
    };
    await app.post('/api/admin/features-batch/import', imported, options);
    for (const index of [3, 550, 580]) await app.post(`${FEATURES}/${nameOf(index)}/favorites`, undefined, options);
    for (const index of [20, 420, 590]) await app.delete(`${FEATURES}/${nameOf(index)}`, options);
    await app.patch(`${FEATURES}/${nameOf(540)}`, [{ op: 'replace', path: '/stale', value: true }], options);
    const settings = [
        { op: 'replace', path: '/owner', value: { type: 'user', id: reader.id } },
        { op: 'replace', path: '/description', value: 'Ship faster' },
    ];
    await app.patch(`${FEATURES}/${nameOf(570)}`, settings, options);
    await app.services.recordObservation(async (tx) => {
        for (const index of indexes) {
            // A flag that is older than its lifetime would be marked by a job, which changes the revision during the tests.
            const created_at = new Date(Date.UTC(2126, 0, 1) + ((index * 7) % 31) * DAY).toISOString();
            await tx.updateTable('flags').set({ created_at }).where('name', '=', nameOf(index)).execute();
            if (index % 50 > 1) continue;
            const last_seen_at = new Date(Date.UTC(2026, 1, 1) + index * DAY).toISOString();
            const change = tx.updateTable('flag_environments').set({ last_seen_at });
            await change.where('flag', '=', nameOf(index)).where('environment', '=', 'production').execute();
            const flag = nameOf(index);
            const row = { flag, environment: 'production', enabled: true, variant: null, since: last_seen_at };
            await tx.insertInto('flag_answers').values(row).execute();
            const stage = { flag, stage: 'pre-live', position: 1, entered_at: last_seen_at, status: null } as const;
            await tx.insertInto('flag_stages').values(stage).execute();
        }
        const old = { potentially_stale: true, created_at: '2026-01-01T00:00:00.000Z' };
        await tx.updateTable('flags').set(old).where('name', '=', nameOf(560)).execute();
    });
});

const get = async (path: string) => {
    const { status, body } = await app.get(path, reader);
    expect(status).toBe(200);
    return body;
};

const ORDERS = [
    ...['name', 'project', 'type', 'owner', 'lifecycle', 'createdAt', 'lastSeenAt', 'oneAnswer', 'favorite'],
    'environment:production',
];
const FILTERS = [
    ...['query=faster', 'query=TEAM-3', 'tag=INCLUDE:simple:team-2', 'segment=INCLUDE:beta', 'type=IS:experiment'],
    ...[`name=IS:${nameOf(577)}`, 'project=IS:default', 'state=IS:stale', 'state=IS:potentially-stale'],
    ...['lifecycle=IS:pre-live', 'createdBy=IS_NOT:1', 'owner=IS_NOT:nobody', 'status[]=production:enabled'],
    ...['createdAt=IS_BEFORE:2126-01-09', 'lastSeenAt=IS_ON_OR_AFTER:2026-02-10', 'notSeenFor=5', 'oneAnswerFor=5'],
    ...['archived=IS:true', 'favorite=IS:true', 'favorite=IS:false', 'favoritesFirst=true'],
];

test.each([
    ...ORDERS.flatMap((order) => [`sortBy=${order}`, `sortBy=${order}&sortOrder=desc`]),
    // In this order, the first step of the background work does not read the rows of the page.
    ...FILTERS.map((filter) => `sortBy=name&sortOrder=desc&${filter}`),
])('the first search after a start with %s returns the same as a search of all rows', async (query) => {
    const path = `/api/admin/search/features?limit=20&${query}`;
    app.services.flagIndex.outdateAll();

    const first = await get(path);

    await app.services.flagIndex.whenCurrent();
    expect(first.total).toBeGreaterThan(0);
    expect(first).toEqual(await get(path));
});

test.each([
    ...[FEATURES, `${FEATURES}?tag=simple:team-2`, `${FEATURES}?namePrefix=flag-05`, PROJECT, '/api/admin/projects'],
    ...[`${PROJECT}/health-report`, `${PROJECT}/overview`, `${PROJECT}/insights`, '/api/admin/personal-dashboard'],
    ...[`${FEATURES}/${LAST}/removal`, '/api/admin/personal-dashboard/default'],
])('the first %s after a start returns the same as with all rows', async (path) => {
    app.services.flagIndex.outdateAll();

    const first = await get(path);

    await app.services.flagIndex.whenCurrent();
    expect(first).toEqual(await get(path));
});

/** Holds the query that reads the strategies of a flag until it is released. */
function holdRowOf(flag: string): { release(): void; isHeld: Promise<void> } {
    const held = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const executor = (app.services.db as Kysely<Tables>).getExecutor();
    const executeQuery = executor.executeQuery.bind(executor);
    const spy = vi.spyOn(executor, 'executeQuery').mockImplementation(async (query, ...others) => {
        if (query.sql.includes('"disabled" from "strategies"') && JSON.stringify(query.parameters).includes(flag)) {
            held.resolve();
            await released.promise;
        }
        return executeQuery(query, ...others);
    });
    onTestFinished(() => {
        released.resolve();
        spy.mockRestore();
    });
    return { release: released.resolve, isHeld: held.promise };
}

test('lists and SDKs receive responses while other rows are still being read', async () => {
    const held = holdRowOf(LAST);
    app.services.flagIndex.outdateAll();

    const { features } = await get('/api/admin/search/features?sortBy=name&limit=20');
    await held.isHeld;

    expect(features.map(({ name }: { name: string }) => name)).toEqual(
        indexes
            .slice(0, 21)
            .filter((index) => index !== 20)
            .map(nameOf),
    );
    const { features: next } = await get('/api/admin/search/features?sortBy=name&limit=20&offset=20');
    expect(next[0].name).toBe(nameOf(21));
    const sdk = await app.get('/api/client/features', { token: '*:development.client-token-of-the-tests' });
    expect(sdk.body.features).toHaveLength(FLAGS - 3);

    let isComplete = false;
    const complete = app.services.flagIndex.whenCurrent()!.then(() => {
        isComplete = true;
    });
    await app.get('/health');
    expect(isComplete).toBe(false);
    held.release();
    await complete;
    expect(await app.services.flagIndex.findDifferences()).toEqual([]);
});

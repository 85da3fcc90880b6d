import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { stagesReached } from '../lifecycle/usage-stages.ts';

const FEATURES = '/api/admin/projects/default/features';
const DAY = 24 * 60 * 60 * 1000;

type User = Awaited<ReturnType<TestApp['has']['user']>>;

describe('among flags of many kinds', () => {
    let app: TestApp;
    let user: User;
    let other: string;

    beforeAll(async () => {
        app = await testApp({ until: 'file' });
        user = await app.has.user({ rootRole: 'admin' });
        other = (await app.has.project()).id;
        const segment = await app.has.segment({ name: 'beta-users' });
        await app.has.segment({ name: 'nobody' });

        await app.has.flag({ name: 'apple', description: 'Sweet 100%', tags: [{ value: 'fruit' }, { value: 'red' }] });
        await app.post(FEATURES, { name: 'Banana', type: 'experiment', tags: [{ value: 'fruit' }] }, user);
        await app.has.flag({
            name: 'carrot',
            type: 'kill-switch',
            description: 'Ähnlich wie Rüben',
            enabled: ['production'],
        });
        await app.has.flag({ name: 'date', project: other, enabled: true });
        await app.has.flag({ name: 'eggplant' });
        await app.delete(`${FEATURES}/eggplant`);

        await app.has.strategy({ flag: 'apple', segments: [segment.id] });
        await app.post(`${FEATURES}/Banana/dependencies`, { feature: 'apple' });
        await app.post(`${FEATURES}/apple/favorites`, undefined, user);
        await app.patch(`${FEATURES}/carrot`, [{ op: 'replace', path: '/stale', value: true }]);
        const now = app.services.clock().toISOString();
        await app.services.recordObservation(async (tx) => {
            await stagesReached(
                tx,
                [
                    { flag: 'carrot', environment: 'production' },
                    { flag: 'Banana', environment: 'development' },
                ],
                now,
            );
            await tx.updateTable('flags').set({ potentially_stale: true }).where('name', '=', 'Banana').execute();
            await tx
                .updateTable('flag_environments')
                .set({ last_seen_at: '2024-02-29T12:00:00.000Z' })
                .where('flag', '=', 'apple')
                .where('environment', '=', 'production')
                .execute();
            for (const [index, name] of ['date', 'carrot', 'Banana', 'apple', 'eggplant'].entries()) {
                const created_at = new Date(Date.UTC(2024, 0, 10) + index * DAY).toISOString();
                await tx.updateTable('flags').set({ created_at }).where('name', '=', name).execute();
            }
        });
    });

    const search = (query: string) => app.get(`/api/admin/search/features?${query}`, user);
    const names = async (query: string) => {
        const { body } = await search(`sortBy=name&${query}`);
        return body.features.map(({ name }: { name: string }) => name);
    };

    test('without filters, all flags that are not archived are returned, oldest first', async () => {
        const { status, body } = await search('');

        expect(status).toBe(200);
        expect(body.total).toBe(4);
        expect(body.features.map(({ name }: { name: string }) => name)).toEqual(['date', 'carrot', 'Banana', 'apple']);
    });

    test('a search result contains all members that lists show', async () => {
        const { body } = await search('query=apple');

        expect(body).toEqual({
            total: 1,
            features: [
                {
                    name: 'apple',
                    type: 'release',
                    description: 'Sweet 100%',
                    project: 'default',
                    favorite: true,
                    createdAt: '2024-01-13T00:00:00.000Z',
                    archivedAt: null,
                    stale: false,
                    impressionData: false,
                    lastSeenAt: '2024-02-29T12:00:00.000Z',
                    dependencyType: 'parent',
                    segments: ['beta-users'],
                    createdBy: { id: -42, name: expect.any(String) },
                    lifecycle: { stage: 'initial', enteredStageAt: expect.any(String) },
                    tags: [
                        { type: 'simple', value: 'fruit' },
                        { type: 'simple', value: 'red' },
                    ],
                    environments: [
                        {
                            name: 'development',
                            enabled: false,
                            type: 'development',
                            sortOrder: 2,
                            variantCount: 0,
                            lastSeenAt: null,
                            yes: 0,
                            no: 0,
                            hasStrategies: true,
                            hasEnabledStrategies: true,
                            changeRequestIds: [],
                        },
                        expect.objectContaining({ name: 'production', lastSeenAt: '2024-02-29T12:00:00.000Z' }),
                    ],
                },
            ],
        });
        const { body: second } = await search('query=banana');
        expect(second.features).toMatchObject([
            {
                dependencyType: 'child',
                stale: true,
                createdBy: { id: user.id, name: `Name of ${user.username}`, imageUrl: expect.any(String) },
            },
        ]);
    });

    test.each([
        ['query=APPLE', ['apple']],
        ['query=an', ['Banana']],
        ['query=sweet', ['apple']],
        ['query=100%25', ['apple']],
        ['query=%25', ['apple']],
        ['query=_', []],
        ['query=Ähnlich', ['carrot']],
        ['query=simple:fru', ['Banana', 'apple']],
        ['query=red, banana', ['Banana', 'apple']],
        ['query=,', ['Banana', 'apple', 'carrot', 'date']],
        ['query=', ['Banana', 'apple', 'carrot', 'date']],
        ['query=nothing', []],
        [`query=apple,${Array.from({ length: 99 }, (_, index) => `x${index}`).join(',')}`, ['apple']],
        ['name=IS:apple', ['apple']],
        ['name=IS_ANY_OF:apple,date,eggplant,nowhere', ['apple', 'date']],
        ['name=IS_ANY_OF:apple,date&project=IS:default', ['apple']],
        ['name=IS_NONE_OF:apple,Banana', ['carrot', 'date']],
        ['project=IS:default', ['Banana', 'apple', 'carrot']],
        ['project=IS_NOT:default', ['date']],
        ['project=IS_ANY_OF:default,nowhere', ['Banana', 'apple', 'carrot']],
        ['project=IS_NONE_OF:default,nowhere', ['date']],
        ['type=IS_ANY_OF:experiment, kill-switch', ['Banana', 'carrot']],
        ['type=IS_NOT:release', ['Banana', 'carrot']],
        ['state=IS:active', ['apple', 'date']],
        ['state=IS:stale', ['carrot']],
        ['state=IS:potentially-stale', ['Banana']],
        ['state=IS_NONE_OF:stale,potentially-stale', ['apple', 'date']],
        ['lifecycle=IS:initial', ['apple', 'date']],
        ['lifecycle=IS:pre-live', ['Banana']],
        ['lifecycle=IS_ANY_OF:live,completed', ['carrot']],
        ['lifecycle=IS_NOT:initial', ['Banana', 'carrot']],
        ['createdBy=IS:-42', ['apple', 'carrot', 'date']],
        ['createdBy=IS_NOT:-42', ['Banana']],
        ['tag=INCLUDE:simple:red', ['apple']],
        ['tag=DO_NOT_INCLUDE:simple:red', ['Banana', 'carrot', 'date']],
        ['tag=INCLUDE_ANY_OF:simple:red,simple:fruit', ['Banana', 'apple']],
        ['tag=INCLUDE_ALL_OF:simple:red,simple:fruit', ['apple']],
        ['tag=EXCLUDE_IF_ANY_OF:simple:red,simple:fruit', ['carrot', 'date']],
        ['tag=EXCLUDE_ALL:simple:red,simple:fruit', ['Banana', 'carrot', 'date']],
        ['segment=INCLUDE:beta-users', ['apple']],
        ['segment=DO_NOT_INCLUDE:beta-users', ['Banana', 'carrot', 'date']],
        ['segment=INCLUDE_ANY_OF:beta-users,nobody', ['apple']],
        ['segment=INCLUDE_ALL_OF:beta-users,nobody', []],
        ['status[]=production:enabled', ['carrot']],
        ['status=development:enabled', ['date']],
        ['status[]=production:enabled&status[]=development:enabled', ['carrot', 'date']],
        ['status[]=production:disabled&type=IS:release', ['apple', 'date']],
        ['status[]=nowhere:enabled', []],
        ['createdAt=IS_BEFORE:2024-01-11', ['date']],
        ['createdAt=IS_ON_OR_AFTER:2024-01-12', ['Banana', 'apple']],
        ['lastSeenAt=IS_BEFORE:2024-03-01', ['apple']],
        ['lastSeenAt=IS_BEFORE:2024-02-29', []],
        ['lastSeenAt=IS_ON_OR_AFTER:2024-02-29', ['apple']],
        ['archived=IS:true', ['eggplant']],
        ['archived=IS:false', ['Banana', 'apple', 'carrot', 'date']],
        ['favorite=IS:true', ['apple']],
        ['favorite=IS:false', ['Banana', 'carrot', 'date']],
        ['type=IS:release&project=IS:default&query=a', ['apple']],
    ])('%s returns %j', async (query, expected) => {
        expect(await names(query)).toEqual(expected);
    });

    test.each([
        ['sortBy=name', ['Banana', 'apple', 'carrot', 'date']],
        ['sortBy=name&sortOrder=desc', ['date', 'carrot', 'apple', 'Banana']],
        ['sortBy=type', ['Banana', 'carrot', 'apple', 'date']],
        ['sortBy=type&sortOrder=desc', ['apple', 'date', 'carrot', 'Banana']],
        ['sortBy=createdAt&sortOrder=desc', ['apple', 'Banana', 'carrot', 'date']],
        ['sortBy=lastSeenAt', ['Banana', 'carrot', 'date', 'apple']],
        ['sortBy=lastSeenAt&sortOrder=desc', ['apple', 'Banana', 'carrot', 'date']],
        ['sortBy=favorite&sortOrder=desc', ['apple', 'Banana', 'carrot', 'date']],
        ['sortBy=environment:production&sortOrder=desc', ['carrot', 'Banana', 'apple', 'date']],
        ['sortBy=environment:production', ['Banana', 'apple', 'date', 'carrot']],
        ['sortBy=environment:nowhere', ['Banana', 'apple', 'carrot', 'date']],
        ['sortBy=environment:', ['Banana', 'apple', 'carrot', 'date']],
        ['sortBy=constructor', ['date', 'carrot', 'Banana', 'apple']],
        ['favoritesFirst=true', ['apple', 'date', 'carrot', 'Banana']],
        ['favoritesFirst=true&sortBy=name&sortOrder=desc', ['apple', 'date', 'carrot', 'Banana']],
    ])('%s returns the flags in the order %j', async (query, expected) => {
        const { body } = await search(query);

        expect(body.features.map(({ name }: { name: string }) => name)).toEqual(expected);
    });

    test('the result is paged and contains the total number of matches', async () => {
        const { body: first } = await search('sortBy=name&limit=3');
        const { body: second } = await search('sortBy=name&limit=3&offset=3');
        const { body: beyond } = await search('offset=100');

        expect(first).toMatchObject({
            total: 4,
            features: [{ name: 'Banana' }, { name: 'apple' }, { name: 'carrot' }],
        });
        expect(second).toMatchObject({ total: 4, features: [{ name: 'date' }] });
        expect(beyond).toMatchObject({ total: 4, features: [] });
    });

    test('a caller without a user has no favourites', async () => {
        const { body } = await app.get('/api/admin/search/features?favorite=IS:true&favoritesFirst=true');

        expect(body).toEqual({ total: 0, features: [] });
    });

    test.each([
        'project=default',
        'project=IS:',
        'project=LIKE:default',
        'type=INCLUDE:release',
        'state=IS:rotten',
        'lifecycle=IS:newborn',
        'createdBy=IS:me',
        'createdBy=IS:99999999999',
        'tag=INCLUDE:red',
        'tag=IS:simple:red',
        'segment=beta-users',
        'status[]=production',
        'status[]=production:on',
        'createdAt=IS:2024-01-01',
        'createdAt=IS_BEFORE:2024-02-31',
        'createdAt=IS_BEFORE:yesterday',
        'lastSeenAt=IS_BEFORE:2024-13-01',
        'archived=true',
        'favorite=IS:maybe',
        'sortOrder=up',
        'favoritesFirst=maybe',
        `query=${'x'.repeat(1_001)}`,
        `query=${Array.from({ length: 101 }, (_, index) => index).join(',')}`,
        `project=IS_ANY_OF:${Array.from({ length: 101 }, (_, index) => index).join(',')}`,
    ])('%s returns 400 with a message', async (query) => {
        const response = await search(query);

        expect(response).toMatchObject({ status: 400, body: { name: 'ValidationError', message: expect.any(String) } });
    });

    test('the error of an invalid filter names the parameter', async () => {
        expect((await search('project=default')).body.details).toMatchObject([{ path: '/query/project' }]);
        expect((await search('state=IS:rotten')).body.details).toMatchObject([{ path: '/query/state' }]);
    });
});

test.each(['0', '1001', '-1', 'abc', ''])('a limit of "%s" means 50', async (limit) => {
    const app = await testApp();
    for (let number = 0; number < 51; number++) {
        await app.send('POST', FEATURES, {
            headers: { 'content-type': 'application/json' },
            rawBody: JSON.stringify({ name: `flag-${number}` }),
        });
    }

    const { body } = await app.get(`/api/admin/search/features?limit=${limit}`);

    expect(body.features).toHaveLength(50);
    expect(body.total).toBe(51);
});

test('flags of private projects are returned only to members', async () => {
    const app = await testApp();
    const { id } = await app.has.project({ mode: 'private' });
    await app.has.flag({ name: 'secret', project: id });
    const stranger = await app.has.user();
    const member = await app.has.user({ projectRoles: { [id]: 'reader' } });

    expect((await app.get('/api/admin/search/features', stranger)).body.total).toBe(0);
    expect((await app.get(`/api/admin/search/features?project=IS:${id}`, stranger)).body.features).toEqual([]);
    expect((await app.get('/api/admin/search/features', member)).body).toMatchObject({
        total: 1,
        features: [{ name: 'secret' }],
    });
});

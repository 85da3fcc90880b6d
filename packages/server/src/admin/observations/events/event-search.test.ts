import { beforeAll, expect, test } from 'vitest';
import { watchStatements, withoutBackgroundWork } from '../../../../test/support/statements.ts';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { SYSTEM_ACTOR } from '../../../core/access/actor.ts';
import type { NewEvent } from '../../../core/events/event-types.ts';
import { EventIndex } from './event-index.ts';

const DAY = 24 * 3600 * 1000;

let app: TestApp;
let today: string;
let tomorrow: string;

const day = () => app.services.clock().toISOString().slice(0, 10);

const leave = (events: NewEvent[]) =>
    app.services.write(SYSTEM_ACTOR, async ({ record }) => events.forEach(record), undefined);

const inEnvironment = { project: 'default', environment: 'production' };

beforeAll(async () => {
    app = await testApp({ until: 'file' });
    // Noon, so that no day ends during the test.
    app.passTime(1.5 * DAY - (app.services.clock().getTime() % DAY));
    today = day();
    await leave([
        { type: 'feature-created', featureName: 'checkout', project: 'default', data: { name: 'checkout' } },
        { type: 'feature-environment-enabled', featureName: 'checkout', ...inEnvironment },
    ]);
    await leave([{ type: 'feature-created', featureName: 'search_bar', project: 'shop', data: {} }]);
    app.passTime(DAY);
    tomorrow = day();
    await leave([{ type: 'feature-environment-disabled', featureName: 'checkout', ...inEnvironment }]);
    await leave([{ type: 'feature-archived', featureName: 'Search-100%', project: 'shop' }]);
});

const search = (query: string, options?: Parameters<TestApp['get']>[1]) =>
    app.get(`/api/admin/search/events?${query}`, options);

const found = async (query: string) => {
    const { body } = await search(query);
    expect(body.total).toBe(body.events.length);
    return body.events.map(({ type, featureName }: { type: string; featureName: string }) => `${type} ${featureName}`);
};

test.each([
    ['a flag', 'feature=IS:search_bar', ['feature-created search_bar']],
    [
        'any of several flags',
        'feature=IS_ANY_OF:search_bar,Search-100%25',
        ['feature-archived Search-100%', 'feature-created search_bar'],
    ],
    ['a project', 'project=IS:shop', ['feature-archived Search-100%', 'feature-created search_bar']],
    ['a type', 'type=IS:feature-archived', ['feature-archived Search-100%']],
    [
        'any of several types, with spaces between',
        'type=IS_ANY_OF:feature-archived,%20feature-environment-enabled',
        ['feature-archived Search-100%', 'feature-environment-enabled checkout'],
    ],
    [
        'a flag in an environment',
        'environment=IS:production&feature=IS:checkout',
        ['feature-environment-disabled checkout', 'feature-environment-enabled checkout'],
    ],
    ['text in a flag, whatever its case', 'query=SEARCH_', ['feature-created search_bar']],
    ['text with characters that are patterns in SQL', 'query=100%25', ['feature-archived Search-100%']],
    ['an SQL pattern, which is searched as text', 'query=s%25h', []],
    ['text in the type', 'query=archived', ['feature-archived Search-100%']],
    ['text in the project', 'query=Sho&type=IS:feature-archived', ['feature-archived Search-100%']],
    [
        'text in the environment',
        'query=DUCT',
        ['feature-environment-disabled checkout', 'feature-environment-enabled checkout'],
    ],
    ['text in the author', 'query=LYAR&feature=IS:search_bar', ['feature-created search_bar']],
    // Only ASCII letters are equal in both cases: the Kelvin sign is not a K.
    ['text with letters that are not ASCII', 'query=chec%E2%84%AAout', []],
    ['a value without matches', 'project=IS:__proto__', []],
    ['an empty value', 'feature=IS:', []],
])('events are found by %s', async (_case, query, expected) => {
    expect(await found(query)).toEqual(expected);
});

test('events are found by the days on which they happened, both inclusive', async () => {
    const flagEvents = 'type=IS_ANY_OF:feature-created,feature-archived';

    expect(await found(`${flagEvents}&from=IS:${tomorrow}`)).toEqual(['feature-archived Search-100%']);
    expect(await found(`${flagEvents}&to=IS:${today}`)).toEqual([
        'feature-created search_bar',
        'feature-created checkout',
    ]);
    expect(await found(`${flagEvents}&from=IS:${today}&to=IS:${tomorrow}`)).toHaveLength(3);
});

test('events are found by the time at which they happened, from the start until before the end', async () => {
    const { body } = await search('type=IS_ANY_OF:feature-created,feature-archived');
    const [newest, oldest] = [body.events.at(0).createdAt, body.events.at(-1).createdAt];

    expect(await found(`type=IS_ANY_OF:feature-created,feature-archived&from=IS:${newest}`)).toEqual([
        'feature-archived Search-100%',
    ]);
    expect(await found(`type=IS_ANY_OF:feature-created,feature-archived&to=IS:${oldest}`)).toEqual([]);
    expect(await found(`type=IS:feature-archived&from=IS:${oldest}&to=IS:${newest}`)).toEqual([]);
});

test('events are found by id, by change and by author', async () => {
    const { body } = await search('feature=IS:checkout&type=IS:feature-created');
    const [{ id, groupId }] = body.events;

    expect(await found(`id=IS:${id}`)).toEqual(['feature-created checkout']);
    expect(await found(`groupId=IS:${groupId}`)).toEqual([
        'feature-environment-enabled checkout',
        'feature-created checkout',
    ]);
    expect(await found('createdBy=IS:-1337&project=IS:shop')).toHaveLength(2);
    expect(await found('createdBy=IS:4711')).toEqual([]);
});

test('a search result has a label and a summary', async () => {
    const { body } = await search('type=IS:feature-environment-enabled');

    expect(body.events[0]).toMatchObject({
        label: 'Feature environment enabled',
        summary: '**halyard** turned **checkout** on in **production**',
        groupType: 'transaction',
    });
});

test('names in a summary are escaped and never interpreted as markup', async () => {
    const { body } = await search('feature=IS:search_bar');

    expect(body.events[0].summary).toBe('**halyard** created flag **search\\_bar** in project **shop**');
});

test('pages follow each other without gap or overlap, and all of them contain the total', async () => {
    const { body: all } = await search('');
    const { body: first } = await search('limit=2');
    const { body: second } = await search('limit=2&offset=2');

    expect(first).toMatchObject({ total: all.total });
    expect(second).toMatchObject({ total: all.total });
    expect([...first.events, ...second.events]).toEqual(all.events.slice(0, 4));
});

test.each(['0', '1001', '-1', 'abc', '1.5', ''])('a limit of "%s" means 50', async (limit) => {
    await leave(
        Array.from({ length: 60 }, (_, index) => ({
            type: 'project-updated' as const,
            project: `project-${limit}`,
            data: { index },
        })),
    );

    expect((await search(`limit=${limit}&offset=x`)).body.events).toHaveLength(50);
    expect((await search(`limit=1000&type=IS:project-updated`)).body.events.length).toBeGreaterThan(50);
});

test.each([
    ['no operator', 'feature=checkout', 'feature'],
    ['an unknown operator', 'feature=IS_NOT:checkout', 'feature'],
    ['an id that is not a number', 'id=IS:abc', 'id'],
    ['an id that exceeds the integer range', 'id=IS:99999999999999', 'id'],
    ['an author that is not a number', 'createdBy=IS:admin', 'createdBy'],
    ['a date without operator', 'from=2026-01-01', 'from'],
    ['a day that does not exist', 'from=IS:2026-02-31', 'from'],
    ['a month that does not exist', 'to=IS:2026-13-01', 'to'],
    ['an hour that does not exist', 'from=IS:2026-01-01T25:00:00Z', 'from'],
    ['a time without a zone', 'to=IS:2026-01-01T10:00:00', 'to'],
    ['a repeated filter', 'type=IS:a&type=IS:b', 'type'],
    ['a text that is too long', `query=${'x'.repeat(201)}`, 'query'],
])('a search with %s gets 400, and the error names the filter', async (_case, query, name) => {
    expect(await search(query)).toMatchObject({
        status: 400,
        body: {
            name: 'ValidationError',
            message: expect.stringContaining(name),
            details: [{ path: `/query/${name}` }],
        },
    });
});

test('a filter takes at most 100 values', async () => {
    const values = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`).join();

    expect(await search(`feature=IS_ANY_OF:${values(100)}`)).toMatchObject({ status: 200 });
    expect(await search(`feature=IS_ANY_OF:${values(101)}`)).toMatchObject({ status: 400 });
});

test('a user without the permission to read the log of the instance finds only events of projects', async () => {
    const viewer = await app.has.user();
    const admin = await app.has.user({ rootRole: 'admin' });
    const query = 'type=IS_ANY_OF:user-created,feature-archived';

    const types = async (options: Parameters<TestApp['get']>[1]) =>
        (await search(query, options)).body.events.map(({ type }: { type: string }) => type);
    expect(await types(viewer)).toEqual(['feature-archived']);
    expect(await types(admin)).toEqual(['feature-archived', 'user-created']);
});

test('pages are correct for a long log', async () => {
    const long = await testApp();
    await long.services.write(
        SYSTEM_ACTOR,
        async ({ record }) => {
            for (let index = 0; index < 10_500; index++) {
                record({ type: 'project-updated', project: index % 2 === 0 ? 'even' : 'odd', data: { index } });
            }
        },
        undefined,
    );
    const page = async (query: string) => {
        const { body } = await long.get(`/api/admin/search/events?${query}`);
        return { total: body.total, indexes: body.events.map(({ data }: { data: { index: number } }) => data.index) };
    };
    const odd = (first: number, count: number) => Array.from({ length: count }, (_, place) => first - 2 * place);

    expect(await page('project=IS:odd&offset=4900&limit=200')).toEqual({ total: 5_250, indexes: odd(699, 200) });
    expect(await page('project=IS:odd&offset=5240')).toEqual({ total: 5_250, indexes: odd(19, 10) });
    expect(await page('project=IS:odd&offset=6000')).toEqual({ total: 5_250, indexes: [] });
    expect((await page('query=even&limit=1000&offset=4500')).indexes).toHaveLength(750);
});

test('events that were recorded after a search are found by the next one', async () => {
    const growing = await testApp();
    const total = async (query: string) => (await growing.get(`/api/admin/search/events?${query}`)).body.total;
    expect(await total('query=later')).toBe(0);

    await growing.has.environment({ name: 'later' });
    expect(await total('query=later')).toBe(1);
    await growing.has.environment({ name: 'latest' });

    expect(await total('query=late')).toBe(2);
    expect(await total('type=IS:environment-created&environment=IS:latest')).toBe(1);
});

test('after the first search, a page costs one statement for the end of the log and one for rows that were not sent before', async () => {
    withoutBackgroundWork();
    const busy = await testApp();
    await busy.services.write(
        SYSTEM_ACTOR,
        async ({ record }) => {
            for (let index = 0; index < 3_000; index++) {
                record({ type: 'project-updated', project: index % 2 === 0 ? 'even' : 'odd', data: { index } });
            }
        },
        undefined,
    );
    await busy.get('/api/admin/search/events?query=even');
    await busy.get('/api/admin/events');
    const watched = watchStatements();
    const eventStatements = async (path: string) => {
        watched.executed();
        expect(await busy.send('GET', path)).toMatchObject({ status: 200 });
        return watched.executed().filter((statement) => /"events"|event_archives/.test(statement));
    };

    expect(await eventStatements('/api/admin/search/events?query=odd')).toHaveLength(2);
    expect(await eventStatements('/api/admin/search/events?query=odd')).toHaveLength(1);
    expect(
        await eventStatements('/api/admin/search/events?project=IS:even&from=IS:2020-01-01&offset=900'),
    ).toHaveLength(2);
    expect(await eventStatements('/api/admin/events')).toHaveLength(1);
});

test('events that exceed the memory of the index are read from the database', async () => {
    const { services, revision } = await testApp();
    const append = (first: number, count: number) =>
        services.write(
            SYSTEM_ACTOR,
            async ({ record }) => {
                for (let index = first; index < first + count; index++) {
                    record({ type: 'project-updated', project: index % 3 === 0 ? 'third' : 'other', data: { index } });
                }
            },
            undefined,
        );
    const index = new EventIndex(services.db, { chunkSize: 10, maxChunks: 3 });
    const found = async () => {
        const ids: number[] = [];
        for await (const { columns, positions } of index.matches(
            { text: 'THIRD' },
            { after: 0, upTo: await revision() },
        )) {
            for (const position of positions) ids.push(columns.ids[position]!);
        }
        return ids;
    };
    const start = await revision();
    const thirds = (count: number) => Array.from({ length: count }, (_, place) => start + 1 + 3 * place).toReversed();

    await append(0, 1_200);
    expect(await found()).toEqual(thirds(400));
    await append(1_200, 45);
    expect(await found()).toEqual(thirds(415));
    expect(await found()).toEqual(thirds(415));
});

import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { TestDatabase } from '../../test/support/databases.ts';
import { listenTo } from '../../test/support/event-source.ts';
import { watchStatements, withoutBackgroundWork } from '../../test/support/statements.ts';
import { CLIENT_TOKEN, ownFreshInstall, type TestApp, testApp } from '../../test/support/test-app.ts';
import { publicationsSince } from '../publications/publications.ts';
import type { FeedChanges } from './change-feed.ts';
import { eventsSince } from './event-log.ts';

test('a change committed during a notification is sent in a second round, before its writer gets the response', async () => {
    const app = await testApp();
    const { promise: end, resolve: finish } = Promise.withResolvers<void>();
    const rounds: number[] = [];
    app.services.changeFeed.follow(async ({ revision }) => {
        rounds.push(revision);
        // The first round has read the new events and is still running.
        if (rounds.length === 1) await end;
    });
    const create = (name: string) =>
        app.send('POST', '/api/admin/projects/default/features', {
            headers: { 'content-type': 'application/json' },
            rawBody: JSON.stringify({ name }),
        });
    const before = await app.revision();

    const first = create('first');
    await vi.waitFor(() => expect(rounds).toHaveLength(1), { timeout: 60_000 });
    const second = create('second');
    await vi.waitFor(async () => expect(await app.revision()).toBe(before + 2), { timeout: 60_000 });
    finish();
    await second;

    expect(rounds).toEqual([before + 1, before + 2]);
    expect(app.services.changeFeed.revision).toBe(before + 2);
    const { features } = await app.clientFeatures();
    expect(features.map(({ name }: { name: string }) => name)).toEqual(['first', 'second']);
    expect((await first).status).toBe(201);
});

const PATIENTLY = { timeout: 60_000 };

/** The notifications of a node's followers from now on. */
function notificationsOf(app: TestApp): FeedChanges[] {
    const notifications: FeedChanges[] = [];
    app.services.changeFeed.follow((changes) => void notifications.push(changes));
    return notifications;
}

const create = (app: TestApp, name: string) =>
    app.send('POST', '/api/admin/projects/default/features', {
        headers: { 'content-type': 'application/json' },
        rawBody: JSON.stringify({ name }),
    });

test('a node applies its own change from memory, identical to the logged change', async () => {
    withoutBackgroundWork();
    const app = await testApp();
    await app.has.flag({ name: 'first', enabled: true, description: 'ünï "quoted"' });
    await app.has.strategy({ flag: 'first', disabled: true, title: 'later' });
    const notifications = notificationsOf(app);
    const watched = watchStatements();
    const after = await app.revision();
    watched.executed();

    await app.send('POST', '/api/admin/projects/default/features/first/environments/development/off');
    await create(app, 'second');

    expect(watched.executed().filter((text) => /from "(events|event_head)" where/.test(text))).toEqual([]);
    const upTo = await app.revision();
    expect(notifications.map(({ revision }) => revision)).toEqual([after + 1, upTo]);
    const events = await eventsSince(app.services.db, { after, upTo });
    const publications = await publicationsSince(app.services.db, { after, upTo });
    expect(JSON.parse(JSON.stringify(notifications.flatMap((changes) => changes.events)))).toEqual(events);
    expect(notifications.flatMap((changes) => changes.publications)).toEqual(publications);
});

// The embedded database supports only one node.
if (process.env['TEST_DATABASE'] === 'postgres') {
    test('nodes that write concurrently receive every change once and in order', async () => {
        const database = await ownFreshInstall();
        onTestFinished(database.remove);
        const nodes = [await testApp({ database }), await testApp({ database })] as const;
        for (const { services } of nodes) await services.changeFeed.catchUp();
        const notifications = nodes.map(notificationsOf);
        const after = await nodes[0].revision();

        const responses = await Promise.all(
            Array.from({ length: 24 }, async (_, index) => {
                const response = await create(nodes[index % 2]!, `flag-${index}`);
                // The node that responded serves the change.
                const { body } = await nodes[index % 2]!.send(
                    'GET',
                    `/api/admin/projects/default/features/flag-${index}`,
                );
                return [response.status, body.name];
            }),
        );
        for (const { services } of nodes) await services.changeFeed.catchUp();

        expect(responses).toEqual(responses.map((_, index) => [201, `flag-${index}`]));
        const upTo = await nodes[0].revision();
        const everything = Array.from({ length: upTo - after }, (_, index) => after + 1 + index);
        for (const [index, changes] of notifications.entries()) {
            expect(changes.flatMap(({ events }) => events.map(({ id }) => id))).toEqual(everything);
            expect(nodes[index]!.services.changeFeed.revision).toBe(upTo);
            const { features } = await nodes[index]!.clientFeatures();
            expect(features).toHaveLength(24);
        }
    });
}

if (process.env['TEST_DATABASE'] === 'postgres') {
    test('SDK updates do not wait while sessions, deliveries, mails and permissions wait for the database', async () => {
        const database = await ownFreshInstall();
        onTestFinished(database.remove);
        // No timeouts, however slow the machine is.
        const patient = { DATABASE_LOCK_TIMEOUT: '0', DATABASE_STATEMENT_TIMEOUT: '0' };
        const POOL = 4;
        const node = await testApp({
            database,
            environment: { ...patient, DATABASE_POOL_MAX: String(POOL), DATABASE_APPLICATION_NAME: 'follower' },
        });
        const other = await testApp({ database, environment: { ...patient, DATABASE_POOL_MAX: '8' } });
        const user = await node.has.user();
        const page = await listenTo(`${node.url}/api/admin/live`, user.headers);
        const sdk = await listenTo(`${node.url}/api/client/streaming`, { authorization: CLIENT_TOKEN });
        for (const stream of [page, sdk]) await stream.next();
        const [locker, onlooker] = [await clientOf(database), await clientOf(database)];
        await locker.query('begin');
        await locker.query('lock table sessions, deliveries, mails in access exclusive mode');
        /** The statements with which connections of the node wait for a lock. */
        const waiting = async (): Promise<string[]> => {
            const { rows } = await onlooker.query(
                `select query from pg_stat_activity
                 where datname = current_database() and application_name = 'follower' and wait_event_type = 'Lock'`,
            );
            return rows.map(({ query }) => query);
        };
        const mayPageListen = expect.stringMatching(/^select "secret_hash" from "sessions"/);

        await create(other, 'first');
        expect((await sdk.next()).data.events).toMatchObject([{ feature: { name: 'first' } }]);
        await vi.waitFor(async () => expect(await waiting()).toContainEqual(mayPageListen), PATIENTLY);
        const requests = Array.from({ length: POOL }, () => node.send('GET', '/api/admin/user', user));
        await vi.waitFor(async () => expect(await waiting()).toHaveLength(POOL), PATIENTLY);
        await create(other, 'second');
        const { body: token } = await other.send('POST', '/api/admin/api-tokens', {
            headers: { 'content-type': 'application/json' },
            rawBody: JSON.stringify({ tokenName: 'new', type: 'client', environment: 'development' }),
        });

        expect((await sdk.next()).data.events).toMatchObject([{ feature: { name: 'second' } }]);
        await vi.waitFor(async () => {
            const { features } = await node.clientFeatures(token.secret);
            expect(features).toMatchObject([{ name: 'first' }, { name: 'second' }]);
        }, PATIENTLY);
        expect(await waiting()).toContainEqual(mayPageListen);
        expect(await waiting()).toHaveLength(POOL);
        expect(page.heard()).toEqual([]);

        await locker.query('rollback');
        await Promise.all(requests);
        const notifications = new Set<string>();
        while (!notifications.has('second')) {
            for (const { featureName } of (await page.next()).data.changes) notifications.add(featureName);
        }
        expect(notifications).toContain('first');
    });
}

async function clientOf({ environment }: TestDatabase): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: environment['DATABASE_URL']! });
    await client.connect();
    onTestFinished(() => client.end());
    return client;
}

test('a change of another node between two local changes is applied between them', async () => {
    withoutBackgroundWork();
    const database = await ownFreshInstall();
    onTestFinished(database.remove);
    const node = await testApp({ database });
    const other = await testApp({ database });
    await node.services.changeFeed.catchUp();
    const notifications = notificationsOf(node);

    await create(node, 'first');
    await create(other, 'second');
    await create(node, 'third');

    const names = notifications.flatMap(({ events }) => events.map(({ featureName }) => featureName));
    expect(names).toEqual(['first', 'second', 'third']);
});

test('a follower that failed is notified again, also of a local change', async () => {
    const app = await testApp();
    let failures = 1;
    const notifications: number[] = [];
    app.services.changeFeed.follow(({ revision }) => {
        if (failures-- > 0) throw new Error('not now');
        notifications.push(revision);
    });
    const before = await app.revision();

    expect((await create(app, 'first')).status).toBe(201);
    await app.services.changeFeed.catchUp();
    await create(app, 'second');

    expect(notifications).toEqual([before + 1, before + 2]);
});

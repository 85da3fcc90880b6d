import { createHmac } from 'node:crypto';
import { describe as databaseDescribe, test as databaseTest, expect, onTestFinished } from 'vitest';
import { embedded } from '../../../../test/support/embedded-test.ts';
import { receiver } from '../../../../test/support/receiver.ts';
import { ownFreshInstall, type TestApp, type TestAppOptions, testApp } from '../../../../test/support/test-app.ts';
import { claimMessages, deleteOldMessages } from '../../../changes/outbox/outbox-rows.ts';
import { DELIVERY_RETRIES } from './deliveries.ts';

const { describe, test } = embedded;

const addons = '/api/admin/addons';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 1_440 * MINUTE;

const start = (options: TestAppOptions = {}) =>
    testApp({
        ...options,
        environment: { UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1', UNLEASH_URL: 'https://flags.example.com' },
    });

interface Input {
    parameters?: Record<string, string>;
    [member: string]: unknown;
}

const integrate = async (app: TestApp, url: string, { parameters = {}, ...input }: Input = {}, options = {}) => {
    const { status, body } = await app.post(
        addons,
        {
            provider: 'webhook',
            enabled: true,
            events: ['feature-created'],
            parameters: { url, ...parameters },
            ...input,
        },
        options,
    );
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
};

const logOf = async (app: TestApp, id = 1) => (await app.get(`${addons}/${id}/events`)).body.integrationEvents;
const deliverDue = (app: TestApp) => app.services.deliveries.deliverDue();
const flagsIn = (received: { body: string }[]) => received.map(({ body }) => JSON.parse(body).featureName);

test('a webhook receives an event immediately, in the format of the API', async () => {
    const app = await start();
    const { url, next } = await receiver();
    await integrate(app, url, { parameters: { authorization: 'Bearer 123', customHeaders: '{"X-Team": "payments"}' } });
    const arrives = next();

    await app.has.flag({ name: 'checkout' });
    const { path, method, headers, body } = await arrives;

    expect({ path, method }).toEqual({ path: '/hook', method: 'POST' });
    expect(headers).toMatchObject({
        'content-type': 'application/json',
        authorization: 'Bearer 123',
        'x-team': 'payments',
        'content-length': String(Buffer.byteLength(body)),
    });
    expect(headers).not.toHaveProperty('x-halyard-signature');
    const [event] = (await app.get('/api/admin/events')).body.events;
    expect(event.type).toBe('feature-created');
    expect(JSON.parse(body)).toEqual(event);
});

test('a webhook with a secret is signed, including the time and the body', async () => {
    const app = await start();
    const { url, received } = await receiver();
    await integrate(app, url, { parameters: { secret: 'shared' } });

    await app.has.flag({ description: 'with “odd” letters' });
    await deliverDue(app);

    const [{ headers, body }] = received as [(typeof received)[0]];
    const timestamp = headers['x-halyard-timestamp'];
    expect(Math.abs(Number(timestamp) * SECOND - Date.now())).toBeLessThan(MINUTE);
    expect(headers['x-halyard-signature']).toBe(
        `sha256=${createHmac('sha256', 'shared').update(`${timestamp}.${body}`).digest('hex')}`,
    );
});

test('a template determines the body of a webhook', async () => {
    const app = await start();
    const { url, received } = await receiver();
    const parameters = { contentType: 'text/plain', bodyTemplate: '{{event.type}} of {{event.data.name}}' };
    await integrate(app, url, { parameters });

    await app.has.flag({ name: 'checkout' });
    await deliverDue(app);

    expect(received).toMatchObject([
        { body: 'feature-created of checkout', headers: { 'content-type': 'text/plain' } },
    ]);
});

describe('an integration delivers', () => {
    test('only the listed event types', async () => {
        const app = await start();
        const { url, received } = await receiver();
        await integrate(app, url, {
            events: ['feature-archived', 'segment-created', 'no-such-event'],
            projects: ['default'],
        });

        const { name } = await app.has.flag();
        await app.has.segment();
        await app.delete(`/api/admin/projects/default/features/${name}`);
        await deliverDue(app);

        const types = received.map(({ body }) => JSON.parse(body).type);
        expect(types.toSorted()).toEqual(['feature-archived', 'segment-created']);
    });

    test.each([
        [['shop'], ['in-shop']],
        [['*'], ['in-default', 'in-shop']],
        [[], ['in-default', 'in-shop']],
    ])('with the projects %j only events of the flags %j', async (projects, expected) => {
        const app = await start();
        const { url, received } = await receiver();
        await app.has.project({ id: 'shop' });
        await integrate(app, url, { projects });

        await app.has.flag({ name: 'in-default' });
        await app.has.flag({ name: 'in-shop', project: 'shop' });
        await deliverDue(app);

        expect(flagsIn(received).toSorted()).toEqual(expected);
    });

    test.each([
        [['production'], ['production']],
        [
            ['*', 'production'],
            ['development', 'production'],
        ],
    ])('with the environments %j only events of %j', async (environments, expected) => {
        const app = await start();
        const { url, received } = await receiver();
        await integrate(app, url, { events: ['feature-environment-enabled'], environments });

        await app.has.flag({ enabled: ['development', 'production'] });
        await deliverDue(app);

        expect(received.map(({ body }) => JSON.parse(body).environment).toSorted()).toEqual(expected);
    });

    test('nothing while it is disabled, and no events of that time later', async () => {
        const app = await start();
        const { url, received } = await receiver();
        await integrate(app, url, { enabled: false });
        const masked = { provider: 'webhook', events: ['feature-created'], parameters: { url: '*****' } };

        await app.has.flag({ name: 'before' });
        await app.put(`${addons}/1`, { ...masked, enabled: true });
        await app.has.flag({ name: 'after' });
        await deliverDue(app);

        expect(flagsIn(received)).toEqual(['after']);
    });

    test('events of private projects only if it lists them, or if an administrator saved it', async () => {
        const app = await start();
        const { id } = await app.has.project({ mode: 'private' });
        const editor = await app.has.user({ rootRole: 'editor' });
        const member = await app.has.user({ rootRole: 'editor', projectRoles: { [id]: 'member' } });
        const [ofAdmin, ofEditor, ofMember] = [await receiver(), await receiver(), await receiver()];
        await integrate(app, ofAdmin.url);
        await integrate(app, ofEditor.url, {}, editor);
        await integrate(app, ofMember.url, { projects: [id] }, member);

        await app.has.flag({ name: 'hidden', project: id });
        await app.has.flag({ name: 'open' });
        await deliverDue(app);

        expect(flagsIn(ofAdmin.received).toSorted()).toEqual(['hidden', 'open']);
        expect(flagsIn(ofEditor.received)).toEqual(['open']);
        expect(flagsIn(ofMember.received)).toEqual(['hidden']);
    });
});

test('restricted events are delivered only by integrations saved by a reader of the log', async () => {
    const app = await start();
    const editor = await app.has.user({ rootRole: 'editor' });
    const [ofAdmin, ofEditor] = [await receiver(), await receiver()];
    const events = ['user-created', 'feature-created'];
    await integrate(app, ofAdmin.url, { events });
    await integrate(app, ofEditor.url, { events }, editor);

    await app.post('/api/admin/user-admin', { email: 'ed@example.com', rootRole: 3, sendEmail: false });
    await app.has.flag();
    await deliverDue(app);

    const typesIn = (received: { body: string }[]) => received.map(({ body }) => JSON.parse(body).type).toSorted();
    expect(typesIn(ofAdmin.received)).toEqual(['feature-created', 'user-created']);
    expect(typesIn(ofEditor.received)).toEqual(['feature-created']);
});

test('the deletion of a private project is not delivered', async () => {
    const app = await start();
    const { id } = await app.has.project({ mode: 'private' });
    const editor = await app.has.user({ rootRole: 'editor' });
    const [ofAdmin, ofEditor] = [await receiver(), await receiver()];
    await integrate(app, ofAdmin.url, { events: ['project-deleted'] });
    await integrate(app, ofEditor.url, { events: ['project-deleted'] }, editor);

    await app.delete(`/api/admin/projects/${id}`);
    await deliverDue(app);

    expect(ofAdmin.received).toHaveLength(1);
    expect(ofEditor.received).toEqual([]);
});

databaseTest('a body that is too long is not retried', async () => {
    const app = await start();
    const { url, received } = await receiver();
    await integrate(app, url, { parameters: { bodyTemplate: '{{eventJson}}'.repeat(1_000) } });

    await app.has.flag({ description: 'x'.repeat(4_000) });
    await deliverDue(app);

    expect(received).toEqual([]);
    expect(await logOf(app)).toMatchObject([{ state: 'failed', stateDetails: expect.stringContaining('megabyte') }]);
    expect(await app.services.db.selectFrom('deliveries').select('due_at').execute()).toEqual([{ due_at: null }]);
});

databaseTest('many simultaneous events are each delivered once', async () => {
    const app = await start();
    const { url, received } = await receiver();
    await integrate(app, url);
    const names = Array.from({ length: 40 }, (_, index) => `flag-${index}`);

    await Promise.all(
        names.map((name) =>
            app.send('POST', '/api/admin/projects/default/features', {
                rawBody: JSON.stringify({ name }),
                headers: { 'content-type': 'application/json' },
            }),
        ),
    );
    await deliverDue(app);

    expect(flagsIn(received).toSorted()).toEqual(names.toSorted());
});

databaseTest('the log lists deliveries, newest first, in pages', async () => {
    const app = await start();
    const { url } = await receiver();
    await integrate(app, url);
    for (const name of ['first', 'second']) {
        await app.has.flag({ name });
        await deliverDue(app);
    }

    const entry = {
        id: '2',
        integrationId: 1,
        createdAt: expect.any(String),
        state: 'success',
        stateDetails: 'The receiver answered 200.',
        event: expect.objectContaining({ type: 'feature-created', featureName: 'second' }),
        details: { deliveryId: expect.any(String), attempts: 1, nextAttemptAt: null },
    };
    const log = await logOf(app);
    expect(log).toHaveLength(2);
    expect(log[0]).toEqual(entry);
    const { body } = await app.get(`${addons}/1/events?limit=1&offset=1`);
    expect(body.integrationEvents).toMatchObject([{ id: '1', event: { featureName: 'first' } }]);
});

databaseDescribe('a failed delivery', () => {
    test('is retried later with the same delivery id', async () => {
        const app = await start();
        const { url, received, willRespond } = await receiver();
        await integrate(app, url);
        willRespond({ status: 500, body: 'out of \0 order' });

        await app.has.flag();
        await deliverDue(app);
        expect(await logOf(app)).toMatchObject([
            { state: 'failed', stateDetails: 'The receiver answered 500: out of  order', details: { attempts: 1 } },
        ]);
        app.passTime(9 * SECOND);
        await deliverDue(app);
        expect(received).toHaveLength(1);
        app.passTime(4 * SECOND);
        await deliverDue(app);

        expect(received).toHaveLength(2);
        const keys = received.map(({ headers }) => headers['x-halyard-delivery']);
        expect(keys[1]).toBe(keys[0]);
        expect(await logOf(app)).toMatchObject([
            { state: 'successWithErrors', details: { attempts: 2, nextAttemptAt: null, deliveryId: keys[0] } },
        ]);
    });

    test('is retried if the connection is refused', async () => {
        const app = await start();
        const { url, close } = await receiver();
        await close();
        await integrate(app, url);

        await app.has.flag();
        await deliverDue(app);

        expect(await logOf(app)).toMatchObject([
            {
                state: 'failed',
                stateDetails: expect.stringContaining('ECONNREFUSED'),
                details: { attempts: 1, nextAttemptAt: expect.any(String) },
            },
        ]);
    });

    test('ends after six attempts in about an hour', async () => {
        const app = await start();
        const { url, received, willRespond } = await receiver();
        await integrate(app, url);
        willRespond(...Array.from({ length: 20 }, () => ({ status: 503 })));

        await app.has.flag();
        const waits: number[] = [];
        for (;;) {
            await deliverDue(app);
            const [{ details }] = await logOf(app);
            if (details.nextAttemptAt === null) break;
            const wait = Date.parse(details.nextAttemptAt) - app.services.clock().getTime();
            waits.push(wait);
            app.passTime(wait);
        }

        expect(received).toHaveLength(6);
        expect(waits).toHaveLength(5);
        for (const [index, wait] of waits.entries()) {
            const planned = 10 * SECOND * 4 ** index;
            // Up to 20 % longer at random; some of the time has passed when it is checked.
            expect(wait).toBeGreaterThan(planned - 5 * SECOND);
            expect(wait).toBeLessThanOrEqual(planned * 1.2);
        }
        app.passTime(DAY);
        await deliverDue(app);
        expect(received).toHaveLength(6);
        expect(await logOf(app)).toMatchObject([{ state: 'failed', details: { attempts: 6, nextAttemptAt: null } }]);
    });

    databaseTest('does not delay other receivers', async () => {
        const app = await start();
        const [slow, quick] = [await receiver(), await receiver()];
        slow.willRespond({ silent: true });
        await integrate(app, slow.url);
        await integrate(app, quick.url);
        const arrivals = [slow.next(), quick.next(), quick.next()];

        await app.has.flag({ name: 'first' });
        await arrivals[0];
        await app.has.flag({ name: 'second' });
        await Promise.all(arrivals);

        expect(flagsIn(quick.received)).toEqual(['first', 'second']);
        await slow.close();
        await deliverDue(app);
    });

    test('does not follow redirects', async () => {
        const app = await start();
        const [first, other] = [await receiver(), await receiver()];
        await integrate(app, first.url);
        first.willRespond({ status: 307, headers: { location: other.url } });

        await app.has.flag();
        await deliverDue(app);

        expect(other.received).toEqual([]);
        expect(await logOf(app)).toMatchObject([{ state: 'failed', stateDetails: 'The receiver answered 307' }]);
    });

    test('is not retried after the integration is disabled', async () => {
        const app = await start();
        const { url, received, willRespond } = await receiver();
        await integrate(app, url);
        willRespond({ status: 500 });
        await app.has.flag();
        await deliverDue(app);
        const off = { provider: 'webhook', enabled: false, events: ['feature-created'], parameters: { url: '*****' } };

        await app.put(`${addons}/1`, off);
        app.passTime(MINUTE);
        await deliverDue(app);

        expect(received).toHaveLength(1);
        expect(await logOf(app)).toMatchObject([
            {
                state: 'failed',
                stateDetails: expect.stringContaining('turned off'),
                details: { nextAttemptAt: null },
            },
        ]);
    });

    databaseTest('is deleted with the integration', async () => {
        const app = await start();
        const { url, received, willRespond } = await receiver();
        await integrate(app, url);
        willRespond({ status: 500 });
        await app.has.flag();
        await deliverDue(app);

        await app.delete(`${addons}/1`);
        app.passTime(MINUTE);
        await deliverDue(app);

        expect(received).toHaveLength(1);
    });
});

test('a host name that resolves to the internal network after it was saved is neither called nor retried', async () => {
    let address = '93.184.215.14';
    const app = await testApp({ resolve: async () => [address] });
    const { port, received } = await receiver();
    await integrate(app, `http://rebound.example:${port}/`);

    address = '127.0.0.1';
    await app.has.flag();
    await deliverDue(app);

    expect(received).toEqual([]);
    expect(await logOf(app)).toMatchObject([
        {
            state: 'failed',
            stateDetails: expect.stringContaining('not in the public internet'),
            details: { attempts: 1, nextAttemptAt: null },
        },
    ]);
});

databaseTest('pending deliveries survive a restart', async () => {
    const database = await ownFreshInstall();
    onTestFinished(() => database.remove());
    const { url, received, willRespond } = await receiver();
    const before = await start({ database });
    await integrate(before, url);
    willRespond({ status: 500 });
    await before.has.flag({ name: 'checkout' });
    await deliverDue(before);
    await before.close();

    const after = await start({ database });
    after.passTime(MINUTE);
    await deliverDue(after);

    expect(flagsIn(received)).toEqual(['checkout', 'checkout']);
});

databaseTest('a delivery that a crashed node has claimed is delivered by another node', async () => {
    const app = await start();
    const { url, received } = await receiver();
    await integrate(app, url, { events: ['feature-created'], enabled: false });
    // Inserted directly into the table, so that this node is not woken up and the other one is first.
    await app.services.recordObservation((tx) => tx.updateTable('integrations').set({ enabled: true }).execute());
    await app.services.recordObservation(async (tx) => {
        const [event] = await tx.selectFrom('events').select('id').orderBy('id', 'desc').limit(1).execute();
        const now = app.services.clock().toISOString();
        const delivery = { key: 'k', integration_id: 1, event_id: event!.id, created_at: now, due_at: now };
        await tx
            .insertInto('deliveries')
            .values({ ...delivery, attempts: 0, delivered: false, outcome: null })
            .execute();
        await claimMessages(tx, 'deliveries', { now: app.services.clock(), limit: 1, policy: DELIVERY_RETRIES });
    });

    await deliverDue(app);
    expect(received).toEqual([]);
    app.passTime(2 * MINUTE);
    await deliverDue(app);

    expect(received).toMatchObject([{ headers: { 'x-halyard-delivery': 'k' } }]);
});

databaseTest('a delivery that crashes every node ends eventually', async () => {
    const app = await start();
    const { url, received } = await receiver();
    await integrate(app, url, { events: [], enabled: false });
    const now = app.services.clock().toISOString();
    const delivery = { key: 'k', integration_id: 1, event_id: 1, created_at: now, due_at: now };
    await app.services.recordObservation((tx) =>
        tx
            .insertInto('deliveries')
            .values({ ...delivery, attempts: 6, delivered: false, outcome: null })
            .execute(),
    );

    await deliverDue(app);

    expect(received).toEqual([]);
    expect(await app.services.db.selectFrom('deliveries').select(['due_at', 'outcome']).execute()).toEqual([
        { due_at: null, outcome: expect.stringContaining('outcome of the last attempt is unknown') },
    ]);
});

test('a service that stops aborts slow deliveries, and they are delivered after the next start', async () => {
    const database = await ownFreshInstall();
    onTestFinished(() => database.remove());
    const { url, received, next, willRespond } = await receiver();
    const before = await start({ database });
    await integrate(before, url);
    willRespond({ silent: true });
    const arrives = next();
    await before.has.flag();
    await arrives;

    await before.services.deliveries.stop(0);
    await before.close();
    const after = await start({ database });
    after.passTime(MINUTE);
    await deliverDue(after);

    expect(received).toHaveLength(2);
});

databaseTest('old finished deliveries are deleted, pending ones are not', async () => {
    const app = await start();
    const { url, willRespond } = await receiver();
    await integrate(app, url);
    await app.has.flag({ name: 'delivered' });
    await deliverDue(app);
    willRespond({ status: 500 });
    await app.has.flag({ name: 'waiting' });
    await deliverDue(app);
    const forget = () =>
        app.services.recordObservation((tx) => deleteOldMessages(tx, 'deliveries', app.services.clock(), 30));

    app.passTime(29 * DAY);
    await forget();
    expect(await logOf(app)).toHaveLength(2);
    app.passTime(2 * DAY);
    await forget();

    expect(await logOf(app)).toMatchObject([{ event: { featureName: 'waiting' } }]);
});

databaseDescribe('testing an integration', () => {
    databaseTest(
        'delivers a test event immediately, even if the integration is disabled, and returns the result',
        async () => {
            const app = await start();
            const { url, received } = await receiver();
            await integrate(app, url, { enabled: false, parameters: { secret: 'shared' } });

            const response = await app.post(`${addons}/1/test`);

            expect(response).toMatchObject({
                status: 200,
                body: {
                    state: 'success',
                    stateDetails: 'The receiver answered 200.',
                    event: { type: 'addon-config-test' },
                },
            });
            expect(received).toMatchObject([{ headers: { 'x-halyard-signature': expect.stringMatching(/^sha256=/) } }]);
            expect(JSON.parse(received[0]!.body)).toEqual(response.body.event);
            expect(await logOf(app)).toEqual([response.body]);
        },
    );

    test('returns the error of the receiver, and does not retry', async () => {
        const app = await start();
        const { url, received, willRespond } = await receiver();
        await integrate(app, url);
        willRespond({ status: 404, body: 'no_service' });

        expect((await app.post(`${addons}/1/test`)).body).toMatchObject({
            state: 'failed',
            stateDetails: 'The receiver answered 404: no_service',
            details: { nextAttemptAt: null },
        });
        app.passTime(MINUTE);
        await deliverDue(app);
        expect(received).toHaveLength(1);
    });
});

// SQLite databases are used by one process only.
if (process.env['TEST_DATABASE'] === 'postgres') {
    databaseTest('only one of several nodes delivers', async () => {
        const database = await ownFreshInstall();
        onTestFinished(() => database.remove());
        const nodes = [await start({ database }), await start({ database })] as const;
        const { url, received } = await receiver();
        await integrate(nodes[0], url);
        const names = Array.from({ length: 30 }, (_, index) => `flag-${index}`);

        await Promise.all(
            names.map((name, index) =>
                nodes[index % 2 === 0 ? 0 : 1].send('POST', '/api/admin/projects/default/features', {
                    rawBody: JSON.stringify({ name }),
                    headers: { 'content-type': 'application/json' },
                }),
            ),
        );
        await Promise.all(nodes.map(deliverDue));
        await Promise.all(nodes.map(deliverDue));

        expect(flagsIn(received).toSorted()).toEqual(names.toSorted());
    });
}

test('the list contains the number of consecutive failures, which a success resets', async () => {
    const app = await start();
    const { url, willRespond } = await receiver();
    await integrate(app, url);
    const health = async () => (await app.get(addons)).body.addons[0].deliveries;
    expect(await health()).toEqual({ failing: 0, lastAt: null });

    willRespond({ status: 404 }, { status: 404 });
    for (const name of ['first', 'second']) {
        await app.has.flag({ name });
        await deliverDue(app);
    }
    expect(await health()).toMatchObject({ failing: 2, lastAt: expect.any(String) });

    await app.has.flag({ name: 'third' });
    await deliverDue(app);
    expect(await health()).toMatchObject({ failing: 0 });
    // The response can be sent back unchanged.
    const { id, ...read } = (await app.get(addons)).body.addons[0];
    expect((await app.put(`${addons}/${id}`, { ...read, enabled: false })).status).toBe(200);
});

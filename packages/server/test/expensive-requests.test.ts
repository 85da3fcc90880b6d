import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Step } from '../src/changes/change.ts';
import { SYSTEM_ACTOR } from '../src/core/access/actor.ts';
import { agentOf, tokenOf } from './support/agents.ts';
import { ADMIN_TOKEN, type RequestOptions, type TestApp, testApp } from './support/test-app.ts';

const FEATURE = '/api/admin/projects/default/features/checkout';
const JSON_TYPE = { 'content-type': 'application/json' };

const question = {
    project: 'default',
    contexts: [{ userId: '1' }],
    steps: [{ action: 'updateEnabled', feature: 'checkout', environment: 'development', payload: { enabled: false } }],
};

async function appWithFlag(environment: Record<string, string> = {}): Promise<TestApp> {
    const app = await testApp({ environment });
    await app.has.flag({ name: 'checkout', enabled: true });
    return app;
}

const whatIf = (app: TestApp, by: RequestOptions = {}) =>
    app.send('POST', '/api/admin/what-if', {
        ...by,
        headers: { ...by.headers, ...JSON_TYPE },
        rawBody: JSON.stringify(question),
    });

const switchOff = (app: TestApp, by: RequestOptions = {}) =>
    app.send('POST', `${FEATURE}/environments/development/off`, by);

/** Keeps the writer busy, so that rehearsals and changes wait; returns a function that releases it. */
async function holdWriter(app: TestApp): Promise<() => Promise<void>> {
    const [started, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = app.services.recordObservation(
        async () => {
            started.resolve();
            await done.promise;
        },
        { exclusive: true },
    );
    await started.promise;
    const release = () => {
        done.resolve();
        return held;
    };
    onTestFinished(release);
    return release;
}

/** Resolves when this number of changes and rehearsals wait for the writer. */
const untilWaiting = (app: TestApp, count: number) =>
    expect
        .poll(async () => (await app.send('GET', '/internal-backstage/prometheus')).body, { timeout: 10_000 })
        .toContain(`halyard_writes_waiting ${count}\n`);

test('a caller gets at most half of the slots for expensive requests', async () => {
    const app = await appWithFlag({ MAX_EXPENSIVE_REQUESTS: '4' });
    const [user, other] = [await app.has.user(), await app.has.user()];
    const release = await holdWriter(app);
    const held = [whatIf(app, user), whatIf(app, user)];
    await untilWaiting(app, 2);

    const refused = await whatIf(app, user);
    const ofOther = whatIf(app, other);
    await untilWaiting(app, 3);
    await release();

    expect(refused).toMatchObject({
        status: 429,
        body: {
            name: 'RateLimitError',
            message:
                'You have 2 expensive requests in progress, which is your limit on this node. Wait until one is finished, and try again.',
        },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await Promise.all([...held, ofOther])).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await whatIf(app, user)).toMatchObject({ status: 200 });
});

test('the number of concurrent expensive requests of all callers is limited by the operator', async () => {
    const app = await appWithFlag({ MAX_EXPENSIVE_REQUESTS: '2' });
    const users = [await app.has.user(), await app.has.user(), await app.has.user()];
    const release = await holdWriter(app);
    const held = [whatIf(app, users[0])];
    await untilWaiting(app, 1);
    held.push(whatIf(app, users[1]));
    await untilWaiting(app, 2);

    const refused = await whatIf(app, users[2]);
    await release();

    expect(refused).toMatchObject({
        status: 429,
        body: { message: expect.stringContaining('This node already runs 2 expensive requests') },
    });
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
});

test('a rehearsed write counts as expensive, an applied one does not', async () => {
    const app = await appWithFlag({ MAX_EXPENSIVE_REQUESTS: '2' });
    const release = await holdWriter(app);
    const held = whatIf(app);
    await untilWaiting(app, 1);

    const rehearsed = await switchOff(app, { headers: { prefer: 'what-if' } });
    const applied = switchOff(app);
    await untilWaiting(app, 2);
    await release();

    expect(rehearsed).toMatchObject({ status: 429, body: { name: 'RateLimitError' } });
    expect(await applied).toMatchObject({ status: 200 });
    expect(await held).toMatchObject({ status: 200 });
});

test('requests of an agent count for the user of its token', async () => {
    const app = await appWithFlag({ MAX_EXPENSIVE_REQUESTS: '2' });
    const user = await app.has.user();
    const agent = await agentOf(app, { token: await tokenOf(app, user) });
    const { contexts: _, ...input } = question;
    const release = await holdWriter(app);
    const held = whatIf(app, user);
    await untilWaiting(app, 1);

    expect(await agent.refusal('what_if', input)).toContain('You have 1 expensive requests in progress');
    await release();

    expect(await held).toMatchObject({ status: 200 });
    // The slot of the completed request is free again, also for the agent.
    await agent.does('what_if', input);
    await agent.does('what_if', input);
});

const rawPost = (path: string, body: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${ADMIN_TOKEN}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** Checks that a caller gets exactly one of two slots: all earlier requests have released theirs, and only theirs. */
async function expectOneSlot(app: TestApp): Promise<void> {
    await expect.poll(async () => (await whatIf(app)).status, { timeout: 10_000 }).toBe(200);
    const release = await holdWriter(app);
    const held = whatIf(app);
    await untilWaiting(app, 1);
    expect(await whatIf(app)).toMatchObject({ status: 429 });
    await release();
    expect(await held).toMatchObject({ status: 200 });
}

/** Sends a request, and breaks the connection when the server has received it. */
async function sendAndDisconnect(app: TestApp, request: string, isReceived: () => Promise<unknown>): Promise<void> {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    await new Promise<unknown>((resolve) => socket.write(request, resolve));
    await isReceived();
    socket.destroy();
    await once(socket, 'close');
}

test('a request that succeeds, fails or is aborted releases its slot once', async () => {
    const app = await appWithFlag({ MAX_EXPENSIVE_REQUESTS: '2' });
    expect(await whatIf(app)).toMatchObject({ status: 200 });
    await expectOneSlot(app);

    const malformed = { headers: JSON_TYPE, rawBody: '{' };
    expect(await app.send('POST', '/api/admin/what-if', malformed)).toMatchObject({ status: 400 });
    await expectOneSlot(app);

    const release = await holdWriter(app);
    await sendAndDisconnect(app, rawPost('/api/admin/what-if', JSON.stringify(question)), () => untilWaiting(app, 1));
    await release();
    await expectOneSlot(app);
});

test('a client that disconnects while its body is parsed releases its slot once', async () => {
    const app = await appWithFlag({ MAX_EXPENSIVE_REQUESTS: '2' });
    const path = '/api/admin/gitops/plan';
    const flags = Array.from({ length: 50_000 }, (_, index) => ({ flag: `flag-${index}`, project: 'missing' }));

    const socket = connect(Number(new URL(app.url).port), '127.0.0.1').resume();
    // The server reads the complete body before the end of the connection.
    socket.end(rawPost(path, JSON.stringify({ flags })));
    await once(socket, 'close');
    // A second body takes as long to check as the first one, so the server is done with the first one.
    const rawBody = JSON.stringify({ flags: [...flags, {}] });
    const second = async () => (await app.send('POST', path, { headers: JSON_TYPE, rawBody })).status;
    await expect.poll(second, { timeout: 10_000 }).toBe(400);

    await expectOneSlot(app);
});

test('a request that waits behind another one of its connection releases its slot when the connection breaks', async () => {
    const app = await appWithFlag({ MAX_EXPENSIVE_REQUESTS: '2' });
    const release = await holdWriter(app);
    const pipelined =
        rawPost(`${FEATURE}/environments/development/off`, '{}') +
        rawPost('/api/admin/what-if', JSON.stringify(question));

    await sendAndDisconnect(app, pipelined, () => untilWaiting(app, 2));
    await release();

    await expectOneSlot(app);
});

test('a caller that disconnects keeps its slot until the work has ended', async () => {
    const app = await appWithFlag({ MAX_EXPENSIVE_REQUESTS: '2' });
    const release = await holdWriter(app);
    const { port } = new URL(app.url);
    const socket = connect(Number(port), '127.0.0.1');
    const body = JSON.stringify(question);
    socket.write(rawPost('/api/admin/what-if', body));
    await untilWaiting(app, 1);
    socket.destroy();
    await once(socket, 'close');

    expect(await whatIf(app)).toMatchObject({ status: 429 });
    await release();

    await expect.poll(async () => (await whatIf(app)).status, { timeout: 10_000 }).toBe(200);
});

test('a plan that is too large is rejected before its body is read', async () => {
    const app = await appWithFlag();
    const { port } = new URL(app.url);
    const socket = connect(Number(port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(
        `POST /api/admin/gitops/plan HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${ADMIN_TOKEN}\r\n` +
            `Content-Type: application/json\r\nContent-Length: ${33 * 1024 * 1024}\r\n\r\n`,
    );
    const [response] = await once(socket, 'data');

    expect(String(response)).toMatch(/^HTTP\/1\.1 413 /);
});

test('a change runs before all waiting rehearsals', async () => {
    const app = await appWithFlag();
    const release = await holdWriter(app);
    const rehearsals = Array.from({ length: 3 }, () => whatIf(app));
    await untilWaiting(app, 3);
    const change = switchOff(app);
    await untilWaiting(app, 4);
    const before = await app.revision();
    await release();

    expect(await change).toMatchObject({ status: 200 });
    for (const { status, body } of await Promise.all(rehearsals)) {
        expect(status).toBe(200);
        // The rehearsal runs on the state after the change, so the flag is already off.
        expect(body.revision).toBeGreaterThan(before);
        expect(body.changes).toEqual([]);
    }
});

test('a change interrupts a long rehearsal, which restarts on the new state', async () => {
    const app = await appWithFlag();
    const started = Promise.withResolvers<void>();
    let attempts = 0;
    const isOn: Step<boolean> = {
        authorise: async () => undefined,
        async run({ tx }) {
            attempts++;
            const read = () =>
                tx
                    .selectFrom('flag_environments')
                    .select('enabled')
                    .where('flag', '=', 'checkout')
                    .where('environment', '=', 'development')
                    .executeTakeFirstOrThrow();
            started.resolve();
            // The first attempt would never end otherwise.
            while (attempts === 1) {
                await read();
                await new Promise(setImmediate);
            }
            return (await read()).enabled;
        },
    };
    const rehearsal = app.services.rehearse(SYSTEM_ACTOR, [isOn]);
    await started.promise;

    expect(await switchOff(app)).toMatchObject({ status: 200 });
    expect(await rehearsal).toMatchObject({ results: [false], revision: await app.revision() });
    expect(attempts).toBe(2);
});

test('a rehearsal that catches its interruption restarts anyway', async () => {
    const app = await appWithFlag();
    const started = Promise.withResolvers<void>();
    let attempts = 0;
    const step: Step<string> = {
        authorise: async () => undefined,
        async run({ tx }) {
            attempts++;
            started.resolve();
            const attempt = attempts;
            try {
                while (attempt === 1) {
                    await tx.selectFrom('event_head').select('revision').execute();
                    await new Promise(setImmediate);
                }
            } catch {
                return 'a result of statements that were refused';
            }
            return 'complete';
        },
    };
    const rehearsal = app.services.rehearse(SYSTEM_ACTOR, [step]);
    await started.promise;
    await switchOff(app);

    expect((await rehearsal).results).toEqual(['complete']);
});

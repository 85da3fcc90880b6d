import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request as send } from 'node:http';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { usefulProcesses } from '../packages/server/src/workers/worker-count.ts';
import { attributesOf, collector } from '../packages/server/test/support/collector.ts';
import { newDatabase } from './support/databases.ts';
import { ADMIN_TOKEN, CLIENT_TOKEN, type ServerProcess, startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

interface RequestOptions {
    method?: string;
    token?: string;
    headers?: Record<string, string>;
    body?: unknown;
    /** Without one, the connection is another each time, which any process may take. */
    agent?: Agent;
}

async function open(url: string, { method = 'GET', token = CLIENT_TOKEN, headers, body, agent }: RequestOptions = {}) {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = send(url, { method, agent: agent ?? false, headers: { authorization: token, ...json, ...headers } });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response;
}

async function ask(url: string, asked?: RequestOptions) {
    const response = await open(url, asked);
    const text = (await response.setEncoding('utf8').toArray()).join('');
    const isJson = response.headers['content-type']?.startsWith('application/json');
    return { status: response.statusCode!, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

const prometheus = async (server: ServerProcess): Promise<string> =>
    (await ask(`${server.url}/internal-backstage/prometheus`)).body;

async function workersOf(server: ServerProcess): Promise<number[]> {
    return [...(await prometheus(server)).matchAll(/^halyard_worker_streams\{.*pid="(\d+)"/gm)].map(([, pid]) =>
        Number(pid),
    );
}

/** A slow poll, because starting processes need the CPU. */
const untilNow = (condition: () => Promise<boolean>) =>
    until(async () => {
        await delay(100);
        return condition();
    });

async function startWith(workers: number, environment: Record<string, string>) {
    const server = await startServer({ ...environment, WORKERS: String(workers + 1) });
    await untilNow(async () => (await workersOf(server)).length === workers);
    return server;
}

/** Only one of the processes is awake while something is asked, so it is the one that answers. */
async function fromOnly<T>(pid: number, all: readonly number[], asking: () => Promise<T>): Promise<T> {
    const others = all.filter((other) => other !== pid);
    for (const other of others) process.kill(other, 'SIGSTOP');
    try {
        return await asking();
    } finally {
        for (const other of others) process.kill(other, 'SIGCONT');
    }
}

const isRunning = (pid: number) => {
    try {
        return process.kill(pid, 0);
    } catch {
        return false;
    }
};

const FLAG = '/api/admin/projects/default/features/shared';

/** Several starts of several processes each. */
const LONG = 120_000;

test('each process tells of the evaluations it makes', { timeout: LONG }, async () => {
    const { url: collecting, logs } = await collector();
    const server = await startWith(2, {
        ...(await newDatabase('embedded')),
        OTEL_EXPORTER_OTLP_ENDPOINT: collecting,
        EVALUATION_EVENTS_RATIO: '1',
    });
    await server.request('POST', '/api/admin/projects/default/features', { name: 'told' });
    const all = [server.pid, ...(await workersOf(server))];
    for (const [index, pid] of all.entries()) {
        const context = { targetingKey: 'someone-in-particular' };
        await fromOnly(pid, all, () =>
            ask(`${server.url}/ofrep/v1/evaluate/flags/${index === 0 ? 'told' : `missing-${index}`}`, {
                method: 'POST',
                body: { context },
            }),
        );
    }
    const told = () =>
        logs()
            .filter(({ eventName }) => eventName === 'feature_flag.evaluation')
            .map((record) => attributesOf(record)['feature_flag.key'])
            .toSorted();
    await expect.poll(told).toEqual(['missing-1', 'missing-2', 'told']);
    expect(JSON.stringify(logs())).not.toContain('someone-in-particular');

    // When the owner is killed, nobody goes on serving what nobody tells it any more: its output ends with the last process.
    await server.stop('SIGKILL');
    await expect(ask(`${server.url}/health`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test.runIf(process.platform === 'linux')(
    'worker processes do not inherit the secrets of the operator',
    { timeout: LONG },
    async () => {
        const secrets = {
            SECRET_KEY: 'a-secret-key-of-thirty-two-characters',
            EMAIL_PASSWORD: 'a-password-of-the-mail-server',
            OIDC_CLIENT_SECRET: 'a-secret-of-the-identity-provider',
            EDGE_CLIENT_SECRET: 'c2VjcmV0LW9mLWFuLWVkZ2U',
            DATABASE_PASSWORD: 'a-password-of-the-database',
            SOMETHING_ELSE: 'a-variable-that-nobody-knows',
        };
        const server = await startWith(1, {
            ...(await newDatabase('embedded')),
            ...secrets,
            OIDC_ENABLED: 'false',
            TZ: 'Europe/Oslo',
        });
        const [worker] = await workersOf(server);

        const inherited = await readFile(`/proc/${worker}/environ`, 'utf8');

        const names = inherited.split('\0').map((line) => line.split('=')[0]!);
        for (const secret of [...Object.values(secrets), ADMIN_TOKEN, CLIENT_TOKEN]) {
            expect(inherited).not.toContain(secret);
        }
        expect(names).toEqual(expect.arrayContaining(['PATH', 'TZ']));
        expect(names.filter((name) => /DATABASE|SECRET|PASSWORD|TOKEN|INIT_/.test(name))).toEqual([]);
    },
);

test('every process rejects a request with two Host headers', { timeout: LONG }, async () => {
    const server = await startWith(1, await newDatabase('embedded'));
    const all = [server.pid, ...(await workersOf(server))];
    const headers = ['Host', 'one.example', 'Host', 'two.example', 'Authorization', CLIENT_TOKEN];

    for (const pid of all) {
        const status = await fromOnly(pid, all, async () => {
            const sent = send(`${server.url}/api/client/features`, { agent: false, setHost: false, headers }).end();
            const [response] = (await once(sent, 'response')) as [IncomingMessage];
            response.resume();
            return response.statusCode;
        });
        expect(status).toBe(400);
    }
});

describe.each(['embedded', 'PostgreSQL'] as const)(
    'several processes on the %s database',
    { timeout: LONG },
    (kind) => {
        test('serve SDKs equally, and their reports are added up', async () => {
            const database = await newDatabase(kind);
            const server = await startWith(2, { ...database, MAX_STREAMS: '3' });
            const { url } = server;
            const all = [server.pid, ...(await workersOf(server))];
            const admin = (method: string, path: string, body?: unknown) =>
                ask(url + path, { method, token: ADMIN_TOKEN, body });
            const atEach = async <T>(asking: () => Promise<T>) => {
                const answers: T[] = [];
                for (const pid of all) answers.push(await fromOnly(pid, all, asking));
                return answers;
            };

            // A change is visible in every process as soon as its response was sent.
            await admin('POST', '/api/admin/projects/default/features', { name: 'shared' });
            await admin('POST', `${FLAG}/environments/development/on`);
            const token = async (type: string) =>
                (await admin('POST', '/api/admin/api-tokens', { tokenName: type, type, environment: 'development' }))
                    .body.secret;
            const [page, backend] = [await token('frontend'), await token('client')];
            const features = await atEach(() => ask(`${url}/api/client/features`, { token: backend }));
            expect(features.map(({ body }) => body.features)).toMatchObject(
                all.map(() => [{ name: 'shared', enabled: true }]),
            );
            const [{ headers }] = features as [(typeof features)[0]];
            const again = { token: backend, headers: { 'if-none-match': headers.etag! } };
            expect((await atEach(() => ask(`${url}/api/client/features`, again))).map(({ status }) => status)).toEqual([
                304, 304, 304,
            ]);
            const shown = await atEach(() => ask(`${url}/api/frontend?userId=7`, { token: page }));
            expect(shown.map(({ body }) => body.toggles)).toMatchObject(
                all.map(() => [{ name: 'shared', enabled: true }]),
            );
            const evaluated = await atEach(() =>
                ask(`${url}/ofrep/v1/evaluate/flags/shared`, { method: 'POST', token: page, body: { context: {} } }),
            );
            expect(evaluated.map(({ body }) => body.value)).toEqual([true, true, true]);
            expect(
                (await atEach(() => ask(`${url}/api/client/delta`, { token: backend }))).map(({ status }) => status),
            ).toEqual([200, 200, 200]);

            // Streams of all processes receive a change. MAX_STREAMS applies to the node, not to each process.
            const streams = await atEach(() => open(`${url}/api/client/streaming`, { token: backend }));
            expect(streams.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
            for (const pid of all) {
                await until(async () => {
                    const another = await fromOnly(pid, all, () => open(`${url}/api/client/streaming`));
                    another.destroy();
                    return another.statusCode === 429;
                });
            }
            const heard = streams.map(() => '');
            for (const [index, stream] of streams.entries())
                stream.setEncoding('utf8').on('data', (text) => (heard[index] += text));
            await admin('POST', `${FLAG}/environments/development/off`);
            await until(() =>
                heard.every((text) => text.includes('unleash-updated') && text.includes('"enabled":false')),
            );

            // However many changes there are, waiting for workers leaves nothing behind.
            for (let i = 0; i < 12; i++)
                await admin('POST', `${FLAG}/environments/development/${i % 2 ? 'off' : 'on'}`);
            expect(server.output()).not.toContain('MaxListenersExceededWarning');

            // What only the database knows, a worker asks the owner.
            await admin('POST', `/api/admin/features/shared/tags`, { type: 'simple', value: 'mine' });
            for (const pid of all.slice(1)) {
                const asleep = all.filter((other) => other !== pid);
                for (const other of asleep) process.kill(other, 'SIGSTOP');
                const answer = ask(`${url}/api/client/features?tag=simple:mine`, { token: backend });
                await delay(100);
                for (const other of asleep) process.kill(other, 'SIGCONT');
                expect((await answer).body.features).toHaveLength(1);
            }

            // Reports are added up; limits cannot be evaded by using several processes or forged addresses.
            const usage = { yes: 2, no: 1, variants: {} };
            const bucket = {
                start: new Date().toISOString(),
                stop: new Date().toISOString(),
                toggles: { shared: usage },
            };
            await atEach(() =>
                ask(`${url}/api/frontend/client/metrics`, {
                    method: 'POST',
                    token: page,
                    body: { appName: 'app', instanceId: 'i', bucket },
                }),
            );
            const complaints: number[] = [];
            for (let i = 0; i < 21; i++) {
                const body = { errorMessage: 'broken' };
                const from = { 'x-halyard-caller': `10.0.0.${i}` };
                const { status } = await ask(`${url}/api/admin/record-ui-error`, {
                    method: 'POST',
                    token: ADMIN_TOKEN,
                    body,
                    headers: from,
                });
                complaints.push(status);
            }
            expect(complaints.at(-1)).toBe(429);
            const served =
                /http_request_duration_milliseconds_count\{path="\/api\/client\/features",method="GET",status="304"\} 3$/m;
            await until(async () => served.test(await prometheus(server)));

            // A token that is gone is gone everywhere, with its streams.
            const ended = Promise.all(streams.map((stream) => once(stream, 'end')));
            await admin('DELETE', `/api/admin/api-tokens/${encodeURIComponent(backend)}`);
            expect(
                (await atEach(() => ask(`${url}/api/client/features`, { token: backend }))).map(({ status }) => status),
            ).toEqual([401, 401, 401]);
            await ended;

            expect(await server.stop()).toBe(0);
            const alone = await startServer({ ...database, WORKERS: 'auto' });
            const beside = usefulProcesses(availableParallelism()) - 1;
            await untilNow(async () => (await workersOf(alone)).length === beside);
            const counted = await alone.request('GET', '/api/admin/client-metrics/features/shared');
            expect(counted.body).toMatchObject({ lastHourUsage: [{ yes: 6, no: 3 }] });
        });

        test('replace one that ends or freezes, and end with their answers', async () => {
            const server = await startWith(1, await newDatabase(kind));
            const { url } = server;
            await server.request('POST', '/api/admin/projects/default/features', { name: 'shared' });
            let isWanted = true;
            const failures: string[] = [];
            let answers = 0;
            const clients = Array.from({ length: 4 }, async () => {
                while (isWanted) {
                    const path = answers % 2 ? '/api/client/features' : '/health';
                    await ask(url + path).then(
                        ({ status }) => (status === 200 ? answers++ : failures.push(String(status))),
                        (error: NodeJS.ErrnoException) => failures.push(error.code ?? error.message),
                    );
                }
            });
            const replacementOf = async (pid: number) => {
                await untilNow(async () => (await workersOf(server).catch(() => [])).some((other) => other !== pid));
                return (await workersOf(server))[0]!;
            };

            // Told to end: nobody notices.
            const [first] = (await workersOf(server)) as [number];
            process.kill(first, 'SIGTERM');
            const second = await replacementOf(first);
            expect(failures).toEqual([]);
            expect((await fromOnly(second, [server.pid, second], () => ask(`${url}/api/client/features`))).status).toBe(
                200,
            );

            // A killed worker affects only its current requests.
            process.kill(second, 'SIGKILL');
            const third = await replacementOf(second);
            expect(failures.length).toBeLessThanOrEqual(clients.length);
            expect(failures.filter((failure) => failure !== 'ECONNRESET' && failure !== 'EPIPE')).toEqual([]);

            // Frozen: a change is answered, and by then nobody is served without it.
            isWanted = false;
            await Promise.all(clients);
            process.kill(third, 'SIGSTOP');
            const { status } = await server.request('POST', `${FLAG}/environments/development/on`);
            expect([status, isRunning(third)]).toEqual([200, false]);
            const fourth = await replacementOf(third);
            const { body } = await fromOnly(fourth, [server.pid, fourth], () => ask(`${url}/api/client/features`));
            expect(body.features).toMatchObject([{ name: 'shared', enabled: true }]);

            // Shutdown: connected clients get a response with `Connection: close`.
            const stream = await fromOnly(fourth, [server.pid, fourth], () => open(`${url}/api/client/streaming`));
            const ended = once(stream.resume(), 'end');
            let lastAnswers = 0;
            const connected = Array.from({ length: 4 }, async () => {
                const agent = new Agent({ keepAlive: true, maxSockets: 1 });
                for (let isOpen = true; isOpen; lastAnswers++) {
                    const answer = await ask(`${url}/api/client/features`, { agent });
                    expect(answer.status).toBe(200);
                    isOpen = answer.headers.connection !== 'close';
                }
            });
            await until(() => lastAnswers > 20);
            expect(await server.stop()).toBe(0);
            await Promise.all([ended, ...connected]);
            expect(isRunning(fourth)).toBe(false);
        });
    },
);

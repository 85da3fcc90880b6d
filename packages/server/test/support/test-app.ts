import { hash } from '@node-rs/argon2';
import type { Logger } from 'pino';
import { expect, onTestFinished, vi } from 'vitest';
import { type App, type AppOptions, startApp } from '../../src/app/app.ts';
import type { RecordObservation } from '../../src/changes/record-observation.ts';
import { readConfig } from '../../src/config/config.ts';
import { SYSTEM_ACTOR } from '../../src/core/access/actor.ts';
import { isAdminWrite, type Route, statusesOf } from '../../src/http/route/route.ts';
import type { Resolve } from '../../src/outbound/outbound.ts';
import { findPublicationDifferences } from '../../src/publications/publish.ts';
import type { Db } from '../../src/storage/database.ts';
import { prepared as preparedQuery } from '../../src/storage/prepared.ts';
import { asTemplate, copyOf, emptyDatabase, ownCopyOf, type TestDatabase } from './databases.ts';
import { factories, QUICK_HASH } from './factories.ts';
import { atFileEnd } from './file-end.ts';
import { HttpClient } from './http-client.ts';
import { collectingLog, noteSecret, noteSecretsIn } from './log-collector.ts';
import { ADMIN_TOKEN, CLIENT_TOKEN } from './tokens.ts';

export { ADMIN_TOKEN, CLIENT_TOKEN };
export const ADMIN_PASSWORD = 'Correct-horse-7';

const STANDARD = {
    HTTP_PORT: '0',
    HTTP_HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    REQUEST_LOGGER_ENABLE: 'true',
    ENABLE_OAS: 'false',
    UNLEASH_DEFAULT_ADMIN_PASSWORD: ADMIN_PASSWORD,
    INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
    INIT_CLIENT_API_TOKENS: CLIENT_TOKEN,
    SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000',
    // Tests of many routes send all requests concurrently.
    MAX_EXPENSIVE_REQUESTS: '1000',
    // Every connection is a process that plans its statements: a third of the time of the tests.
    DATABASE_POOL_MAX: '2',
};

export interface TestResponse {
    status: number;
    // Tests check bodies with matchers; a type would repeat the schema.
    // biome-ignore lint/suspicious/noExplicitAny: see above
    body: any;
    headers: Headers;
}

export interface RequestOptions {
    /** Default: the admin token. Null: no token. */
    token?: string | null;
    headers?: Record<string, string>;
    /** The request succeeds and changes nothing. */
    changesNothing?: boolean;
}

export interface TestAppOptions {
    environment?: Record<string, string>;
    /** Default: a copy of a new installation with the tokens above. */
    database?: TestDatabase;
    /** Another database to copy: see `prepared()`. */
    template?: TestDatabase;
    /** Default: the end of the test. */
    until?: 'test' | 'file';
    /** Replaces the DNS resolver. */
    resolve?: Resolve;
    /** Default: a logger whose output is searched for secrets when the file ends. */
    log?: Logger;
    /** The clock of the node; the database keeps its own. Default: one clock for both, which `passTime` moves. */
    nodeClock?: () => Date;
    reportTypes?: AppOptions['reportTypes'];
    /** Used instead of the stored series. */
    series?: AppOptions['series'];
}

/** A real app on a real database, used through real HTTP. Every request checks the common guarantees. */
export async function testApp({
    environment = {},
    database,
    template,
    until = 'test',
    resolve,
    log,
    nodeClock,
    reportTypes,
    series,
}: TestAppOptions = {}) {
    const own = database ?? (await copyOf(template ?? (await freshInstall())));
    let offset = 0;
    const variables = { ...STANDARD, ...own.environment, ...environment };
    noteSecretsIn(variables, 'the environment');
    const config = readConfig(variables);
    const app = await startApp(config, {
        version: '0.0.0-test',
        ...(nodeClock ? { nodeClock } : { clock: () => new Date(Date.now() + offset) }),
        log: log ?? collectingLog(),
        lingerMs: 0,
        ...(resolve && { resolve }),
        ...(reportTypes && { reportTypes }),
        ...(series && { series }),
        ...(!database && !log && !setsConnections(environment) && own.opened && { database: own.opened() }),
    });
    const client = new HttpClient();
    let closed = false;
    const close = async () => {
        if (closed) return;
        closed = true;
        await app.close();
        client.close();
        if (!database) await own.remove();
    };
    (until === 'file' ? atFileEnd : onTestFinished)(close);
    const passTime = (milliseconds: number) => {
        offset += milliseconds;
    };
    return testClient(app, client, { close, passTime });
}

/** Returns a function that starts an app on first use, for the rest of the file. */
function appOfFile(): () => Promise<TestApp> {
    let app: Promise<TestApp> | undefined;
    return () => {
        if (app) return app;
        atFileEnd(async () => {
            app = undefined;
        });
        app = testApp({ until: 'file' });
        return app;
    };
}

/** An app for tests that only see objects of their own, which they create with unique names: tests of a file share it. */
export const sharedApp = appOfFile();

const unchanged = appOfFile();

/** An app for tests that change nothing, for example because their input is rejected: all of a file share it. */
export async function unchangedApp(): Promise<TestApp> {
    const app = await unchanged();
    const before = await app.revision();
    onTestFinished(async () => expect(await app.revision(), 'the test has changed the shared app').toBe(before));
    return app;
}

const setsConnections = (environment: Record<string, string>) =>
    Object.keys(environment).some((name) => name.startsWith('DATABASE_'));

export type TestApp = Awaited<ReturnType<typeof testApp>>;

let fresh: Promise<TestDatabase> | undefined;

/** Stored before a test replaces `Date`. */
const realTime = Date.now;

/** Created once for each worker, then copied. The first test may use another time, but not one that is in the future for later tests. */
function freshInstall(): Promise<TestDatabase> {
    fresh ??= (async () => {
        if (Date.now() > realTime()) throw new Error('The clock of the first test must not be ahead of the real time.');
        const database = await emptyDatabase();
        const app = await startApp(readConfig({ ...STANDARD, ...database.environment }), {
            version: '0.0.0-test',
            log: collectingLog(),
            lingerMs: 0,
        });
        const password_hash = await hash(ADMIN_PASSWORD, QUICK_HASH);
        await app.services.recordObservation((tx) =>
            tx.updateTable('users').set({ password_hash }).where('username', '=', 'admin').execute(),
        );
        await app.close();
        return asTemplate(database);
    })();
    return fresh;
}

/** A fresh database, for apps with explicit connection settings. */
export const ownFreshInstall = async () => ownCopyOf(await freshInstall());

/**
 * The common initial state of the tests in a file, created once: `prepare` runs on a new installation, and its result is returned. Each
 * test gets a copy, `testApp({ template })`.
 */
export async function prepared<T>(prepare: (app: TestApp) => Promise<T>): Promise<{ template: TestDatabase; made: T }> {
    const database = await ownFreshInstall();
    const app = await testApp({ database, until: 'file' });
    const result = await prepare(app);
    await app.close();
    const template = await asTemplate(database);
    atFileEnd(() => template.remove());
    return { template, made: result };
}

/** Runs twice for each request, so the query is compiled once. */
const eventHead = preparedQuery((db: Db, _none: Record<string, never>) =>
    db.selectFrom('event_head').select('revision'),
);

interface Control {
    close(): Promise<void>;
    /** Moves the clock of the app. */
    passTime(milliseconds: number): void;
}

function testClient(app: App, client: HttpClient, control: Control) {
    const { db, flagIndex, projectIndex } = app.services;
    // Rows that a test inserts directly cause neither events nor measurements.
    const recordObservation: RecordObservation = async (work, options) => {
        const result = await app.services.recordObservation(work, options);
        flagIndex.outdateAll();
        projectIndex.outdate();
        return result;
    };
    const services = { ...app.services, recordObservation };
    const base = `http://127.0.0.1:${new URL(app.url).port}${app.services.config.basePath}`;

    async function revision(): Promise<number> {
        const [head] = await eventHead(db, {});
        return head!.revision;
    }

    /** Sends one request without the checks below: for concurrent requests, and for bodies that are not JSON. */
    async function send(
        method: string,
        path: string,
        init: RequestOptions & { rawBody?: string } = {},
    ): Promise<TestResponse> {
        const { token = ADMIN_TOKEN, headers = {}, rawBody } = init;
        if (token !== null) noteSecret(token, 'Authorization');
        noteSecretsIn(headers, `${method} ${path}`);
        const response = await client.send(base + path, {
            method,
            headers: { ...(token !== null && { authorization: token }), ...headers },
            body: rawBody,
        });
        const isJson = response.headers.get('content-type')?.includes('json');
        const body = isJson && response.text !== '' ? JSON.parse(response.text) : response.text;
        noteSecretsIn(body, `the answer to ${method} ${path}`);
        for (const cookie of response.headers.getSetCookie()) noteSecret(cookie.split(';')[0]!, 'a cookie');
        return { status: response.status, headers: response.headers, body };
    }

    async function request(
        method: string,
        path: string,
        body: unknown,
        options: CheckedOptions = {},
    ): Promise<TestResponse> {
        const route = routeOf(app.routes, method, path);
        const isChange = route !== undefined && isAdminWrite(route) && !route.leavesNoEvent;
        const isCompared = isChange && !options.isPreparation && isNextCompared(app);
        if (isCompared) await fillCaches(app);
        const before = await revision();
        noteSecretsIn(body, `${method} ${path}`);
        const headers = { ...(body !== undefined && { 'content-type': 'application/json' }), ...options.headers };
        const rawBody = body === undefined ? undefined : JSON.stringify(body);
        const response = await send(method, path, { ...options, headers, ...(rawBody !== undefined && { rawBody }) });
        const after = await revision();
        await checkGuarantees(app, { method, path, response, before, after, options, route, isChange, isCompared });
        return response;
    }

    return {
        ...control,
        url: base,
        services,
        routes: app.routes,
        generatedPassword: app.generatedPassword,
        revision,
        send,
        get: (path: string, options?: RequestOptions) => request('GET', path, undefined, options),
        post: (path: string, body?: unknown, options?: RequestOptions) => request('POST', path, body, options),
        put: (path: string, body?: unknown, options?: RequestOptions) => request('PUT', path, body, options),
        patch: (path: string, body?: unknown, options?: RequestOptions) => request('PATCH', path, body, options),
        delete: (path: string, options?: RequestOptions) => request('DELETE', path, undefined, options),
        /** The current definitions for an SDK with that token. */
        async clientFeatures(token = CLIENT_TOKEN): Promise<TestResponse['body']> {
            const { body } = await send('GET', '/api/client/features', {
                token,
                headers: { 'unleash-client-spec': '5.2.0' },
            });
            return body;
        },
        has: factories({
            // Data that a test needs must have been accepted.
            create: async (method, path, body) => {
                const response = await request(method, path, body, { isPreparation: true });
                expect(response.status, `${method} ${path}: ${JSON.stringify(response.body)}`).toBeLessThan(300);
                return response.body;
            },
            signIn: async (username, password) => {
                const response = await request('POST', '/auth/simple/login', { username, password }, { token: null });
                expect(response.status, `${username} could not sign in`).toBe(200);
                return response.headers.get('set-cookie')!.split(';')[0]!;
            },
            services,
        }),
    };
}

interface CheckedOptions extends RequestOptions {
    /** Created by a factory, before the test itself. */
    isPreparation?: boolean;
}

interface Exchange {
    method: string;
    path: string;
    response: TestResponse;
    before: number;
    after: number;
    options: CheckedOptions;
    route: Route | undefined;
    isChange: boolean;
    isCompared: boolean;
}

/** Fills lazy caches now, so that the next change tests their invalidation. */
async function fillCaches({ services: { flagIndex, projectIndex, useCounts } }: App): Promise<void> {
    await Promise.all([
        flagIndex.whenCurrent(),
        projectIndex.whenCurrent(),
        useCounts.contextFields.knownTo(SYSTEM_ACTOR),
        useCounts.segments.knownTo(SYSTEM_ACTOR),
        useCounts.environments.knownTo(SYSTEM_ACTOR),
    ]);
}

/** The default of one second is too short on a busy machine, where a single comparison may take longer. */
const PATIENTLY = { timeout: 60_000 };

/** Checks the common guarantees: declared statuses only, every write records an event, publications match the rows. */
async function checkGuarantees(app: App, exchange: Exchange): Promise<void> {
    const { method, path, response, before, after, options, route, isChange, isCompared } = exchange;
    const what = `${method} ${path} answered ${response.status}`;
    if (route) expect(statusesOf(route), `${what}, which it does not declare`).toContain(response.status);
    const succeeded = response.status < 400;
    if (isChange && succeeded && !options.changesNothing) {
        expect(after, `${what} but left no event`).toBeGreaterThan(before);
    } else {
        expect(after, `${what} but the revision moved`).toBe(before);
    }
    if (isCompared) {
        const { db, flagIndex, projectIndex, useCounts } = app.services;
        // Background work may commit a change between two reads, or one that the lists do not contain yet. A real difference
        // persists. `expect.poll` works in tests only, and requests are also sent by `beforeAll`.
        await vi.waitFor(async () => {
            expect(await findPublicationDifferences(db), `${what}: rows and publications differ`).toEqual([]);
            expect(await flagIndex.findDifferences(), `${what}: rows of flags and lists differ`).toEqual([]);
            expect(await projectIndex.findDifferences(), `${what}: rows of projects and lists differ`).toEqual([]);
            expect(await useCounts.findDifferences(), `${what}: rows and counts of uses differ`).toEqual([]);
        }, PATIENTLY);
    }
}

const writes = new WeakMap<App, number>();

/**
 * Whether to compare all rows with the state derived from them, which takes as long as the write. PostgreSQL compares after every
 * third write, and the embedded database, which needs a third of the time, after all others; so every write of a test is compared
 * on one of them. Writes of factories have their own tests and are covered by the next comparison, because a difference persists.
 */
function isNextCompared(app: App): boolean {
    const before = writes.get(app) ?? 0;
    writes.set(app, before + 1);
    return (process.env['TEST_DATABASE'] === 'postgres') === (before % 3 === 1);
}

interface Pattern {
    route: Route;
    segments: string[];
}

const patterns = new WeakMap<readonly Route[], Map<string, Pattern[]>>();

/** Keyed by method and number of path segments. */
function patternsOf(routes: readonly Route[]): Map<string, Pattern[]> {
    const cached = patterns.get(routes);
    if (cached) return cached;
    const all = routes.map((route) => ({ route, segments: route.path.split('/') }));
    const grouped = Map.groupBy(all, ({ route, segments }) => `${route.method} ${segments.length}`);
    patterns.set(routes, grouped);
    return grouped;
}

function routeOf(routes: readonly Route[], method: string, path: string): Route | undefined {
    const segments = path.split('?')[0]!.split('/');
    const matches = (patternsOf(routes).get(`${method} ${segments.length}`) ?? [])
        .filter((pattern) => pattern.segments.every((part, index) => part.startsWith(':') || part === segments[index]))
        .map(({ route }) => route);
    // The router prefers literal segments to parameters.
    return matches.sort((a, b) => a.path.split(':').length - b.path.split(':').length)[0];
}

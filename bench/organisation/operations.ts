import { setTimeout as sleep } from 'node:timers/promises';
import { edgeProgram, startService } from '../peers/service.ts';
import type { Request } from '../support/load.ts';
import { type Organisation, scopeOf, user } from './build.ts';
import {
    costSince,
    cpuNow,
    type MeasuredService,
    type Measurement,
    measureOnce,
    measureRequests,
    measureWork,
} from './measure.ts';
import {
    headers,
    IMPORTED_FLAGS,
    importFile,
    playground,
    poll,
    pollsOf,
    SCOPES,
    toggle,
    tokensOfScopes,
} from './requests.ts';

/** Upper bounds; `timesBare` is the ratio to a bare server that sends the same bytes. */
export interface OperationTarget {
    cpuMs?: number;
    timesBare?: number;
    gapMs?: number;
    value?: number;
}

export interface Operation {
    /** The number in the list of targets for large organisations. */
    item: number;
    name: string;
    title: string;
    target: OperationTarget;
    measure: (measured: MeasuredService) => Promise<Measurement>;
}

/** For administrators: one page of results, without blocking SDKs for longer than that. */
const READ_TARGET: OperationTarget = { cpuMs: 20, gapMs: 20 };
/** By then garbage of the start has been collected. */
const REST_MS = 6_000;
/** Fewer are answered before V8 has compiled their code, in the service and in the bare server. */
const POLLS = 10_000;
/** The cost of the bare server varies by a third between rounds, which matters where the target is a ratio. */
const ROUNDS_OF_RATIOS = 15;
/**
 * Polls after each toggle, each with another token. With fewer, the figure would mostly be work of the service after a toggle, which does
 * not depend on the polls.
 */
const POLLS_PER_TOGGLE = 900;
const NEW_USERS = 200;
/** A large organisation imports many files. The first one costs up to twice as much, because code and caches are cold. */
const NEW_FILES = 10;
/** The rows of a page of results, for lists that have no pages. */
const PAGE_ROWS = 1_000;
/** Changes of a comparison contain two definitions and their sentences: 1.4 kB each. */
const PAGE_CHANGES = 100;

const read = (item: number, name: string, title: string, path: string): Operation => ({
    item,
    name,
    title,
    target: READ_TARGET,
    measure: (measured) => measureRequests(measured, { count: 10, request: () => ({ method: 'GET', path, headers }) }),
});

/** A list that the API returns as a whole: the cost of `pageRows` rows, which are the page of results. */
const readWhole = <Body>(options: {
    name: string;
    title: string;
    path: string | ((organisation: Organisation) => string);
    rowsIn: (body: Body) => number;
    pageRows?: number;
}): Operation => {
    const { name, title, rowsIn, pageRows = PAGE_ROWS } = options;
    return {
        item: 5,
        name,
        title: `${title}, in one response: per ${pageRows.toLocaleString('en')}`,
        target: READ_TARGET,
        measure: async (measured) => {
            const path = typeof options.path === 'string' ? options.path : options.path(measured.organisation);
            const pages = rowsIn(await measured.admin.get<Body>(path)) / pageRows;
            const request = (): Request => ({ method: 'GET', path, headers });
            const { cpuMs = 0, databaseMs = 0, ...delay } = await measureRequests(measured, { count: 10, request });
            return { ...delay, cpuMs: cpuMs / pages, databaseMs: databaseMs / pages };
        },
    };
};

export const OPERATIONS: Operation[] = [
    {
        item: 4,
        name: 'start',
        title: 'first list after a start',
        target: { cpuMs: 500, gapMs: 20 },
        async measure(measured) {
            await measured.service.restart();
            await measured.service.watchIterations();
            const before = cpuNow(measured);
            await measured.admin.get('/api/admin/search/features?limit=50');
            return { ...costSince(measured, before), iterationMs: await measured.service.longestIterationMs() };
        },
    },
    {
        item: 6,
        name: 'memory',
        title: 'memory at rest, MB',
        target: {},
        async measure({ service }) {
            await service.restart();
            await sleep(REST_MS);
            return { value: service.memoryMb() };
        },
    },
    {
        item: 1,
        name: 'poll-1',
        title: 'poll, 304, one token',
        target: { timesBare: 1.3 },
        measure: async (measured) => {
            const request = await pollsOf(measured.service.url, measured.organisation.tokens.slice(0, 1));
            return measureRequests(measured, { count: POLLS, request, rounds: ROUNDS_OF_RATIOS });
        },
    },
    {
        item: 1,
        name: 'poll-scopes',
        title: `poll, 304, ${SCOPES.toLocaleString('en')} scopes in turn`,
        target: { timesBare: 1.3 },
        measure: async (measured) => {
            const request = await pollsOf(measured.service.url, await tokensOfScopes(measured));
            return measureRequests(measured, { count: POLLS, request, rounds: ROUNDS_OF_RATIOS });
        },
    },
    {
        item: 2,
        name: 'other-project',
        title: 'first poll of other projects after a toggle',
        target: { timesBare: 1.3 },
        measure: async (measured) => {
            const { service, organisation } = measured;
            const { projects } = organisation;
            const tokens = (await tokensOfScopes(measured)).filter(
                (_, index) => !scopeOf(projects, index).includes(projects[1]!),
            );
            return measureRequests(measured, {
                count: 10 * POLLS_PER_TOGGLE,
                request: await pollsOf(service.url, tokens),
                change: (index) => toggle(organisation, index),
                requestsPerChange: POLLS_PER_TOGGLE,
                rounds: ROUNDS_OF_RATIOS,
            });
        },
    },
    ...[
        { name: 'all-flags', title: 'all flags after a toggle', encoding: 'identity', cpuMs: 10 },
        { name: 'all-flags-gzip', title: 'the same, gzip', encoding: 'gzip', cpuMs: 20 },
    ].map(
        ({ name, title, encoding, cpuMs }): Operation => ({
            item: 3,
            name,
            title,
            target: { cpuMs, gapMs: 20 },
            measure: (measured) =>
                measureRequests(measured, {
                    count: 20,
                    request: () => poll(measured.organisation.tokens.at(-1)!, { 'accept-encoding': encoding }),
                    change: (index) => toggle(measured.organisation, index),
                }),
        }),
    ),
    read(5, 'context', 'context fields', '/api/admin/context'),
    read(5, 'project-applications', 'applications of a project', '/api/admin/projects/default/applications?limit=50'),
    read(5, 'applications', 'applications', '/api/admin/metrics/applications?limit=50'),
    readWhole<{ changes: unknown[] }>({
        name: 'compare',
        title: 'changes of a project since half of all events',
        path: ({ events }) => `/api/admin/compare?project=default&from=${Math.round(events / 2)}`,
        rowsIn: ({ changes }) => changes.length,
        pageRows: PAGE_CHANGES,
    }),
    readWhole<{ segments: unknown[] }>({
        name: 'segments',
        title: 'segments',
        path: '/api/admin/segments',
        rowsIn: ({ segments }) => segments.length,
    }),
    readWhole<{ users: unknown[] }>({
        name: 'users',
        title: 'users',
        path: '/api/admin/user-admin',
        rowsIn: ({ users }) => users.length,
    }),
    read(5, 'user-search', 'users found by a word, up to 100', '/api/admin/user-admin/search?q=employee-1'),
    readWhole<{ groups: { users: unknown[] }[] }>({
        name: 'groups',
        title: 'members of all groups',
        path: '/api/admin/groups',
        rowsIn: ({ groups }) => groups.reduce((count, { users }) => count + users.length, 0),
    }),
    readWhole<{ overview: unknown[] }>({
        name: 'access-overview',
        title: 'access of all users',
        path: '/api/admin/access/overview',
        rowsIn: ({ overview }) => overview.length,
    }),
    read(5, 'environments', 'environments', '/api/admin/environments'),
    read(5, 'projects', 'projects', '/api/admin/projects'),
    read(5, 'search', 'search, page of 50 flags', '/api/admin/search/features?limit=50'),
    read(5, 'search-word', 'search with a word', '/api/admin/search/features?limit=50&query=07-0001'),
    {
        item: 5,
        name: 'import-again',
        title: 'import of a project that has the same flags, per flag',
        target: { gapMs: 20 },
        measure: async (measured) => {
            const file = importFile('default', 'import-again');
            const importAgain = () => measured.admin.post('/api/admin/features-batch/import', file);
            await importAgain();
            return measureWork(measured, importAgain, IMPORTED_FLAGS);
        },
    },
    {
        item: 6,
        name: 'memory-lists',
        title: 'memory after the polls, lists and searches above, MB',
        target: { value: 400 },
        measure: async ({ service }) => ({ value: service.memoryMb() }),
    },
    {
        item: 7,
        name: 'gitops',
        title: 'GitOps plan of all flags, per flag',
        target: { cpuMs: 0.3, gapMs: 20 },
        measure: async (measured) => {
            const { projects } = measured.organisation;
            const flags: unknown[] = [];
            for (const project of projects) {
                const path = `/api/admin/projects/${project}/gitops/files`;
                flags.push(...(await measured.admin.get<{ flags: unknown[] }>(path)).flags);
            }
            return measureWork(measured, () => measured.admin.post('/api/admin/gitops/plan', { flags }), flags.length);
        },
    },
    read(8, 'event-search', 'event search by a rare word', '/api/admin/search/events?limit=100&query=employee-77'),
    read(8, 'event-search-common', 'event search by a common word', '/api/admin/search/events?limit=100&query=default'),
    read(8, 'events', 'newest 100 events', '/api/admin/search/events?limit=100'),
    {
        item: 8,
        name: 'new-users',
        title: 'new user',
        target: READ_TARGET,
        measure: (measured) =>
            measureWork(
                measured,
                async (run) => {
                    for (let index = 0; index < NEW_USERS; index++) {
                        const username = `new-${run}-${index}`;
                        const body = { ...user(index), email: `${username}@example.com`, username };
                        await measured.admin.post('/api/admin/user-admin', body);
                    }
                },
                NEW_USERS,
            ),
    },
    {
        item: 9,
        name: 'verify',
        title: 'verification of the audit log, first',
        target: { gapMs: 20 },
        measure: (measured) => measureOnce(measured, () => measured.admin.get('/api/admin/events/verify')),
    },
    {
        item: 9,
        name: 'verify-again',
        title: 'verification of the audit log, again',
        target: READ_TARGET,
        measure: (measured) => measureWork(measured, () => measured.admin.get('/api/admin/events/verify')),
    },
    {
        item: 10,
        name: 'playground-project',
        title: 'playground, one project',
        target: { gapMs: 20 },
        measure: (measured) => measureRequests(measured, { count: 5, request: () => playground(['default']) }),
    },
    {
        item: 10,
        name: 'playground',
        title: 'playground, all flags',
        target: { gapMs: 20 },
        measure: (measured) => measureRequests(measured, { count: 2, request: () => playground('*') }),
    },
    {
        item: 6,
        name: 'edge',
        title: 'edge with all flags of an environment: MB at rest, CPU ms until it is ready',
        target: { value: 400 },
        async measure({ service, organisation }) {
            const edge = await startService(edgeProgram(service.url, organisation.tokens.at(-1)!));
            const cpuMs = edge.cpuMs();
            await sleep(REST_MS);
            const value = edge.memoryMb();
            await edge.stop();
            return { value, cpuMs };
        },
    },
    {
        item: 6,
        name: 'memory-warm',
        title: 'memory after all operations, MB',
        target: { value: 400 },
        measure: async ({ service }) => ({ value: service.memoryMb() }),
    },
    // Last: its new flags would increase the cost of the operations above.
    {
        item: 8,
        name: 'import',
        title: `import of ${NEW_FILES} files of ${IMPORTED_FLAGS.toLocaleString('en')} new flags after a first one, per flag`,
        // 2,500 flags a second.
        target: { cpuMs: 0.4, gapMs: 20 },
        measure: async (measured) => {
            let files = 0;
            const importFiles = async (count: number) => {
                for (let index = 0; index < count; index++) {
                    const file = importFile('default', `new-${files++}`);
                    await measured.admin.post('/api/admin/features-batch/import', file);
                }
            };
            await importFiles(1);
            return measureWork(
                measured,
                (run) => importFiles(run === 'cost' ? NEW_FILES : 1),
                NEW_FILES * IMPORTED_FLAGS,
            );
        },
    },
];

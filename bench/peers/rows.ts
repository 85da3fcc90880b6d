import type { Request } from '../support/load.ts';
import type { CostTarget } from './cost-targets.ts';
import { flagName } from './flags.ts';
import { ADMIN_TOKEN, CLIENT_TOKEN, FRONTEND_TOKEN } from './service.ts';

/** A kind of request whose CPU time is measured. */
export interface BenchRow {
    name: string;
    title: string;
    connections: number;
    /** The requests of a round. */
    request: (index: number, context: RowContext) => Request;
    wanted: CostTarget;
    /** The request adds something: this number of requests per round for every server, instead of as many as fit. */
    adds?: number;
    /** Toggles, or requests after each toggle: in numbers that restore the initial state. The cost of the toggle is subtracted. */
    toggles?: 'only' | 'before';
    /** The server processes the requests this long after its response; the round ends then, and the cost of an idle server is subtracted. */
    processedWithinMs?: number;
    /** Unleash has no equivalent. */
    oursOnly?: boolean;
    /** The request carries the ETag of the current response. */
    conditional?: boolean;
    /** Measured at every size; other rows only at the size of the table. */
    grows?: boolean;
}

export interface RowContext {
    flags: number;
    /** The ETag of the response to the same request, for conditional requests. */
    etag: string;
}

const PROJECT = '/api/admin/projects/default';
const admin = { authorization: ADMIN_TOKEN };
const page = { authorization: FRONTEND_TOKEN };
const sdk = { authorization: CLIENT_TOKEN, 'unleash-client-spec': '5.2.0', 'unleash-appname': 'bench' };
const gzip = { 'accept-encoding': 'gzip' };

const get = (path: string, headers: Record<string, string>): Request => ({ method: 'GET', path, headers });
const post = (path: string, headers: Record<string, string>, body?: unknown): Request =>
    body === undefined
        ? { method: 'POST', path, headers }
        : {
              method: 'POST',
              path,
              headers: { ...headers, 'content-type': 'application/json' },
              body: JSON.stringify(body),
          };

/** Disables and enables each flag in order. */
export const toggle = (index: number): Request => {
    const flag = flagName(1 + (index % TOGGLED_FLAGS) * 5);
    return post(
        `${PROJECT}/features/${flag}/environments/development/${Math.floor(index / TOGGLED_FLAGS) % 2 ? 'on' : 'off'}`,
        admin,
    );
};
const TOGGLED_FLAGS = 16;
/** The number of toggles that restores the initial state. */
export const TOGGLES_IN_TURN = 2 * TOGGLED_FLAGS;

const contextOf = (index: number) => ({
    userId: String(index),
    country: index % 2 ? 'NO' : 'US',
    age: String(index % 60),
    version: '2.0.0',
});
const asQuery = (index: number) => new URLSearchParams(contextOf(index)).toString();
const frontend = (index: number, headers: Record<string, string> = {}) =>
    get(`/api/frontend?${asQuery(index)}`, { ...page, ...headers });
const bulk = (index: number, headers: Record<string, string> = {}) =>
    post(
        '/ofrep/v1/evaluate/flags',
        { ...page, ...headers },
        { context: { targetingKey: String(index), ...contextOf(index) } },
    );

function playground(contexts: number): Request {
    const userId = Array.from({ length: contexts }, (_, index) => index + 1).join(',');
    return post('/api/admin/playground/advanced', admin, {
        environments: ['development'],
        projects: '*',
        context: { appName: 'bench', userId, country: 'NO' },
    });
}

const strategy = {
    name: 'flexibleRollout',
    parameters: { rollout: '50', stickiness: 'default', groupId: 'bench' },
    constraints: [{ contextName: 'country', operator: 'IN', values: ['NO', 'SE'] }],
};

/** A metrics report of an SDK: one bucket with 20 flags. */
function metricsOf(index: number, total: number) {
    const now = new Date().toISOString();
    const flags = Array.from({ length: 20 }, (_, flag) => flagName((index * 20 + flag) % total));
    return {
        appName: 'bench',
        instanceId: `instance-${index % 100}`,
        bucket: {
            start: now,
            stop: now,
            toggles: Object.fromEntries(flags.map((flag) => [flag, { yes: 5, no: 2, variants: { a: 3, b: 2 } }])),
        },
    };
}

export const rows: readonly BenchRow[] = [
    {
        name: 'project',
        title: 'project with its flags',
        connections: 4,
        request: () => get(`${PROJECT}/features`, admin),
        wanted: { timesBare: 2.6 },
        grows: true,
    },
    {
        name: 'project-changed',
        title: 'the same after a toggle',
        connections: 1,
        request: () => get(`${PROJECT}/features`, admin),
        wanted: { timesBare: 5 },
        toggles: 'before',
    },
    {
        name: 'search',
        title: 'search, page of 50',
        connections: 8,
        request: () => get('/api/admin/search/features?limit=50', admin),
        wanted: { timesBare: 4 },
        grows: true,
    },
    {
        name: 'search-word',
        title: 'search with a word',
        connections: 8,
        request: () => get('/api/admin/search/features?limit=50&query=flag-0004', admin),
        wanted: { timesBare: 6 },
        grows: true,
    },
    {
        name: 'events',
        title: 'newest 100 events',
        connections: 8,
        request: () => get('/api/admin/events', admin),
        wanted: { embedded: 3, postgres: 4 },
    },
    {
        name: 'event-search',
        title: 'event search',
        connections: 8,
        request: () => get('/api/admin/search/events?limit=50', admin),
        wanted: { embedded: 3, postgres: 4 },
    },
    {
        name: 'playground',
        title: 'playground, 1 context',
        connections: 2,
        request: () => playground(1),
        wanted: { timesBare: 7 },
        grows: true,
    },
    {
        name: 'playground-8',
        title: 'playground, 8 contexts',
        connections: 1,
        request: () => playground(8),
        wanted: { timesBare: 7 },
    },
    {
        name: 'frontend',
        title: 'frontend, GET',
        connections: 16,
        request: (index) => frontend(index),
        wanted: { timesBare: 3 },
        grows: true,
    },
    {
        name: 'frontend-post',
        title: 'frontend, POST',
        connections: 16,
        request: (index) => post('/api/frontend', page, { context: contextOf(index) }),
        wanted: { timesBare: 3 },
    },
    {
        name: 'frontend-gzip',
        title: 'frontend, gzip',
        connections: 16,
        request: (index) => frontend(index, gzip),
        wanted: { embedded: 0.5, postgres: 0.5 },
    },
    {
        name: 'ofrep',
        title: 'OFREP bulk',
        connections: 16,
        request: (index) => bulk(index),
        wanted: { embedded: 0.35, postgres: 0.35 },
        oursOnly: true,
    },
    {
        name: 'ofrep-gzip',
        title: 'OFREP bulk, gzip',
        connections: 16,
        request: (index) => bulk(index, gzip),
        wanted: { embedded: 0.6, postgres: 0.6 },
        oursOnly: true,
    },
    {
        name: 'ofrep-304',
        title: 'OFREP bulk, 304',
        connections: 16,
        request: (_, { etag }) => bulk(7, { 'if-none-match': etag }),
        wanted: { embedded: 0.15, postgres: 0.15 },
        oursOnly: true,
        conditional: true,
    },
    {
        name: 'client',
        title: 'SDK, all flags',
        connections: 8,
        request: () => get('/api/client/features', sdk),
        wanted: { timesBare: 1.25 },
        grows: true,
    },
    {
        name: 'client-gzip',
        title: 'SDK, all flags, gzip',
        connections: 16,
        request: () => get('/api/client/features', { ...sdk, ...gzip }),
        wanted: { timesBare: 1.25 },
    },
    {
        name: 'client-304',
        title: 'SDK, 304',
        connections: 16,
        request: (_, { etag }) => get('/api/client/features', { ...sdk, 'if-none-match': etag }),
        wanted: { timesBare: 1.25 },
        conditional: true,
    },
    {
        name: 'metrics',
        title: 'metrics of 20 flags, stored',
        connections: 16,
        // Halyard stores reports every 10 seconds, or earlier if there are many.
        processedWithinMs: 11_000,
        request: (index, { flags }) => post('/api/client/metrics', sdk, metricsOf(index, flags)),
        wanted: { timesBare: 1.8 },
        grows: true,
    },
    {
        name: 'toggle',
        title: 'toggle, 8 connections',
        connections: 8,
        request: toggle,
        wanted: { embedded: 0.6, postgres: 2 },
        toggles: 'only',
        grows: true,
    },
    {
        name: 'strategy',
        title: 'add a strategy',
        connections: 8,
        request: (index, { flags }) =>
            post(`${PROJECT}/features/${flagName(index % flags)}/environments/production/strategies`, admin, strategy),
        wanted: { embedded: 0.8, postgres: 2.5 },
        adds: 160,
    },
];

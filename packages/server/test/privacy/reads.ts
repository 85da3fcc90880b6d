import { isOfAdministration, type Route } from '../../src/http/route/route.ts';
import { addressOf } from '../support/samples.ts';
import type { Stage } from './stage.ts';

/** A request that changes nothing. */
export interface Read {
    method: string;
    address: string;
    body?: unknown;
}

const PLAYGROUND = { context: { appName: 'playground', userId: '1' } };

const FOREIGN = {
    source: 'flagd',
    document: { flags: { foghorn: { state: 'ENABLED', variants: { on: true, off: false }, defaultVariant: 'on' } } },
};

/** The bodies of POST requests that only read; a route that is neither here nor below fails the test. */
const QUESTIONS: Record<string, (stage: Stage) => unknown> = {
    '/api/admin/projects/:projectId/foreign-import/contents': () => FOREIGN,
    '/api/admin/projects/:projectId/foreign-import/rehearsal': () => ({
        ...FOREIGN,
        environments: { '*': 'development' },
    }),
    '/api/admin/playground': ({ projectId }) => ({ ...PLAYGROUND, environment: 'development', projects: [projectId] }),
    '/api/admin/playground/change-request/:id': () => PLAYGROUND,
    '/api/admin/playground/advanced': () => ({ ...PLAYGROUND, environments: ['development', 'production'] }),
    // Test requests create traffic; the reported definitions do not depend on the population.
    '/api/admin/what-if': ({ projectId, featureName }) => ({
        project: projectId,
        population: 'made-up',
        steps: [{ action: 'archiveFeature', feature: featureName }],
    }),
    '/api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans/rehearse': () => ({
        ...{ name: 'steps', population: 'made-up', startAt: '2099-01-01T00:00:00Z' },
        milestones: [{ name: 'one', sortOrder: 0, strategies: [{ name: 'default', parameters: {} }] }],
    }),
    '/api/admin/projects/:projectId/experiments/plan': ({ featureName }) => ({
        ...{ feature: featureName, environment: 'development', unit: 'userId', enrol: ['seen'] },
        metrics: [{ key: 'paid', outcome: 'paid', kind: 'conversion', direction: 'up', role: 'primary' }],
    }),
    '/api/admin/compare': ({ projectId }) => ({ project: projectId, from: '5', population: 'made-up' }),
    '/api/admin/projects/:projectId/revert/preview': ({ featureName }) => ({
        to: '5',
        feature: featureName,
        population: 'made-up',
    }),
    // The name of a hidden project is taken.
    '/api/admin/migration/rehearsal': ({ projectId }) => ({
        steps: [{ action: 'createProject', input: { id: projectId, name: 'Web' } }],
    }),
    // A hidden flag, by its current and by its former name.
    '/api/admin/gitops/plan': ({ featureName, archivedName, projectId }) => ({
        population: 'made-up',
        flags: [
            { flag: 'foghorn', project: 'open-project', moved: featureName },
            { flag: archivedName, project: projectId, archived: false },
        ],
    }),
    '/api/admin/features-batch/export': ({ featureName }) => ({ environment: 'development', features: [featureName] }),
    '/api/admin/features-batch/validate': (stage) => ({
        project: 'open-project',
        environment: 'development',
        data: fileAbout(stage),
    }),
    '/api/admin/projects/:projectId/archive/validate': ({ featureName }) => ({ features: [featureName] }),
    '/api/admin/constraints/validate': ({ contextField }) => ({
        contextName: contextField,
        operator: 'IN',
        values: ['y'],
    }),
};

/** A file that contains every object of a project that an import looks up, under an unused name. */
const fileAbout = ({ featureName, archivedName, projectId, tag, segmentId }: Stage) => ({
    features: [{ name: `${featureName}-imported` }],
    featureStrategies: [
        { name: 'default', featureName: `${featureName}-imported`, segments: [segmentId], parameters: {} },
    ],
    dependencies: [
        { feature: `${featureName}-imported`, dependencies: [{ feature: archivedName }, { feature: featureName }] },
    ],
    featureTags: [{ featureName: `${featureName}-imported`, tagType: 'simple', tagValue: tag }],
    segments: [{ id: segmentId, name: projectId.replace('project', 'segment') }],
});

/** Names are unique across projects (decision 25): these routes reveal that a name is taken, and nothing more. */
const TELLS_THAT_A_NAME_IS_TAKEN = [
    '/api/admin/features/validate',
    '/api/admin/segments/validate',
    '/api/admin/context/validate',
    '/api/admin/projects/:projectId/context/validate',
    '/api/admin/projects/validate',
    '/api/admin/environments/validate',
    '/api/admin/tag-types/validate',
    '/api/admin/roles/validate',
];

/** These requests record no event but are not reads: they concern the caller's own data, or data without a project. */
const NO_READS = [
    '/api/admin/user-admin/validate-password',
    '/api/admin/user/sessions/:sessionId',
    '/api/admin/user-admin/:id/sessions/:sessionId',
    '/api/admin/user-admin/:id/sessions',
    '/api/admin/feedback',
    '/api/admin/feedback/:id',
    '/api/admin/splash/:id',
    '/api/admin/user/views/:place/:name',
    '/api/admin/user/second-factors/totp',
    '/api/admin/user/second-factors/passkeys/begin',
    '/api/admin/user/second-factors/check',
    '/api/admin/user/second-factors/prove',
    '/api/admin/record-ui-error',
    '/api/admin/addons/:id/test',
    '/api/admin/change-receipts/:changeId/settle',
    // Asks another server.
    '/api/admin/impact-metrics/external-source/validate',
    '/api/admin/projects/:projectId/experiments/data-sources/:name/check',
    // The query contains the time.
    '/api/admin/projects/:projectId/experiments/source-query',
    // Asks another server later.
    '/api/admin/projects/:projectId/experiments/:id/results/refresh',
    // Recorded by code scans; outsiders of a project cannot upload.
    '/api/admin/projects/:projectId/code-references',
];

/** The proof covers the whole log and contains its length. */
const COUNTS_EVERY_EVENT = ['/api/admin/events/verify', '/api/admin/projects/:projectId/change-requests/:id/evidence'];

/** Evaluated on sampled traffic, which every request of the tests adds to; the what-if route uses a fixed population. */
const TRIED_ON_TRAFFIC = '/api/admin/projects/:projectId/change-requests/:id/what-if';

export const isRead = ({ method, path, leavesNoEvent, responds }: Route) =>
    isOfAdministration(path) &&
    // A stream does not end.
    responds.contentType !== 'text/event-stream' &&
    (method === 'GET' || leavesNoEvent === true) &&
    !COUNTS_EVERY_EVENT.includes(path) &&
    path !== TRIED_ON_TRAFFIC &&
    (method === 'GET' || !NO_READS.includes(path)) &&
    !TELLS_THAT_A_NAME_IS_TAKEN.includes(path);

/** Placeholder for the newest revision. */
export const NOW = 'newest-revision';

/** The same reads for routes that support the past. */
export const readsAtMoments = (reads: readonly Read[]): Read[] =>
    reads.flatMap((read) => {
        const [path, query] = read.address.split('?');
        if (TAKE_AS_OF.some((pattern) => pattern.test(path!))) {
            return [{ ...read, address: `${path}?${query ? `${query}&` : ''}asOf=${NOW}` }];
        }
        return path!.startsWith('/api/admin/playground') && !path!.includes('/change-request/')
            ? [{ ...read, body: { ...(read.body as object), asOf: NOW } }]
            : [];
    });

const TAKE_AS_OF = [
    /^\/api\/admin\/projects\/[^/]+\/features(\/[^/]+)?$/,
    /^\/api\/admin\/projects\/[^/]+\/overview$/,
    /^\/api\/admin\/segments(\/\d+)?$/,
    /^\/api\/admin\/client-features$/,
];

/** Creates the read of a route for the objects of a stage. */
export function readOf(route: Route, stage: Stage): Read {
    const address = addressOf(route, parametersOn(route, stage));
    if (route.method === 'GET') return { method: 'GET', address: `${address}${REQUIRED_QUERIES[route.path] ?? ''}` };
    const question = QUESTIONS[route.path];
    if (!question) throw new Error(`${route.method} ${route.path} reads: say in QUESTIONS what it is asked`);
    return { method: route.method, address, body: question(stage) };
}

/** Query strings of routes that require one. */
const REQUIRED_QUERIES: Record<string, string> = {
    '/api/admin/client-features': '?environment=development',
    // The start of the next day, so that the times in all responses are the same.
    '/api/admin/impact-metrics': `?${new URLSearchParams({
        ...{ metricName: 'flag_evaluations_total', range: 'month', labels: '{"feature_flag_key":["*"]}' },
        end: new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000).toISOString(),
    })}`,
    '/api/admin/projects/:projectId/environments/:environment/differences': '?source=production',
    '/api/admin/compare': '?project=open-project&from=5&population=made-up',
};

const ID_OF: [prefix: string, id: (stage: Stage) => number | string][] = [
    ['/api/admin/projects/:projectId/experiments/', ({ experimentId }) => experimentId],
    ['/api/admin/segments/', ({ segmentId }) => segmentId],
    ['/api/admin/addons/', ({ integrationId }) => integrationId],
    ['/api/admin/projects/:projectId/change-requests/', ({ changeRequestId }) => changeRequestId],
    ['/api/admin/playground/change-request/', ({ changeRequestId }) => changeRequestId],
];

function parametersOn({ path }: Route, stage: Stage): Record<string, string> {
    const { projectId, featureName, contextField, strategyId, appName, tag, tokenId, personaId } = stage;
    const id = ID_OF.find(([prefix]) => path.startsWith(prefix))?.[1](stage);
    return {
        projectId,
        featureName,
        contextField,
        strategyId,
        appName,
        toggleName: featureName,
        environment: 'development',
        type: 'simple',
        value: tag,
        token: String(tokenId),
        personaId: String(personaId),
        key: projectId.replace('project', 'metric'),
        name: path.includes('/api-tokens/')
            ? projectId.replace('project', 'token')
            : path.includes('/data-sources/')
              ? projectId.replace('project', 'source')
              : path.includes('/environments/')
                ? 'development'
                : featureName,
        roleId: '4',
        ...(id !== undefined && { id: String(id) }),
    };
}

const EVALUATION = { context: { targetingKey: '1' } };

/** Requests of SDKs. */
export const sdkReadsAbout = ({ featureName }: Stage): Read[] => [
    { method: 'GET', address: '/api/client/features' },
    { method: 'GET', address: `/api/client/features/${featureName}` },
    { method: 'GET', address: '/api/client/delta' },
    { method: 'GET', address: '/api/frontend?userId=1' },
    { method: 'POST', address: '/api/frontend', body: { context: { userId: '1' } } },
    { method: 'GET', address: '/openfeature/v0/manifest' },
    { method: 'POST', address: '/ofrep/v1/evaluate/flags', body: EVALUATION },
    { method: 'POST', address: `/ofrep/v1/evaluate/flags/${featureName}`, body: EVALUATION },
];

/** List filters, whose results may reveal objects. */
export const searchesFor = (stage: Stage): Read[] => [...lookupsFor(stage), ...whatIfsAbout(stage)];

/** A change to shared objects, and a change that refers to an object of another project. */
const whatIfsAbout = ({ featureName, sharedSegmentId, segmentId }: Stage): Read[] =>
    [
        { action: 'updateSegment', payload: { id: sharedSegmentId, name: 'shared segment', constraints: [] } },
        { action: 'updateSegment', payload: { id: segmentId, name: 'a segment', constraints: [] } },
        { action: 'updateEnabled', feature: featureName, environment: 'development', payload: { enabled: false } },
        { action: 'addDependency', feature: 'open-parent', payload: { feature: featureName } },
    ].map((step) => ({
        method: 'POST',
        address: '/api/admin/what-if',
        body: { project: 'open-project', contexts: [{ userId: '1' }], steps: [step] },
    }));

const lookupsFor = ({ projectId, featureName, appName, tag, segmentId }: Stage): Read[] =>
    [
        `/api/admin/search/features?project=IS:${projectId}`,
        `/api/admin/search/features?query=${featureName}`,
        `/api/admin/search/features?tag=INCLUDE:simple:${tag}`,
        `/api/admin/search/features?segment=INCLUDE:${projectId.replace('project', 'segment')}`,
        `/api/admin/search/features?archived=IS:true`,
        `/api/admin/search/events?project=IS:${projectId}`,
        `/api/admin/search/events?feature=IS:${featureName}`,
        `/api/admin/search/events?query=${projectId}`,
        `/api/admin/events?project=${projectId}`,
        '/api/admin/search/change-requests?state=IS:open',
        '/api/admin/search/events?type=IS:change-request-sent-to-review',
        `/api/admin/metrics/applications?query=${appName}`,
        `/api/admin/context?include=project`,
        `/api/admin/projects?archived=true`,
        `/api/admin/user-admin/search?q=user`,
        `/api/admin/client-metrics/features/${featureName}/raw?hoursBack=100`,
        `/api/admin/metrics/instances/${appName}/environment/production`,
        `/api/admin/segments/${segmentId}/strategies`,
    ].map((address) => ({ method: 'GET', address }));

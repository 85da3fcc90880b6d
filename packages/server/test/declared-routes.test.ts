import { expect, test } from 'vitest';
import { isOfAdministration, type Route } from '../src/http/route/route.ts';
import { testApp } from './support/test-app.ts';

const { routes } = await testApp({ until: 'file' });
const namesOf = (list: readonly Route[]) => list.map(({ method, path }) => `${method} ${path}`);

test('all routes declare their access', () => {
    expect(namesOf(routes.filter(({ access }) => access === undefined || access.length === 0))).toEqual([]);
});

test('routes of the admin API require credentials', () => {
    expect(namesOf(routes.filter(({ access, path }) => access === 'public' && isOfAdministration(path)))).toEqual([]);
});

test('routes have unique names and paths', () => {
    const twice = (list: string[]) => list.filter((item, index) => list.indexOf(item) !== index);

    expect(twice(routes.map(({ operationId }) => operationId))).toEqual([]);
    expect(twice(namesOf(routes))).toEqual([]);
    expect(routes.filter(({ operationId }) => !/^[a-z][A-Za-z0-9]*$/.test(operationId))).toEqual([]);
});

test('routes declare exactly the parameters in their paths', () => {
    const wrong = routes.filter(({ path, params }) => {
        const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
        const { properties = {} } = (params ?? {}) as { properties?: object };
        return JSON.stringify(inPath.toSorted()) !== JSON.stringify(Object.keys(properties).toSorted());
    });

    expect(namesOf(wrong)).toEqual([]);
});

test('queries consist of parameters, because each parameter is validated on its own', () => {
    const known = ['type', 'required', 'properties', 'description', '$id'];
    const wrong = routes.filter(({ query = {} }) => Object.keys(query).some((keyword) => !known.includes(keyword)));

    expect(namesOf(wrong)).toEqual([]);
});

test('expensive routes belong to the admin API and not to the fast path, which does not limit them', () => {
    const expensive = routes.filter((route) => route.expensive);
    const isLimited = ({ access, hot }: Route) =>
        !hot && (access === 'authenticated' || typeof access !== 'string' || /^[A-Z]/.test(access));

    expect(namesOf(expensive.filter((route) => !isLimited(route)))).toEqual([]);
});

test('routes that use much CPU or writer time are limited', () => {
    const expensive = routes.filter((route) => route.expensive).map(({ operationId }) => operationId);

    expect(expensive.sort()).toEqual(
        [
            'applyGitops',
            'applyProposal',
            'compareEnvironments',
            'compareMoments',
            'compareMomentsForContexts',
            'copyEnvironment',
            'exportFeatures',
            'getAccessOverview',
            'getFlagPolicyViolations',
            'getAdvancedPlayground',
            'getChangeRequestEvidence',
            'getGitopsFiles',
            'getImpactMetrics',
            'getInstanceFigures',
            'getExcludedUnits',
            'getExperimentHistory',
            'getExperimentSegments',
            'planExperiment',
            'previewSourceQuery',
            'checkDataSource',
            'startExperiment',
            'getPlayground',
            'getPlaygroundOfChangeRequest',
            'importFeatures',
            'importForeign',
            'getPrometheusLabels',
            'getPrometheusLabelsByForm',
            'getPrometheusLabelValues',
            'getPrometheusMetadata',
            'getPrometheusSeries',
            'getPrometheusSeriesByForm',
            'queryPrometheus',
            'queryPrometheusByForm',
            'queryPrometheusRange',
            'queryPrometheusRangeByForm',
            'planGitops',
            'previewRevert',
            'readForeignDocument',
            'rehearseForeignImport',
            'rehearseMigration',
            'rehearseReleasePlan',
            'revert',
            'validateImport',
            'verifyEvents',
            'whatIf',
            'whatIfChangeRequest',
        ].sort(),
    );
    // A route that accepts large bodies is expensive; code references are stored unchanged.
    const large = routes.filter(({ bodyLimit = 0, path }) => bodyLimit > 1_000_000 && isOfAdministration(path));
    expect(large.filter(({ expensive: is }) => !is).map(({ operationId }) => operationId)).toEqual([
        'uploadCodeReferences',
    ]);
});

import { expect, test } from 'vitest';
import { isOfAdministration, type Route } from '../src/http/route/route.ts';
import { testApp } from './support/test-app.ts';

const { routes } = await testApp({ until: 'file' });
const named = (list: readonly Route[]) => list.map(({ method, path }) => `${method} ${path}`);

test('all routes declare who may call them', () => {
    expect(named(routes.filter(({ access }) => access === undefined || access.length === 0))).toEqual([]);
});

test('routes of the admin API are open to nobody without credentials', () => {
    expect(named(routes.filter(({ access, path }) => access === 'public' && isOfAdministration(path)))).toEqual([]);
});

test('routes have names and addresses of their own', () => {
    const twice = (list: string[]) => list.filter((item, index) => list.indexOf(item) !== index);

    expect(twice(routes.map(({ operationId }) => operationId))).toEqual([]);
    expect(twice(named(routes))).toEqual([]);
    expect(routes.filter(({ operationId }) => !/^[a-z][A-Za-z0-9]*$/.test(operationId))).toEqual([]);
});

test('routes declare the parameters in their addresses, and no others', () => {
    const wrong = routes.filter(({ path, params }) => {
        const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
        const { properties = {} } = (params ?? {}) as { properties?: object };
        return JSON.stringify(inPath.toSorted()) !== JSON.stringify(Object.keys(properties).toSorted());
    });

    expect(named(wrong)).toEqual([]);
});

test('expensive routes are for administrators, and go through the framework, which limits them', () => {
    const expensive = routes.filter((route) => route.expensive);
    const isLimited = ({ access, hot }: Route) =>
        !hot && (access === 'authenticated' || typeof access !== 'string' || /^[A-Z]/.test(access));

    expect(named(expensive.filter((route) => !isLimited(route)))).toEqual([]);
});

test('the routes that take much of the processor or of the writer are limited', () => {
    const expensive = routes.filter((route) => route.expensive).map(({ operationId }) => operationId);

    expect(expensive.sort()).toEqual(
        [
            'applyGitops',
            'compareEnvironments',
            'compareMoments',
            'compareMomentsForContexts',
            'copyEnvironment',
            'exportFeatures',
            'getAccessOverview',
            'getAdvancedPlayground',
            'getChangeRequestEvidence',
            'getGitopsFiles',
            'getInstanceFigures',
            'getPlayground',
            'getPlaygroundOfChangeRequest',
            'importFeatures',
            'importForeign',
            'planGitops',
            'previewRevert',
            'readForeignDocument',
            'rehearseForeignImport',
            'revert',
            'validateImport',
            'verifyEvents',
            'whatIf',
            'whatIfChangeRequest',
        ].sort(),
    );
    // A route that takes large bodies has much to do with them; code references are stored as they come.
    const large = routes.filter(({ bodyLimit = 0, path }) => bodyLimit > 1_000_000 && isOfAdministration(path));
    expect(large.filter(({ expensive: is }) => !is).map(({ operationId }) => operationId)).toEqual([
        'uploadCodeReferences',
    ]);
});

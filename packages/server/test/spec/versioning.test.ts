import { beforeAll, describe, expect, test } from 'vitest';
import { openApiDocument } from '../../src/http/route/openapi.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
    await app.has.flag({ name: 'checkout' });
});

describe('Versioning', () => {
    test('no version segment appears in any path of the admin API', () => {
        const paths = app.routes.map(({ path }) => path).filter((path) => path.startsWith('/api/admin'));

        expect(paths.length).toBeGreaterThan(100);
        expect(paths.filter((path) => /\/v\d+(\/|$)/.test(path))).toEqual([]);
    });

    test.each([
        ['get', '/api/admin/projects/{projectId}'],
        ['get', '/api/admin/projects/{projectId}/features/{featureName}/variants'],
        ['post', '/api/admin/strategies'],
    ])('%s %s is deprecated, and documented so', (method, path) => {
        const { paths } = openApiDocument(app.routes, { version: 'x', basePath: '' }) as {
            paths: Record<string, Record<string, { deprecated?: boolean }>>;
        };

        expect(paths[path]?.[method]?.deprecated).toBe(true);
    });

    test.each([
        ['feature', 'lastSeenAt'],
        ['user', 'isAPI'],
        ['user', 'permissions'],
        ['serviceAccount', 'isAPI'],
        ['serviceAccount', 'seenAt'],
        ['interfaceConfiguration', 'segmentValuesLimit'],
        ['interfaceConfiguration', 'strategySegmentsLimit'],
        ['playgroundContext', 'environment'],
    ])('%s.%s is deprecated, and documented so', (resource, member) => {
        const { components } = openApiDocument(app.routes, { version: 'x', basePath: '' }) as {
            components: { schemas: Record<string, { properties: Record<string, { deprecated?: boolean }> }> };
        };

        expect(components.schemas[resource]?.properties[member]?.deprecated).toBe(true);
    });

    test.each([
        ['the project overview', '/api/admin/projects/default'],
        ['feature variants', '/api/admin/projects/default/features/checkout/variants'],
        ['the list of events', '/api/admin/events'],
        ['the events of a flag', '/api/admin/events/checkout'],
    ])('%s carries an integer version', async (_what, path) => {
        expect((await app.get(path)).body.version).toBe(1);
    });

    test('the creation of a tag carries an integer version', async () => {
        expect((await app.post('/api/admin/tags', { value: 'some' })).body.version).toBe(1);
    });

    test('the UI configuration reports the running version and whether it is the latest', async () => {
        expect((await app.get('/api/admin/ui-config')).body).toMatchObject({
            version: '0.0.0-test',
            versionInfo: { current: { oss: '0.0.0-test' }, isLatest: true },
        });
    });
});

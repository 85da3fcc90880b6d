import { describe, expect, test } from 'vitest';
import { sharedApp, type TestApp, testApp } from '../../../../test/support/test-app.ts';

const SEGMENTS = '/api/admin/segments';
const EUROPE = { contextName: 'region', operator: 'IN', values: ['eu'] };

const newestEvent = async (app: TestApp) => {
    const { body } = await app.get('/api/admin/events');
    return body.events[0];
};

test('creating a segment returns its location, and the segment is read and listed', async () => {
    const app = await testApp();

    const response = await app.post(SEGMENTS, { name: 'Europe', description: 'EU users', constraints: [EUROPE] });

    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(`segments/${response.body.id}`);
    const segment = {
        id: expect.any(Number),
        name: 'Europe',
        description: 'EU users',
        project: null,
        constraints: [EUROPE],
        createdBy: 'initial',
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    };
    expect(response.body).toEqual(segment);
    const used = { ...response.body, usedInFeatures: 0, usedInProjects: 0 };
    expect(await app.get(`${SEGMENTS}/${response.body.id}`)).toMatchObject({ status: 200, body: used });
    expect((await app.get(SEGMENTS)).body).toEqual({ segments: [used] });
    expect(await newestEvent(app)).toMatchObject({ type: 'segment-created', project: null, data: response.body });
});

test('segments are listed by name', async () => {
    const app = await testApp();
    for (const name of ['b', 'c', 'a']) await app.has.segment({ name });

    const { body } = await app.get(SEGMENTS);

    expect(body.segments.map(({ name }: { name: string }) => name)).toEqual(['a', 'b', 'c']);
});

test('a segment can be sent back exactly as it was read', async () => {
    const app = await sharedApp();
    const { id } = await app.has.segment({ constraints: [EUROPE] });
    const { body } = await app.get(`${SEGMENTS}/${id}`);

    expect(await app.put(`${SEGMENTS}/${id}`, body, { changesNothing: true })).toMatchObject({ status: 204 });
});

test('changing a segment replaces it, records an event, and reaches SDKs', async () => {
    const app = await testApp();
    const segment = await app.has.segment({ name: 'old', constraints: [EUROPE] });
    const { name: flag } = await app.has.flag({ enabled: true });
    await app.has.strategy({ flag, segments: [segment.id] });
    const america = { ...EUROPE, values: ['us'] };

    const response = await app.put(`${SEGMENTS}/${segment.id}`, { name: 'new', constraints: [america] });

    expect(response).toMatchObject({ status: 204, body: '' });
    expect(await newestEvent(app)).toMatchObject({
        type: 'segment-updated',
        preData: segment,
        data: { ...segment, name: 'new', constraints: [america] },
    });
    const { features, segments } = await app.clientFeatures();
    expect(features[0].strategies[1]).toMatchObject({ segments: [segment.id] });
    expect(segments).toEqual([{ id: segment.id, name: 'new', constraints: [america] }]);
});

test('names are unique: creating, renaming and validating with a taken name return 409', async () => {
    const app = await sharedApp();
    await app.has.segment({ name: 'taken' });
    const other = await app.has.segment({ name: 'other' });
    const exists = { status: 409, body: { name: 'NameExistsError' } };

    expect(await app.post(SEGMENTS, { name: 'taken', constraints: [] })).toMatchObject(exists);
    expect(await app.put(`${SEGMENTS}/${other.id}`, { name: 'taken', constraints: [] })).toMatchObject(exists);
    expect(await app.post(`${SEGMENTS}/validate`, { name: 'taken' })).toMatchObject(exists);
    expect(await app.post(`${SEGMENTS}/validate`, { name: 'free' })).toMatchObject({ status: 204 });
});

test.each<[string, unknown, string]>([
    ['no name', { constraints: [] }, '/body/name'],
    ['a blank name', { name: '  ', constraints: [] }, '/body/name'],
    ['a name that is too long', { name: 'x'.repeat(256), constraints: [] }, '/body/name'],
    ['no constraints', { name: 'a' }, '/body/constraints'],
    ['a constraint that cannot work', { name: 'a', constraints: [{ ...EUROPE, values: [] }] }, '/body/constraints/0'],
    ['an unknown operator', { name: 'a', constraints: [{ ...EUROPE, operator: 'X' }] }, '/body/constraints/0/operator'],
    ['a project that does not exist', { name: 'a', constraints: [], project: 'nowhere' }, '/body/project'],
    ['a property nobody knows', { name: 'a', constraints: [], colour: 'red' }, '/body/colour'],
])('a segment with %s is rejected on creation and on update', async (_what, body, path) => {
    const app = await testApp();
    const { id } = await app.has.segment();
    const refused = { status: 400, body: { name: 'ValidationError', details: [{ path }] } };

    expect(await app.post(SEGMENTS, body)).toMatchObject(refused);
    expect(await app.put(`${SEGMENTS}/${id}`, body)).toMatchObject(refused);
});

test('values outside the legal values of a context field are rejected', async () => {
    const app = await testApp();
    await app.post('/api/admin/context', { name: 'region', legalValues: [{ value: 'us' }] });

    expect(await app.post(SEGMENTS, { name: 'Europe', constraints: [EUROPE] })).toMatchObject({ status: 400 });
});

test('unknown ids return 404, invalid ids 400', async () => {
    const app = await sharedApp();
    const body = { name: 'a', constraints: [] };

    for (const [id, status] of [
        ['4242', 404],
        ['abc', 400],
        ['0', 400],
        ['-1', 400],
        ['1.5', 400],
        ['99999999999', 400],
    ] as const) {
        expect(await app.get(`${SEGMENTS}/${id}`), id).toMatchObject({ status });
        expect(await app.put(`${SEGMENTS}/${id}`, body), id).toMatchObject({ status });
        expect(await app.delete(`${SEGMENTS}/${id}`), id).toMatchObject({ status });
        expect(await app.get(`${SEGMENTS}/${id}/strategies`), id).toMatchObject({ status });
    }
});

test('an unused segment is deleted', async () => {
    const app = await sharedApp();
    const segment = await app.has.segment();

    expect(await app.delete(`${SEGMENTS}/${segment.id}`)).toMatchObject({ status: 204 });

    expect(await app.get(`${SEGMENTS}/${segment.id}`)).toMatchObject({ status: 404 });
    expect(await newestEvent(app)).toMatchObject({ type: 'segment-deleted', data: null, preData: segment });
});

describe('a segment in use', () => {
    async function inUse() {
        const app = await testApp();
        const segment = await app.has.segment({ name: 'shared' });
        const { name: flag } = await app.has.flag();
        const strategy = await app.has.strategy({ flag, segments: [segment.id] });
        return { app, segment, flag, strategy, path: `${SEGMENTS}/${segment.id}` };
    }

    test('is counted by flag and by project, without archived flags', async () => {
        const { app, segment, flag, path } = await inUse();
        const { id: project } = await app.has.project();
        const { name: second } = await app.has.flag({ project });
        await app.has.strategy({ flag, segments: [segment.id], environment: 'production' });
        await app.has.strategy({ flag: second, project, segments: [segment.id] });

        expect(await app.get(path)).toMatchObject({ body: { usedInFeatures: 2, usedInProjects: 2 } });
        expect((await app.get(SEGMENTS)).body.segments[0]).toMatchObject({ usedInFeatures: 2, usedInProjects: 2 });
        await app.delete(`/api/admin/projects/${project}/features/${second}`);
        expect(await app.get(path)).toMatchObject({ body: { usedInFeatures: 1, usedInProjects: 1 } });
    });

    test('is not counted where the project does not have the environment, but cannot be deleted', async () => {
        const { app, path } = await inUse();
        const environments = '/api/admin/projects/default/environments';
        await app.delete(`${environments}/development`);

        expect(await app.get(path)).toMatchObject({ body: { usedInFeatures: 0, usedInProjects: 0 } });
        expect(await app.delete(path)).toMatchObject({ status: 409 });
        await app.post(environments, { environment: 'development' });
        expect(await app.get(path)).toMatchObject({ body: { usedInFeatures: 1, usedInProjects: 1 } });
    });

    test('lists the strategies that use it', async () => {
        const { app, flag, strategy, path } = await inUse();

        expect(await app.get(`${path}/strategies`)).toMatchObject({
            status: 200,
            body: {
                strategies: [
                    {
                        id: strategy.id,
                        projectId: 'default',
                        featureName: flag,
                        strategyName: 'default',
                        environment: 'development',
                    },
                ],
                changeRequestStrategies: [],
            },
        });
    });

    test('is found through its strategy', async () => {
        const { app, segment, strategy } = await inUse();

        const response = await app.get(`${SEGMENTS}/strategies/${strategy.id}`);

        expect(response).toMatchObject({ status: 200, body: { segments: [segment] } });
        expect(await app.get(`${SEGMENTS}/strategies/unknown`)).toMatchObject({ status: 404 });
    });

    test('cannot be deleted, and the response names the flags', async () => {
        const { app, flag, path } = await inUse();

        expect(await app.delete(path)).toMatchObject({
            status: 409,
            body: { name: 'ConflictError', message: expect.stringContaining(flag) },
        });
    });

    test('cannot be deleted while an archived flag uses it, because the flag can be revived', async () => {
        const { app, flag, path } = await inUse();
        await app.delete(`/api/admin/projects/default/features/${flag}`);

        expect(await app.delete(path)).toMatchObject({ status: 409 });
    });

    test('cannot be deleted while a default strategy uses it', async () => {
        const app = await testApp();
        const segment = await app.has.segment();
        await app.post('/api/admin/projects/default/environments/development/default-strategy', {
            name: 'flexibleRollout',
            segments: [segment.id],
        });

        expect(await app.delete(`${SEGMENTS}/${segment.id}`)).toMatchObject({
            status: 409,
            body: { message: expect.stringContaining('the defaults of project default') },
        });
    });

    test('with many users is reported with some of them', async () => {
        const { app, segment, path } = await inUse();
        for (let more = 0; more < 6; more++) {
            await app.has.strategy({ flag: (await app.has.flag()).name, segments: [segment.id] });
        }

        const { body } = await app.delete(path);

        expect(body.message).toContain('and others');
    });

    test('does not reveal flags in projects that are hidden from the user', async () => {
        const { app, segment, path } = await inUse();
        await app.has.project({ id: 'covert', mode: 'private' });
        await app.has.flag({ name: 'hidden', project: 'covert' });
        await app.has.strategy({ flag: 'hidden', project: 'covert', segments: [segment.id] });
        const editor = await app.has.user({ rootRole: 'editor' });

        const { status, body } = await app.delete(path, editor);

        expect(status).toBe(409);
        expect(body.message).toContain('a project that you cannot see');
        expect(body.message).not.toMatch(/covert|flag hidden/);
    });

    test('can be assigned to the only project that uses it, but not to another one', async () => {
        const { app, flag, path } = await inUse();
        const { id: project } = await app.has.project();

        expect(await app.put(path, { name: 'shared', constraints: [], project })).toMatchObject({
            status: 400,
            body: { message: expect.stringContaining(flag), details: [{ path: '/body/project' }] },
        });
        expect(await app.put(path, { name: 'shared', constraints: [], project: 'default' })).toMatchObject({
            status: 204,
        });
        expect(await app.get(path)).toMatchObject({ body: { project: 'default' } });
    });
});

describe('setting the segments of a strategy by its id', () => {
    async function arrange() {
        const app = await testApp();
        const { name: flag } = await app.has.flag();
        const strategy = await app.has.strategy({ flag, title: 'kept', parameters: { a: 'b' } });
        const segment = await app.has.segment();
        const body = {
            projectId: 'default',
            environmentId: 'development',
            strategyId: strategy.id,
            segmentIds: [segment.id],
        };
        return { app, flag, strategy, segment, body };
    }

    test('replaces them, keeps all other members, and records an event', async () => {
        const { app, flag, strategy, segment, body } = await arrange();

        const response = await app.post(`${SEGMENTS}/strategies`, body);

        expect(response).toMatchObject({ status: 201, body });
        const { body: events } = await app.get(`/api/admin/events/${flag}`);
        expect(events.events[0]).toMatchObject({
            type: 'feature-strategy-update',
            preData: strategy,
            data: { ...strategy, segments: [segment.id] },
        });
        await app.post(`${SEGMENTS}/strategies`, { ...body, segmentIds: [] });
        expect(await app.get(`${SEGMENTS}/strategies/${strategy.id}`)).toMatchObject({ body: { segments: [] } });
    });

    test('returns 404 for missing strategies and for strategies of another project or environment', async () => {
        const { app, body } = await arrange();
        const { id: project } = await app.has.project();

        for (const wrong of [
            { strategyId: 'unknown' },
            { projectId: project },
            { projectId: 'nowhere' },
            { environmentId: 'production' },
            { segmentIds: [4242] },
        ]) {
            expect(await app.post(`${SEGMENTS}/strategies`, { ...body, ...wrong })).toMatchObject({ status: 404 });
        }
    });

    test('returns 400 for a segment of another project', async () => {
        const { app, body } = await arrange();
        const { id: project } = await app.has.project();
        const foreign = await app.has.segment({ project });

        expect(await app.post(`${SEGMENTS}/strategies`, { ...body, segmentIds: [foreign.id] })).toMatchObject({
            status: 400,
        });
    });

    test('respects the limit of segments', async () => {
        const { app, body } = await arrange();
        const segmentIds = [];
        for (let count = 0; count < 6; count++) segmentIds.push((await app.has.segment()).id);

        expect(await app.post(`${SEGMENTS}/strategies`, { ...body, segmentIds })).toMatchObject({
            status: 400,
            body: { name: 'ExceedsLimitError' },
        });
    });
});

describe('limits', () => {
    test('the number of segments is limited', async () => {
        const app = await testApp({ environment: { UNLEASH_SEGMENTS_LIMIT: '1' } });
        await app.has.segment();

        expect(await app.post(SEGMENTS, { name: 'one-too-many', constraints: [] })).toMatchObject({
            status: 400,
            body: { name: 'ExceedsLimitError' },
        });
    });

    test('the number of values of all constraints of a segment together is limited', async () => {
        const app = await testApp({ environment: { UNLEASH_SEGMENT_VALUES_LIMIT: '3' } });
        const constraints = [
            { ...EUROPE, values: ['a', 'b'] },
            { ...EUROPE, values: ['c', 'd'] },
        ];

        expect(await app.post(SEGMENTS, { name: 'many', constraints })).toMatchObject({
            status: 400,
            body: { name: 'ExceedsLimitError' },
        });
        expect(await app.post(SEGMENTS, { name: 'few', constraints: constraints.slice(1) })).toMatchObject({
            status: 201,
        });
    });

    test('a constraint of a segment may have more values than a constraint of a strategy', async () => {
        const app = await testApp({ environment: { UNLEASH_CONSTRAINT_VALUES_LIMIT: '1' } });

        const { status } = await app.post(SEGMENTS, { name: 'two', constraints: [{ ...EUROPE, values: ['a', 'b'] }] });

        expect(status).toBe(201);
    });
});

describe('permissions', () => {
    test('a viewer may read segments but not change them', async () => {
        const app = await sharedApp();
        const segment = await app.has.segment();
        const viewer = await app.has.user({ rootRole: 'viewer' });
        const body = { name: 'a', constraints: [] };

        expect(await app.get(SEGMENTS, viewer)).toMatchObject({ status: 200 });
        expect(await app.post(SEGMENTS, body, viewer)).toMatchObject({
            status: 403,
            body: { name: 'NoAccessError', permissions: ['CREATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'] },
        });
        expect(await app.put(`${SEGMENTS}/${segment.id}`, body, viewer)).toMatchObject({ status: 403 });
        expect(await app.delete(`${SEGMENTS}/${segment.id}`, viewer)).toMatchObject({ status: 403 });
        expect(await app.delete(`${SEGMENTS}/4242`, viewer)).toMatchObject({ status: 403 });
    });

    test('a segment of a hidden project looks like one that does not exist', async () => {
        const app = await sharedApp();
        await app.has.project({ id: 'covert', mode: 'private' });
        const { id } = await app.has.segment({ project: 'covert' });

        for (const rootRole of ['viewer', 'editor'] as const) {
            const user = await app.has.user({ rootRole });
            const hidden = await app.delete(`${SEGMENTS}/${id}`, user);
            const missing = await app.delete(`${SEGMENTS}/4242`, user);
            expect(hidden.status).toBe(missing.status);
            expect(hidden.body.message).toBe(missing.body.message.replace('4242', String(id)));
        }
    });

    test('the owner of a project may manage segments of that project, and of no other', async () => {
        const app = await sharedApp();
        const { id: project } = await app.has.project();
        const { id: other } = await app.has.project();
        const owner = await app.has.user({ projectRoles: { [project]: 'owner' } });
        const body = { name: 'mine', constraints: [] };

        const { status, body: segment } = await app.post(SEGMENTS, { ...body, project }, owner);
        const path = `${SEGMENTS}/${segment.id}`;

        expect(status).toBe(201);
        expect(await app.post(SEGMENTS, { ...body, name: 'b' }, owner)).toMatchObject({ status: 403 });
        expect(await app.post(SEGMENTS, { ...body, name: 'b', project: other }, owner)).toMatchObject({ status: 403 });
        expect(await app.put(path, { ...body, name: 'renamed', project }, owner)).toMatchObject({ status: 204 });
        expect(await app.put(path, { ...body, project: other }, owner)).toMatchObject({ status: 403 });
        expect(await app.put(path, body, owner)).toMatchObject({ status: 403 });
        expect(await app.delete(path, owner)).toMatchObject({ status: 204 });
    });
});

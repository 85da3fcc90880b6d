import { describe, expect, test } from 'vitest';
import { type TestApp, testApp, unchangedApp } from '../../../../test/support/test-app.ts';

const CONTEXT = '/api/admin/context';

const newestEvent = async (app: TestApp) => {
    const { body } = await app.get('/api/admin/events');
    return body.events[0];
};
const namesOf = ({ body }: { body: { name: string }[] }) => body.map(({ name }) => name);

test('a new installation has five context fields, and only sessionId supports stickiness', async () => {
    const app = await testApp();

    const response = await app.get(CONTEXT);

    expect(response.status).toBe(200);
    expect(namesOf(response)).toEqual(['environment', 'userId', 'appName', 'currentTime', 'sessionId']);
    expect(response.body[4]).toEqual({
        name: 'sessionId',
        description: expect.any(String),
        stickiness: true,
        sortOrder: 4,
        legalValues: [],
        project: null,
        createdAt: expect.any(String),
        usedInFeatures: 0,
        usedInProjects: 0,
    });
    expect(response.body.filter(({ stickiness }: { stickiness: boolean }) => stickiness)).toHaveLength(1);
});

test('creating a field returns its location and records an event', async () => {
    const app = await testApp();
    const field = {
        name: 'tier',
        description: 'What they pay',
        stickiness: true,
        sortOrder: 9,
        legalValues: [{ value: 'gold', description: 'much' }, { value: 'free' }],
    };

    const response = await app.post(CONTEXT, field);

    expect(response).toMatchObject({ status: 201, body: { ...field, project: null } });
    expect(response.headers.get('location')).toBe('context/tier');
    expect(await app.get(`${CONTEXT}/tier`)).toMatchObject({ status: 200, body: { ...field, usedInFeatures: 0 } });
    expect(await newestEvent(app)).toMatchObject({ type: 'context-field-created', data: field, preData: null });
});

test('a field needs only a name', async () => {
    const app = await testApp();

    expect(await app.post(CONTEXT, { name: 'constructor' })).toMatchObject({
        status: 201,
        body: { description: null, stickiness: false, sortOrder: 0, legalValues: [] },
    });
});

test.each<[string, unknown, string]>([
    ['no name', {}, '/body/name'],
    ['a name that does not fit into a URL', { name: 'a b' }, '/body/name'],
    ['a name that is too long', { name: 'x'.repeat(101) }, '/body/name'],
    ['stickiness as text', { name: 'a', stickiness: 'yes' }, '/body/stickiness'],
    ['a place that is too large', { name: 'a', sortOrder: 3e9 }, '/body/sortOrder'],
    ['a legal value without a value', { name: 'a', legalValues: [{}] }, '/body/legalValues/0/value'],
    ['an empty legal value', { name: 'a', legalValues: [{ value: '' }] }, '/body/legalValues/0/value'],
    ['a legal value twice', { name: 'a', legalValues: [{ value: 'x' }, { value: 'x' }] }, '/body/legalValues/1'],
    ['a project that does not exist', { name: 'a', project: 'nowhere' }, '/body/project'],
    ['a property nobody knows', { name: 'a', colour: 'red' }, '/body/colour'],
])('a field with %s is rejected, and the response names the path', async (_what, body, path) => {
    const app = await unchangedApp();

    expect(await app.post(CONTEXT, body)).toMatchObject({ status: 400, body: { details: [{ path }] } });
});

test('a taken name returns 409, also from validation', async () => {
    const app = await testApp();
    const exists = { status: 409, body: { name: 'NameExistsError' } };

    expect(await app.post(CONTEXT, { name: 'userId' })).toMatchObject(exists);
    expect(await app.post(`${CONTEXT}/validate`, { name: 'userId' })).toMatchObject(exists);
    expect(await app.post(`${CONTEXT}/validate`, { name: 'free' })).toMatchObject({ status: 200 });
    expect(await app.post(`${CONTEXT}/validate`, { name: 'not free' })).toMatchObject({ status: 400 });
});

test('replacing a field resets omitted members and keeps its name', async () => {
    const app = await testApp();
    await app.post(CONTEXT, { name: 'tier', stickiness: true, sortOrder: 9, legalValues: [{ value: 'gold' }] });

    const response = await app.put(`${CONTEXT}/tier`, { name: 'other', project: 'nowhere', description: 'new' });

    expect(response).toMatchObject({ status: 200, body: '' });
    expect(await app.get(`${CONTEXT}/tier`)).toMatchObject({
        body: { description: 'new', stickiness: false, sortOrder: 0, legalValues: [], project: null },
    });
    expect(await newestEvent(app)).toMatchObject({
        type: 'context-field-updated',
        preData: { stickiness: true },
        data: { name: 'tier', stickiness: false },
    });
});

test('a field can be sent back exactly as it was read', async () => {
    const app = await testApp();
    const { body } = await app.get(`${CONTEXT}/userId`);

    expect(await app.put(`${CONTEXT}/userId`, body, { changesNothing: true })).toMatchObject({ status: 200 });
});

describe('legal values', () => {
    const values = async (app: TestApp) => (await app.get(`${CONTEXT}/userId`)).body.legalValues;

    test('are added, updated and removed one by one', async () => {
        const app = await testApp();

        expect(await app.post(`${CONTEXT}/userId/legal-values`, { value: 'a' })).toMatchObject({ status: 200 });
        await app.post(`${CONTEXT}/userId/legal-values`, { value: 'b/c', description: 'two' });
        await app.post(`${CONTEXT}/userId/legal-values`, { value: 'a', description: 'one' });
        expect(await values(app)).toEqual([
            { value: 'a', description: 'one' },
            { value: 'b/c', description: 'two' },
        ]);

        expect(await app.delete(`${CONTEXT}/userId/legal-values/b%2Fc`)).toMatchObject({ status: 200 });
        expect(await values(app)).toEqual([{ value: 'a', description: 'one' }]);
        expect(await newestEvent(app)).toMatchObject({ type: 'context-field-updated' });
    });

    test('that exist already, or do not exist, change nothing', async () => {
        const app = await testApp();
        const unchanged = { changesNothing: true };
        await app.post(`${CONTEXT}/userId/legal-values`, { value: 'a' });

        expect(await app.post(`${CONTEXT}/userId/legal-values`, { value: 'a' }, unchanged)).toMatchObject({
            status: 200,
        });
        expect(await app.delete(`${CONTEXT}/userId/legal-values/z`, unchanged)).toMatchObject({ status: 200 });
    });

    test.each<[string, unknown]>([
        ['no value', {}],
        ['a value that is too long', { value: 'x'.repeat(101) }],
    ])('with %s are rejected', async (_what, body) => {
        const app = await unchangedApp();

        expect(await app.post(`${CONTEXT}/userId/legal-values`, body)).toMatchObject({ status: 400 });
    });
});

test('every request for a field that does not exist returns 404', async () => {
    const app = await testApp();

    for (const response of [
        await app.get(`${CONTEXT}/unknown`),
        await app.put(`${CONTEXT}/unknown`, {}),
        await app.delete(`${CONTEXT}/unknown`),
        await app.get(`${CONTEXT}/unknown/strategies`),
        await app.post(`${CONTEXT}/unknown/legal-values`, { value: 'a' }),
        await app.delete(`${CONTEXT}/unknown/legal-values/a`),
    ]) {
        expect(response).toMatchObject({ status: 404, body: { name: 'NotFoundError' } });
    }
});

test('an unused field is deleted', async () => {
    const app = await testApp();
    await app.post(CONTEXT, { name: 'tier' });

    expect(await app.delete(`${CONTEXT}/tier`)).toMatchObject({ status: 200 });

    expect(await app.get(`${CONTEXT}/tier`)).toMatchObject({ status: 404 });
    expect(await newestEvent(app)).toMatchObject({
        type: 'context-field-deleted',
        data: null,
        preData: { name: 'tier' },
    });
});

describe('a field in use', () => {
    const onTier = [{ contextName: 'tier', operator: 'IN', values: ['gold'] }];
    const conflict = { status: 409, body: { name: 'ConflictError' } };

    async function withField() {
        const app = await testApp();
        await app.post(CONTEXT, { name: 'tier' });
        const { name: flag } = await app.has.flag();
        return { app, flag };
    }

    test('is counted by flag and by project, through constraints and through segments', async () => {
        const { app, flag } = await withField();
        const { id: project } = await app.has.project();
        const { name: second } = await app.has.flag({ project });
        const segment = await app.has.segment({ constraints: onTier });

        await app.has.strategy({ flag, constraints: onTier, segments: [segment.id] });
        await app.has.strategy({ flag: second, project, segments: [segment.id] });

        const used = { usedInFeatures: 2, usedInProjects: 2 };
        expect(await app.get(`${CONTEXT}/tier`)).toMatchObject({ body: used });
        expect((await app.get(CONTEXT)).body[1]).toMatchObject({ name: 'tier', ...used });
        await app.delete(`/api/admin/projects/${project}/features/${second}`);
        expect(await app.get(`${CONTEXT}/tier`)).toMatchObject({ body: { usedInFeatures: 1, usedInProjects: 1 } });
    });

    test('lists the strategies that use it', async () => {
        const { app, flag } = await withField();
        const { id } = await app.has.strategy({ flag, constraints: [...onTier, ...onTier] });
        await app.has.strategy({ flag });

        expect(await app.get(`${CONTEXT}/tier/strategies`)).toMatchObject({
            status: 200,
            body: {
                strategies: [
                    {
                        id,
                        projectId: 'default',
                        featureName: flag,
                        strategyName: 'default',
                        environment: 'development',
                    },
                ],
            },
        });
    });

    test('cannot be deleted while a strategy uses it, and the response names the flag', async () => {
        const { app, flag } = await withField();
        const { id } = await app.has.strategy({ flag, constraints: onTier });

        const response = await app.delete(`${CONTEXT}/tier`);

        expect(response).toMatchObject(conflict);
        expect(response.body.message).toContain(flag);
        await app.put(`/api/admin/projects/default/features/${flag}/environments/development/strategies/${id}`, {});
        expect(await app.delete(`${CONTEXT}/tier`)).toMatchObject({ status: 200 });
    });

    test('cannot be deleted while a segment uses it, and the response names the segment', async () => {
        const { app } = await withField();
        const segment = await app.has.segment({ name: 'payers', constraints: onTier });

        const response = await app.delete(`${CONTEXT}/tier`);

        expect(response).toMatchObject(conflict);
        expect(response.body.message).toContain('payers');
        await app.put(`/api/admin/segments/${segment.id}`, { name: 'payers', constraints: [] });
        expect(await app.delete(`${CONTEXT}/tier`)).toMatchObject({ status: 200 });
    });
});

describe('the fields of a project', () => {
    async function withProject() {
        const app = await testApp();
        const { id: project } = await app.has.project();
        return { app, project, context: `/api/admin/projects/${project}/context` };
    }

    test('are created, listed, changed and deleted in the project', async () => {
        const { app, project, context } = await withProject();

        const response = await app.post(context, { name: 'plan', project: 'ignored', legalValues: [{ value: 'pro' }] });

        expect(response).toMatchObject({ status: 201, body: { name: 'plan', project } });
        expect(await newestEvent(app)).toMatchObject({ type: 'context-field-created', project });
        expect(namesOf(await app.get(context))).toEqual(['plan']);
        expect(await app.get(`${context}/plan`)).toMatchObject({ status: 200, body: { project } });
        expect(await app.put(`${context}/plan`, { description: 'new' })).toMatchObject({ status: 200 });
        expect(await app.post(`${context}/plan/legal-values`, { value: 'free' })).toMatchObject({ status: 200 });
        expect(await app.delete(`${context}/plan/legal-values/free`)).toMatchObject({ status: 200 });
        expect(await app.get(`${context}/plan/strategies`)).toMatchObject({ status: 200, body: { strategies: [] } });
        expect(await app.post(`${context}/validate`, { name: 'plan' })).toMatchObject({ status: 409 });
        expect(await app.post(`${context}/validate`, { name: 'free' })).toMatchObject({ status: 200 });
        expect(await app.delete(`${context}/plan`)).toMatchObject({ status: 200 });
    });

    test('are listed together with the fields of the instance only on request, and vice versa', async () => {
        const { app, project, context } = await withProject();
        await app.post(CONTEXT, { name: 'plan', project });

        expect(namesOf(await app.get(CONTEXT))).not.toContain('plan');
        expect(namesOf(await app.get(`${CONTEXT}?include=project`))).toContain('plan');
        expect(namesOf(await app.get(context))).toEqual(['plan']);
        expect(namesOf(await app.get(`${context}?include=root`))).toEqual(expect.arrayContaining(['plan', 'userId']));
        expect(namesOf(await app.get('/api/admin/projects/default/context'))).toEqual([]);
        expect(await app.get(`${CONTEXT}?include=everything`)).toMatchObject({ status: 400 });
    });

    test('are not found in another project, and fields of the instance are not found in a project', async () => {
        const { app, context } = await withProject();
        await app.post(context, { name: 'plan' });
        const other = '/api/admin/projects/default/context';

        for (const path of [`${other}/plan`, `${context}/userId`]) {
            expect(await app.get(path), path).toMatchObject({ status: 404 });
            expect(await app.put(path, {}), path).toMatchObject({ status: 404 });
            expect(await app.delete(path), path).toMatchObject({ status: 404 });
            expect(await app.get(`${path}/strategies`), path).toMatchObject({ status: 404 });
            expect(await app.post(`${path}/legal-values`, { value: 'a' }), path).toMatchObject({ status: 404 });
            expect(await app.delete(`${path}/legal-values/a`), path).toMatchObject({ status: 404 });
        }
    });

    test('cannot be created in a project that does not exist', async () => {
        const { app } = await withProject();

        expect(await app.post('/api/admin/projects/nowhere/context', { name: 'plan' })).toMatchObject({ status: 404 });
        expect(await app.get('/api/admin/projects/nowhere/context')).toMatchObject({ status: 404 });
    });

    test('restrict constraints in that project only', async () => {
        const { app, project, context } = await withProject();
        await app.post(context, { name: 'plan', legalValues: [{ value: 'pro' }] });
        const { name: inside } = await app.has.flag({ project });
        const { name: outside } = await app.has.flag();
        const add = (where: string, flag: string) =>
            app.post(`/api/admin/projects/${where}/features/${flag}/environments/development/strategies`, {
                name: 'default',
                constraints: [{ contextName: 'plan', operator: 'IN', values: ['free'] }],
            });

        expect(await add(project, inside)).toMatchObject({ status: 400 });
        expect(await add('default', outside)).toMatchObject({ status: 200 });
    });

    test('can be changed by the owner of the project, who cannot change fields of the instance', async () => {
        const { app, project, context } = await withProject();
        const owner = await app.has.user({ projectRoles: { [project]: 'owner' } });

        expect(await app.post(context, { name: 'plan' }, owner)).toMatchObject({ status: 201 });
        expect(await app.delete(`${context}/plan`, owner)).toMatchObject({ status: 200 });
        expect(await app.post(CONTEXT, { name: 'plan', project }, owner)).toMatchObject({ status: 201 });
        expect(await app.post(CONTEXT, { name: 'global' }, owner)).toMatchObject({ status: 403 });
        expect(await app.delete(`${CONTEXT}/userId`, owner)).toMatchObject({ status: 403 });
        expect(await app.post('/api/admin/projects/default/context', { name: 'x' }, owner)).toMatchObject({
            status: 403,
            body: { permissions: ['CREATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'] },
        });
    });
});

import { describe, expect, test } from 'vitest';
import { protectedProject } from '../../../../test/support/change-requests.ts';
import { type RequestOptions, testApp } from '../../../../test/support/test-app.ts';

const app = await testApp({ until: 'file' });
let count = 0;
const fresh = () => `document-${++count}`;

const pathOf = (flag: string, project = 'default') => `/api/admin/projects/${project}/flag-documents/${flag}`;
const strategy = (rollout: number, more: object = {}) => ({
    name: 'flexibleRollout',
    parameters: { rollout, stickiness: 'userId' },
    ...more,
});
const preferring = (by: RequestOptions) => ({ ...by, headers: { ...by.headers, prefer: 'change-request' } });

test('a flag is created, read, changed, archived and revived as one document, each in one change', async () => {
    const flag = fresh();
    const segment = await app.has.segment({ name: `segment-of-${flag}` });
    const document = {
        description: 'As a document',
        type: 'release',
        tags: ['simple:documents'],
        environments: {
            development: {
                enabled: true,
                strategies: [strategy(25, { segments: [segment.name] })],
                variants: [{ name: 'a' }, { name: 'b', weight: 300 }],
            },
        },
    };

    const created = await app.put(pathOf(flag), document);
    expect(created).toMatchObject({ status: 201, body: { flag, project: 'default', ...document } });
    const read = await app.get(pathOf(flag));
    expect(read).toMatchObject({ status: 200, body: created.body });
    expect(read.headers.get('etag')).toBe(created.headers.get('etag'));
    const { body: log } = await app.get('/api/admin/events?limit=20');
    const own = log.events.filter((event: { featureName?: string }) => event.featureName === flag);
    expect(own.length).toBeGreaterThan(2);
    expect(new Set(own.map(({ groupId }: { groupId: string }) => groupId)).size).toBe(1);

    expect(await app.put(pathOf(flag), read.body, { changesNothing: true })).toMatchObject({
        status: 200,
        body: read.body,
    });
    const changed = await app.put(pathOf(flag), {
        ...read.body,
        environments: { development: { enabled: false, strategies: [strategy(50)] } },
    });
    expect(changed).toMatchObject({
        status: 200,
        body: { environments: { development: { enabled: false, strategies: [{ parameters: { rollout: 50 } }] } } },
    });
    expect(changed.headers.get('etag')).not.toBe(created.headers.get('etag'));
    expect(changed.body.environments.development.strategies[0]).not.toHaveProperty('segments');
    expect(changed.body.environments.development.variants).toEqual(document.environments.development.variants);

    expect(await app.delete(pathOf(flag))).toMatchObject({ status: 204 });
    expect(await app.get(pathOf(flag))).toMatchObject({ status: 404 });
    expect(await app.delete(pathOf(flag))).toMatchObject({ status: 404 });
    expect(await app.put(pathOf(flag), document)).toMatchObject({ status: 201, body: document });
});

describe('conditional requests', () => {
    test('a change with the ETag of an earlier version is refused, and nothing is changed', async () => {
        const flag = fresh();
        const { headers } = await app.put(pathOf(flag), { description: 'one' });
        const match = { headers: { 'if-match': headers.get('etag')! } };

        const second = await app.put(pathOf(flag), { description: 'two' }, match);
        expect(second).toMatchObject({ status: 200, body: { description: 'two' } });
        expect(await app.put(pathOf(flag), { description: 'three' }, match)).toMatchObject({
            status: 412,
            body: { name: 'PreconditionFailedError', message: expect.stringContaining(`${flag} has changed`) },
        });
        expect(await app.delete(pathOf(flag), match)).toMatchObject({ status: 412 });
        expect((await app.get(pathOf(flag))).body.description).toBe('two');
        const current = { headers: { 'if-match': second.headers.get('etag')! } };
        expect(await app.delete(pathOf(flag), current)).toMatchObject({ status: 204 });
    });

    test('an unchanged document is answered with 304', async () => {
        const flag = fresh();
        const { headers } = await app.put(pathOf(flag), {});

        const again = await app.get(pathOf(flag), { headers: { 'if-none-match': headers.get('etag')! } });

        expect(again).toMatchObject({ status: 304 });
    });

    test('a flag can be required to exist, or not to exist', async () => {
        const flag = fresh();

        expect(await app.put(pathOf(flag), {}, { headers: { 'if-match': '*' } })).toMatchObject({ status: 412 });
        expect(await app.put(pathOf(flag), {}, { headers: { 'if-none-match': '*' } })).toMatchObject({ status: 201 });
        expect(await app.put(pathOf(flag), {}, { headers: { 'if-none-match': '*' } })).toMatchObject({ status: 412 });
    });
});

describe('invalid documents', () => {
    test.each([
        ['another flag', { flag: 'other' }, '/body/flag', 'leave `flag` out'],
        ['another project', { project: 'other' }, '/body/project', 'leave `project` out'],
        ['an unknown member', { colour: 'red' }, '/body/colour', 'colour'],
        [
            'an environment that is not in the project',
            { environments: { moon: {} } },
            '/body/environments/moon',
            'moon',
        ],
        [
            'an unknown segment',
            { environments: { development: { strategies: [strategy(1, { segments: ['none-such'] })] } } },
            '/body/environments/development/strategies/0/segments/0',
            'none-such',
        ],
        [
            'a constraint without its operator',
            {
                environments: {
                    development: { strategies: [strategy(1, { constraints: [{ contextName: 'userId' }] })] },
                },
            },
            '/body/environments/development/strategies/0/constraints/0/operator',
            'operator',
        ],
    ])('%s is refused at its place, and nothing is created', async (_, document, path, text) => {
        const flag = fresh();

        const { status, body } = await app.put(pathOf(flag), document);

        expect(status).toBe(400);
        expect(body.details[0].path).toBe(path);
        expect(JSON.stringify(body)).toContain(text);
        expect(await app.get(pathOf(flag))).toMatchObject({ status: 404 });
    });

    test('a flag of another project is refused, and not shown', async () => {
        const { id: project } = await app.has.project();
        const flag = fresh();
        await app.put(pathOf(flag), {});

        expect(await app.get(pathOf(flag, project))).toMatchObject({ status: 404 });
        expect(await app.put(pathOf(flag, project), {})).toMatchObject({ status: 400 });
        expect(await app.delete(pathOf(flag, project))).toMatchObject({ status: 404 });
    });
});

test('each difference needs the permission that its own route needs', async () => {
    const { id: project } = await app.has.project();
    const flag = fresh();
    await app.put(pathOf(flag, project), { environments: { development: { strategies: [strategy(10)] } } });
    const [describer, viewer] = [await app.has.user(), await app.has.user()];
    const { body: role } = await app.post('/api/admin/roles', {
        name: fresh(),
        type: 'custom',
        permissions: [{ name: 'UPDATE_FEATURE' }],
    });
    await app.post(`/api/admin/projects/${project}/access`, {
        roles: [role.roles.id],
        users: [describer.id],
        groups: [],
    });

    expect(await app.get(pathOf(flag, project), viewer)).toMatchObject({ status: 200 });
    expect(await app.put(pathOf(flag, project), { description: 'x' }, viewer)).toMatchObject({ status: 403 });
    expect(await app.delete(pathOf(flag, project), describer)).toMatchObject({ status: 403 });
    expect(await app.put(pathOf(flag, project), { description: 'x' }, describer)).toMatchObject({ status: 200 });
    const both = { description: 'y', environments: { development: { strategies: [strategy(20)] } } };
    expect(await app.put(pathOf(flag, project), both, describer)).toMatchObject({ status: 403 });
    expect((await app.get(pathOf(flag, project))).body).toMatchObject({
        description: 'x',
        environments: { development: { strategies: [{ parameters: { rollout: 10 } }] } },
    });
});

describe('environments that need approval', () => {
    test('a change is refused, or proposed once for repeated requests', async () => {
        const { project, flag, author, move, owner } = await protectedProject(app);
        const document = {
            description: 'Applied at once',
            environments: { production: { strategies: [strategy(10)] } },
        };

        expect(await app.put(pathOf(flag, project), document, author)).toMatchObject({ status: 403 });
        const first = await app.put(pathOf(flag, project), document, preferring(author));
        expect(first).toMatchObject({ status: 202, body: { project, environment: 'production' } });
        expect((await app.get(pathOf(flag, project))).body).toMatchObject({ description: 'Applied at once' });
        const again = await app.put(pathOf(flag, project), document, { ...preferring(author), changesNothing: true });
        expect(again).toMatchObject({ status: 202, body: { id: first.body.id } });

        const other = { environments: { production: { strategies: [strategy(30)] } } };
        expect(await app.put(pathOf(flag, project), other, preferring(author))).toMatchObject({
            status: 409,
            body: { message: expect.stringContaining(`Change request ${first.body.id}`) },
        });

        await move(first.body.id, 'In review', author);
        await move(first.body.id, 'Approved', owner);
        await move(first.body.id, 'Applied', owner);
        const applied = { ...preferring(author), changesNothing: true };
        expect(await app.put(pathOf(flag, project), document, applied)).toMatchObject({
            status: 200,
            body: { environments: { production: { strategies: [{ parameters: { rollout: 10 } }] } } },
        });
    });

    test('a flag that is on there is archived by a change request', async () => {
        const { project, author, flag } = await protectedProject(app);
        await app.post(`/api/admin/projects/${project}/features/${flag}/environments/production/on`);

        expect(await app.delete(pathOf(flag, project), author)).toMatchObject({ status: 403 });
        expect(await app.delete(pathOf(flag, project), preferring(author))).toMatchObject({ status: 202 });
        expect(await app.get(pathOf(flag, project))).toMatchObject({ status: 200 });
    });
});

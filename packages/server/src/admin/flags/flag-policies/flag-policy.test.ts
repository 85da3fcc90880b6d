import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';

const app = await testApp({ until: 'file' });
let count = 0;
const fresh = () => `policed-${++count}`;

/** A project with a policy; its flags are created before the policy. */
async function policed(policy: object, flags: readonly object[] = []) {
    const { id: project } = await app.has.project();
    for (const flag of flags) await app.has.flag({ project, ...flag });
    const path = `/api/admin/projects/${project}`;
    const set = await app.put(`${path}/flag-policy`, policy);
    expect(set).toMatchObject({ status: 200, body: policy });
    const create = (flag: object) => app.post(`${path}/features`, { name: fresh(), ...flag });
    return {
        ...{ project, path, create },
        flagPath: (flag: string) => `${path}/features/${flag}`,
        turn: (flag: string, environment: string, state = 'on') =>
            app.post(`${path}/features/${flag}/environments/${environment}/${state}`),
        violations: async () => (await app.get(`${path}/flag-policy/violations`)).body.violations,
    };
}

const refused = (...texts: string[]) => ({
    status: 400,
    body: { message: expect.stringMatching(new RegExp(`flag policy of project .*${texts.join('.*')}`)) },
});

const variant = (payload: { type: string; value: string }) => ({
    ...{ name: 'one', weight: 1000, weightType: 'variable', stickiness: 'default', payload },
});

const constraint = (contextName: string, values: string[], operator = 'IN') => ({
    name: 'default',
    constraints: [{ contextName, operator, values }],
});

describe('rules for flags', () => {
    test('a flag of another type is refused, and nothing is created', async () => {
        const { create, path } = await policed({ types: ['release', 'experiment'] });

        expect(await create({ type: 'operational' })).toMatchObject(
            refused('type operational is not allowed', 'release, experiment'),
        );
        expect((await app.get(`${path}/features`)).body.features).toEqual([]);
        expect(await create({ type: 'experiment' })).toMatchObject({ status: 201 });
    });

    test('an owner and a lifetime are required, and an owner cannot be removed', async () => {
        const { create, flagPath } = await policed({ ownerRequired: true, expiryRequired: true });
        const owner = { type: 'user', id: (await app.has.user()).id };

        expect(await create({})).toMatchObject(refused('needs an owner'));
        expect(await create({ owner, type: 'kill-switch' })).toMatchObject(refused('kill-switch never expire'));
        const { status, body } = await create({ owner, type: 'release' });
        expect(status).toBe(201);
        const patch = (value: unknown) => app.patch(flagPath(body.name), [{ op: 'replace', path: '/owner', value }]);
        expect(await patch(null)).toMatchObject(refused('needs an owner'));
        expect((await app.get(flagPath(body.name))).body.owner).toMatchObject(owner);
    });

    test('a tag is allowed by its value, or by its type', async () => {
        const flag = fresh();
        const { flagPath, path } = await policed({ tags: ['simple:web', 'team:*'] }, [{ name: flag }]);
        await app.post('/api/admin/tag-types', { name: 'team', description: '' });
        const tag = (type: string, value: string) => app.post(`/api/admin/features/${flag}/tags`, { type, value });

        expect(await tag('simple', 'mobile')).toMatchObject(refused('tag simple:mobile is not allowed', 'team:'));
        expect(await tag('simple', 'web')).toMatchObject({ status: 201 });
        expect(await tag('team', 'anything')).toMatchObject({ status: 201 });
        expect(path).toBeDefined();
        expect((await app.get(flagPath(flag))).status).toBe(200);
    });

    test('a flag is turned on in production only if it is on in development, and can always be turned off', async () => {
        const flag = fresh();
        const { turn, violations } = await policed(
            { environments: [{ environment: 'production', after: 'development' }] },
            [{ name: flag }],
        );

        expect(await turn(flag, 'production')).toMatchObject(
            refused('on in production only if it is on in development'),
        );
        expect(await turn(flag, 'development')).toMatchObject({ status: 200 });
        expect(await turn(flag, 'production')).toMatchObject({ status: 200 });
        expect(await violations()).toEqual([]);
        expect(await turn(flag, 'development', 'off')).toMatchObject({ status: 200 });
        expect(await violations()).toMatchObject([{ flag, environment: 'production', rule: 'environments' }]);
        expect(await turn(flag, 'production', 'off')).toMatchObject({ status: 200 });
    });
});

describe('schemas of values', () => {
    test('payloads of variants match the schema of their type', async () => {
        const flag = fresh();
        const { path } = await policed(
            {
                payloads: {
                    json: {
                        type: 'object',
                        required: ['colour'],
                        properties: { colour: { type: 'string', pattern: '^#[0-9a-f]{6}$' } },
                        additionalProperties: false,
                    },
                    number: { type: 'integer', minimum: 1, maximum: 10 },
                },
            },
            [{ name: flag }],
        );
        const set = (payload: { type: string; value: string }) =>
            app.put(`${path}/features/${flag}/environments/development/variants`, [variant(payload)]);

        expect(await set({ type: 'json', value: '{"colour":"red"}' })).toMatchObject(refused('variant one', 'pattern'));
        expect(await set({ type: 'json', value: '{}' })).toMatchObject(refused('colour'));
        expect(await set({ type: 'number', value: '11' })).toMatchObject(refused('10'));
        expect(await set({ type: 'json', value: '{"colour":"#ff0000"}' })).toMatchObject({ status: 200 });
        expect(await set({ type: 'number', value: '3' })).toMatchObject({ status: 200 });
        expect(await set({ type: 'string', value: 'anything' })).toMatchObject({ status: 200 });
    });

    test('values of constraints match the schema of their context field, in strategies and segments', async () => {
        const flag = fresh();
        const { project, path } = await policed(
            { contextFields: { country: { enum: ['NO', 'SE'] }, age: { type: 'integer', minimum: 0 } } },
            [{ name: flag }],
        );
        await app.post('/api/admin/context', { name: 'country' });
        await app.post('/api/admin/context', { name: 'age' });
        const add = (strategy: object) =>
            app.post(`${path}/features/${flag}/environments/development/strategies`, strategy);

        expect(await add(constraint('country', ['NO', 'Norway']))).toMatchObject(refused('"Norway" of country', 'NO'));
        expect(await add(constraint('age', ['-1']))).toMatchObject(refused('"-1" of age'));
        expect(await add(constraint('country', ['NO']))).toMatchObject({ status: 200 });
        expect(await add(constraint('age', ['42']))).toMatchObject({ status: 200 });
        expect(await add(constraint('country', ['Nor'], 'STR_STARTS_WITH'))).toMatchObject({ status: 200 });
        const segment = { name: fresh(), project, constraints: constraint('country', ['Norway']).constraints };
        expect(await app.post('/api/admin/segments', segment)).toMatchObject(refused('Segment', 'Norway'));
    });
});

describe('existing flags', () => {
    test('flags that break a rule are reported, and can be changed in other ways', async () => {
        const flag = fresh();
        const { flagPath, turn, violations } = await policed({ types: ['experiment'], ownerRequired: true }, [
            { name: flag, type: 'release' },
        ]);

        expect(await violations()).toMatchObject([
            { flag, environment: null, rule: 'types', message: expect.stringContaining('Use one of: experiment') },
            { flag, environment: null, rule: 'ownerRequired' },
        ]);
        expect(await turn(flag, 'development')).toMatchObject({ status: 200 });
        const patch = (path: string, value: string) => app.patch(flagPath(flag), [{ op: 'replace', path, value }]);
        expect(await patch('/description', 'Still possible')).toMatchObject({ status: 200 });
        expect(await patch('/type', 'operational')).toMatchObject(refused('type operational is not allowed'));
        expect(await patch('/type', 'experiment')).toMatchObject({ status: 200 });
        expect(await violations()).toMatchObject([{ rule: 'ownerRequired' }]);
    });

    test('a flag that is moved into the project meets all its rules', async () => {
        const { project } = await policed({ types: ['experiment'] });
        const { name: flag } = await app.has.flag({ type: 'release' });
        const move = () =>
            app.post(`/api/admin/projects/default/features/${flag}/changeProject`, { newProjectId: project });

        expect(await move()).toMatchObject(refused('type release is not allowed'));
        await app.patch(`/api/admin/projects/default/features/${flag}`, [
            { op: 'replace', path: '/type', value: 'experiment' },
        ]);
        expect(await move()).toMatchObject({ status: 200 });
    });

    test('a flag that is revived meets all rules', async () => {
        const { project, path, flagPath } = await policed({ types: ['release'] });
        const { name: flag } = await app.has.flag({ project, type: 'release' });
        await app.delete(flagPath(flag));
        await app.put(`${path}/flag-policy`, { types: ['experiment'] });
        const revive = () => app.post(`/api/admin/archive/revive/${flag}`);

        expect(await revive()).toMatchObject(refused('type release is not allowed'));
        expect(await app.get(flagPath(flag))).toMatchObject({ status: 404 });
        await app.put(`${path}/flag-policy`, { types: ['release'] });
        expect(await revive()).toMatchObject({ status: 200 });
    });
});

test('files that break a rule are refused by plan and apply', async () => {
    const { project } = await policed({ types: ['experiment'] });
    const flag = fresh();
    const files = { flags: [{ flag, project, type: 'release' }] };

    const { body: plan } = await app.post('/api/admin/gitops/plan', files);
    expect(JSON.stringify(plan.problems)).toContain('The type release is not allowed');
    expect(await app.post('/api/admin/gitops/apply', files)).toMatchObject(refused('type release'));
    expect(await app.put(`/api/admin/projects/${project}/flag-documents/${flag}`, { type: 'release' })).toMatchObject(
        refused('type release'),
    );
    files.flags[0]!.type = 'experiment';
    expect(await app.post('/api/admin/gitops/apply', files)).toMatchObject({ status: 200 });
});

test('the policy is replaced as a whole, and its removal is an event', async () => {
    const { path, create } = await policed({ types: ['experiment'] });

    expect(await app.put(`${path}/flag-policy`, {})).toMatchObject({ status: 200, body: {} });
    expect((await app.get(`${path}/flag-policy`)).body).toEqual({});
    const { body: log } = await app.get('/api/admin/events?limit=1');
    expect(log.events[0]).toMatchObject({ type: 'flag-policy-updated', preData: { types: ['experiment'] }, data: {} });
    expect(await create({ type: 'release' })).toMatchObject({ status: 201 });
});

describe('invalid policies', () => {
    const deep = (levels: number): object =>
        levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: deep(levels - 1) } };

    test.each<[string, object, string, string]>([
        ['a type that does not exist', { types: ['release', 'none'] }, '/body/types/1', 'no flag type none'],
        ['a tag without a type', { tags: ['web'] }, '/body/tags/0', 'pattern'],
        [
            'an environment that the project does not have',
            { environments: [{ environment: 'production', after: 'moon' }] },
            '/body/environments/0/after',
            'development, production',
        ],
        [
            'an order in which nothing can be turned on',
            {
                environments: [
                    { environment: 'production', after: 'development' },
                    { environment: 'development', after: 'production' },
                ],
            },
            '/body/environments',
            'circular',
        ],
        [
            'a keyword whose cost is not linear',
            { payloads: { json: { type: 'array', uniqueItems: true } } },
            '/body/payloads/json/uniqueItems',
            'not supported',
        ],
        [
            'a reference',
            { payloads: { json: { properties: { a: { $ref: '#' } } } } },
            '/body/payloads/json/properties/a/$ref',
            'not supported',
        ],
        [
            'a pattern that is not RE2',
            { payloads: { string: { pattern: '(?=a)' } } },
            '/body/payloads/string/pattern',
            'not an RE2 pattern',
        ],
        ['a deep schema', { payloads: { json: deep(10) } }, '/body/payloads/json', 'at most 8 levels'],
        [
            'a policy that is too long',
            { payloads: { string: { enum: Array.from({ length: 500 }, (_, index) => `${index}`.padEnd(200, 'x')) } } },
            '/body',
            'longer than 65536',
        ],
        [
            'an unknown type',
            { contextFields: { country: { type: 'text' } } },
            '/body/contextFields/country/type',
            'type',
        ],
    ])('%s is refused at its place', async (_, policy, path, text) => {
        const { status, body } = await app.put('/api/admin/projects/default/flag-policy', policy);

        expect(status).toBe(400);
        expect(body.details[0]).toMatchObject({ path, message: expect.stringContaining(text) });
    });

    test('only those who may change the project change its policy', async () => {
        const { path } = await policed({ types: ['release'] });
        const member = await app.has.user();

        expect(await app.put(`${path}/flag-policy`, { types: [] }, member)).toMatchObject({ status: 403 });
        expect(await app.get(`${path}/flag-policy`, member)).toMatchObject({ status: 200 });
    });
});

test('a pattern and a long value take linear time', async () => {
    const flag = fresh();
    const { path } = await policed({ payloads: { string: { pattern: '^(a+)+$' } } }, [{ name: flag }]);
    const value = `${'a'.repeat(5_000)}!`;

    const { status } = await app.put(`${path}/features/${flag}/environments/development/variants`, [
        variant({ type: 'string', value }),
    ]);

    expect(status).toBe(400);
});

import { beforeAll, describe, expect, test } from 'vitest';
import { ROLE_ID } from '../../src/core/access/permissions.ts';
import { type RequestOptions, type TestApp, testApp } from '../support/test-app.ts';

/*
 * What-if requests reveal no hidden flags, users or values. The visible data of each role is listed here by hand.
 */

const PEOPLE = [
    'administrator',
    'editor',
    'viewer',
    'owner',
    'member',
    'reader',
    'holder of the permission',
    'owner of another project',
] as const;
type Person = (typeof PEOPLE)[number];

/** The users who may see examples and exact counts of the traffic of the shop. */
const SEE_EXAMPLES: Person[] = ['administrator', 'owner', 'holder of the permission'];

let app: TestApp;
let people: Record<Person, RequestOptions>;
let segmentId: number;

const constraints = (country: string) => [{ contextName: 'country', operator: 'IN', values: [country] }];

beforeAll(async () => {
    app = await testApp({ until: 'file' });
    for (const id of ['shop', 'bank']) await app.has.project({ id });
    await app.has.project({ id: 'covert', mode: 'private' });
    const { body: role } = await app.post('/api/admin/roles', {
        name: 'analyst',
        type: 'custom',
        permissions: [{ name: 'READ_TRAFFIC_EXAMPLES' }],
    });
    const analyst = await app.has.user();
    await app.post('/api/admin/projects/shop/access', { roles: [role.roles.id], users: [analyst.id], groups: [] });
    people = {
        administrator: {},
        editor: await app.has.user({ rootRole: 'editor' }),
        viewer: await app.has.user(),
        owner: await app.has.user({ projectRoles: { shop: 'owner' } }),
        member: await app.has.user({ projectRoles: { shop: 'member' } }),
        reader: await app.has.user({ projectRoles: { shop: 'reader' } }),
        'holder of the permission': analyst,
        'owner of another project': await app.has.user({ projectRoles: { bank: 'owner' } }),
    };
    segmentId = (await app.has.segment({ name: 'shared', constraints: constraints('NO') })).id;
    for (const project of ['shop', 'covert']) {
        await app.has.flag({ name: `${project}-flag`, project, enabled: true });
        await app.has.strategy({ flag: `${project}-flag`, project, segments: [segmentId] });
        const strategies = `/api/admin/projects/${project}/features/${project}-flag/environments/development/strategies`;
        const [first] = (await app.get(strategies)).body;
        await app.delete(`${strategies}/${first.id}`);
    }
    await app.has.flag({ name: 'covert-child', project: 'covert', enabled: true });
    await app.post('/api/admin/projects/covert/features/covert-child/dependencies', { feature: 'covert-flag' });
    const visit = async (projects: string[], visits: string[]) => {
        const { secret } = await app.has.token({ type: 'frontend', environment: 'development', projects });
        for (const query of visits) await app.send('GET', `/api/frontend?${query}`, { token: secret });
    };
    const swedes = Array.from({ length: 23 }, (_, i) => `userId=swede-${i}&appName=web&country=SE`);
    // A user with many requests counts once.
    const alice = Array.from({ length: 12 }, () => 'userId=alice&appName=web&country=SE&email=alice@example.com');
    await visit(['shop'], [...swedes, ...alice]);
    await visit(['covert'], ['userId=covert-user&country=SE&email=covert@example.com']);
    await visit(['bank'], ['userId=banker&country=SE&email=banker@example.com']);
});

const whatIf = (question: object, person: Person) =>
    app.post('/api/admin/what-if', { project: 'shop', ...question }, people[person]);

const step = (members: object) => ({
    environment: 'development',
    feature: 'shop-flag',
    action: 'addStrategy',
    ...members,
});
const letIn = (contextName: string, value: string) =>
    step({
        payload: { name: 'default', parameters: {}, constraints: [{ contextName, operator: 'IN', values: [value] }] },
    });

describe.each(PEOPLE)('%s', (person) => {
    const isTrusted = SEE_EXAMPLES.includes(person);

    test('may use what-if in the open project', async () => {
        const { status, body } = await whatIf({ steps: [letIn('country', 'SE')] }, person);

        expect(status).toBe(200);
        expect(body.failed).toBeUndefined();
        expect(body.who).toMatchObject([{ population: 'traffic', flags: [{ name: 'shop-flag' }] }]);
        expect(body.who[0].flags[0].offToOn).toBe(isTrusted ? 35 : 40);
        expect(body.who[0].flags[0].examples).toHaveLength(isTrusted ? 2 : 0);
    });

    test('sees the identity of users only with the permission', async () => {
        const { body } = await whatIf(
            { steps: [letIn('country', 'SE')], splitBy: ['email', 'userId', 'country'] },
            person,
        );
        const text = JSON.stringify(body);

        expect(/swede-\d|127\.0\.0\.1/.test(text)).toBe(isTrusted);
        expect(text.includes('alice@example.com')).toBe(isTrusted);
        const { byField } = body.who[0].flags[0];
        expect(byField.country.filter(({ kind }: { kind: string }) => kind === 'value')).toMatchObject([
            { value: 'SE' },
        ]);
        if (!isTrusted) expect(byField.userId.every(({ value }: { value: unknown }) => value === null)).toBe(true);
    });

    test.each([
        ['userId', 'alice', 12],
        ['userId', 'swede-1', 1],
        ['remoteAddress', '127.0.0.1', 35],
    ])('cannot find out without the permission whether %s %s is in the samples', async (field, value, count) => {
        const { body } = await whatIf({ steps: [letIn(field, value)] }, person);

        expect(body.who[0].flags[0].changed).toBe(isTrusted ? count : 0);
    });

    test('does not see users of other projects', async () => {
        const { body } = await whatIf({ steps: [letIn('country', 'SE')], splitBy: ['email'] }, person);

        expect(JSON.stringify(body)).not.toMatch(/banker|covert/);
        expect(body.who[0].evaluated).toBe(isTrusted ? 35 : 40);
    });

    test('sees flags of a private project that a shared segment affects only as an administrator', async () => {
        const payload = { id: segmentId, name: 'shared', constraints: constraints('SE') };
        const { body } = await whatIf(
            { steps: [{ action: 'updateSegment', payload }], contexts: [{ userId: '1' }] },
            person,
        );

        expect(JSON.stringify(body).includes('covert')).toBe(person === 'administrator');
        // The segment belongs to no project, so it requires a root permission.
        const may = person === 'administrator' || person === 'editor';
        expect(body.failed?.name).toBe(may ? undefined : 'NoAccessError');
        if (may) expect(body.who[0].flags.map(({ name }: { name: string }) => name)).toContain('shop-flag');
    });

    test('gets 404 for a private project of other users', async () => {
        const question = {
            project: 'covert',
            steps: [step({ feature: 'covert-flag', action: 'updateEnabled', payload: { enabled: false } })],
        };
        const covert = await whatIf(question, person);
        if (person === 'administrator') return expect(covert.status).toBe(200);
        const nothing = await whatIf({ ...question, project: 'nothing' }, person);
        const withoutId = ({ body }: typeof covert) => ({ ...body, id: '' });

        expect(covert.status).toBe(404);
        expect(JSON.parse(JSON.stringify(withoutId(covert)).replaceAll('covert', 'nothing'))).toEqual(
            withoutId(nothing),
        );
    });

    test('cannot access a flag of another project through a step', async () => {
        const { body } = await whatIf(
            { steps: [step({ feature: 'covert-flag', action: 'updateEnabled', payload: { enabled: false } })] },
            person,
        );

        expect(body.failed).toMatchObject({ step: 0, name: 'NotFoundError' });
        expect(body).toMatchObject({ changes: [], who: [] });
    });
});

test('a project role sees examples in that project only', async () => {
    const both = await app.has.user({ projectRoles: { shop: 'owner', bank: 'reader' } });
    await app.has.flag({ name: 'bank-flag', project: 'bank', enabled: true });
    const { body } = await app.post(
        '/api/admin/what-if',
        {
            project: 'bank',
            steps: [step({ feature: 'bank-flag', action: 'updateEnabled', payload: { enabled: false } })],
        },
        both,
    );

    expect(body.who[0]).toMatchObject({ population: 'traffic', flags: [{ examples: [] }] });
    expect(JSON.stringify(body)).not.toContain('banker');
});

test('the roles that see examples are those with the permission in a new installation', async () => {
    const { body } = await app.get(`/api/admin/roles/${ROLE_ID.owner}`);

    expect(JSON.stringify(body)).toContain('READ_TRAFFIC_EXAMPLES');
    for (const role of [ROLE_ID.editor, ROLE_ID.viewer, ROLE_ID.member, ROLE_ID.reader]) {
        expect(JSON.stringify((await app.get(`/api/admin/roles/${role}`)).body)).not.toContain('READ_TRAFFIC_EXAMPLES');
    }
});
